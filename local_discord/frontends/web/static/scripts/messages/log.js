/** The message list of a channel as a member sees it, newest at the bottom. */

import { avatar } from "../ui/avatar.js";
import { button, h, show } from "../ui/dom.js";
import { defaultStop, setStops } from "../ui/tab_stops.js";
import { compareIds, visibleTo } from "../world.js";
import { messageElement, privacy } from "./message.js";

/** @typedef {import("../types.js").Message} Message */
/** @typedef {import("./message.js").Actions} Actions */

const NEAR_THE_END = 60;
/** The part of the list that news at its end may lend to a message in use. */
const LENT = 0.25;

const KEYS = "Arrow up and down go from message to message, Tab to the buttons of one.";

export class Log {
  /** @param {import("../world.js").World} world @param {Actions} actions @param {() => HTMLElement} beginning draws what stands above the first message */
  constructor(world, actions, beginning) {
    this.world = world;
    this.beginning = beginning;
    this.actions = actions;
    this.channel = "";
    this.sticks = true;
    this.lastTop = 0;
    /** @type {Element | null} The message whose controls are stops of the Tab key. */
    this.stop = null;
    this.element = h("div", {
      class: "log", role: "log", tabindex: "0", "aria-description": KEYS, onscroll: () => this.onScroll(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event),
      onfocusin: (/** @type {FocusEvent} */ event) => this.onFocus(/** @type {Element} */ (event.target)),
    });
    this.newest = button("newest", "Newest ↓", () => this.toEnd());
    show(this.newest, false);
    new ResizeObserver(() => this.settle()).observe(this.element);
  }

  /** Shows a channel. @param {string} channel @param {string} label */
  open(channel, label) {
    this.channel = channel;
    this.stop = null;
    this.element.setAttribute("aria-label", label);
    const messages = this.world.messagesIn(channel).filter((message) => visibleTo(message, this.actions.seat));
    this.element.replaceChildren(this.beginning(), ...messages.map((message) => this.draw(message)));
    this.toEnd();
    this.chooseStop();
  }

  /** Shows a message that is new or has changed. @param {Message} message */
  put(message) {
    if (message.channel !== this.channel || !visibleTo(message, this.actions.seat)) return;
    const now = this.draw(message);
    const before = this.find(message.id);
    if (before === null) this.insert(now, message.id);
    else {
      now.classList.add("changed");
      replaceKeepingFocus(before, now, () => before.replaceWith(now));
    }
    this.chooseStop();
    // An ephemeral message answers what its reader has just pressed, maybe further up.
    if (before === null && message.for !== null) this.toEnd();
    else this.settle();
  }

  /** @param {Message} message */
  remove(message) {
    const element = this.find(message.id);
    if (element === null) return;
    if (element.contains(document.activeElement)) this.element.focus();
    element.remove();
    this.dropIdleDivider();
    this.chooseStop();
    this.settle();
  }

  /** Sets whether screen readers read out new messages. @param {boolean} speaks */
  speak(speaks) {
    this.element.setAttribute("aria-live", speaks ? "polite" : "off");
  }

  /** Shows an ephemeral notice until it is dismissed. @param {string} name @param {string} id @param {string} text */
  notice(name, id, text) {
    const element = h(
      "article",
      { class: "message private", "aria-label": `Message from ${name}` },
      avatar(this.world.member(id) ?? { id, name }),
      h("div", { class: "inside" }, h("header", {}, h("strong", {}, name)), h("p", { class: "failed" }, text)),
      privacy(() => element.remove()),
    );
    this.element.append(element);
    this.toEnd();
  }

  /** Draws a line above the first unread message, or removes it. @param {string | null} id */
  divide(id) {
    this.element.querySelector(".divider")?.remove();
    const first = id === null ? null : this.find(id);
    first?.before(h("p", { class: "divider", role: "separator", "aria-label": "New messages" }, "new"));
    this.settle();
  }

  /** Removes the line if no message is below it. @private */
  dropIdleDivider() {
    const divider = this.element.querySelector(".divider");
    if (divider !== null && divider.nextElementSibling === null) divider.remove();
  }

