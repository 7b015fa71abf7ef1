/** What a codec file declares, and how its functions become loops that are timed. */

import { compilePicker, slotAt, treeExpression } from "./picking.js";

/** @typedef {import("./platform.js").Platform} Platform */
/** @typedef {import("./visitor.js").Visitor} Visitor */
/** @typedef {import("./picking.js").Picker} Picker */
/** @typedef {"encode" | "decode" | "scan" | "pick"} TreeOperation */
/** @typedef {"encode-typed" | "decode-typed" | "read-typed" | "pick-typed"} TypedOperation */
/** @typedef {TreeOperation | TypedOperation} Operation */

/**
 * What a codec can do. Each function calls the library and does nothing else.
 * @typedef {object} Operations
 * @property {(value: any) => Uint8Array} [encode] makes bytes from a natural tree
 * @property {(data: any) => any} [decode] makes a natural tree from bytes: a Buffer in Node.js, a Uint8Array in a browser,
 *   alone in its ArrayBuffer
 * @property {(data: any, visitor: Visitor) => void} [scan] hands every value in the bytes to the visitor
 * @property {(paths: import("./picking.js").Steps[], label: string) => Picker} [pick] makes what finds the values at paths,
 *   in the library's own way; the label is for `compilePicker`. Without it, what is decoded is read
 */

/**
 * What a codec can do with the types of a schema.
 * @typedef {object} TypedOperations
 * @property {(value: any) => Uint8Array} [encode-typed] makes bytes from an application's object, or the library's own
 * @property {(data: any) => any} [decode-typed] makes such an object from bytes
 * @property {(data: any, visitor: Visitor) => void} [read-typed] hands every field in the bytes to the visitor
 * @property {(paths: import("./picking.js").Steps[], label: string) => Picker} [pick-typed] as `pick`
 * @property {(value: any) => any} [build] makes the library's own object of an application's, where its row is about those
 * @property {(made: any) => any} [plain] makes the application's of it
 */

/**
 * What an encoder takes.
 * @typedef {object} Wants
 * @property {boolean} [bigint] whether BigInts; otherwise it gets large integers as JSON.parse gives them
 * @property {boolean} [platformBytes] whether bytes as the platform has them (Buffers in Node.js), which it tells from other
 *   Uint8Arrays
 * @property {boolean} [rootDocument] whether a document with the keys "0", "1", … in place of an array at the root, which the
 *   format does not have
 */

/** @typedef {"checked" | "unchecked"} Utf8 */

/**
 * A row: one way to use a library.
 * @typedef {Wants & RowOfItsOwn} Row
 * @typedef {object} RowOfItsOwn
 * @property {string | null} variant null for the plain row
 * @property {string} api which of the library's interfaces, in a word or two
 * @property {Operation[]} operations but for those that pick, where these are about what is decoded
 * @property {(library: any, platform: Platform) => Operations} [bind] sets the library up, when the row is first used
 * @property {(library: any, types: import("./typed.js").Types, platform: Platform, label: string) => TypedOperations} [bindTypes]
 *   sets it up for the types of a schema, when they are first used; the label is for `Conversion.compile`. Without it typed
 *   operations are those on trees, for an application's objects in JavaScript are no different
 * @property {import("./keys.js").KeyRule} [keys] which keys it cannot have in documents with types; none if absent
 * @property {string} [format] if it is not the library's
 * @property {"fresh" | "reuse"} [buffers] "fresh" if absent
 * @property {Utf8 | Record<Platform["name"], Utf8>} [utf8] "checked" if absent
 * @property {"tree" | "stream" | "lazy"} [access] "tree" if absent
 * @property {"native" | "library" | "events"} [startsFrom] what `encode` starts from (docs/protocol.md, "Tares"):
 *   "native" if absent, "events" if the row's own code walks the tree
 */

/**
 * What a codec file exports by default: a library, with its rows.
 * @typedef {object} Library
 * @property {string} name the codec's name
 * @property {string} format
 * @property {string} library the package's name, or what is built into the runtime
 * @property {boolean} [builtIn] whether it is part of the runtime, whose version it then has
 * @property {boolean} [nodeOnly] whether it is more than JavaScript, or needs what browsers lack
 * @property {string} [homepage] where its package.json tells none, or an old one
 * @property {string} documentation the page that shows the calls used
 * @property {string} [licence] its SPDX identifier, where it has no package.json
 * @property {(platform: Platform) => Promise<any>} load imports the library; nothing of it is needed to describe its rows
 * @property {Row[]} rows
 */

/** @type {Operation[]} */
export const OPERATIONS = [
  "encode",
  "decode",
  "scan",
  "pick",
  "encode-typed",
  "decode-typed",
  "read-typed",
  "pick-typed",
];

/** @param {Operation} operation */
export const isPicking = (operation) => operation === "pick" || operation === "pick-typed";

/** @param {Operation} operation */
export const isTyped = (operation) => operation.endsWith("-typed");

/** A row with the library that it belongs to and the file that declares it. */
export class Adapter {
  /** @type {Operations | null} */
  #operations = null;
  /** @type {WeakMap<import("./typed.js").Types, TypedOperations>} */
  #typed = new WeakMap();

  /**
   * @param {Library} library
   * @param {Row} row
   * @param {string} source the file, relative to the runner's folder
   * @param {Platform} platform
   */
  constructor(library, row, source, platform) {
    this.library = library;
    this.row = row;
    this.source = source;
    this.platform = platform;
    this.format = row.format ?? library.format;
    this.selector = row.variant ? `${library.name}[${row.variant}]` : library.name;
    /** @type {any} what the library's import gave, once `load` has been called */
    this.imported = null;
    /** @type {string | null} why the library cannot be used */
    this.reasonMissing = null;
    /** @type {import("./platform.js").Manifest} */
    this.manifest = { version: "" };
  }

