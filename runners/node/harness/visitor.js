import { IntegralFloat } from "./values.js";

/**
 * Visitors: what a scan hands every value to.
 * @typedef {object} Visitor
 * @property {() => void} beginMap
 * @property {() => void} endMap
 * @property {() => void} beginArray
 * @property {() => void} endArray
 * @property {(key: string) => void} key
 * @property {(value: any) => void} value a scalar
 */

/** Reads every value in the timed loop: adds up integers, lengths, and one for anything else. */
export class Reader {
  total = 0;

  /** @param {any} value */
  value(value) {
    if (typeof value === "string") this.total += value.length;
    else if (typeof value === "number") this.total += value;
    else this.total += 1;
  }

  /** @param {string} key */
  key(key) {
    this.total += key.length;
  }

  beginMap() {
    this.total += 1;
  }

  endMap() {
    this.total += 1;
  }

  beginArray() {
    this.total += 1;
  }

  endArray() {
    this.total += 1;
  }
}

/** Builds the tree that the events describe, for a check to hash; it stands in `root[0]`. */
export class Builder {
  /** @type {any[]} */
  root = [];
  /** @type {any[]} */
  #open = [this.root];
  #key = "";

  /** @param {any} value */
  value(value) {
    const container = this.#open[this.#open.length - 1];
    // A Map, since an object cannot hold an entry called __proto__ by assignment.
    if (container instanceof Map) container.set(this.#key, value);
    else container.push(value);
  }

  /** @param {string} key */
  key(key) {
    this.#key = key;
  }

  beginMap() {
    this.#begin(new Map());
  }

  endMap() {
    this.#open.pop();
  }

  beginArray() {
    this.#begin([]);
  }

  endArray() {
    this.#open.pop();
  }

  /** @param {any} container */
  #begin(container) {
    this.value(container);
    this.#open.push(container);
  }
}

const BEGIN_MAP = 0;
const END_MAP = 1;
const BEGIN_ARRAY = 2;
const END_ARRAY = 3;
const KEY = 4;
const VALUE = 5;

/**
 * The events of a document, in two lists of equal length.
 * @typedef {{ kinds: number[], items: any[] }} Events
 */

/** @param {object} node */
function isScalar(node) {
  return ArrayBuffer.isView(node) || node instanceof IntegralFloat;
}

/**
 * List the events of a document.
 * @param {any} document
 * @returns {Events}
 */
export function flatten(document) {
  /** @type {Events} */
  const events = { kinds: [], items: [] };

  /** @param {number} kind @param {any} item */
  function add(kind, item) {
    events.kinds.push(kind);
    events.items.push(item);
  }

  /** @param {any} node */
  function walk(node) {
    if (Array.isArray(node)) {
      add(BEGIN_ARRAY, null);
      node.forEach(walk);
      add(END_ARRAY, null);
    } else if (typeof node === "object" && node !== null && !isScalar(node)) {
      add(BEGIN_MAP, null);
      for (const key of Object.keys(node)) {
        add(KEY, key);
        walk(node[key]);
      }
      add(END_MAP, null);
    } else {
      add(VALUE, node);
    }
  }

  walk(document);
  return events;
}

/**
 * Put events in an order in which handing them over is cheapest: those of one kind together, and scalars of one type.
 * @param {Events} events
 * @returns {Events}
 */
export function sortByKind({ kinds, items }) {
  /** @type {Map<string, Events>} */
  const sorts = new Map();
  for (let index = 0; index < kinds.length; index += 1) {
    const sort = `${kinds[index]} ${typeof items[index]}`;
    let alike = sorts.get(sort);
    if (!alike) sorts.set(sort, (alike = { kinds: [], items: [] }));
    alike.kinds.push(kinds[index]);
    alike.items.push(items[index]);
  }
  const lists = [...sorts.values()];
  return { kinds: lists.flatMap((alike) => alike.kinds), items: lists.flatMap((alike) => alike.items) };
}

/**
 * Hand over every event.
 * @param {Events} events
 * @param {Visitor} visitor
 */
export function replay({ kinds, items }, visitor) {
  for (let index = 0; index < kinds.length; index += 1) {
    switch (kinds[index]) {
      case BEGIN_MAP:
        visitor.beginMap();
        break;
      case END_MAP:
        visitor.endMap();
        break;
      case BEGIN_ARRAY:
        visitor.beginArray();
        break;
      case END_ARRAY:
        visitor.endArray();
        break;
      case KEY:
        visitor.key(items[index]);
        break;
      default:
        visitor.value(items[index]);
    }
  }
  return visitor;
}
