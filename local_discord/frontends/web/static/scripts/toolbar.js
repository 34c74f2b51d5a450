/** The toolbar above the panes: the bot's state, the welcome steps, faults, the theme. */

import { markup } from "./messages/markup.js";
import { call } from "./server.js";
import { inBrowser, inTab } from "./storage.js";
import { button, byId, h, show } from "./ui/dom.js";
import { openMenu } from "./ui/menu.js";

/** @typedef {import("./world.js").World} World */

const THEME = "theme";
const HINT = "hint";
/** Whether nobody has asked for the guide, so that it folds away with the first message. */
let opensByItself = true;
const ANSWERS = [
  { value: "prompt", label: "Answers arrive at once" },
  { value: "slow", label: "Answers arrive 2 seconds late" },
  { value: "late", label: "Answers arrive too late (4 seconds)" },
];

/** Fills the toolbar and keeps it up to date. @param {World} world @param {(line: string) => void} fill types a line for the person */
export function setUpToolbar(world, fill) {
  const hintButton = byId("hint-button");
  hintButton.addEventListener("click", () => {
    opensByItself = false;
    showHint(byId("hint").hidden !== false);
  });
  byId("faults-button").addEventListener("click", () => openFaults(world));
  byId("theme-button").addEventListener("click", changeTheme);
  applyTheme(inBrowser.get(THEME));
  world.listen({ state: () => showBotState(world), connection: () => showBotState(world) });
  world.listen({ connection: () => world.ready && byId("hint").childElementCount === 0 && drawHint(world, fill) });
  world.listen({ message: (_, isNew) => isNew && opensByItself && showHint(false) });
}

/** @param {World} world */
function showBotState(world) {
  const state = world.state;
  const bot = byId("bot");
  const text = botState(world);
  if (bot.textContent !== text) bot.textContent = text;
  bot.dataset.online = String(world.connected && Boolean(state?.bot.online) && !state?.faults.restarting);
}

/** @param {World} world */
function botState(world) {
  const state = world.state;
  if (!world.connected || state === null) return "Disconnected from this page's server. Reconnecting …";
  if (state.faults.restarting) return `${state.bot.name} is restarting …`;
  if (!state.bot.online) return `${state.bot.name} is offline`;
  const late = state.faults.answers === "prompt" ? "" : ", and its answers are delayed";
  return `${state.bot.name} is online${late}`;
}

/** @param {World} world */
function openFaults(world) {
  const faults = world.state?.faults;
  const answers = ANSWERS.map((one) => ({
    label: one.label,
    chosen: one.value === faults?.answers,
    act: () => void call(`/faults/answers/${one.value}`),
  }));
  const disconnect = { label: "Break the bot's connection", note: "it reconnects by itself", act: () => void call("/faults/disconnect") };
  const restart = { label: "Restart the bot", note: "stored data and buttons remain", act: () => void call("/faults/restart") };
  openMenu(byId("faults-button"), "Faults", [...answers, disconnect, ...(faults?.can_restart ? [restart] : [])]);
}

/** @param {World} world @param {(line: string) => void} fill */
function drawHint(world, fill) {
  const welcome = world.state?.welcome;
  if (!welcome || welcome.steps.length === 0) {
    show(byId("hint-button"), false);
    return;
  }
  const reader = { seat: "", openMemberMenu: () => {}, jump: () => {} };
  const steps = welcome.steps.map((step) => {
    const line = step.line;
    const type = line === null ? null : button("control primary", "Type it for me", () => fill(line));
    const typing = line === null ? null : h("div", { class: "typing" }, h("code", {}, line), type);
    return h("li", {}, ...markup(step.text, reader), typing);
  });
  byId("hint").append(h("ol", {}, ...steps), button("plain close", "Hide", () => showHint(false)));
  showHint(inTab.get(HINT) === "shown" || (inTab.get(HINT) === null && welcome.first_steps.length === 0));
}

/** @param {boolean} shown */
function showHint(shown) {
  show(byId("hint"), shown);
  inTab.set(HINT, shown ? "shown" : "hidden");
  byId("hint-button").setAttribute("aria-expanded", String(shown));
}

function changeTheme() {
  const next = otherTheme();
  inBrowser.set(THEME, next);
  applyTheme(next);
}

/** @param {string | null} theme */
function applyTheme(theme) {
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  nameTheme();
}

function nameTheme() {
  byId("theme-button").textContent = otherTheme() === "dark" ? "Dark" : "Light";
}

/** The theme that is not shown; like Discord, the page is dark until the other one was chosen. */
function otherTheme() {
  return document.documentElement.dataset.theme === "light" ? "dark" : "light";
}
