/** Messages as elements. */

import { button, h } from "./dom.js";
import { markup } from "./markup.js";
import { components } from "./parts.js";
import { timeElement } from "./times.js";

/** @typedef {import("./types.js").Message} Message */
/**
 * What can be done with a message.
 * @typedef {import("./hands.js").Hands} Hands
 */

/**
 * A message as a seat sees it.
 * @param {Message} message
 * @param {Hands} hands
 * @returns {HTMLElement}
 */
export function messageElement(message, hands) {
  const pinged = message.pings.includes(hands.seat);
  const failure = hands.failure(message);
  const kinds = ["message", pinged && "pinged", message.for !== null && "private"].filter(Boolean);
  return h(
    "article",
    { class: kinds.join(" "), "data-id": message.id, tabindex: "-1", "aria-label": `Message from ${message.author.name}` },
    context(message, hands),
    h("div", { class: "avatar", "aria-hidden": "true", "data-hue": hue(message.author.id) }, initial(message.author.name)),
    h("div", { class: "inside" }, heading(message, hands, pinged), ...content(message, hands)),
    failure ? h("p", { class: "failed", role: "alert" }, failure) : null,
    message.for === null ? null : privacy(() => hands.dismiss(message)),
  );
}

/**
 * The line below what only one person sees.
 * @param {() => void} dismiss
 */
export function privacy(dismiss) {
  return h("p", { class: "privacy" }, "Only you can see this · ", button("plain", "Dismiss message", dismiss));
}

/** Which of the colours an account has. @param {string} id */
export function hue(id) {
  return Number((BigInt(id) >> 22n) % 6n);
}

/** @param {string} name */
export function initial(name) {
  return [...name][0]?.toUpperCase() ?? "?";
}

/** What the message answers. @param {Message} message @param {Hands} hands */
function context(message, hands) {
  if (message.asked !== null) {
    const asked = message.asked;
    return h("p", { class: "context" }, person(asked.id, asked.name, hands), " used ", h("code", {}, `/${asked.command}`));
  }
  if (message.reply === null) return null;
  return h("p", { class: "context" }, "in reply to ", h("strong", {}, message.reply.name), ` ${message.reply.text}`);
}

/** @param {Message} message @param {Hands} hands @param {boolean} pinged */
function heading(message, hands, pinged) {
  const more = hands.hasMore(message)
    ? button("more", "⋯", () => hands.openMore(message, /** @type {HTMLElement} */ (more)), {
        "aria-label": "More about this message",
        "aria-haspopup": "menu",
      })
    : null;
  return h(
    "header",
    {},
    person(message.author.id, message.author.name, hands),
    message.author.bot ? h("span", { class: "tag" }, "APP") : null,
    timeElement(message.at, "t"),
    pinged ? h("span", { class: "visually-hidden" }, "mentions you") : null,
    more,
  );
}

/** A name that opens the menu on its member. @param {string} id @param {string} name @param {Hands} hands */
function person(id, name, hands) {
  /** @type {HTMLElement} */
  const element = button("person", name, () => hands.openPerson(id, element), {
    "aria-haspopup": "menu",
    "data-person": id,
  });
  return element;
}

/** @param {Message} message @param {Hands} hands */
function content(message, hands) {
  if (message.thinking) return [h("p", { class: "thinking" }, `${message.author.name} is thinking …`)];
  return [
    message.body.length > 0 ? h("div", { class: "text" }, ...markup(message.body, hands)) : null,
    ...message.embeds.map((embed) => embedElement(embed, hands)),
    ...components(message.parts, hands),
    ...message.files.map(fileElement),
    message.edited ? h("small", { class: "edited" }, "(edited)") : null,
  ];
}

/** @param {any} embed @param {Hands} hands */
function embedElement(embed, hands) {
  const pair = (/** @type {any} */ field) =>
    h("div", {}, h("strong", {}, ...markup(field.name, hands)), h("div", {}, ...markup(field.value, hands)));
  return h(
    "div",
    { class: "container" },
    embed.author ? h("small", {}, embed.author) : null,
    embed.title.length > 0 ? h("strong", {}, ...markup(embed.title, hands)) : null,
    embed.text.length > 0 ? h("div", { class: "text" }, ...markup(embed.text, hands)) : null,
    ...embed.fields.map(pair),
    embed.footer ? h("small", {}, embed.footer) : null,
  );
}

/** @param {{name: string, size: number, url: string}} file */
function fileElement(file) {
  const size = file.size < 1024 ? `${file.size} bytes` : `${Math.round(file.size / 1024)} KB`;
  return h("p", { class: "file" }, h("a", { href: file.url, download: file.name }, file.name), ` (${size})`);
}
