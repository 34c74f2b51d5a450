/** What the server has told so far, and telling the rest of the page what is new. */

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Message} Message */
/**
 * @typedef {{
 *   state?: () => void,
 *   message?: (message: Message, isNew: boolean) => void,
 *   gone?: (message: Message) => void,
 *   connection?: () => void,
 * }} Listener
 */

export class World {
  constructor() {
    /** @type {State | null} */
    this.state = null;
    this.connected = false;
    /** Whether everything that was there at first has been told. */
    this.ready = false;
    /** @type {Map<string, Message>} */
    this.messages = new Map();
    /** @type {Listener[]} */
    this.listeners = [];
    /** @type {Set<string>} */
    this.toldAgain = new Set();
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Connects, and goes on connecting whenever the connection breaks. */
  connect() {
    const run = document.querySelector('meta[name="page-run"]')?.getAttribute("content");
    const source = new EventSource("/events");
    /** @param {string} name @param {(body: any) => void} act */
    const on = (name, act) => source.addEventListener(name, (event) => act(JSON.parse(event.data)));
    on("hello", (body) => (body.run === run ? this.begin() : location.reload()));
    on("state", (body) => this.learnState(body));
    on("message", (body) => this.learnMessage(body));
    on("gone", (body) => this.forget(body.id));
    on("ready", () => this.complete());
    source.addEventListener("error", () => this.lose());
  }

  /** @returns {Message[]} What is in a channel, oldest first. @param {string} channel */
  messagesIn(channel) {
    const found = [...this.messages.values()].filter((message) => message.channel === channel);
    return found.sort((one, other) => compareIds(one.id, other.id));
  }

  /** @param {string} id */
  member(id) {
    return this.state?.members.find((member) => member.id === id);
  }

  /** The members who have seats. */
  people() {
    return (this.state?.members ?? []).filter((member) => !member.bot);
  }

  /** The channels that somebody can be in. @param {string} seat */
  channelsOf(seat) {
    return (this.state?.channels ?? []).filter((channel) => channel.people === null || channel.people.includes(seat));
  }

  /** @private */
  begin() {
    this.connected = true;
    this.ready = false;
    this.toldAgain = new Set();
    this.tell((listener) => listener.connection?.());
  }

  /** @private @param {State} state */
  learnState(state) {
    this.state = state;
    this.tell((listener) => listener.state?.());
  }

  /** @private @param {Message} message */
  learnMessage(message) {
    const isNew = this.ready && !this.messages.has(message.id);
    this.messages.set(message.id, message);
    this.toldAgain.add(message.id);
    this.tell((listener) => listener.message?.(message, isNew));
  }

  /** @private @param {string} id */
  forget(id) {
    const message = this.messages.get(id);
    if (message === undefined) return;
    this.messages.delete(id);
    this.tell((listener) => listener.gone?.(message));
  }

  /** @private */
  complete() {
    for (const id of [...this.messages.keys()]) if (!this.toldAgain.has(id)) this.forget(id);
    this.ready = true;
    this.tell((listener) => listener.connection?.());
  }

  /** @private */
  lose() {
    this.connected = false;
    this.tell((listener) => listener.connection?.());
  }

  /** @private @param {(listener: Listener) => void} act */
  tell(act) {
    this.listeners.forEach(act);
  }
}

/** Compares ids, which are numbers too large for JavaScript's. @param {string} one @param {string} other */
export function compareIds(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** Tells whether somebody sees a message. @param {Message} message @param {string} seat */
export function visibleTo(message, seat) {
  return message.for === null || message.for === seat;
}
