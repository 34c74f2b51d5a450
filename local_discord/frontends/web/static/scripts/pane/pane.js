/** A member's view: open channel, unread marks, messages, input line. */

import { Log } from "../messages/log.js";
import { avatar } from "../ui/avatar.js";
import { button, h } from "../ui/dom.js";
import { openMenu } from "../ui/menu.js";
import { visibleTo } from "../world.js";
import { Actions, UNANSWERED } from "./actions.js";
import { beginning } from "./beginning.js";
import { Composer } from "./composer.js";
import { MemberList } from "./member_list.js";
import { Unread } from "./unread.js";

/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("../types.js").Channel} Channel */

export class Pane {
  /**
   * @param {import("../world.js").World} world
   * @param {string} seat the member's id
   * @param {import("../storage.js").Drafts} drafts
   * @param {{changeSeat: (seat: string) => void, unreadChanged: () => void, stepTaken: (step: number) => void}} outside
   */
  constructor(world, seat, drafts, outside) {
    this.world = world;
    this.seat = seat;
    this.outside = outside;
    this.active = false;
    this.channel = world.channelsOf(seat)[0]?.id ?? "";
    this.actions = new Actions(world, this);
    this.unread = new Unread();
    this.log = new Log(world, this.actions, () => this.beginning());
    this.members = new MemberList((id, anchor) => this.actions.openMemberMenu(id, anchor));
    this.guild = h("h2", { class: "guild" });
    this.heading = h("h2", { class: "channel-name" });
    this.composer = new Composer({
      shorthand: () => world.state?.welcome.shorthand ?? null,
      drafts,
      send: (path, body) => this.actions.do(path, { channel: this.channel, ...body }),
      succeeded: () => this.log.toEnd(),
      unanswered: () => this.actions.notice(UNANSWERED),
      lost: (line, reason) => this.actions.notice(`Not sent: ${line}\n${reason}`),
      opened: (form) => this.actions.openForm(form),
    });
    this.seatButton = button("seat", "", () => this.openSeats(), { "aria-haspopup": "menu" });
    this.channels = h("nav", { class: "channels" });
    /** @type {Map<string, {element: HTMLElement, mark: HTMLElement}>} */
    this.channelButtons = new Map();
    this.channelsShown = "";
    this.element = h(
      "section",
      { class: "pane", onfocusin: () => this.activate(), onpointerdown: () => this.activate() },
      h("header", { class: "side" }, this.guild, this.channels, h("div", { class: "user" }, this.seatButton), this.membersButton()),
      this.heading,
      h("div", { class: "middle" }, this.log.element, this.log.newest),
      this.composer.element,
      this.members.element,
    );
    this.element.addEventListener("contextmenu", (event) => this.openContextMenu(event));
    this.refresh();
  }

  /** The member's name. */
  get name() {
    return this.world.member(this.seat)?.name ?? "";
  }

  /** Switches to another member. @param {string} seat */
  sit(seat) {
    this.seat = seat;
    this.unread = new Unread();
    this.actions.reset();
    this.openChannel(this.world.channelsOf(seat)[0]?.id ?? "");
  }

  /** @param {string} channel */
  openChannel(channel) {
    this.channel = channel;
    this.refresh();
  }

  /** Updates the channels after a change of the state. */
  learnState() {
    const channels = this.world.channelsOf(this.seat);
    if (!channels.some((channel) => channel.id === this.channel)) this.openChannel(channels[0]?.id ?? "");
    else if (namesOf(channels) !== this.channelsShown) this.refreshHead();
    this.drawMembers();
  }

  /** Shows a message, and counts it as unread unless the view is active. @param {Message} message @param {boolean} isNew */
  learn(message, isNew) {
    this.log.put(message);
    const read = this.active && message.channel === this.channel;
    if (!isNew || read || message.author.id === this.seat || !visibleTo(message, this.seat)) return;
    if (!this.world.channelsOf(this.seat).some((channel) => channel.id === message.channel)) return;
    this.unread.add(message, message.pings.includes(this.seat));
    this.showUnread();
  }

  /** @param {Message} message */
  forget(message) {
    this.log.remove(message);
    if (this.unread.remove(message)) this.showUnread();
  }

  /** Makes this the active view: its messages count as read. The line above the unread ones stays until it is left. */
  activate() {
    this.active = true;
    this.log.speak(true);
    if (this.unread.read(this.channel)) this.showMarks();
  }

  /** Ends being the active view. */
  leave() {
    if (this.active) this.log.divide(null);
    this.active = false;
    this.log.speak(false);
  }

  /** Redraws everything. @private */
  refresh() {
    const channel = this.current();
    this.element.setAttribute("aria-label", `${this.name}'s view`);
    this.heading.replaceChildren(h("span", { "aria-hidden": "true" }, signOf(channel), " "), channel?.name ?? "");
    this.log.open(this.channel, `Messages in ${titleOf(channel)} as ${this.name} sees them`);
    this.composer.rename(this.seat, this.name, this.channel, titleOf(channel));
    this.refreshHead();
  }

