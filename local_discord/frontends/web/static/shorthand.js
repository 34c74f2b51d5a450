/** Short lines that stand for a command, such as a cell for a move. */

/** @typedef {{pattern: string, line: string, hint: string}} Shorthand */

const NEEDS_QUOTES = /[\s":]/;

/**
 * The command line that a line without a slash stands for, or null if it is just said.
 * @param {Shorthand | null} shorthand
 * @param {string} line
 * @returns {string | null}
 */
export function commandFor(shorthand, line) {
  if (shorthand === null || !new RegExp(`^(?:${shorthand.pattern})$`, "iu").test(line)) return null;
  const value = NEEDS_QUOTES.test(line) ? JSON.stringify(line) : line;
  return `/${shorthand.line.replace("{text}", () => value)}`;
}
