/** Message components as elements. */

import { button, h } from "../ui/dom.js";
import { openMenu } from "../ui/menu.js";
import { withSymbols } from "../ui/symbols.js";
import { rove } from "../ui/tab_stops.js";
import { emoji, markup } from "./markup.js";

/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Option} Option */
/**
 * What the controls of a message do, and what their menus offer.
 * @typedef {import("./markup.js").Reader & {
 *   press: (control: string, element: HTMLElement) => void,
 *   choose: (control: string, values: string[], element: HTMLElement) => void,
 *   offers: (what: string) => Option[],
 * }} User
 */

const STYLES = ["secondary", "primary", "secondary", "success", "danger", "link"];
const BLANK = /^[\s\u200b]*$/;

/**
 * The components of a message; rows of controls that follow each other become one group.
 * @param {Part[]} parts
 * @param {User} user
 * @returns {HTMLElement[]}
 */
export function components(parts, user) {
  /** @type {HTMLElement[]} */
  const elements = [];
  /** @type {HTMLElement | null} */
  let group = null;
  for (const part of parts) {
    if (part.is === "row") {
      if (group === null) elements.push((group = h("div", { class: "rows", role: "toolbar", "aria-label": "Buttons" })));
      group.append(row(part, user));
    } else {
      group = null;
      elements.push(component(part, user));
    }
  }
  elements.filter((element) => element.classList.contains("rows")).forEach(rove);
  numberControls(elements);
  return elements;
}

/** Gives controls names that hold from one version of a message to the next. @param {HTMLElement[]} elements */
function numberControls(elements) {
  const controls = elements.flatMap((element) => [...element.querySelectorAll(".control")]);
  controls.forEach((one, index) => one.setAttribute("data-place", String(index)));
}

/** @param {Part} part @param {User} user @returns {HTMLElement} */
function row(part, user) {
  return h("div", { class: "row" }, ...part.of.map((/** @type {Part} */ one) => component(one, user)));
}

/** @param {Part} part @param {User} user @returns {HTMLElement} */
function component(part, user) {
  switch (part.is) {
    case "text":
      return h("div", { class: "text" }, ...markup(part.nodes, user));
    case "row":
      return row(part, user);
    case "button":
      return pressable(part, user);
    case "select":
      return select(part, user);
    case "separator":
      return part.line ? h("hr") : h("div", { class: "gap" });
    case "section":
      return h("div", { class: "beside" }, h("div", {}, ...components(part.of, user)), component(part.beside, user));
    case "container":
      return accented(h("div", { class: "container" }, ...components(part.of, user)), part.colour);
    case "media":
      return h("div", { class: "pictures" }, part.of.map(picture));
    case "file":
      return h("p", { class: "pictures" }, `File: ${part.name}`);
    default:
      return h("p", { class: "pictures" }, "This page cannot show this component.");
  }
}

/** @param {{about: string, url: string | null}} one */
function picture(one) {
  return one.url ? h("img", { class: "attached", src: one.url, alt: one.about }) : h("span", {}, `Picture: ${one.about}`);
}

/** Gives a container the colour that the bot has chosen for its edge. @param {HTMLElement} element @param {number | null} colour */
export function accented(element, colour) {
  if (colour !== null) element.style.borderLeftColor = `#${colour.toString(16).padStart(6, "0")}`;
  return element;
}

/** @param {Part} part @param {User} user */
function pressable(part, user) {
  const words = [part.emoji, part.label].filter((text) => typeof text === "string" && !BLANK.test(text)).join(" ");
  const picture = typeof part.emoji === "string" ? null : emoji(part.emoji);
  const label = [picture, picture && words ? " " : null, ...withSymbols(words)];
  const look = `control ${STYLES[part.style] ?? "secondary"}`;
  if (part.url) return h("a", { class: look, href: part.url, target: "_blank", rel: "noopener noreferrer" }, label);
  /** @type {HTMLElement} */
  const element = button(look, picture || words ? label : "\u00a0", () => usable(element) && user.press(part.control, element), {
    "aria-disabled": part.disabled ? "true" : null,
    "aria-label": picture || words ? null : "blank",
  });
  return element;
}

/** Disabled controls keep the focus, so they are not disabled to the browser. @param {HTMLElement} element */
function usable(element) {
  return element.getAttribute("aria-disabled") !== "true" && element.getAttribute("aria-busy") !== "true";
}

/** @param {Part} part @param {User} user */
function select(part, user) {
  const options = part.offers === "texts" ? part.options : marked(user.offers(part.offers), part.chosen);
  const chosen = options.filter((/** @type {Option} */ one) => one.chosen).map((/** @type {Option} */ one) => one.label);
  /** @type {HTMLElement} */
  const element = button(
    "control select",
    [h("span", {}, chosen.join(", ") || part.prompt), h("span", { "aria-hidden": "true" }, "▾")],
    () => usable(element) && openOptions(element, part, options, user),
    { "aria-haspopup": "menu", "aria-disabled": part.disabled ? "true" : null },
  );
  return element;
}

/** Returns members, roles or channels with the chosen ones marked. @param {Option[]} options @param {string[]} chosen */
function marked(options, chosen) {
  return options.map((one) => ({ ...one, chosen: chosen.includes(one.value) }));
}

/** @param {HTMLElement} element @param {Part} part @param {Option[]} options @param {User} user */
function openOptions(element, part, options, user) {
  const shown = options.map((one) => ({ ...one, before: typeof one.emoji === "object" ? emoji(one.emoji) : one.emoji || null }));
  const send = (/** @type {string[]} */ values) => user.choose(part.control, values, element);
  if (part.most === 1 && part.least > 0) {
    const items = shown.map((one) => ({ ...one, chosen: Boolean(one.chosen), act: () => send([one.value]) }));
    openMenu(element, part.prompt, items);
    return;
  }
  const picked = new Set(options.filter((one) => one.chosen).map((one) => one.value));
  const toggle = (/** @type {string} */ value) => picked.delete(value) || picked.add(value);
  const items = shown.map((one) => ({
    ...one, chosen: picked.has(one.value), many: true, stays: true, act: () => void toggle(one.value),
  }));
  const range = part.least === part.most ? `${part.most}` : `${part.least} to ${part.most}`;
  openMenu(element, part.prompt, [...items, { label: `Done (choose ${range})`, act: () => send([...picked]) }]);
}
