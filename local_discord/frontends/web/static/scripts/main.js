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
const VIEWS = "views";
const world = new World();
const drafts = new Drafts();
/** @type {Pane[]} */
let panes = [];

/** Makes the panes once the members are known. */
function begin() {
  panes = firstSeats().map(makePane);
  byId("panes").replaceChildren(...panes.map((pane) => pane.element));
  document.body.dataset.shown = inTab.get(SHOWN) ?? "0";
  showViews(inTab.get(VIEWS) === "2");
  byId("views-button").addEventListener("click", () => showViews(document.body.dataset.views !== "2"));
  makeSwitch();
  byId("server").textContent = initials(world.state?.guild ?? "");
  panes[shown()]?.activate();
}

/** The first letters of a name's words. @param {string} name */
function initials(name) {
  return name.split(/\s+/u).map((word) => [...word][0] ?? "").join("");
}

/** The members whose views are shown first: after a reload, those shown before. */
function firstSeats() {
  const people = world.people();
  const before = (inTab.get(SEATS) ?? "").split("\n").flatMap((name) => people.find((member) => member.name === name) ?? []);
  return [...new Set([...before, ...people])].slice(0, PANES).map((member) => member.id);
}

/** @param {string} seat */
function makePane(seat) {
  const pane = new Pane(world, seat, drafts, {
    changeSeat: (to) => changeSeat(pane, to),
    unreadChanged: showSwitch,
    stepTaken: (step) => takeStep(step),
  });
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

/** Shows two members side by side, where there is room, or one. @param {boolean} both */
function showViews(both) {
  document.body.dataset.views = both ? "2" : "1";
  inTab.set(VIEWS, both ? "2" : "1");
  byId("views-button").setAttribute("aria-pressed", String(both));
  panes.forEach((pane) => pane.log.toEnd());
}

/** Shows the first member, who gets a pane if none is theirs. */
function showFirst() {
  const first = world.people()[0].id;
  const found = panes.findIndex((pane) => pane.seat === first);
  if (found < 0) changeSeat(panes[0], first);
  choosePane(Math.max(found, 0));
  showSwitch();
}

/** Types a line for the first member. @param {string} line */
function fill(line) {
  if (panes.length === 0) return;
  showFirst();
  panes[shown()].composer.fill(line);
}

/** Shows the first member, and beside them the second one if the step says so. @param {number} step */
function takeStep(step) {
  showFirst();
  if (world.state?.welcome.first_steps[step]?.side_by_side) showViews(true);
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