  /** Import the library, or note why that fails. */
  async load() {
    try {
      this.imported = await this.library.load(this.platform);
      this.manifest = this.platform.manifest(this.library);
    } catch (error) {
      this.reasonMissing = this.platform.reasonMissing(this.library, error);
    }
  }

  /** @returns {Operations} */
  get operations() {
    this.#operations ??= this.row.bind?.(this.imported, this.platform) ?? {};
    return this.#operations;
  }

  /**
   * @param {import("./typed.js").Types} types
   * @returns {TypedOperations}
   */
  typedOperations(types) {
    let typed = this.#typed.get(types);
    if (!typed) {
      const { bindTypes } = this.row;
      const { encode, decode } = this.operations;
      const label = `${this.selector} ${types.label}`;
      typed = bindTypes
        ? bindTypes(this.imported, types, this.platform, label)
        : { "encode-typed": encode, "decode-typed": decode };
      this.#typed.set(types, typed);
    }
    return typed;
  }

  /**
   * Make what finds the values at paths.
   * @param {"pick" | "pick-typed"} operation
   * @param {import("./typed.js").Types | null} types of `pick-typed`
   * @param {import("./picking.js").Steps[]} paths
   * @param {string} label
   * @returns {Picker}
   */
  picker(operation, types, paths, label) {
    const operations = types ? this.typedOperations(types) : this.operations;
    const own = /** @type {any} */ (operations)[operation];
    if (own) return own(paths, label);
    const decode = /** @type {any} */ (operations)[types ? "decode-typed" : "decode"];
    const expressions = paths.map((steps) => (types && !slotAt(types, steps) ? "undefined" : treeExpression(steps)));
    return compilePicker(label, decode, expressions);
  }

  /** The operations that there are. What is decoded can be read; but the library's own objects only its file knows. */
  get operationNames() {
    const { operations, variant } = this.row;
    const has = new Set(operations);
    if (has.has("decode")) has.add("pick");
    if (has.has("decode-typed") && variant !== "own-types") has.add("pick-typed");
    return OPERATIONS.filter((name) => has.has(name));
  }

  /** What `encode` starts from; null without one. */
  get startsFrom() {
    return this.row.operations.includes("encode") ? (this.row.startsFrom ?? "native") : null;
  }

  get #utf8() {
    const { utf8 = "checked" } = this.row;
    return typeof utf8 === "string" ? utf8 : utf8[this.platform.name];
  }

  identity() {
    return {
      codec: this.library.name,
      variant: this.row.variant,
      format: this.format,
      library: this.library.library,
      operations: this.operationNames,
    };
  }

  describe() {
    const { library, row, manifest } = this;
    return {
      ...this.identity(),
      version: manifest.version,
      tare: Object.fromEntries(this.operationNames.map((name) => [name, tareOf(name, this.startsFrom)])),
      policies: {
        buffers: row.buffers ?? "fresh",
        strings: "owned", // no JavaScript string uses the memory of the bytes that it was decoded from
        utf8: this.#utf8,
        access: row.access ?? "tree",
        // Every tree here is of objects.
        map: row.operations.some((name) => name === "encode" || name === "decode") ? "hash" : null,
        api: row.api,
        starts_from: this.startsFrom,
        threads: false,
      },
      homepage: library.homepage ?? manifest.homepage,
      licence: library.licence ?? manifest.license,
      documentation: library.documentation,
      source: this.source,
    };
  }
}

/**
 * The tare that is subtracted: it follows from what the operation starts from.
 * @param {Operation} operation
 * @param {string | null} startsFrom
 */
function tareOf(operation, startsFrom) {
  const visits = operation === "scan" || operation === "read-typed";
  return visits || (operation === "encode" && startsFrom === "events") ? "visit" : "call";
}

/**
 * A loop around one operation.
 * @typedef {object} Loop
 * @property {(documents: any[], iterations: number, visitor: Visitor) => void} run
 * @property {() => any} last the result of the last call
 */

/**
 * Compile a loop for one operation of one codec.
 *
 * Engines keep what they learn of a call's target and types with the code that holds the call. A loop that all codecs
 * shared would learn of all of them, and inline none. So each gets code of its own: the label makes its text differ,
 * for V8 would give two functions of the same text the same memory. The result is stored where it outlives the call, so
 * that making it cannot be optimised away.
 *
 * @param {string} label
 * @param {((document: any, visitor: Visitor) => any) | null} operation null where each document comes with its own picker
 * @returns {Loop}
 */
export function compileLoop(label, operation) {
  const call = operation ? "operation(documents[index], visitor)" : "documents[index].pick(documents[index].data)";
  return new Function(
    "operation",
    `"use strict"; // ${label}
    let sink;
    return {
      run(documents, iterations, visitor) {
        for (let iteration = 0; iteration < iterations; iteration += 1) {
          for (let index = 0; index < documents.length; index += 1) {
            sink = ${call};
          }
        }
      },
      last: () => sink,
    };`,
  )(operation);
}

/**
 * Undo what importing one library costs the others.
 *
 * A class that extends String, Number or Boolean (ion-js and cbor2 have some) makes V8 turn their prototypes into
 * dictionaries, until an inline cache reads a property of an object of that class which it has not seen before.
 * Code compiled before that calls `charCodeAt` without inlining it, ever after: three times the price in the encoders that
 * are written in JavaScript. So such a read is made here.
 */
export function settlePrototypes() {
  for (const primitive of ["", 0, true]) {
    const read = `for (let index = 0; index < 10000; index += 1) value.constructor;`;
    new Function("value", `${read} // ${typeof primitive}`)(Object(primitive));
  }
}
