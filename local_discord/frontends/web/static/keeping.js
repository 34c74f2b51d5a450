/** What the browser keeps for the page. It may refuse to keep anything; then the page does without. */

const PREFIX = "local-discord-";

/** Until the tab is closed. */
export const inTab = keeper(() => sessionStorage);
/** For all visits. */
export const inBrowser = keeper(() => localStorage);

/** @param {() => Storage} storage asking for it may throw already */
function keeper(storage) {
  return {
    /** @param {string} name @returns {string | null} */
    get: (name) => unlessRefused(() => storage().getItem(PREFIX + name)),
    /** @param {string} name @param {string} value */
    set: (name, value) => unlessRefused(() => (storage().setItem(PREFIX + name, value), null)),
  };
}

/** @param {() => string | null} act @returns {string | null} */
function unlessRefused(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
