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

/** Reads every value in the timed loop: adds up numbers, lengths, first characters and bytes, and one for anything else. */
export class Reader {
  total = 0;

  /** @param {any} value */
  value(value) {
    if (typeof value === "string") this.key(value);
    else if (typeof value === "number") this.total += value;
    else if (value instanceof Uint8Array) this.total += value.length + (value[0] | 0);
    else this.total += 1;
  }

  /** @param {string} key */
  key(key) {
    this.total += key.length + (key.charCodeAt(0) | 0); // of an empty one it is NaN, which counts as nothing
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

/** @param {object} node */
function isScalar(node) {
  return ArrayBuffer.isView(node) || node instanceof IntegralFloat;
}

/**
 * Hand over every value of a natural tree, in order.
 * @param {any} node
 * @param {Visitor} visitor
 */
export function walk(node, visitor) {
  if (Array.isArray(node)) {
    visitor.beginArray();
    for (const item of node) walk(item, visitor);
    visitor.endArray();
  } else if (typeof node === "object" && node !== null && !isScalar(node)) {
    visitor.beginMap();
    for (const key of Object.keys(node)) {
      visitor.key(key);
      walk(node[key], visitor);
    }
    visitor.endMap();
  } else {
    visitor.value(node);
  }
}

/**
 * The events of a document by kind, and scalars by type: in this order handing them over is cheapest.
 * @implements {Visitor}
 */
export class Events {
  maps = 0;
  arrays = 0;
  /** @type {string[]} */
  keys = [];
  /** @type {string[]} */
  strings = [];
  /** @type {number[]} */
  numbers = [];
  /** @type {any[]} */
  others = [];

  /** @param {any} document a natural tree */
  constructor(document) {
    walk(document, this);
  }

  /** @param {any} value */
  value(value) {
    if (typeof value === "string") this.strings.push(value);
    else if (typeof value === "number") this.numbers.push(value);
    else this.others.push(value);
  }

  /** @param {string} key */
  key(key) {
    this.keys.push(key);
  }

  beginMap() {
    this.maps += 1;
  }

  endMap() {}

  beginArray() {
    this.arrays += 1;
  }

  endArray() {}
}

/**
 * Hand over every event. Only a reader is handed any, so that each call has one target, which the engine inlines.
 * @param {Events} events
 * @param {Visitor} visitor
 */
export function replay({ maps, arrays, keys, strings, numbers, others }, visitor) {
  for (let index = 0; index < keys.length; index += 1) visitor.key(keys[index]);
  for (let index = 0; index < strings.length; index += 1) visitor.value(strings[index]);
  for (let index = 0; index < numbers.length; index += 1) visitor.value(numbers[index]);
  for (let index = 0; index < others.length; index += 1) visitor.value(others[index]);
  for (let left = maps; left > 0; left -= 1) {
    visitor.beginMap();
    visitor.endMap();
  }
  for (let left = arrays; left > 0; left -= 1) {
    visitor.beginArray();
    visitor.endArray();
  }
  return visitor;
}
