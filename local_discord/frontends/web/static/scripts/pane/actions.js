/** A member's actions on messages and members, and the notices when they fail. */

import { openForm } from "../messages/form.js";
import { call } from "../server.js";
import { openMenu } from "../ui/menu.js";

/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../server.js").Outcome} Outcome */

export const UNANSWERED = "The application did not respond";
const FAILED = "This interaction failed";

export class Actions {
  /** @param {import("../world.js").World} world @param {import("./pane.js").Pane} pane */
  constructor(world, pane) {
    this.world = world;
    this.pane = pane;
    /** @type {Map<string, string>} The failure shown on each message. */
    this.failures = new Map();
    /** @type {Set<() => void>} Functions that close the open forms. */
    this.forms = new Set();
  }

  /** The id of the acting member. */
  get seat() {
    return this.pane.seat;
  }

  /**
   * Calls the server for this member. If the pane has another member by then, the outcome is dropped.
   * @param {string} path @param {Record<string, unknown>} body @returns {Promise<Outcome>}
   */
  async do(path, body) {
    const seat = this.seat;
    const outcome = await call(path, { seat, ...body });
    return this.seat === seat ? outcome : {};
  }

  /** Drops failures and forms, when the pane gets another member. */
  reset() {
    this.failures.clear();
    [...this.forms].forEach((close) => close());
  }

  /** Calls the server; opens the form that it answers with, or shows the error. @param {string} path @param {Record<string, unknown>} body */
  async use(path, body) {
    const outcome = await this.do(path, body);
    if (outcome.form) this.openForm(outcome.form);
    if (outcome.refused || outcome.unanswered) this.notice(outcome.refused ?? UNANSWERED);
  }

  /** @param {string} control @param {HTMLElement} element */
  press(control, element) {
    return this.touch("/press", element, { control });
  }

  /** @param {string} control @param {string[]} values @param {HTMLElement} element */
  choose(control, values, element) {
    return this.touch("/choose", element, { control, values });
  }

  /** @param {Message} message */
  dismiss(message) {
    return this.use("/delete", { channel: message.channel, message: message.id });
  }

  /** @param {Message} message */
  failure(message) {
    return this.failures.get(message.id);
  }

  /** The options of a menu of members, roles or channels. @param {string} what @returns {Option[]} */
  offers(what) {
    const state = this.world.state;
    const named = (/** @type {{id: string, name: string}[]} */ all, /** @type {string} */ mark) =>
      all.map((one) => ({ value: one.id, label: mark + one.name }));
    if (what === "channels") return named(this.world.channelsOf(this.seat), "#");
    if (what === "roles") return named(state?.roles ?? [], "@");
    const members = named(state?.members ?? [], "@");
    return what === "mentionables" ? [...members, ...named(state?.roles ?? [], "@")] : members;
  }

  /** Opens a channel, or a message in it. @param {string} channel @param {string | null} message */
  jump(channel, message) {
    if (!this.world.channelsOf(this.seat).some((one) => one.id === channel)) {
      this.notice("You cannot open that channel.");
      return;
    }
    if (channel !== this.pane.channel) {
      this.pane.openChannel(channel);
      this.pane.log.element.focus();
    }
    if (message !== null && !this.pane.log.reveal(message)) this.notice("That message is not here any more.");
  }

  /** Opens the context menu of a member. @param {string} id @param {HTMLElement} anchor @param {DOMRect | null} [at] */
  openMemberMenu(id, anchor, at) {
    const member = this.world.member(id);
    if (member === undefined) return;
    const entries = this.entries("member").map((entry) => ({
      label: entry.name,
      note: "Apps",
      act: () => this.use("/menu", { channel: this.pane.channel, entry: entry.name, target: id }),
    }));
    const mention = { label: `Mention @${member.name}`, act: () => this.pane.composer.insert(`@${member.name} `) };
    openMenu(anchor, member.name, [...entries, mention], at);
  }

  /** Whether a message has a context menu. @param {Message} message */
  hasMessageMenu(message) {
    return message.author.id === this.seat || this.entries("message").length > 0;
  }

  /** Opens the context menu of a message. @param {Message} message @param {HTMLElement} anchor @param {DOMRect | null} [at] */
  openMessageMenu(message, anchor, at) {
    const items = this.entries("message").map((entry) => ({
      label: entry.name,
      note: "Apps",
      act: () => this.use("/menu", { channel: message.channel, entry: entry.name, target_message: message.id }),
    }));
    const remove = { label: "Delete message", act: () => this.dismiss(message) };
    openMenu(anchor, "Message", message.author.id === this.seat ? [...items, remove] : items, at);
  }

  /** @param {Form} form */
  openForm(form) {
    const close = openForm(form, this.pane.element, {
      submit: (values) => this.do("/submit", { form: form.id, values }),
      offers: (what) => this.offers(what),
      opened: (next) => this.openForm(next),
      closed: () => this.forms.delete(close),
    });
    this.forms.add(close);
  }

  /** Shows a notice in the message list. @param {string} text */
  notice(text) {
    const bot = this.world.state?.members.find((member) => member.bot);
    this.pane.log.notice(bot?.name ?? "Bot", bot?.id ?? "0", text);
  }

  /** @private @param {"member" | "message"} on */
  entries(on) {
    return (this.world.state?.menus ?? []).filter((entry) => entry.on === on);
  }

  /** Uses a control of a message, and shows a failure on the message. @private @param {string} path @param {HTMLElement} element @param {Record<string, unknown>} body */
  async touch(path, element, body) {
    const id = element.closest("[data-id]")?.getAttribute("data-id") ?? "";
    const message = this.world.messages.get(id);
    if (message === undefined) return;
    this.setFailure(message, null);
    const control = this.pane.log.current(element, id);
    control.setAttribute("aria-busy", "true");
    const outcome = await this.do(path, { channel: message.channel, message: id, ...body });
    control.removeAttribute("aria-busy");
    if (outcome.form) this.openForm(outcome.form);
    if (outcome.refused || outcome.unanswered) this.setFailure(message, outcome.refused ?? FAILED);
  }

  /** @private @param {Message} message @param {string | null} text */
  setFailure(message, text) {
    if (text === null && !this.failures.delete(message.id)) return;
    if (text !== null) this.failures.set(message.id, text);
    const now = this.world.messages.get(message.id);
    if (now !== undefined) this.pane.log.put(now);
  }
}
