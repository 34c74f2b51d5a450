/**
 * Media symbols on buttons, drawn as SVG because few fonts have them. Other emoji need an emoji font on the system.
 */

import { h } from "./dom.js";

const SVG = "http://www.w3.org/2000/svg";
const HEIGHT = 12;

/** The parts of each symbol, from left to right: triangles and bars. @type {Record<string, string>} */
const SYMBOLS = { "⏮": "|<<", "⏪": "<<", "◀": "<", "⏸": "||", "▶": ">", "⏩": ">>", "⏭": ">>|" };
const EMOJI_STYLE = "\ufe0f";

/** The width of each part and its outline, in a unit square. @type {Record<string, {width: number, points: number[][]}>} */
const PARTS = {
  "<": { width: 8, points: [[1, 0], [0, 0.5], [1, 1]] },
  ">": { width: 8, points: [[0, 0], [1, 0.5], [0, 1]] },
  "|": { width: 4, points: [[0.2, 0], [0.8, 0], [0.8, 1], [0.2, 1]] },
};

/**
 * The text of a button, with symbols drawn; screen readers read the characters.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
export function withSymbols(text) {
  const signs = Object.keys(SYMBOLS).join("");
  const pieces = text.split(new RegExp(`([${signs}])${EMOJI_STYLE}?`, "u")).filter((piece) => piece !== "");
  return pieces.map((piece) => (piece in SYMBOLS ? symbol(piece) : piece));
}

/** @param {string} character */
function symbol(character) {
  const parts = [...SYMBOLS[character]].map((part) => PARTS[part]);
  const picture = svg("svg", { class: "symbol", "aria-hidden": "true" });
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
