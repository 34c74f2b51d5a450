/** Unread messages of a member, by channel. */

/** @typedef {import("../types.js").Message} Message */

export class Unread {
  constructor() {
    /** @type {Map<string, Map<string, boolean>>} By channel: the messages, and whether they mention the member. */
    this.channels = new Map();
  }

  /** @param {Message} message @param {boolean} pings */
  add(message, pings) {
    const messages = this.channels.get(message.channel) ?? new Map();
    this.channels.set(message.channel, messages.set(message.id, pings));
  }

  /** Removes a message; returns whether it was unread. @param {Message} message */
  remove(message) {
    return this.channels.get(message.channel)?.delete(message.id) ?? false;
  }

  /** Marks a channel as read; returns whether it had unread messages. @param {string} channel */
  read(channel) {
    const messages = this.channels.get(channel);
    return this.channels.delete(channel) && (messages?.size ?? 0) > 0;
  }

  /** The first unread message. @param {string} channel @returns {string | null} */
  first(channel) {
    return this.channels.get(channel)?.keys().next().value ?? null;
  }

  /** Shows the number of unread messages in an element. @param {string | null} channel null for all @param {HTMLElement} element */
  mark(channel, element) {
    const messages = [...this.channels].filter(([id]) => channel === null || id === channel).flatMap(([, all]) => [...all]);
    const pings = messages.filter(([, ping]) => ping).length;
    const label = pings > 0 ? `${pings} ${pings === 1 ? "mention" : "mentions"}` : `${messages.length} new`;
    element.textContent = messages.length === 0 ? "" : label;
    element.className = pings > 0 ? "badge pings" : "badge";
  }
}
