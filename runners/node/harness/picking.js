/** Reading the values at some paths, as a program that knows its paths would have it written by hand. */

import { at } from "./typed.js";

/** @typedef {(string | number)[]} Steps the keys and the indices that lead to a value */
/** @typedef {{ at: string, steps: Steps }} Path */
/** @typedef {(data: any) => any[]} Picker finds the value at each path in bytes, undefined where there is none */

/** What lists and texts have, too: names that are keys of maps only if a map has such an entry. */
const INHERITED = new Set(
  [Object, Array, String, Number, Boolean].flatMap(({ prototype }) => Object.getOwnPropertyNames(prototype)),
);

/** @param {any} it @param {string} key */
function entryOf(it, key) {
  return typeof it === "object" && it !== null && !Array.isArray(it) && Object.hasOwn(it, key) ? it[key] : undefined;
}

/**
 * Return the expression that reads the value at a path out of `it`, a tree of plain objects.
 * @param {Steps} steps
 */
export function treeExpression(steps) {
  let found = "it";
  for (const step of steps) {
    if (typeof step === "string" && INHERITED.has(step)) found = `entryOf(${found}, ${JSON.stringify(step)})`;
    else if (typeof step === "number" || !/^[A-Za-z_$][\w$]*$/.test(step)) found += `?.[${JSON.stringify(step)}]`;
    else found = at(`${found}?`, step);
  }
  return found;
}

/**
 * Return the slot that a path leads to.
 * @param {import("./typed.js").Types} types
 * @param {Steps} steps
 * @returns {any} undefined where the schema does not know it
 */
export function slotAt(types, steps) {
  let slot = types.schema.root;
  for (const step of steps) {
    const kind = slot?.type;
    if (kind?.kind === "list" && typeof step === "number") slot = kind.element;
    else if (typeof step !== "string") return undefined;
    else if (kind?.kind === "map") slot = kind.value;
    else
      slot = kind?.record && types.records.get(kind.record).fields.find((/** @type {any} */ one) => one.key === step);
  }
  return slot;
}

/**
 * Compile what reads values out of a document.
 * @param {string} label by which its text differs from all others: engines share what they learn of the same text
 * @param {(data: any) => any} open makes of the bytes what the expressions read `it` as
 * @param {string[]} expressions
 * @param {{ names?: Record<string, any>, statements?: string[] }} more what they see, and what stands before them
 * @returns {Picker}
 */
export function compilePicker(label, open, expressions, { names = {}, statements = [] } = {}) {
  const scope = { open, entryOf, ...names };
  const source = `"use strict"; // ${label}
    return (data) => {
      const it = open(data);
      ${statements.join("\n")}
      return [${expressions.join(", ")}];
    };`;
  return new Function(...Object.keys(scope), source)(...Object.values(scope));
}
