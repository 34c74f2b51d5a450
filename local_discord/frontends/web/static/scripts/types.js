/**
 * Types of what the server sends.
 *
 * @typedef {string | {is: string, of?: MarkupNode[], [key: string]: any}} MarkupNode
 * @typedef {{id: string, name: string, bot: boolean, icon?: boolean}} Member
 * @typedef {{id: string, name: string, thread: boolean, people: string[] | null, bot: boolean}} Channel
 * @typedef {{name: string, on: "member" | "message"}} MenuEntry
 * @typedef {{value: string, label: string, emoji?: MarkupNode, note?: string, chosen?: boolean}} Option
 * @typedef {{is: string, [key: string]: any}} Part
 * @typedef {{id: string, title: string, fields: Part[]}} Form
 * @typedef {{
 *   guild: string,
 *   bot: {name: string, online: boolean, ready: boolean},
 *   members: Member[],
 *   roles: {id: string, name: string}[],
 *   channels: Channel[],
 *   menus: MenuEntry[],
 *   welcome: {
 *     title: string, steps: {text: MarkupNode[], line: string | null}[],
 *     first_steps: {label: string, note: string, side_by_side: boolean}[],
 *     shorthand: import("./pane/composer.js").Shorthand | null,
 *   },
 *   faults: {answers: string, restarting: boolean, can_restart: boolean},
 * }} State
 * @typedef {{
 *   id: string, channel: string, author: Member, at: number, edited: boolean, thinking: boolean,
 *   for: string | null, pings: string[], asked: {id: string, name: string, command: string} | null,
 *   reply: {id: string, name: string, text: string} | null,
 *   body: MarkupNode[], embeds: any[], parts: Part[], files: {name: string, size: number, url: string, picture: boolean, about: string}[],
 * }} Message
 */

export {};
