/** Times in local time, in Discord's styles. */

import { h } from "./dom.js";

/** @type {Record<string, Intl.DateTimeFormatOptions>} */
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["year", 31536000],
  ["month", 2592000],
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
];
const LARGEST = 8.64e15;
const distance = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/**
 * An element that shows a time; relative times are kept up to date.
 * @param {number} milliseconds since 1970
 * @param {string} style one of `t T d D f F s S`, or `R` for a relative time
 */
export function timeElement(milliseconds, style) {
  if (Math.abs(milliseconds) > LARGEST) return h("span", {}, "Invalid date");
  const moment = new Date(milliseconds);
  const shown = style === "R" ? fromNow(milliseconds) : inStyle(moment, style);
  return h(
    "time",
    { datetime: moment.toISOString(), title: inStyle(moment, "F"), "data-relative": style === "R" ? milliseconds : null },
    shown,
  );
}

/** Updates all relative times every second. */
export function updateRelativeTimes() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const shown = fromNow(Number(element.getAttribute("data-relative")));
      if (element.textContent !== shown) element.textContent = shown;
    }
  }, 1000);
}

/** @param {Date} moment @param {string} style */
function inStyle(moment, style) {
  return new Intl.DateTimeFormat(undefined, STYLES[style] ?? STYLES.f).format(moment);
}

/** A relative time in the largest unit that it rounds to: 3590 seconds are an hour, not 60 minutes. @param {number} milliseconds */
function fromNow(milliseconds) {
  const seconds = Math.round((milliseconds - Date.now()) / 1000);
  const rounded = (/** @type {number} */ size) => Math.round(Math.abs(seconds) / size) * size;
  const found = UNITS.find(([, size], index) => rounded(UNITS[index + 1]?.[1] ?? 1) >= size);
  const [unit, length] = found ?? UNITS[UNITS.length - 1];
  return distance.format(Math.round(seconds / length), unit);
}
