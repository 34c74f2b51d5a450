/** One member's view: what they see, and what they do. */

import { call } from "./calls.js";
import { Composer } from "./composer.js";
import { button, h } from "./dom.js";
import { openForm } from "./form.js";
import { Log } from "./log.js";
import { openMenu } from "./menu.js";
import { hue, initial } from "./message.js";
import { Unread } from "./unread.js";
import { visibleTo } from "./world.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./calls.js").Outcome} Outcome */

const FAILED = "This interaction failed";
const UNANSWERED = "The application did not respond";

export class Pane {
  /**
   * @param {import("./world.js").World} world
   * @param {string} seat whose view it is, by id
   * @param {{changeSeat: (seat: string) => void, unreadChanged: () => void}} outside
   */
  constructor(world, seat, outside) {
    this.world = world;
    this.seat = seat;
    this.outside = outside;
    this.active = false;
    this.channel = world.channelsOf(seat)[0]?.id ?? "";
    /** @type {Map<string, string>} What failed on which message. */
    this.failures = new Map();
    this.unread = new Unread();
    this.log = new Log(world);
    this.composer = new Composer({
      send: (path, body) => this.do(path, { channel: this.channel, ...body }),
      succeeded: () => this.log.toEnd(),
      unanswered: () => this.notice(UNANSWERED),
      opened: (form) => this.openForm(form),
    });
    this.seatButton = button("seat", "", () => this.openSeats(), { "aria-haspopup": "menu" });
    this.channels = h("nav", { class: "channels" });
    /** @type {Map<string, {element: HTMLElement, mark: HTMLElement}>} */
    this.channelButtons = new Map();
    this.element = h(
      "section",
      { class: "pane", onfocusin: () => this.activate(), onpointerdown: () => this.activate() },
      h("header", {}, this.seatButton, this.channels, this.membersButton()),
      h("div", { class: "middle" }, this.log.element, this.log.newest),
      this.composer.element,
    );
    this.element.addEventListener("contextmenu", (event) => this.openContextMenu(event));
    this.refresh();
  }

  /** The member's name. */
  get name() {
    return this.world.member(this.seat)?.name ?? "";
  }

  /** Takes another member's seat. @param {string} seat */
  sit(seat) {
    this.seat = seat;
    this.unread = new Unread();
    this.failures.clear();
    this.openChannel(this.world.channelsOf(seat)[0]?.id ?? "");
  }

  /** @param {string} channel */
  openChannel(channel) {
    this.channel = channel;
    this.refresh();
  }

  /** Draws everything anew. */
  refresh() {
    this.element.setAttribute("aria-label", `${this.name}'s view`);
    this.log.open(this.channel, this.hands(), `Messages in #${this.channelName} as ${this.name} sees them`);
    this.composer.rename(this.seat, this.name, this.channel, this.channelName);
    this.refreshHead();
  }

  /** Follows who is there and where one can be. */
  learnState() {
    const channels = this.world.channelsOf(this.seat);
    if (!channels.some((channel) => channel.id === this.channel)) this.openChannel(channels[0]?.id ?? "");
    else if (channels.map((channel) => channel.id + channel.name).join() !== this.channelsShown) this.refreshHead();
  }

  /** Draws what is above the messages anew. */
  refreshHead() {
    const avatar = h("span", { class: "avatar", "aria-hidden": "true", "data-hue": hue(this.seat) }, initial(this.name));
    this.seatButton.replaceChildren(avatar, h("span", {}, this.name), h("span", { "aria-hidden": "true" }, "▾"));
    this.seatButton.setAttribute("aria-label", `${this.name}: take another seat`);
    const channels = this.world.channelsOf(this.seat);
    /** @private */
    this.channelsShown = channels.map((channel) => channel.id + channel.name).join();
    this.channels.setAttribute("aria-label", `${this.name}'s channels`);
    this.channelButtons = new Map(channels.map((channel) => [channel.id, this.channelButton(channel)]));
    this.channels.replaceChildren(...[...this.channelButtons.values()].map((one) => one.element));
    this.showMarks();
  }

