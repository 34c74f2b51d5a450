/** Popup menus. */

import { h } from "./dom.js";

/**
 * An entry. `chosen` gives it a tick mark; `stays` keeps the menu open.
 * @typedef {{label: string, before?: Node | string | null, note?: string, chosen?: boolean, many?: boolean, stays?: boolean, act: () => void}} Item
 */

/** @type {(() => void) | null} */
let closeOpenMenu = null;

/**
 * Opens a menu and moves the focus into it; only one is open at a time.
 * @param {HTMLElement} anchor what it belongs to; the focus returns there
 * @param {string} label
 * @param {Item[]} items
 * @param {DOMRect | null} [at] the position, if not beside its anchor
 */
export function openMenu(anchor, label, items, at) {
  closeOpenMenu?.();
  const entries = items.map((item) => entry(item));
  const menu = h("div", { class: "menu", role: "menu", "aria-label": label, tabindex: "-1" }, ...entries);
  const away = (/** @type {Event} */ event) => {
    if (!menu.contains(/** @type {Node} */ (event.target))) close(false);
  };

  /** @param {boolean} restoresFocus whether the focus returns to the anchor */
  function close(restoresFocus) {
    closeOpenMenu = null;
    menu.remove();
    document.removeEventListener("pointerdown", away, true);
    document.removeEventListener("focusin", away, true);
    if (anchor.isConnected) anchor.removeAttribute("data-open");
    if (restoresFocus && anchor.isConnected) anchor.focus();
  }

  /** @param {Item} item */
  function entry(item) {
    const ticked = item.chosen === undefined ? null : String(item.chosen);
    const role = ticked === null ? "menuitem" : item.many ? "menuitemcheckbox" : "menuitemradio";
    const element = h(
      "button",
      { type: "button", role, tabindex: "-1", "aria-checked": ticked, onclick: use },
      h("span", {}, item.before ?? null, item.before ? " " : null, item.label),
      item.note ? h("small", {}, item.note) : null,
    );
    function use() {
      if (item.stays) element.setAttribute("aria-checked", String(element.getAttribute("aria-checked") !== "true"));
      else close(true);
      item.act();
    }
    return element;
  }

  menu.addEventListener("keydown", (event) => {
    const move = movement(event.key, entries.indexOf(/** @type {HTMLElement} */ (document.activeElement)), entries.length);
    if (move !== null) entries[move].focus();
    else if (event.key === "Escape" || event.key === "Tab") close(true);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  (anchor.closest("section, header, main") ?? document.body).append(menu);
  anchor.setAttribute("data-open", "");
  place(menu, at ?? anchor.getBoundingClientRect());
  (entries.find((one) => one.getAttribute("aria-checked") === "true") ?? entries[0] ?? menu).focus();
  document.addEventListener("pointerdown", away, true);
  document.addEventListener("focusin", away, true);
  closeOpenMenu = () => close(false);
}

/** @param {string} key @param {number} now @param {number} count @returns {number | null} */
function movement(key, now, count) {
  if (count === 0) return null;
  if (key === "ArrowDown") return (now + 1) % count;
  if (key === "ArrowUp") return (now - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return null;
}

/** Puts a menu below its anchor, or above, or where there is room. @param {HTMLElement} menu @param {DOMRect} by */
function place(menu, by) {
  const { width, height } = menu.getBoundingClientRect();
  const below = by.bottom + 4;
  const top = below + height <= innerHeight ? below : Math.max(8, Math.min(by.top - 4 - height, innerHeight - height - 8));
  menu.style.top = `${top}px`;
  menu.style.left = `${Math.max(8, Math.min(by.left, innerWidth - width - 8))}px`;
}
