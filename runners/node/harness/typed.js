/**
 * The types of a payload's schema, and what turns the application's own objects into a library's and back.
 *
 * The application's own objects are plain ones with the document's keys. What is absent is no entry, or one that is
 * undefined. What converts is written as source and compiled, as a programmer would have written it by hand for this very
 * schema: a function for each record, a `map` for each list. What needs no conversion is taken as it is.
 */

import { Unsupported } from "./refusal.js";
import { IntegralFloat } from "./values.js";

/** @typedef {any} Slot where a value stands: a field, an element, the root (docs/schema.md, "The JSON form") */
/** @typedef {any} Kind the type of one */

export class Types {
  /**
   * @param {any} schema its JSON form
   * @param {Record<string, string>} texts the schema in languages of formats, by the names that `schema --to` knows
   * @param {string} label by which code that is compiled for them differs from that for others
   */
  constructor(schema, texts, label) {
    this.label = label;
    this.schema = schema;
    this.texts = texts;
    /** @type {Map<string, any>} */
    this.records = new Map(schema.records.map((/** @type {any} */ record) => [record.name, record]));
  }

  /** What the record at the root is called in schema languages that have nothing else there. */
  get rootName() {
    const { box, type } = this.schema.root;
    return box ?? type.record ?? type.name;
  }

  /** The schema as `.proto`, without the documents' keys: no parser nor generator of it gets any. */
  get protoOfNames() {
    return this.text("proto").replace(/^( *[\w.<>, ]+ = \d+).*$/gm, "$1;");
  }

  /** The schema as `.avsc`, without the documents' keys and without what is unsigned: attributes of ours, not Avro's. */
  get avscOfNames() {
    return JSON.parse(this.text("avsc"), (name, value) =>
      name === "key" ? undefined : value?.unsigned ? value.type : value,
    );
  }

  /**
   * Return the schema in a schema language.
   * @param {string} language
   * @throws {Unsupported} it did not come, since the format cannot hold the documents
   */
  text(language) {
    if (!Object.hasOwn(this.texts, language))
      throw new Unsupported(`the payload came without its schema in ${language}`);
    return this.texts[language];
  }
}

/**
 * Tell whether there may be nothing.
 * @param {Slot} slot
 */
export const mayLack = (slot) => slot.nullable || slot.optional === true;

/**
 * Return the field of a wrapper that holds a list or map.
 * @param {Kind} kind
 */
export const content = (kind) => (kind.kind === "list" ? "items" : "entries");

/** @param {Kind} kind */
export const holdsMany = (kind) => kind.kind === "list" || kind.kind === "map";

/** @param {Kind} kind */
export const isInteger = (kind) => kind.kind === "int64" || kind.kind === "uint64";

/**
 * Return the expression that takes an entry of an object.
 * @param {string} holder an expression
 * @param {string} key
 */
export function at(holder, key) {
  return /^[A-Za-z_$][\w$]*$/.test(key) ? `${holder}.${key}` : `${holder}[${JSON.stringify(key)}]`;
}

/**
 * Return the expression of an object.
 * @param {[string, string][]} entries their keys, and expressions
 */
export function literal(entries) {
  // In brackets, since __proto__ would be none otherwise.
  return `{ ${entries.map(([key, value]) => `[${JSON.stringify(key)}]: ${value}`).join(", ")} }`;
}

/**
 * Take an integer as an application has it: a number, and a BigInt where a number would not be exact.
 * @param {bigint} value
 */
export function fromBigInt(value) {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}

/** @param {object} map @param {string} key @param {any} value */
function put(map, key, value) {
  // The one key that an assignment does not make an entry of.
  if (key === "__proto__")
    Object.defineProperty(map, key, { value, writable: true, enumerable: true, configurable: true });
  else /** @type {any} */ (map)[key] = value;
}

/**
 * Return the document that an application's object stands for: without entries that are undefined, and with floats where
 * the type says so, which JavaScript does not tell from integers.
 * @param {Types} types
 * @param {Kind} kind
 * @param {any} value
 * @returns {any}
 */
export function documentOf(types, kind, value) {
  if (kind?.kind === "float64" && typeof value === "number") return new IntegralFloat(value);
  if (Array.isArray(value)) return value.map((item) => documentOf(types, kind?.element?.type, item));
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain && !(value instanceof Map)) return value;
  const fields =
    kind?.record && new Map(types.records.get(kind.record).fields.map((/** @type {any} */ one) => [one.key, one]));
  return new Map(
    [...(isPlain ? Object.entries(value) : value)]
      .filter(([, item]) => item !== undefined)
      .map(([key, item]) => [key, documentOf(types, (fields ? fields.get(key) : kind?.value)?.type, item)]),
  );
}

