/** The stops of the Tab key in a log: those of one message only, so that nobody has to pass through all of them. */

/**
 * Makes what can be used in a message stops of the Tab key, or takes them away.
 * @param {Element} message
 * @param {boolean} stops
 */
export function setStops(message, stops) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (message.querySelectorAll("button, a, pre"))) {
    element.tabIndex = stops && element.dataset.roved !== "past" ? 0 : -1;
  }
}

/** The message that most likely is wanted: the newest with something to use, else the newest. @param {Element[]} messages */
export function mostWanted(messages) {
  const usable = messages.filter((message) => message.querySelector('.rows .control:not([aria-disabled="true"])'));
  return usable.at(-1) ?? messages.at(-1) ?? null;
}
