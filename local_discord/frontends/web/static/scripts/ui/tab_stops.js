/** Keyboard focus: which elements are stops of the Tab key, and arrow keys within a group (roving tabindex). */

/**
 * Makes the rows of controls in an element one stop of the Tab key; the arrow keys move within it.
 * @param {HTMLElement} group holds elements of class `row`
 */
export function rove(group) {
  const rows = [...group.querySelectorAll(".row")].map((row) => controlsIn(row)).filter((row) => row.length > 0);
  const all = rows.flat();
  const first = all.find((one) => one.getAttribute("aria-disabled") !== "true") ?? all[0];
  all.forEach((one) => (one.dataset.roved = one === first ? "here" : "past"));
  group.addEventListener("focusin", (event) => {
    if (!all.includes(/** @type {HTMLElement} */ (event.target))) return;
    for (const one of all) {
      one.dataset.roved = one === event.target ? "here" : "past";
      one.tabIndex = one === event.target ? 0 : -1;
    }
  });
  group.addEventListener("keydown", (event) => {
    const next = neighbour(rows, /** @type {HTMLElement} */ (event.target), event.key);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    next.focus();
  });
}

/** @param {Element} row @returns {HTMLElement[]} */
function controlsIn(row) {
  return /** @type {HTMLElement[]} */ ([...row.querySelectorAll("button, a")]);
}

/** @param {HTMLElement[][]} rows @param {HTMLElement} from @param {string} key @returns {HTMLElement | undefined} */
function neighbour(rows, from, key) {
  const y = rows.findIndex((row) => row.includes(from));
  if (y < 0) return undefined;
  const x = rows[y].indexOf(from);
  if (key === "ArrowRight") return rows[y][x + 1] ?? rows[y + 1]?.[0];
  if (key === "ArrowLeft") return rows[y][x - 1] ?? rows[y - 1]?.at(-1);
  if (key === "ArrowDown" && y + 1 < rows.length) return rows[y + 1][x] ?? rows[y + 1].at(-1);
  if (key === "ArrowUp" && y > 0) return rows[y - 1][x] ?? rows[y - 1].at(-1);
  return undefined;
}

/**
 * Adds the controls of a message to the stops of the Tab key, or removes them.
 * @param {Element} message
 * @param {boolean} stops
 */
export function setStops(message, stops) {
  for (const element of /** @type {NodeListOf<HTMLElement>} */ (message.querySelectorAll("button, a, pre"))) {
    element.tabIndex = stops && element.dataset.roved !== "past" ? 0 : -1;
  }
}

/** The message whose controls are stops first: the newest with an enabled control, else the newest. @param {Element[]} messages */
export function defaultStop(messages) {
  const usable = messages.filter((message) => message.querySelector('.rows .control:not([aria-disabled="true"])'));
  return usable.at(-1) ?? messages.at(-1) ?? null;
}