/**
 * Writes the functions that turn the values of a schema from one shape into another.
 *
 * What a library does otherwise its codec's file derives. A method that is given an expression returns one: the same where
 * nothing is to be done.
 */
export class Conversion {
  /** Whether what may be null in a list or map, and all but a record at the root, is in a record of its own. */
  boxes = true;
  /** Whether a list or map within another is in a record of its own. */
  wraps = true;
  /** A second parameter that all functions have. */
  also = "";
  /** @type {Map<string, string[]>} the statements of each function */
  #functions = new Map();

  /**
   * @param {Types} types
   * @param {Record<string, any>} names what the functions see
   */
  constructor(types, names = {}) {
    this.types = types;
    this.names = /** @type {Record<string, any>} */ ({ put, fromBigInt, own, ...names });
  }

  /**
   * Return the function that converts a document.
   * @param {string} label by which its text differs from all others: engines share what they learn of the same text
   * @returns {(value: any, also?: any) => any}
   */
  compile(label) {
    for (const record of this.types.schema.records) {
      const statements = this.record(record);
      if (statements) this.define(record.name, statements);
    }
    const root = this.root(this.types.schema.root, "it");
    const parameters = this.also ? `it, ${this.also}` : "it";
    const functions = [...this.#functions].map(
      ([name, statements]) => `function of_${name}(${parameters}) {\n  ${statements.join("\n  ")}\n}\n`,
    );
    const whole = /^of_\w+(?=\((it|it, \w+)\)$)/.exec(root)?.[0] ?? `(${parameters}) => (${root})`;
    const source = `"use strict"; // ${label}\n${functions.join("")}return ${whole};`;
    return new Function(...Object.keys(this.names), source)(...Object.values(this.names));
  }

  /**
   * Define the function that converts a record, a map or a wrapper.
   * @param {string} name
   * @param {string[]} statements what it does with `it`
   */
  define(name, statements) {
    this.#functions.set(name, statements);
  }

  /** @param {string} name */
  isDefined(name) {
    return this.#functions.has(name);
  }

  /** @param {string} name @param {string} value */
  call(name, value) {
    return `of_${name}(${value}${this.also && `, ${this.also}`})`;
  }

  /**
   * Return what the library calls a field: its name in the schema, unless `names` has a `nameOf`.
   * @param {any} record
   * @param {any} field
   * @returns {string}
   */
  nameOf(record, field) {
    return this.names.nameOf?.(record, field) ?? field.name;
  }

  /**
   * Return the statements that convert a record named `it`; null where it is taken as it is.
   * @param {any} record
   * @returns {string[] | null}
   */
  // eslint-disable-next-line no-unused-vars
  record(record) {
    throw new Error("no conversion of records");
  }

  /** @param {Slot} slot @param {string} value @returns {string} */
  root(slot, value) {
    if (this.boxes && slot.box) return this.boxed(slot, value);
    if (this.boxes && holdsMany(slot.type)) return this.wrapped(slot.type, value);
    return this.orNull(slot, value);
  }

  /**
   * Convert an element of a list, or a value of a map, under the name of a variable.
   * @param {Slot} slot
   * @param {string} value
   * @returns {string}
   */
  slot(slot, value) {
    return slot.nullable && this.boxes ? this.boxed(slot, value) : this.orNull(slot, value, true);
  }

  /** @param {Slot} slot @param {string} value @param {boolean} within @returns {string} */
  orNull(slot, value, within = false) {
    const made = this.value(slot.type, value, within);
    return slot.nullable && made !== value ? `${value} === null ? null : ${made}` : made;
  }

  /**
   * Convert what is there.
   * @param {Kind} kind
   * @param {string} value
   * @param {boolean} within whether it is in a list or map
   * @returns {string}
   */
  value(kind, value, within = false) {
    if (kind.kind === "record") return this.isDefined(kind.record) ? this.call(kind.record, value) : value;
    if (holdsMany(kind)) return within && this.wraps ? this.wrapped(kind, value) : this.container(kind, value);
    return this.scalar(kind, value);
  }

  /** @param {Slot} slot @param {string} value @returns {string} */
  // eslint-disable-next-line no-unused-vars
  boxed(slot, value) {
    throw new Error("no conversion of boxes");
  }

