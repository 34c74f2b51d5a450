/** What stands above the first message of a channel: a greeting, and the first steps. */

import { button, h } from "../ui/dom.js";

/**
 * @param {string} sign the sign of the channel
 * @param {string} title the channel's name, with its sign
 * @param {{label: string, note: string}[]} steps
 * @param {(step: number, element: HTMLElement) => void} take
 * @returns {HTMLElement}
 */
export function beginning(sign, title, steps, take) {
  const buttons = steps.map((step, index) => {
    /** @type {HTMLElement} */
    const element = button(
      index === 0 ? "first-step main-step" : "first-step",
      [h("strong", {}, step.label), h("span", {}, step.note)],
      () => element.getAttribute("aria-busy") !== "true" && take(index, element),
    );
    return element;
  });
  return h(
    "div",
    { class: "beginning" },
    h("div", { class: "channel-icon", "aria-hidden": "true" }, sign),
    h("h2", {}, `Welcome to ${title}!`),
    h("p", {}, `This is the start of ${title}.`),
    buttons.length > 0 ? h("div", { class: "first-steps", role: "group", "aria-label": "First steps" }, ...buttons) : null,
  );
}
