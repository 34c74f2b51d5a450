/** Browser storage, which may be blocked; then nothing is kept. Drafts of unsent lines. */

const PREFIX = "local-discord-";

/** Kept until the tab is closed. */
export const inTab = safeStorage(() => sessionStorage);
/** Kept for all visits. */
export const inBrowser = safeStorage(() => localStorage);

/** @param {() => Storage} storage may throw */
function safeStorage(storage) {
  return {
    /** @param {string} name @returns {string | null} */
    get: (name) => nullIfRefused(() => storage().getItem(PREFIX + name)),
    /** @param {string} name @param {string} value */
    set: (name, value) => nullIfRefused(() => (storage().setItem(PREFIX + name, value), null)),
  };
}

/** @param {() => string | null} act @returns {string | null} */
function nullIfRefused(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

const NAME = "drafts";

export class Drafts {
  constructor() {
    /** @private @type {Map<string, string>} */
    this.lines = new Map(JSON.parse(inTab.get(NAME) ?? "[]"));
  }

  /** @param {string} place */
  at(place) {
    return this.lines.get(place) ?? "";
  }

  /** @param {string} place @param {string} line */
  keep(place, line) {
    if (line === "") this.lines.delete(place);
    else this.lines.set(place, line);
    inTab.set(NAME, JSON.stringify([...this.lines]));
  }
}