  /** @param {Kind} kind @param {string} value @returns {string} */
  // eslint-disable-next-line no-unused-vars
  wrapped(kind, value) {
    throw new Error("no conversion of wrappers");
  }

  /** @param {Kind} kind @param {string} value @returns {string} */
  container(kind, value) {
    const slot = kind.kind === "list" ? kind.element : kind.value;
    const item = this.slot(slot, "item");
    if (item === "item") return value;
    if (kind.kind === "list") return `${value}.map((item) => ${item.startsWith("{") ? `(${item})` : item})`;
    this.define(kind.name + "_map", [
      "const made = {};",
      "for (const key of Object.keys(it)) {",
      "  const item = it[key];",
      `  put(made, key, ${item});`,
      "}",
      "return made;",
    ]);
    return this.call(kind.name + "_map", value);
  }

  /** @param {Kind} kind @param {string} value */
  scalar(kind, value) {
    return value;
  }
}

/** @param {any} it @param {string} key */
function own(it, key) {
  return Object.hasOwn(it, key) ? it[key] : undefined;
}

/**
 * Return the expression that takes a field of an application's object.
 * @param {string} holder
 * @param {any} field
 */
export function entry(holder, field) {
  // What is absent must not be found in the prototype of all objects.
  if (field.optional && field.key in Object.prototype) return `own(${holder}, ${JSON.stringify(field.key)})`;
  return at(holder, field.key);
}

/**
 * From the application's objects to those that a library takes, whose records are plain objects too.
 *
 * In schema languages without them, boxes and wrappers are records: `wraps` and `boxes` say so.
 */
export class Into extends Conversion {
  /** @param {any} record @returns {string[] | null} */
  record(record) {
    /** @type {[string, string][]} */
    const entries = record.fields.map((/** @type {any} */ field) => [this.nameOf(record, field), this.member(field)]);
    const same = entries.every(([name, value]) => value === at("it", name));
    return same ? null : [`return ${literal(entries)};`];
  }

  /** @param {any} field */
  member(field) {
    const found = entry("it", field);
    const made = this.value(field.type, found);
    return made !== found && mayLack(field) ? `${found} == null ? ${this.none} : ${made}` : made;
  }

  /** What stands for nothing. */
  none = "undefined";

  /** @param {Slot} slot @param {string} value */
  boxed(slot, value) {
    const held = this.value(slot.type, value, true);
    return literal([["value", slot.nullable && held !== value ? `${value} === null ? ${this.none} : ${held}` : held]]);
  }

  /** @param {Kind} kind @param {string} value */
  wrapped(kind, value) {
    return literal([[content(kind), this.container(kind, value)]]);
  }
}

/** From a library's objects to the application's. */
export class OutOf extends Conversion {
  /** Whether a library's records are plain objects, which may be taken as they are. */
  plain = false;

  /** @param {any} record @returns {string[] | null} */
  record(record) {
    /** @type {[string, string][]} */
    const entries = record.fields.map((/** @type {any} */ field) => [
      field.key,
      this.member(field, "it", this.nameOf(record, field)),
    ]);
    const same = this.plain && entries.every(([key, value]) => value === at("it", key));
    return same ? null : [`return ${literal(entries)};`];
  }

  /**
   * Convert what a field of a library's record holds.
   * @param {Slot} slot
   * @param {string} holder
   * @param {string} name
   * @param {boolean} within whether lists and maps in it are in records of their own
   */
  member(slot, holder, name, within = false) {
    const found = at(holder, name);
    const made = this.value(slot.type, found, within);
    if (!mayLack(slot)) return made;
    return `${this.isThere(slot, holder, name, within)} ? ${made} : ${slot.nullable ? "null" : "undefined"}`;
  }

  /**
   * Return the expression that tells whether something is there.
   * @param {Slot} slot
   * @param {string} holder
   * @param {string} name
   * @param {boolean} within
   */
  isThere(slot, holder, name, within) {
    const found = at(holder, name);
    if (within || !holdsMany(slot.type) || !this.boxes) return `${found} != null`;
    // Protocol Buffers do not tell an empty list or map from none.
    return slot.type.kind === "list" ? `${found}.length > 0` : `Object.keys(${found}).length > 0`;
  }

  /** @param {Slot} slot @param {string} value */
  boxed(slot, value) {
    return this.member({ ...slot, optional: false }, value, "value", true);
  }

  /** @param {Kind} kind @param {string} value */
  wrapped(kind, value) {
    return this.container(kind, at(value, content(kind)));
  }
}
