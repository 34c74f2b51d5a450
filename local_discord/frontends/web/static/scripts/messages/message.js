/** Message elements. */

import { avatar } from "../ui/avatar.js";
import { button, h } from "../ui/dom.js";
import { timeElement } from "../ui/times.js";
import { accented, components } from "./components.js";
import { markup } from "./markup.js";

/** @typedef {import("../types.js").Message} Message */
/**
 * What a member can do with a message.
 * @typedef {import("../pane/actions.js").Actions} Actions
 */

/**
 * A message as a member sees it.
 * @param {Message} message
 * @param {Actions} actions
 * @returns {HTMLElement}
 */
export function messageElement(message, actions) {
  const pinged = message.pings.includes(actions.seat);
  const failure = actions.failure(message);
  const kinds = ["message", pinged && "pinged", message.for !== null && "private"].filter(Boolean);
  return h(
    "article",
    { class: kinds.join(" "), "data-id": message.id, tabindex: "-1", "aria-label": `Message from ${message.author.name}` },
    context(message, actions),
    avatar(actions.world.member(message.author.id) ?? message.author),
    h("div", { class: "inside" }, heading(message, actions, pinged), ...content(message, actions)),
    failure ? h("p", { class: "failed", role: "alert" }, failure) : null,
    message.for === null ? null : privacy(() => actions.dismiss(message)),
  );
}

/**
 * The line below an ephemeral message.
 * @param {() => void} dismiss
 */
export function privacy(dismiss) {
  return h("p", { class: "privacy" }, "Only you can see this · ", button("plain", "Dismiss message", dismiss));
}

/** The command or message that a message answers. @param {Message} message @param {Actions} actions */
function context(message, actions) {
  if (message.asked !== null) {
    const asked = message.asked;
    return h("p", { class: "context" }, person(asked.id, asked.name, actions), " used ", h("code", {}, `/${asked.command}`));
  }
  if (message.reply === null) return null;
  return h("p", { class: "context" }, "in reply to ", h("strong", {}, message.reply.name), ` ${message.reply.text}`);
}

/** @param {Message} message @param {Actions} actions @param {boolean} pinged */
function heading(message, actions, pinged) {
  const more = actions.hasMessageMenu(message)
    ? button("more", "⋯", () => actions.openMessageMenu(message, /** @type {HTMLElement} */ (more)), {
        "aria-label": "More about this message",
        "aria-haspopup": "menu",
      })
    : null;
  return h(
    "header",
    {},
    person(message.author.id, message.author.name, actions),
    message.author.bot ? h("span", { class: "tag" }, "APP") : null,
    timeElement(message.at, "t"),
    pinged ? h("span", { class: "visually-hidden" }, "mentions you") : null,
    more,
  );
}

/** A name that opens the menu on its member. @param {string} id @param {string} name @param {Actions} actions */
function person(id, name, actions) {
  /** @type {HTMLElement} */
  const element = button("person", name, () => actions.openMemberMenu(id, element), {
    "aria-haspopup": "menu",
    "data-person": id,
  });
  return element;
}

/** @param {Message} message @param {Actions} actions */
function content(message, actions) {
  if (message.thinking) return [h("p", { class: "thinking" }, `${message.author.name} is thinking …`)];
  return [
    message.body.length > 0 ? h("div", { class: "text" }, ...markup(message.body, actions)) : null,
    ...message.embeds.map((embed) => embedElement(embed, actions)),
    ...components(message.parts, actions),
    ...message.files.map(fileElement),
    message.edited ? h("small", { class: "edited" }, "(edited)") : null,
  ];
}

/** @param {any} embed @param {Actions} actions */
function embedElement(embed, actions) {
  const pair = (/** @type {any} */ field) =>
    h("div", {}, h("strong", {}, ...markup(field.name, actions)), h("div", {}, ...markup(field.value, actions)));
  const element = h(
    "div",
    { class: "container embed" },
    embed.author ? h("small", {}, embed.author) : null,
    embed.title.length > 0 ? h("strong", {}, ...markup(embed.title, actions)) : null,
    embed.text.length > 0 ? h("div", { class: "text" }, ...markup(embed.text, actions)) : null,
    ...embed.fields.map(pair),
    embed.footer ? h("small", {}, embed.footer) : null,
  );
  return accented(element, embed.colour ?? null);
}

/** @param {{name: string, size: number, url: string, picture: boolean, about: string}} file */
function fileElement(file) {
  if (file.picture) return h("img", { class: "attached", src: file.url.replace("/files/", "/pictures/"), alt: file.about || file.name });
  const size = file.size < 1024 ? `${file.size} bytes` : `${Math.round(file.size / 1024)} KB`;
  return h("p", { class: "file" }, h("a", { href: file.url, download: file.name }, file.name), ` (${size})`);
}
