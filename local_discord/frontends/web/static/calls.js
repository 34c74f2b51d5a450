/** Calls to the server that change something. */

/** What the server knows the page by. */
export const token = document.querySelector('meta[name="page-token"]')?.getAttribute("content") ?? "";

/**
 * How a call went. `refused` says why the person cannot do that; `unanswered` means that the bot did not answer in time.
 * @typedef {{refused?: string, unanswered?: boolean, form?: import("./types.js").Form} & Record<string, any>} Outcome
 */

/**
 * Makes a call.
 * @param {string} path
 * @param {Record<string, unknown>} [body]
 * @returns {Promise<Outcome>}
 */
export async function call(path, body = {}) {
  try {
    const response = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-Page-Token": token },
      body: JSON.stringify(body),
    });
    if (response.ok) return await response.json();
    return { refused: (await response.text()) || "The page's server could not do that." };
  } catch {
    return { refused: "The page's server is out of reach. Is the program still running?" };
  }
}
