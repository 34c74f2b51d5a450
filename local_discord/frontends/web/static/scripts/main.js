/** The page: two members' views side by side. */

import { Pane } from "./pane/pane.js";
import { Drafts, inTab } from "./storage.js";
import { setUpToolbar } from "./toolbar.js";
import { button, byId, h } from "./ui/dom.js";
import { updateRelativeTimes } from "./ui/times.js";
import { World } from "./world.js";

const PANES = 2;
const SEATS = "seats";
const SHOWN = "shown";
const world = new World();
const drafts = new Drafts();
/** @type {Pane[]} */
let panes = [];

/** Makes the panes once the members are known. */
function begin() {
  panes = firstSeats().map(makePane);
  byId("panes").replaceChildren(...panes.map((pane) => pane.element));
  document.body.dataset.shown = inTab.get(SHOWN) ?? "0";
  makeSwitch();
  panes[shown()]?.activate();
}

/** The members whose views are shown first: after a reload, those shown before. */
function firstSeats() {
  const people = world.people();
  const before = (inTab.get(SEATS) ?? "").split("\n").flatMap((name) => people.find((member) => member.name === name) ?? []);
  return [...new Set([...before, ...people])].slice(0, PANES).map((member) => member.id);
}

/** @param {string} seat */
function makePane(seat) {
  const pane = new Pane(world, seat, drafts, { changeSeat: (to) => changeSeat(pane, to), unreadChanged: showSwitch });
  const activated = () => panes.forEach((other) => other !== pane && other.leave());
  pane.element.addEventListener("focusin", activated);
  pane.element.addEventListener("pointerdown", activated);
  return pane;
}

/** Gives a pane to another member; if that member has the other pane, the two swap. @param {Pane} pane @param {string} to */
function changeSeat(pane, to) {
  const other = panes.find((one) => one !== pane && one.seat === to);
  other?.sit(pane.seat);
  pane.sit(to);
  inTab.set(SEATS, panes.map((one) => one.name).join("\n"));
  pane.activate();
  showSwitch();
}

/** Makes the switch between the panes, for screens with room for one. */
function makeSwitch() {
  const buttons = panes.map((_, index) => button("seat-switch", [h("span"), " ", h("span")], () => showPane(index)));
  byId("seats").replaceChildren(...buttons);
  showSwitch();
}

/** The index of the pane that is shown on screens with room for one. */
function shown() {
  return Number(document.body.dataset.shown);
}

/** @param {number} index */
function choosePane(index) {
  document.body.dataset.shown = String(index);
  inTab.set(SHOWN, String(index));
}

/** Labels the switch with the members' names and unread counts. */
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

/** Types a line for the first member, who gets a pane if none is theirs. @param {string} line */
function fill(line) {
  if (panes.length === 0) return;
  const first = world.people()[0].id;
  const found = panes.findIndex((pane) => pane.seat === first);
  if (found < 0) changeSeat(panes[0], first);
  choosePane(Math.max(found, 0));
  showSwitch();
  panes[shown()].composer.fill(line);
}

setUpToolbar(world, fill);
updateRelativeTimes();
world.listen({
  state: () => panes.forEach((pane) => pane.learnState()),
  connection: () => world.ready && panes.length === 0 && begin(),
  message: (message, isNew) => panes.forEach((pane) => pane.learn(message, isNew)),
  gone: (message) => panes.forEach((pane) => pane.forget(message)),
});
world.connect();