  /** The open channel. @private */
  current() {
    return this.world.channelsOf(this.seat).find((one) => one.id === this.channel);
  }

  /** Redraws the seat and the channels. @private */
  refreshHead() {
    const person = this.world.member(this.seat) ?? { id: this.seat, name: this.name };
    this.guild.textContent = this.world.state?.guild ?? "";
    this.drawMembers();
    this.seatButton.replaceChildren(avatar(person, "span"), h("span", {}, this.name), h("span", { "aria-hidden": "true" }, "▾"));
    this.seatButton.setAttribute("aria-label", `${this.name}: take another seat`);
    const channels = this.world.channelsOf(this.seat);
    this.channelsShown = namesOf(channels);
    this.channels.setAttribute("aria-label", `${this.name}'s channels`);
    this.channelButtons = new Map(channels.map((channel) => [channel.id, this.channelButton(channel)]));
    const buttonsOf = (/** @type {boolean} */ isPrivate) =>
      channels.filter((one) => (one.people !== null) === isPrivate).map((one) => this.channelButtons.get(one.id)?.element ?? "");
    const direct = buttonsOf(true);
    const heading = direct.length > 0 ? [h("h3", { class: "direct" }, "Direct messages")] : [];
    this.channels.replaceChildren(...buttonsOf(false), ...heading, ...direct);
    this.showMarks();
  }

  /** @private */
  drawMembers() {
    const { state } = this.world;
    this.members.draw(this.world.membersIn(this.current()), Boolean(state?.bot.online), `Members, as ${this.name} sees them`);
  }

  /** What stands above the first message of the open channel. @private */
  beginning() {
    const channel = this.current();
    const steps = channel?.people === null ? (this.world.state?.welcome.first_steps ?? []) : [];
    return beginning(signOf(channel), titleOf(channel), steps, (step, element) => this.takeStep(step, element));
  }

  /** Takes a first step. @private @param {number} step @param {HTMLElement} element */
  async takeStep(step, element) {
    element.setAttribute("aria-busy", "true");
    this.outside.stepTaken(step);
    await this.actions.use("/first-step", { channel: this.channel, step: String(step) });
    element.removeAttribute("aria-busy");
  }

  /** @private */
  showUnread() {
    this.log.divide(this.unread.first(this.channel));
    this.showMarks();
  }

  /** Updates the unread marks. The buttons stay, so that a click in progress is not lost. @private */
  showMarks() {
    for (const [channel, { mark }] of this.channelButtons) this.unread.mark(channel, mark);
    this.outside.unreadChanged();
  }

  /** @private @param {Channel} channel */
  channelButton(channel) {
    const isOpen = channel.id === this.channel;
    const mark = h("span");
    const open = () => {
      this.openChannel(channel.id);
      this.activate();
      this.channelButtons.get(channel.id)?.element.focus();
    };
    const look = isOpen ? "channel open" : "channel";
    return { element: button(look, [titleOf(channel), " ", mark], open, { "aria-current": isOpen ? "true" : null }), mark };
  }

  /** @private */
  membersButton() {
    /** @type {HTMLElement} */
    const members = button("plain members", "Members", () => openMenu(members, "Members", this.memberItems(members)), {
      "aria-haspopup": "menu",
    });
    return members;
  }

  /** @private @param {HTMLElement} anchor */
  memberItems(anchor) {
    return this.world.membersIn(this.current()).map((member) => ({
      label: member.name,
      note: member.bot ? "app" : member.id === this.seat ? "you" : "",
      act: () => this.actions.openMemberMenu(member.id, anchor),
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
    const at = pointedAt(event);
    if (person !== null) this.actions.openMemberMenu(person.getAttribute("data-person") ?? "", person, at);
    else if (message && this.actions.hasMessageMenu(message) && !target.closest("a")) this.actions.openMessageMenu(message, target, at);
    else return;
    event.preventDefault();
  }
}

/** The pointer's position when it opened a menu; null if a key did. @param {MouseEvent} event */
function pointedAt(event) {
  const byPointer = event.button === 2 || (event instanceof PointerEvent && event.pointerType === "touch");
  return byPointer ? new DOMRect(event.clientX, event.clientY) : null;
}

/** The sign before a channel's name: a channel of the server has another one than a private one. @param {Channel | undefined} channel */
function signOf(channel) {
  return channel === undefined || channel.people === null ? "#" : "@";
}

/** A channel's name as it is written; the name of a group chat has no sign. @param {Channel | undefined} channel */
function titleOf(channel) {
  if (channel === undefined) return "";
  return channel.people === null || channel.bot ? signOf(channel) + channel.name : channel.name;
}

/** @param {Channel[]} channels */
function namesOf(channels) {
  return channels.map((channel) => `${channel.id} ${channel.name}`).join();
}