  /** Marks the channels with what is unread. Nothing is replaced: somebody may be about to press it. @private */
  showMarks() {
    for (const [channel, { mark }] of this.channelButtons) this.unread.mark(channel, mark);
    this.outside.unreadChanged();
  }

  get channelName() {
    return this.world.channelsOf(this.seat).find((channel) => channel.id === this.channel)?.name ?? "";
  }

  /** Shows a message, and remembers whether it has been read. @param {Message} message @param {boolean} isNew */
  learn(message, isNew) {
    this.log.put(message);
    const elsewhere = !this.active || message.channel !== this.channel;
    if (!isNew || !elsewhere || message.author.id === this.seat || !visibleTo(message, this.seat)) return;
    if (!this.world.channelsOf(this.seat).some((channel) => channel.id === message.channel)) return;
    this.unread.add(message, message.pings.includes(this.seat));
    this.showUnread();
  }

  /** @param {Message} message */
  forget(message) {
    this.log.remove(message);
    if (this.unread.remove(message)) this.showUnread();
  }

  /** Notes that the person is here now, so that what is shown is read. The line above it stays until they leave. */
  activate() {
    this.active = true;
    if (this.unread.read(this.channel)) this.showMarks();
  }

  /** Notes that the person is elsewhere. */
  leave() {
    if (this.active) this.log.divide(null);
    this.active = false;
  }

  /** @private */
  showUnread() {
    this.log.divide(this.unread.first(this.channel));
    this.showMarks();
  }

  /** @private @param {import("./types.js").Channel} channel */
  channelButton(channel) {
    const label = channel.people === null ? `#${channel.name}` : "Direct messages";
    const look = channel.id === this.channel ? "channel open" : "channel";
    const current = channel.id === this.channel ? "true" : null;
    const open = () => {
      this.openChannel(channel.id);
      this.activate();
    };
    const mark = h("span");
    return { element: button(look, [label, mark], open, { "aria-current": current }), mark };
  }

  /** @private */
  membersButton() {
    /** @type {HTMLElement} */
    const members = button("plain", "Members", () => openMenu(members, "Members", this.memberItems(members)), {
      "aria-haspopup": "menu",
    });
    return members;
  }

  /** @private @param {HTMLElement} anchor */
  memberItems(anchor) {
    return (this.world.state?.members ?? []).map((member) => ({
      label: member.name,
      note: member.bot ? "app" : member.id === this.seat ? "you" : "",
      act: () => this.openPerson(member.id, anchor),
    }));
  }

  /** @private */
  openSeats() {
    const items = this.world.people().map((member) => ({
      label: member.name,
      chosen: member.id === this.seat,
      act: () => this.outside.changeSeat(member.id),
    }));
    openMenu(this.seatButton, "Take the seat of", items);
  }

  /** @private @param {MouseEvent} event */
  openContextMenu(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    const person = /** @type {HTMLElement | null} */ (target.closest("[data-person]"));
    const message = this.world.messages.get(target.closest("[data-id]")?.getAttribute("data-id") ?? "");
    if (person !== null) this.openPerson(person.getAttribute("data-person") ?? "", person);
    else if (message !== undefined && this.hasMore(message) && !target.closest("a")) this.openMore(message, target);
    else return;
    event.preventDefault();
  }

  /** The menu on a member. @private @param {string} id @param {HTMLElement} anchor */
  openPerson(id, anchor) {
    const member = this.world.member(id);
    if (member === undefined) return;
    const entries = this.entries("member").map((entry) => ({
      label: entry.name,
      note: "Apps",
      act: () => this.use("/menu", { channel: this.channel, entry: entry.name, target: id }),
    }));
    const mention = { label: `Mention @${member.name}`, act: () => this.composer.insert(`<@${id}> `) };
    openMenu(anchor, member.name, [...entries, mention]);
  }

  /** @private @param {Message} message */
  hasMore(message) {
    return message.author.id === this.seat || this.entries("message").length > 0;
  }

