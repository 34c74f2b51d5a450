/** Starts the page: two members' views beside each other. */

import { button, byId, h } from "./dom.js";
import { Drafts } from "./drafts.js";
import { keepHead } from "./head.js";
import { inTab } from "./keeping.js";
import { Pane } from "./pane.js";
import { keepTimesRight } from "./times.js";
import { World } from "./world.js";

const PANES = 2;
const SEATS = "seats";
const SHOWN = "shown";
const world = new World();
const drafts = new Drafts();
/** @type {Pane[]} */
let panes = [];

/** Makes the panes as soon as it is known who is there. */
function begin() {
  panes = firstSeats().map(makePane);
  byId("panes").replaceChildren(...panes.map((pane) => pane.element));
  document.body.dataset.shown = inTab.get(SHOWN) ?? "0";
  makeSwitch();
  panes[shown()]?.activate();
}

/** Whose views there are at first: those of before, if the page is loaded anew. */
function firstSeats() {
  const people = world.people();
  const before = (inTab.get(SEATS) ?? "").split("\n").flatMap((name) => people.find((member) => member.name === name) ?? []);
  return [...new Set([...before, ...people])].slice(0, PANES).map((member) => member.id);
}

/** @param {string} seat */
function makePane(seat) {
  const pane = new Pane(world, seat, drafts, { changeSeat: (to) => changeSeat(pane, to), unreadChanged: showSwitch });
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
  inTab.set(SEATS, panes.map((one) => one.name).join("\n"));
  pane.activate();
  showSwitch();
}

/** Makes the switch between the panes, for where there is room for one only. */
function makeSwitch() {
  const buttons = panes.map((_, index) => button("seat-switch", [h("span"), " ", h("span")], () => showPane(index)));
  byId("seats").replaceChildren(...buttons);
  showSwitch();
}

/** Which pane is shown where there is room for one only. */
function shown() {
  return Number(document.body.dataset.shown);
}

/** @param {number} index */
function choosePane(index) {
  document.body.dataset.shown = String(index);
  inTab.set(SHOWN, String(index));
}

/** Says whose views there are, which is shown, and what is unread in it. */
function showSwitch() {
  for (const [index, element] of [...byId("seats").children].entries()) {
    const [name, mark] = /** @type {HTMLElement[]} */ ([...element.children]);
    name.textContent = panes[index].name;
    panes[index].unread.mark(null, mark);
    element.setAttribute("aria-pressed", String(index === shown()));
  }
}

/** @param {number} index */
function showPane(index) {
  choosePane(index);
  panes.forEach((pane, number) => (number === index ? pane.activate() : pane.leave()));
  showSwitch();
  panes[index].log.toEnd();
  /** @type {HTMLElement} */ (byId("seats").children[index]).focus();
}

/** Types a line for the first member, who gets a seat if there is none. @param {string} line */
function fill(line) {
  if (panes.length === 0) return;
  const first = world.people()[0].id;
  const found = panes.findIndex((pane) => pane.seat === first);
  if (found < 0) changeSeat(panes[0], first);
  choosePane(Math.max(found, 0));
  showSwitch();
  panes[shown()].composer.fill(line);
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
