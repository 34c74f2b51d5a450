/** Lines that somebody has begun, by where they are typed. They outlive a change of seats and a reload. */

import { inTab } from "./keeping.js";

const NAME = "drafts";

export class Drafts {
  constructor() {
    /** @private @type {Map<string, string>} */
    this.lines = new Map(JSON.parse(inTab.get(NAME) ?? "[]"));
  }

  /** @param {string} place */
  at(place) {
    return this.lines.get(place) ?? "";
  }

  /** @param {string} place @param {string} line */
  keep(place, line) {
    if (line === "") this.lines.delete(place);
    else this.lines.set(place, line);
    inTab.set(NAME, JSON.stringify([...this.lines]));
  }
}
