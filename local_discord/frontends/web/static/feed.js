/** What the server tells, over a socket that is opened again whenever it breaks. */

import { token } from "./calls.js";

/** As in feed.py. */
const PROTOCOL = "local-discord";
const OF_AN_EARLIER_RUN = 4001;
const PAUSE = 500;

/**
 * Listens to the server for good. Whenever it is connected, it tells everything anew and then what is new.
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
    if (end.code === OF_AN_EARLIER_RUN) return location.reload();
    listener.lost();
    setTimeout(() => listen(listener), PAUSE);
  });
}
