/** Forms (modals) that the bot opens. */

import { button, h } from "../ui/dom.js";
import { markup } from "./markup.js";

/** @typedef {import("../types.js").Form} Form */
/** @typedef {import("../types.js").Part} Part */
/** @typedef {import("../types.js").Option} Option */
/** @typedef {string | string[] | boolean} Value */
/**
 * @typedef {{
 *   submit: (values: Record<string, Value>) => Promise<import("../server.js").Outcome>,
 *   offers: (what: string) => Option[],
 *   opened: (next: Form) => void,
 *   closed: () => void,
 * }} Submitting
 */

let count = 0;

/**
 * Opens a form over a pane; the rest of the page goes on.
 * @param {Form} form
 * @param {HTMLElement} pane
 * @param {Submitting} submitting
 * @returns {() => void} closes it and leaves the focus where it is
 */
export function openForm(form, pane, submitting) {
  const opener = document.activeElement;
  const others = /** @type {HTMLElement[]} */ ([...pane.children]).filter((one) => !one.inert);
  const fields = form.fields.map((part) => field(part, submitting.offers));
  const failure = h("p", { class: "failed", role: "alert" });
  const title = h("h2", { id: `form-${++count}` }, form.title);
  const body = h(
    "form",
    { onsubmit: submit, novalidate: true },
    title,
    ...fields.map((one) => one.element),
    failure,
    h("div", { class: "row" }, h("button", { class: "control primary" }, "Submit"), button("control secondary", "Cancel", () => close(true))),
  );
  const dialog = h("div", { class: "form", role: "dialog", "aria-labelledby": title.id }, body);
  dialog.addEventListener("keydown", (event) => event.key === "Escape" && close(true));

  /** @param {boolean} restoresFocus whether the focus goes back to where it was */
  function close(restoresFocus) {
    dialog.remove();
    others.forEach((one) => (one.inert = false));
    submitting.closed();
    if (restoresFocus && opener instanceof HTMLElement && opener.isConnected) opener.focus();
  }

  /** @param {SubmitEvent} event */
  async function submit(event) {
    event.preventDefault();
    if (dialog.ariaBusy === "true") return;
    dialog.ariaBusy = "true";
    const values = Object.fromEntries(fields.flatMap((one) => (one.control ? [[one.control, one.read()]] : [])));
    const outcome = await submitting.submit(values);
    dialog.ariaBusy = "false";
    if (!dialog.isConnected) return;
    if (outcome.refused || outcome.unanswered) {
      failure.textContent = outcome.refused ?? "Something went wrong. Try again.";
      return;
    }
    close(true);
    if (outcome.form) submitting.opened(outcome.form);
  }

  others.forEach((one) => (one.inert = true));
  pane.append(dialog);
  /** @type {HTMLElement | null} */ (dialog.querySelector("input, textarea, select") ?? dialog.querySelector("button"))?.focus();
  return () => close(false);
}

/**
 * @param {Part} part
 * @param {(what: string) => Option[]} offers
 * @returns {{element: HTMLElement, control?: string, read: () => Value}}
 */
function field(part, offers) {
  if (part.is === "text") {
    const reader = { seat: "", openMemberMenu: () => {}, jump: () => {} };
    return { element: h("div", { class: "text" }, ...markup(part.nodes, reader)), read: () => "" };
  }
  if (part.is === "input") return input(part);
  if (part.is === "checkbox") return checkbox(part);
  const options = part.is === "select" && part.offers !== "texts" ? offers(part.offers) : part.options;
  const one = part.is === "radio" || (part.is === "select" && part.most === 1);
  return choices(part, options, one);
}

/** @param {Part} part */
function input(part) {
  const attributes = { placeholder: part.prompt, maxlength: part.most, "aria-required": String(part.required) };
  const box = /** @type {HTMLInputElement} */ (h(part.long ? "textarea" : "input", { ...attributes, rows: part.long ? 4 : null }));
  box.value = part.value;
  return { element: h("label", {}, caption(part), box), control: part.control, read: () => box.value };
}

/** @param {Part} part */
function checkbox(part) {
  const box = /** @type {HTMLInputElement} */ (h("input", { type: "checkbox" }));
  return { element: h("label", { class: "choice" }, box, part.label), control: part.control, read: () => box.checked };
}

/** @param {Part} part @param {Option[]} options @param {boolean} one */
function choices(part, options, one) {
  const boxes = options.map((option) =>
    /** @type {HTMLInputElement} */ (
      h("input", { type: one ? "radio" : "checkbox", name: part.control, value: option.value, checked: option.chosen })
    ),
  );
  const labels = options.map((option, index) => h("label", { class: "choice" }, boxes[index], option.label));
  const picked = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const element = h("fieldset", {}, h("legend", {}, caption(part)), ...labels);
  return { element, control: part.control, read: () => (part.is === "radio" ? picked()[0] ?? "" : picked()) };
}

/** @param {Part} part */
function caption(part) {
  const needed = part.required ? h("span", { class: "needed", title: "required" }, " *") : null;
  return h("span", { class: "caption" }, part.label, needed, part.note ? h("small", {}, part.note) : null);
}
