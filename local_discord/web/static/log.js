/** The messages of a channel as a seat sees them, newest at the bottom. */

import { button, h, show } from "./dom.js";
import { hue, initial, messageElement, privacy } from "./message.js";
import { compareIds, visibleTo } from "./world.js";

/** @typedef {import("./types.js").Message} Message */
/** @typedef {import("./message.js").Hands} Hands */

const NEAR_THE_END = 60;

export class Log {
  /** @param {import("./world.js").World} world */
  constructor(world) {
    this.world = world;
    this.channel = "";
    /** @type {Hands | null} */
    this.hands = null;
    this.sticks = true;
    this.element = h("div", { class: "log", role: "log", tabindex: "0", onscroll: () => this.noticeScrolling() });
    this.newest = button("newest", "Newest ↓", () => this.toEnd());
    show(this.newest, false);
    new ResizeObserver(() => this.settle()).observe(this.element);
  }

  /** Shows a channel to a seat. @param {string} channel @param {Hands} hands @param {string} label */
  open(channel, hands, label) {
    this.channel = channel;
    this.hands = hands;
    this.element.setAttribute("aria-label", label);
    const messages = this.world.messagesIn(channel).filter((message) => visibleTo(message, hands.seat));
    this.element.replaceChildren(...messages.map((message) => messageElement(message, hands)));
    this.toEnd();
  }

  /** Shows a message that is new or has changed. @param {Message} message */
  put(message) {
    if (this.hands === null || message.channel !== this.channel || !visibleTo(message, this.hands.seat)) return;
    const now = messageElement(message, this.hands);
    const before = this.find(message.id);
    if (before === null) this.insert(now, message.id);
    else keepingFocus(before, now, () => before.replaceWith(now));
    this.settle();
  }

  /** @param {Message} message */
  remove(message) {
    const element = this.find(message.id);
    if (element === null) return;
    if (element.contains(document.activeElement)) this.element.focus();
    element.remove();
    this.settle();
  }

  /** Shows a sentence of Discord's client's, until it is dismissed. @param {string} name @param {string} id @param {string} text */
  notice(name, id, text) {
    const element = h(
      "article",
      { class: "message private", "aria-label": `Message from ${name}` },
      h("div", { class: "avatar", "aria-hidden": "true", "data-hue": hue(id) }, initial(name)),
      h("div", { class: "inside" }, h("header", {}, h("strong", {}, name)), h("p", { class: "failed" }, text)),
      privacy(() => element.remove()),
    );
    this.element.append(element);
    this.toEnd();
  }

  /** Marks where what has not been read begins, or nothing. @param {string | null} id */
  divide(id) {
    this.element.querySelector(".divider")?.remove();
    const first = id === null ? null : this.find(id);
    first?.before(h("p", { class: "divider", role: "separator", "aria-label": "New messages" }, "new"));
    this.settle();
  }

  /** Brings a message into view; tells whether it is here. @param {string} id */
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

  /** A control as it is now: a message may have been drawn anew since. @param {HTMLElement} control @param {string} id */
  current(control, id) {
    const place = control.getAttribute("data-place");
    return this.find(id)?.querySelector(`[data-place="${place}"]`) ?? control;
  }

  toEnd() {
    this.sticks = true;
    this.settle();
  }

  /** @private */
  settle() {
    if (this.sticks) this.element.scrollTop = this.element.scrollHeight;
    show(this.newest, !this.sticks);
  }

  /** @private */
  noticeScrolling() {
    const { scrollTop, scrollHeight, clientHeight } = this.element;
    this.sticks = scrollHeight - scrollTop - clientHeight < NEAR_THE_END;
    show(this.newest, !this.sticks);
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
 * Puts one version of a message in the place of another without losing the focus.
 * @param {HTMLElement} before
 * @param {HTMLElement} now
 * @param {() => void} replace
 */
function keepingFocus(before, now, replace) {
  const focused = before.contains(document.activeElement) ? document.activeElement : null;
  const place = focused?.getAttribute("data-place");
  replace();
  if (focused === null) return;
  const same = place ? now.querySelector(`[data-place="${place}"]`) : null;
  /** @type {HTMLElement} */ (same ?? now).focus();
}
