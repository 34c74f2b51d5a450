/** Starts the page: two members' views beside each other. */

import { button, byId, h } from "./dom.js";
import { keepHead } from "./head.js";
import { Pane } from "./pane.js";
import { keepTimesRight } from "./times.js";
import { World } from "./world.js";

const PANES = 2;
const world = new World();
/** @type {Pane[]} */
let panes = [];

/** Makes the panes as soon as it is known who is there. */
function begin() {
  panes = world.people().slice(0, PANES).map((member) => makePane(member.id));
  byId("panes").replaceChildren(...panes.map((pane) => pane.element));
  makeSwitch();
  panes[0]?.activate();
}

/** @param {string} seat */
function makePane(seat) {
  const pane = new Pane(world, seat, { changeSeat: (to) => changeSeat(pane, to), unreadChanged: showSwitch });
  const come = () => panes.forEach((other) => other !== pane && other.leave());
  pane.element.addEventListener("focusin", come);
  pane.element.addEventListener("pointerdown", come);
  return pane;
}

/** Gives a pane another seat; whoever sits there already changes places. @param {Pane} pane @param {string} to */
function changeSeat(pane, to) {
  const other = panes.find((one) => one !== pane && one.seat === to);
  other?.sit(pane.seat);
  pane.sit(to);
  pane.activate();
  showSwitch();
}

/** Makes the switch between the panes, for where there is room for one only. */
function makeSwitch() {
  const buttons = panes.map((_, index) => button("seat-switch", [h("span"), " ", h("span")], () => showPane(index)));
  byId("seats").replaceChildren(...buttons);
  showSwitch();
}

/** Says whose views there are, which is shown, and what is unread in it. */
function showSwitch() {
  const shown = Number(document.body.dataset.shown);
  for (const [index, element] of [...byId("seats").children].entries()) {
    const [name, mark] = /** @type {HTMLElement[]} */ ([...element.children]);
    name.textContent = panes[index].name;
    panes[index].unread.mark(null, mark);
    element.setAttribute("aria-pressed", String(index === shown));
  }
}

/** @param {number} index */
function showPane(index) {
  document.body.dataset.shown = String(index);
  panes.forEach((pane, number) => (number === index ? pane.activate() : pane.leave()));
  showSwitch();
  panes[index].log.toEnd();
  /** @type {HTMLElement} */ (byId("seats").children[index]).focus();
}

/** Types a line in the first pane. @param {string} line */
function fill(line) {
  if (panes.length === 0) return;
  document.body.dataset.shown = "0";
  showSwitch();
  panes[0].composer.fill(line);
}

keepHead(world, fill);
keepTimesRight();
world.listen({
  state: () => panes.forEach((pane) => pane.learnState()),
  connection: () => world.ready && panes.length === 0 && begin(),
  message: (message, isNew) => panes.forEach((pane) => pane.learn(message, isNew)),
  gone: (message) => panes.forEach((pane) => pane.forget(message)),
});
world.connect();
