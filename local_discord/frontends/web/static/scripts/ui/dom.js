/** Element builders. Text becomes text nodes, never markup. */

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * Makes an element.
 * @param {string} tag
 * @param {Record<string, any>} [attributes] `onclick` and the like take functions; null, undefined and false leave out.
 * @param {...(Child | Child[])} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...present(children.flat()));
  return element;
}

/**
 * A button that does something.
 * @param {string} className
 * @param {Child | Child[]} label
 * @param {(event: MouseEvent) => void} act
 * @param {Record<string, any>} [attributes]
 */
export function button(className, label, act, attributes = {}) {
  return h("button", { type: "button", class: className, onclick: act, ...attributes }, label);
}

/**
 * Shows or hides an element.
 * @param {HTMLElement} element
 * @param {boolean} shown
 */
export function show(element, shown) {
  element.hidden = !shown;
}

/**
 * The element of the document with an id.
 * @param {string} id
 * @returns {HTMLElement}
 */
export function byId(id) {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The document has no element ${id}.`);
  return found;
}

/** @param {Child[]} children @returns {(Node | string)[]} */
function present(children) {
  return /** @type {(Node | string)[]} */ (children.filter((one) => one !== null && one !== undefined && one !== false));
}
