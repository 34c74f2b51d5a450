/** The suggestion list above the input line. */

import { h } from "../ui/dom.js";

/** @typedef {{text: string, shown: string, note: string}} Candidate */

const LOADING_SHOWN_AFTER = 400;
/** In pixels. */
const HIGHEST = 290;
const MARGIN = 4;

export class Suggestions {
  /** @param {string} id the input's @param {(text: string) => void} take */
  constructor(id, take) {
    this.id = `${id}-list`;
    this.take = take;
    this.element = h("ul", { class: "suggestions", role: "listbox", id: this.id, "aria-label": "Suggestions" });
    /** @type {Candidate[]} */
    this.candidates = [];
    /** The line up to the cursor that they are for, and where in it they begin. */
    this.line = "";
    this.start = 0;
    this.active = -1;
    this.timer = 0;
    this.close();
  }

  get open() {
    return this.candidates.length > 0;
  }

  get activeId() {
    return this.active < 0 ? null : `${this.id}-${this.active}`;
  }

  /** The typed part of the word that they complete. @private */
  get typed() {
    return this.line.slice(this.start).trim();
  }

  /** Says that suggestions are loading, if it takes long. */
  wait() {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.draw("Loading options …"), LOADING_SHOWN_AFTER);
  }

  /** @param {string} line up to the cursor @param {Record<string, any>} found */
  offer(line, found) {
    clearTimeout(this.timer);
    this.candidates = found.candidates ?? [];
    this.start = found.start ?? line.length;
    this.line = line;
    this.active = this.open && this.typed !== "" ? 0 : -1;
    this.draw(found.note ?? "");
  }

  close() {
    clearTimeout(this.timer);
    this.candidates = [];
    this.active = -1;
    this.draw("");
  }

  /** @param {number} by */
  move(by) {
    const count = this.candidates.length;
    this.active = this.active < 0 && by < 0 ? count - 1 : (this.active + by + count) % count;
    this.draw("");
  }

  takeActive() {
    this.take(this.candidates[Math.max(this.active, 0)].text);
  }

  /** Whether taking the marked suggestion would change the line. @param {string} line up to the cursor */
  wouldChange(line) {
    if (this.active < 0 || line !== this.line) return false;
    return this.candidates[this.active].text.toLowerCase() !== this.typed.toLowerCase();
  }

  /** @private @param {string} note */
  draw(note) {
    const entries = this.candidates.map((candidate, index) => this.entry(candidate, index));
    if (note) entries.push(h("li", { class: "note", role: "option", "aria-disabled": "true" }, note));
    this.element.replaceChildren(...entries);
    this.element.hidden = entries.length === 0;
    this.fit();
    entries[this.active]?.scrollIntoView({ block: "nearest" });
  }

  /** Limits the list's height to its pane, which would cut off the first entries. */
  fit() {
    const room = (this.element.parentElement?.offsetTop ?? 0) - 2 * MARGIN;
    this.element.style.maxHeight = `${Math.min(HIGHEST, Math.max(room, 0))}px`;
  }

  /** @private @param {Candidate} candidate @param {number} index */
  entry(candidate, index) {
    return h(
      "li",
      {
        role: "option", id: `${this.id}-${index}`, "aria-selected": String(index === this.active),
        // The input keeps the focus, so that typing goes on.
        onpointerdown: (/** @type {Event} */ event) => event.preventDefault(),
        onmousedown: (/** @type {Event} */ event) => event.preventDefault(),
        onclick: () => this.take(candidate.text),
      },
      h("span", {}, candidate.shown),
      candidate.note ? h("small", {}, candidate.note) : null,
    );
  }
}
