/** The input line: ordinary messages, and commands with suggestions. */

import { button, h, show } from "../ui/dom.js";
import { Suggestions } from "./suggestions.js";

/** @typedef {import("../server.js").Outcome} Outcome */
/**
 * @typedef {{
 *   shorthand: () => Shorthand | null,
 *   drafts: import("../storage.js").Drafts,
 *   send: (path: string, body: Record<string, unknown>) => Promise<Outcome>,
 *   succeeded: () => void,
 *   unanswered: () => void,
 *   lost: (line: string, reason: string) => void,
 *   opened: (form: import("../types.js").Form) => void,
 * }} Sending
 */

const PAUSE = 80;
const WAITING_SHOWN_AFTER = 400;
let count = 0;

export class Composer {
  /** @param {Sending} sending */
  constructor(sending) {
    this.sending = sending;
    this.asked = 0;
    /** Whether suggestions are loading, and whether to take the first one when they arrive. */
    this.awaiting = this.takesFirst = false;
    this.timer = 0;
    this.place = "";
    const id = `line-${++count}`;
    this.suggestions = new Suggestions(id, (text) => this.take(text));
    this.input = /** @type {HTMLInputElement} */ (
      h("input", {
        type: "text", id, class: "line", role: "combobox", maxlength: 2000, autocomplete: "off", spellcheck: "false",
        autocapitalize: "off", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list`,
        "aria-describedby": `${id}-tip ${id}-usage ${id}-error`, enterkeyhint: "send",
        oninput: () => this.typed(), onkeydown: (/** @type {KeyboardEvent} */ event) => this.pressed(event),
        onclick: () => this.ask(), onblur: () => this.close(),
      })
    );
    this.usage = h("p", { class: "usage", id: `${id}-usage` });
    this.error = h("p", { class: "error", id: `${id}-error`, role: "alert" });
    this.waiting = h("p", { class: "waiting", role: "status" });
    const tip = h("p", { class: "tip", id: `${id}-tip` }, ["/ for commands", sending.shorthand()?.hint].filter(Boolean).join(" · "));
    this.sendButton = button("send", "Send", () => this.submit());
    /** @type {Record<string, string>} The chosen files by name, in base 64. */
    this.files = {};
    /** The option that takes a file. */
    this.fileOption = "";
    this.picker = /** @type {HTMLInputElement} */ (h("input", { type: "file", hidden: true, onchange: () => this.attach() }));
    this.attachButton = button("attach", "Attach", () => this.picker.click());
    this.attachButton.hidden = true;
    this.element = h(
      "div",
      { class: "composer" },
      this.suggestions.element, this.usage, this.error, this.waiting,
      h("div", { class: "line-row" }, this.input, this.picker, this.attachButton, this.sendButton), tip,
    );
    this.error.hidden = this.usage.hidden = true;
  }

  /** Sets the member and the channel of the line. @param {string} seat @param {string} name @param {string} channel @param {string} channelName */
  rename(seat, name, channel, channelName) {
    const place = `${seat} ${channel}`;
    if (this.place !== place) {
      this.place = place;
      this.set(this.sending.drafts.at(place));
    }
    this.input.placeholder = `Message ${channelName}`;
    this.input.setAttribute("aria-label", `${name}: message ${channelName}`);
    this.sendButton.setAttribute("aria-label", `Send as ${name}`);
  }

  /** The text before the cursor. @private */
  get beforeCursor() {
    return this.input.value.slice(0, this.input.selectionStart ?? undefined);
  }

  /** Puts a line in and focuses it. @param {string} line */
  fill(line) {
    this.set(line);
    this.input.focus();
    this.ask();
  }

  /** @param {string} text */
  insert(text) {
    this.fill(this.input.value + text);
  }

  /** @private @param {string} line */
  set(line) {
    this.input.value = line;
    this.keep();
    this.showError("");
    show(this.usage, false);
    this.close();
  }

  /** Keeps the line as the draft of this member and channel. @private */
  keep() {
    this.sending.drafts.keep(this.place, this.input.value);
  }

  /** @private */
  typed() {
    this.keep();
    this.showError("");
    clearTimeout(this.timer);
    this.asked++; // Answers to earlier questions are now outdated.
    this.awaiting = this.input.value.startsWith("/");
    this.timer = window.setTimeout(() => this.ask(), PAUSE);
  }

  /** Asks the server for suggestions. @private */
  async ask() {
    clearTimeout(this.timer);
    const line = this.beforeCursor;
    const number = ++this.asked;
    if (!line.startsWith("/")) return this.close();
    this.awaiting = true;
    this.suggestions.wait();
    const found = await this.sending.send("/complete", { line });
    if (number !== this.asked || document.activeElement !== this.input) return;
    this.awaiting = false;
    this.suggestions.offer(line, found);
    const takes = this.takesFirst && this.suggestions.open;
    this.takesFirst = false;
    if (takes) return this.suggestions.takeActive();
    this.showUsage(found.command ?? null);
    this.input.setAttribute("aria-expanded", String(this.suggestions.open));
    this.followActive();
  }

  /** Takes a suggestion. @private @param {string} text */
  take(text) {
    const line = this.beforeCursor;
    if (line !== this.suggestions.line) return this.ask();
    const rest = this.input.value.slice(line.length);
    const before = line.slice(0, this.suggestions.start) + text + (text.endsWith(":") ? "" : " ");
    this.input.value = before + rest.trimStart();
    this.input.setSelectionRange(before.length, before.length);
    this.keep();
    this.input.focus();
    this.showError("");
    this.ask();
  }

  /** @private @param {KeyboardEvent} event */
  pressed(event) {
    if (event.isComposing) return;
    const isOpen = this.suggestions.open;
    if (event.key === "Enter") this.enter();
    else if (event.key === "Tab" && !event.shiftKey && this.awaiting) this.takeWhenThere();
    else if (event.key === "Tab" && !event.shiftKey && isOpen) this.suggestions.takeActive();
    else if (event.key === "Escape" && (isOpen || this.awaiting)) this.close();
    else if (event.key === "ArrowDown" && isOpen) this.suggestions.move(1);
    else if (event.key === "ArrowUp" && isOpen) this.suggestions.move(-1);
    else return;
    this.followActive();
    event.preventDefault();
  }

  /** Takes the first suggestion when it arrives. @private */
  takeWhenThere() {
    this.takesFirst = true;
    this.ask();
  }

  /** Takes the marked suggestion if it would change the line, else sends the line. @private */
  enter() {
    if (this.suggestions.wouldChange(this.beforeCursor)) this.suggestions.takeActive();
    else this.submit();
  }

  /** @private */
  async submit() {
    const line = this.input.value.trim();
    if (line === "") return;
    const { place } = this;
    this.set("");
    const waiting = setTimeout(() => (this.waiting.textContent = "Sending …"), WAITING_SHOWN_AFTER);
    const command = this.commandOf(line);
    const outcome = await (command === null
      ? this.sending.send("/say", { text: line })
      : this.sending.send("/command", { line: command, files: this.files }));
    this.files = {};
    clearTimeout(waiting);
    this.waiting.textContent = "";
    if (outcome.refused) this.restoreLine(place, line, outcome.refused);
    else if (outcome.unanswered) this.sending.unanswered();
    else this.sending.succeeded();
    if (outcome.form) this.sending.opened(outcome.form);
  }

  /** Reads the chosen file, and names it in the line. @private */
  async attach() {
    const file = this.picker.files?.[0];
    this.picker.value = "";
    if (file === undefined) return;
    const address = await dataUrl(file);
    this.files = { ...this.files, [file.name]: address.slice(address.indexOf(",") + 1) };
    const line = this.input.value.trimEnd();
    const begun = `${this.fileOption}:`;
    this.fill(`${line.endsWith(begun) ? line : `${line} ${begun}`}${JSON.stringify(file.name)} `);
  }

  /** The command line that a line stands for, or null if it is an ordinary message. @private @param {string} line */
  commandOf(line) {
    return line.startsWith("/") ? line : commandFor(this.sending.shorthand(), line);
  }

  /** Puts a refused line back for correction, unless the next one was begun. @private @param {string} place @param {string} line @param {string} reason */
  restoreLine(place, line, reason) {
    if (place !== this.place || this.input.value !== "") return this.sending.lost(line, reason);
    this.set(line);
    this.showError(reason);
  }

  /** @private @param {string} reason */
  showError(reason) {
    this.error.textContent = reason;
    this.input.setAttribute("aria-invalid", String(reason !== ""));
    show(this.error, reason !== "");
  }

  /** @private */
  close() {
    this.asked++;
    this.awaiting = this.takesFirst = false;
    clearTimeout(this.timer);
    this.suggestions.close();
    this.input.setAttribute("aria-expanded", "false");
    this.followActive();
    if (!this.input.value.startsWith("/")) this.showMeaning();
  }

  /** Shows the command that a short line stands for, if any. @private */
  showMeaning() {
    const command = this.commandOf(this.input.value.trim());
    show(this.usage, command !== null);
    if (command !== null) this.usage.replaceChildren(h("span", {}, "Enter sends "), h("strong", {}, command));
  }

  /** @private */
  followActive() {
    const active = this.suggestions.activeId;
    if (active === null) this.input.removeAttribute("aria-activedescendant");
    else this.input.setAttribute("aria-activedescendant", active);
  }

  /** Shows the options of a command, and which of them are given. @private @param {any} command */
  showUsage(command) {
    show(this.usage, command !== null);
    this.fileOption = command?.options.find((/** @type {any} */ option) => option.file)?.name ?? "";
    show(this.attachButton, this.fileOption !== "");
    if (command === null) return;
    const options = command.options.map((/** @type {any} */ option) => {
      const state = [option.required && "required", option.given && "given", option.typed && "typed"].filter(Boolean);
      const missing = option.required && !option.given ? " (required)" : "";
      return h("span", { class: `option ${state.join(" ")}` }, option.name + missing);
    });
    const typed = command.options.find((/** @type {any} */ option) => option.typed);
    const about = typed ? `${typed.name}: ${typed.description}` : command.description;
    this.usage.replaceChildren(h("strong", {}, `/${command.path}`), ...options, h("small", {}, about));
    this.suggestions.fit();
  }
}

/** A file as a data URL. @param {File} file @returns {Promise<string>} */
function dataUrl(file) {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(String(reader.result)));
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** @typedef {{pattern: string, line: string, hint: string}} Shorthand */

const NEEDS_QUOTES = /[\s":]/;

/**
 * The command line that a short line stands for, or null.
 * @param {Shorthand | null} shorthand
 * @param {string} line
 * @returns {string | null}
 */
export function commandFor(shorthand, line) {
  if (shorthand === null || !new RegExp(`^(?:${shorthand.pattern})$`, "iu").test(line)) return null;
  const value = NEEDS_QUOTES.test(line) ? JSON.stringify(line) : line;
  return `/${shorthand.line.replace("{text}", () => value)}`;
}
