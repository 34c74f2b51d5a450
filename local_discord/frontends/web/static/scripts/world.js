/** The state that the server has sent, and its listeners. */

import { listen } from "./server.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./types.js").Channel} Channel */
/** @typedef {import("./types.js").Member} Member */
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
    /** Whether the full state has arrived since the page connected. */
    this.ready = false;
    /** @type {string | null} The newest message that was there before; null until the first state is complete. */
    this.newest = null;
    /** @type {Map<string, Message>} */
    this.messages = new Map();
    /** @type {Listener[]} */
    this.listeners = [];
    /** @type {Set<string>} */
    this.confirmed = new Set();
  }

  /** @param {Listener} listener */
  listen(listener) {
    this.listeners.push(listener);
  }

  /** Connects, and reconnects when the connection breaks. */
  connect() {
    listen({ opened: () => this.begin(), told: (event, body) => this.learn(event, body), lost: () => this.lose() });
  }

  /** @returns {Message[]} The messages of a channel, oldest first. @param {string} channel */
  messagesIn(channel) {
    const found = [...this.messages.values()].filter((message) => message.channel === channel);
    return found.sort((one, other) => compareIds(one.id, other.id));
  }

  /** @param {string} id */
  member(id) {
    return this.state?.members.find((member) => member.id === id);
  }

  /** The members who are people. */
  people() {
    return (this.state?.members ?? []).filter((member) => !member.bot);
  }

  /** The channels that a member can read. @param {string} seat */
  channelsOf(seat) {
    return (this.state?.channels ?? []).filter((channel) => channel.people === null || channel.people.includes(seat));
  }

  /** The members in a channel, those of the server without one. @param {Channel | undefined} channel */
  membersIn(channel) {
    const people = channel?.people ?? null;
    const isIn = (/** @type {Member} */ member) => (member.bot ? (channel?.bot ?? true) : people === null || people.includes(member.id));
    return (this.state?.members ?? []).filter(isIn);
  }

  /** @private @param {string} event @param {any} body */
  learn(event, body) {
    if (event === "state") this.learnState(body);
    else if (event === "message") this.learnMessage(body);
    else if (event === "gone") this.forget(body.id);
    else if (event === "ready") this.complete();
  }

  /** @private */
  begin() {
    this.connected = true;
    this.ready = false;
    this.confirmed = new Set();
    this.tell((listener) => listener.connection?.());
  }

  /** @private @param {State} state */
  learnState(state) {
    this.state = state;
    this.tell((listener) => listener.state?.());
  }

  /** @private @param {Message} message */
  learnMessage(message) {
    const isNew = this.newest !== null && !this.messages.has(message.id) && compareIds(message.id, this.newest) > 0;
    this.messages.set(message.id, message);
    this.confirmed.add(message.id);
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
    for (const id of [...this.messages.keys()]) if (!this.confirmed.has(id)) this.forget(id);
    this.ready = true;
    this.newest ??= this.newestKnown();
    this.tell((listener) => listener.connection?.());
  }

  /** Messages after the newest one known count as new, also those that arrive after a reconnection. @private */
  lose() {
    if (!this.connected) return;
    this.connected = false;
    if (this.ready) this.newest = this.newestKnown();
    this.tell((listener) => listener.connection?.());
  }

  /** @private */
  newestKnown() {
    return [...this.messages.keys()].sort(compareIds).at(-1) ?? "0";
  }

  /** @private @param {(listener: Listener) => void} act */
  tell(act) {
    this.listeners.forEach(act);
  }
}

/** Compares ids, which are larger than JavaScript's exact integers. @param {string} one @param {string} other */
export function compareIds(one, other) {
  return one.length - other.length || (one < other ? -1 : Number(one > other));
}

/** Whether a member sees a message. @param {Message} message @param {string} seat */
export function visibleTo(message, seat) {
  return message.for === null || message.for === seat;
}