  /** The menu on a message. @private @param {Message} message @param {HTMLElement} anchor */
  openMore(message, anchor) {
    const about = { channel: message.channel };
    const items = this.entries("message").map((entry) => ({
      label: entry.name,
      note: "Apps",
      act: () => this.use("/menu", { ...about, entry: entry.name, target_message: message.id }),
    }));
    const remove = { label: "Delete message", act: () => this.use("/delete", { ...about, message: message.id }) };
    openMenu(anchor, "Message", message.author.id === this.seat ? [...items, remove] : items);
  }

  /** @private @param {"member" | "message"} on */
  entries(on) {
    return (this.world.state?.menus ?? []).filter((entry) => entry.on === on);
  }

  /** @private @returns {import("./message.js").Hands} */
  hands() {
    return {
      seat: this.seat,
      openPerson: (id, anchor) => this.openPerson(id, anchor),
      jump: (channel, message) => this.jump(channel, message),
      press: (control, element) => this.touch("/press", element, { control }),
      choose: (control, values, element) => this.touch("/choose", element, { control, values }),
      offers: (what) => this.offers(what),
      dismiss: (message) => this.use("/delete", { channel: message.channel, message: message.id }),
      hasMore: (message) => this.hasMore(message),
      openMore: (message, anchor) => this.openMore(message, anchor),
      failure: (message) => this.failures.get(message.id),
    };
  }

  /** @private @param {string} channel @param {string | null} message */
  jump(channel, message) {
    if (channel !== this.channel) this.openChannel(channel);
    if (message !== null && !this.log.reveal(message)) this.notice("That message is not here any more.");
  }

  /** @private @param {string} what @returns {import("./types.js").Option[]} */
  offers(what) {
    const state = this.world.state;
    const named = (/** @type {{id: string, name: string}[]} */ all, /** @type {string} */ mark) =>
      all.map((one) => ({ value: one.id, label: mark + one.name }));
    if (what === "channels") return named(this.world.channelsOf(this.seat), "#");
    if (what === "roles") return named(state?.roles ?? [], "@");
    const members = named(state?.members ?? [], "@");
    return what === "mentionables" ? [...members, ...named(state?.roles ?? [], "@")] : members;
  }

  /** Uses a control of a message. @private @param {string} path @param {HTMLElement} element @param {Record<string, unknown>} body */
  async touch(path, element, body) {
    const id = element.closest("[data-id]")?.getAttribute("data-id") ?? "";
    const message = this.world.messages.get(id);
    if (message === undefined) return;
    this.setFailure(message, null);
    const control = /** @type {HTMLElement} */ (this.log.current(element, id));
    control.setAttribute("aria-busy", "true");
    const outcome = await this.do(path, { channel: message.channel, message: id, ...body });
    control.removeAttribute("aria-busy");
    if (outcome.form) this.openForm(outcome.form);
    if (outcome.refused || outcome.unanswered) this.setFailure(message, outcome.refused ?? FAILED);
  }

  /** Does what may open a form, and says what went wrong. @private @param {string} path @param {Record<string, unknown>} body */
  async use(path, body) {
    const outcome = await this.do(path, body);
    if (outcome.form) this.openForm(outcome.form);
    if (outcome.refused || outcome.unanswered) this.notice(outcome.refused ?? UNANSWERED);
  }

  /** @private @param {string} path @param {Record<string, unknown>} body */
  do(path, body) {
    return call(path, { seat: this.seat, ...body });
  }

  /** @private @param {Message} message @param {string | null} text */
  setFailure(message, text) {
    if (text === null && !this.failures.delete(message.id)) return;
    if (text !== null) this.failures.set(message.id, text);
    const now = this.world.messages.get(message.id);
    if (now !== undefined) this.log.put(now);
  }

  /** @private @param {string} text */
  notice(text) {
    const bot = this.world.state?.members.find((member) => member.bot);
    this.log.notice(bot?.name ?? "Bot", bot?.id ?? "0", text);
  }

  /** @private @param {import("./types.js").Form} form */
  openForm(form) {
    openForm(form, this.element, {
      submit: (values) => this.do("/submit", { form: form.id, values }),
      offers: (what) => this.offers(what),
      opened: (next) => this.openForm(next),
    });
  }
}
