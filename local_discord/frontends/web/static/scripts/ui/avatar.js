/** Pictures of accounts: their icon, or their initial on a colour of their own. */

import { h } from "./dom.js";

/**
 * @param {{id: string, name: string, icon?: boolean}} account
 * @param {string} [tag]
 * @returns {HTMLElement}
 */
export function avatar(account, tag = "div") {
  const within = account.icon ? h("img", { src: `/icons/${account.id}`, alt: "" }) : initial(account.name);
  return h(tag, { class: "avatar", "aria-hidden": "true", "data-hue": hue(account.id) }, within);
}

/** The number of an account's colour. @param {string} id */
function hue(id) {
  return Number((BigInt(id) >> 22n) % 6n);
}

/** @param {string} name */
function initial(name) {
  return [...name][0]?.toUpperCase() ?? "?";
}