  /** Scrolls to a message; returns whether it is in this list. @param {string} id */
  reveal(id) {
    const element = this.find(id);
    if (element === null) return false;
    this.sticks = false;
    element.scrollIntoView({ block: "center" });
    element.focus();
    element.classList.add("found");
    setTimeout(() => element.classList.remove("found"), 1500);
    return true;
  }

  /** The current element of a control, whose message may have been redrawn since. @param {HTMLElement} control @param {string} id */
  current(control, id) {
    const place = control.getAttribute("data-place");
    return /** @type {HTMLElement} */ (this.find(id)?.querySelector(`[data-place="${place}"]`) ?? control);
  }

  toEnd() {
    this.sticks = true;
    this.settle();
  }

  /** @private */
  settle() {
    if (this.sticks) this.element.scrollTop = this.element.scrollHeight - this.roomForUsed();
    this.onScroll();
  }

  /** How far the end may be out of sight, so that the message that the member is using is whole in sight. @private */
  roomForUsed() {
    const used = /** @type {HTMLElement | null} */ (document.activeElement?.closest("article") ?? null);
    const { scrollHeight, clientHeight } = this.element;
    if (used === null || !this.element.contains(used) || used.offsetHeight > clientHeight) return 0;
    const missing = scrollHeight - clientHeight - used.offsetTop;
    return missing > 0 && missing <= clientHeight * LENT ? clientHeight + missing : 0;
  }

  /** @private */
  onScroll() {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    // Only scrolling up leaves the end; a list that became shorter was not scrolled.
    if (scrollHeight - scrollTop - clientHeight < NEAR_THE_END) this.sticks = true;
    else if (scrollTop < this.lastTop) this.sticks = false;
    this.lastTop = scrollTop;
    this.element.classList.toggle("sticks", this.sticks);
    show(this.newest, !this.sticks);
  }

  /** @private @param {Message} message */
  draw(message) {
    const element = messageElement(message, this.actions);
    setStops(element, false);
    return element;
  }

  /** @private */
  get articles() {
    return [...this.element.querySelectorAll("article")];
  }

  /** Chooses the message whose controls are stops of the Tab key; a focused message keeps them. @private */
  chooseStop() {
    const focused = document.activeElement?.closest("article");
    const kept = focused && this.element.contains(focused) ? focused : null;
    this.moveStop(kept ?? defaultStop(this.articles));
  }

  /** @private @param {Element | null} article */
  moveStop(article) {
    if (this.stop !== null && this.stop !== article) setStops(this.stop, false);
    this.stop = article;
    if (article !== null) setStops(article, true);
  }

  /** @private @param {Element} target */
  onFocus(target) {
    const article = target.closest("article");
    if (article !== null && article !== this.stop) this.moveStop(article);
  }

  /** @private @param {KeyboardEvent} event */
  pressed(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined || event.defaultPrevented || this.articles.length === 0) return;
    const now = this.articles.findIndex((article) => article.contains(document.activeElement));
    const next = now < 0 ? this.articles.length - 1 : Math.max(0, Math.min(now + step, this.articles.length - 1));
    this.articles[next].focus();
    event.preventDefault();
  }

  /** @private @param {string} id @returns {HTMLElement | null} */
  find(id) {
    return this.element.querySelector(`[data-id="${id}"]`);
  }

  /** @private @param {HTMLElement} element @param {string} id */
  insert(element, id) {
    const later = [...this.element.querySelectorAll("[data-id]")].find(
      (other) => compareIds(other.getAttribute("data-id") ?? "", id) > 0,
    );
    if (later === undefined) this.element.append(element);
    else later.before(element);
  }
}

/**
 * Replaces a message by its new version and keeps the focus.
 * @param {HTMLElement} before
 * @param {HTMLElement} now
 * @param {() => void} replace
 */
function replaceKeepingFocus(before, now, replace) {
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const place = focused?.getAttribute("data-place");
  replace();
  if (focused === null) return;
  const same = place ? now.querySelector(`[data-place="${place}"]`) : null;
  /** @type {HTMLElement} */ (same ?? now).focus({ preventScroll: true });
}
