/** The list of a server's members, beside the messages. */

import { avatar } from "../ui/avatar.js";
import { button, h } from "../ui/dom.js";

/** @typedef {import("../types.js").Member} Member */

export class MemberList {
  /** @param {(id: string, anchor: HTMLElement) => void} openMenu */
  constructor(openMenu) {
    this.openMenu = openMenu;
    this.shown = "";
    this.element = h("aside", { class: "member-list" });
  }

  /** Shows the members; an app that is not connected is offline. @param {Member[]} members @param {boolean} botIsOnline @param {string} label */
  draw(members, botIsOnline, label) {
    const now = JSON.stringify([members, botIsOnline, label]);
    if (now === this.shown) return;
    this.shown = now;
    const isOnline = (/** @type {Member} */ member) => !member.bot || botIsOnline;
    this.element.setAttribute("aria-label", label);
    this.element.replaceChildren(
      ...this.group("Online", members.filter(isOnline)),
      ...this.group("Offline", members.filter((member) => !isOnline(member))),
    );
  }

  /** @private @param {string} name @param {Member[]} members */
  group(name, members) {
    if (members.length === 0) return [];
    const entries = members.map((member) => h("li", {}, this.entry(member)));
    return [h("h3", {}, `${name} — ${members.length}`), h("ul", {}, ...entries)];
  }

  /** @private @param {Member} member */
  entry(member) {
    /** @type {HTMLElement} */
    const element = button(
      "member",
      [avatar(member, "span"), h("span", {}, member.name), member.bot ? h("span", { class: "tag" }, "APP") : null],
      () => this.openMenu(member.id, element),
      { "aria-haspopup": "menu", "data-person": member.id },
    );
    return element;
  }
}
