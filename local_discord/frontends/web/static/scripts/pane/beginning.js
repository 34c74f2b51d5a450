/** What stands above the first message of a channel: a greeting, and the first steps. */

import { button, h } from "../ui/dom.js";

/**
 * @param {string} channel the channel's name
 * @param {{label: string, note: string}[]} steps
 * @param {(step: number, element: HTMLElement) => void} take
 * @returns {HTMLElement}
 */
export function beginning(channel, steps, take) {
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
    h("div", { class: "channel-icon", "aria-hidden": "true" }, "#"),
    h("h2", {}, `Welcome to #${channel}!`),
    h("p", {}, `This is the start of the #${channel} channel.`),
    buttons.length > 0 ? h("div", { class: "first-steps", role: "group", "aria-label": "First steps" }, ...buttons) : null,
  );
}
