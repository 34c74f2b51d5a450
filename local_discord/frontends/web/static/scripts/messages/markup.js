/** Markdown, which the server has read, as elements. */

import { button, h } from "../ui/dom.js";
import { timeElement } from "../ui/times.js";

/** @typedef {import("../types.js").MarkupNode} MarkupNode */
/**
 * What a text is shown to, and what its parts do.
 * @typedef {{
 *   seat: string,
 *   openMemberMenu: (id: string, anchor: HTMLElement) => void,
 *   jump: (channel: string, message: string | null) => void,
 * }} Reader
 */

const MARKS_BEFORE = /[^\s\p{L}\p{N}]+$/u;
const MARKS_AFTER = /^[^\s\p{L}\p{N}]+/u;
/** @type {Record<string, string>} */
const PLAIN = {
  paragraph: "p",
  quote: "blockquote",
  bullets: "ul",
  item: "li",
  strong: "strong",
  slanted: "em",
  underlined: "u",
  struck: "s",
  code: "code",
  small: "small",
};

/**
 * @param {MarkupNode[]} nodes
 * @param {Reader} reader
 * @returns {(Node | string)[]}
 */
export function markup(nodes, reader) {
  return keptTogether(nodes.map((node) => (typeof node === "string" ? node : element(node, reader))));
}

/**
 * Keeps brackets, commas and the like on the line of the button that they touch: to a browser, a line may be broken
 * beside a button whatever stands there.
 * @param {(Node | string)[]} nodes
 */
function keptTogether(nodes) {
  /** @type {(Node | string)[]} */
  const kept = [];
  for (const node of nodes) {
    const last = kept.pop() ?? "";
    if (node instanceof HTMLButtonElement) kept.push(...withMarksBefore(last, node));
    else if (typeof node === "string" && last instanceof HTMLElement && last.className === "together") {
      const [after] = node.match(MARKS_AFTER) ?? [""];
      last.append(after);
      kept.push(last, node.slice(after.length));
    } else kept.push(last, node);
  }
  return kept;
}

/** @param {Node | string} last @param {HTMLButtonElement} node */
function withMarksBefore(last, node) {
  const [before] = (typeof last === "string" && last.match(MARKS_BEFORE)) || [""];
  const rest = typeof last === "string" ? last.slice(0, last.length - before.length) : last;
  return [rest, h("span", { class: "together" }, before, node)];
}

/** @param {{is: string, of?: MarkupNode[], [key: string]: any}} node @param {Reader} reader @returns {Node} */
function element(node, reader) {
  const within = markup(node.of ?? [], reader);
  const tag = PLAIN[node.is];
  if (tag !== undefined) return h(tag, {}, ...within);
  switch (node.is) {
    case "break":
      return h("br");
    case "heading":
      return h("p", { class: `heading level-${node.level}`, role: "heading", "aria-level": node.level + 1 }, ...within);
    case "numbers":
      return h("ol", { start: node.first }, ...within);
    case "code block":
      return h("pre", { tabindex: "0", role: "group", "aria-label": "Text as written" }, h("code", {}, ...within));
    case "spoiler":
      return spoiler(within);
    case "link":
      return h("a", { href: node.to, target: "_blank", rel: "noopener noreferrer" }, ...within);
    case "emoji":
      return emoji(node);
    case "time":
      return timeElement(node.at * 1000, node.style);
    default:
      return reference(node, within, reader);
  }
}

/** An emoji of the application; screen readers read its name. @param {any} node */
export function emoji(node) {
  return h("img", { class: "emoji", src: `/emojis/${node.id}`, alt: `:${node.name}:`, title: `:${node.name}:`, draggable: "false" });
}

/** @param {any} node @param {(Node | string)[]} within @param {Reader} reader */
function reference(node, within, reader) {
  if (node.is === "member") {
    const kind = node.id === reader.seat ? "mention own" : "mention";
    const name = button(kind, within, () => reader.openMemberMenu(node.id, name), {
      "aria-haspopup": "menu",
      "data-person": node.id,
    });
    return name;
  }
  if (node.is === "channel" || node.is === "jump") {
    const channel = node.is === "jump" ? node.channel : node.id;
    const label = node.message ? [...within, " › message"] : within;
    return button("mention", label, () => reader.jump(channel, node.message ?? null));
  }
  return h("span", { class: "mention" }, ...within);
}

/** @param {(Node | string)[]} within */
function spoiler(within) {
  const hidden = h("span", { class: "hidden-text", hidden: true }, ...within);
  const opener = button("spoiler", "spoiler", () => {
    hidden.hidden = false;
    opener.remove();
  });
  return h("span", {}, opener, hidden);
}
