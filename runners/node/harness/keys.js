/**
 * Which keys a library cannot have in documents with types: what a row declares, and the look for them.
 *
 * A field's key may reach a library's code generator; a map's key is only data. Both may be a name that JavaScript has for
 * something else.
 */

import { Unsupported } from "./refusal.js";

/**
 * Tells why a library cannot have a key, or nothing.
 * @typedef {(key: string, isField: boolean) => string | undefined} KeyRule isField: whether of a record, not of a map
 */

/** What is inert in every literal, template, comment and pattern, and whatever two of them are put together. */
const SAFE = /^[A-Za-z0-9_.:@$ -]*$/;

/**
 * For a library that writes keys of fields into code: whatever it escapes, and forgets to, it gets none that needs it.
 * @type {KeyRule}
 */
export const safeFields = (key, isField) =>
  isField && (!SAFE.test(key) || key in Object.prototype)
    ? `this library's code generator cannot take the key ${JSON.stringify(key.slice(0, 60))}`
    : undefined;

/**
 * For a library that assigns the entries of maps.
 * @type {KeyRule}
 */
export const noPrototypeInMaps = (key, isField) => (isField ? undefined : noPrototype(key, isField));

/**
 * For a library that has no entry of this name: an assignment would make it the prototype.
 * @type {KeyRule}
 */
export const noPrototype = (key) =>
  key === "__proto__" ? 'this library cannot have an entry with the key "__proto__"' : undefined;

/**
 * @param {KeyRule} rule
 * @param {import("./typed.js").Types} types
 * @param {any[]} trees of the documents
 * @throws {Unsupported} one has a key that the rule tells of
 */
export function refuseKeys(rule, types, trees) {
  /** @param {string} key @param {boolean} isField */
  const refuse = (key, isField) => {
    const reason = rule(key, isField);
    if (reason) throw new Unsupported(reason);
  };
  for (const { fields } of types.records.values()) for (const { key } of fields) refuse(key, true);

  /** @param {any} kind @param {any} value */
  function look(kind, value) {
    if (typeof value !== "object" || value === null) return;
    if (kind.kind === "list") for (const item of value) look(kind.element.type, item);
    if (kind.kind === "map")
      for (const [key, item] of Object.entries(value)) {
        refuse(key, false);
        look(kind.value.type, item);
      }
    if (kind.kind === "record")
      for (const { key, type } of types.records.get(kind.record).fields)
        if (Object.hasOwn(value, key)) look(type, value[key]);
  }

  for (const tree of trees) look(types.schema.root.type, tree);
}
