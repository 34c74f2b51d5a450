/**
 * Signs on buttons that few fonts have, drawn. All other texts need a font of the system; without one for emoji, emoji are
 * shown as whatever the browser puts in their place.
 */

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 12;

/** What each sign consists of, from left to right: triangles and bars. @type {Record<string, string>} */
const SIGNS = { "⏮": "|<<", "⏪": "<<", "◀": "<", "⏸": "||", "▶": ">", "⏩": ">>", "⏭": ">>|" };
const EMOJI_STYLE = "\ufe0f";

/** The width of each part and its outline, in a unit square. @type {Record<string, {width: number, points: number[][]}>} */
const PARTS = {
  "<": { width: 8, points: [[1, 0], [0, 0.5], [1, 1]] },
  ">": { width: 8, points: [[0, 0], [1, 0.5], [0, 1]] },
  "|": { width: 4, points: [[0.2, 0], [0.8, 0], [0.8, 1], [0.2, 1]] },
};

/**
 * A text as it stands on a button; signs are drawn, and read out as the characters they are.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function withSigns(text) {
  const signs = Object.keys(SIGNS).join("");
  const pieces = text.split(new RegExp(`([${signs}])${EMOJI_STYLE}?`, "u")).filter((piece) => piece !== "");
  return pieces.map((piece) => (piece in SIGNS ? sign(piece) : piece));
}

/** @param {string} character */
function sign(character) {
  const parts = [...SIGNS[character]].map((part) => PARTS[part]);
  const picture = svg("svg", { class: "sign", "aria-hidden": "true" });
  let left = 0;
  for (const { width, points } of parts) {
    const at = left;
    picture.append(svg("polygon", { points: points.map(([x, y]) => `${at + x * width},${y * HEIGHT}`).join(" ") }));
    left += width;
  }
  const size = { width: left, height: HEIGHT, viewBox: `0 0 ${left} ${HEIGHT}` };
  for (const [name, value] of Object.entries(size)) picture.setAttribute(name, String(value));
  return h("span", {}, picture, h("span", { class: "visually-hidden" }, character));
}

/** @param {string} tag @param {Record<string, string>} attributes */
function svg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
