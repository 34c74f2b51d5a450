/** Groups of controls that are one stop of the Tab key; the arrow keys move within. */

/**
 * Makes the rows of controls in an element one stop.
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
