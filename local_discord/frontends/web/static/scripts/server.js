/** Calls to the page's server, and the socket over which it sends events. */

/** The token that the server expects with each call. */
export const token = document.querySelector('meta[name="page-token"]')?.getAttribute("content") ?? "";

/**
 * The result of a call. `refused` says why it is not possible; `unanswered`: the bot did not answer in time.
 * @typedef {{refused?: string, unanswered?: boolean, form?: import("./types.js").Form} & Record<string, any>} Outcome
 */

/**
 * Calls the server.
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

/** The same names as in feed.py. */
const PROTOCOL = "local-discord";
const EARLIER_RUN = 4001;
const PAUSE = 500;

/**
 * Listens to the server, and reconnects when the socket closes. Each connection begins with the full state.
 * @param {{opened: () => void, told: (event: string, body: any) => void, lost: () => void}} listener
 */
export function listen(listener) {
  const address = new URL("/events", location.href);
  address.protocol = "ws:";
  const socket = new WebSocket(address, [PROTOCOL, token]);
  socket.addEventListener("open", listener.opened);
  socket.addEventListener("message", (message) => {
    const { event, body } = JSON.parse(message.data);
    listener.told(event, body);
  });
  socket.addEventListener("close", (end) => {
    if (end.code === EARLIER_RUN) return location.reload();
    listener.lost();
    setTimeout(() => listen(listener), PAUSE);
  });
}
