/**
 * pbf, by the code that it compiles for a schema. Its messages are plain objects, its integers numbers.
 *
 * It knows what is absent of messages and members of a oneof only. So what is `optional` in the schema is made the only
 * member of a oneof, which is what proto3 says it is, and the bytes are the same.
 */

import { noPrototypeInMaps } from "../harness/keys.js";
import { Into, OutOf, holdsMany, mayLack } from "../harness/typed.js";

/** @param {any} slot */
const isOneof = (slot) => mayLack(slot) && slot.type.kind !== "record" && !holdsMany(slot.type);

class OutOfMessages extends OutOf {
  plain = true;

  /** @param {any} slot @param {string} holder @param {string} name @param {boolean} within */
  isThere(slot, holder, name, within) {
    return isOneof(slot) ? `${holder}._${name} !== undefined` : super.isThere(slot, holder, name, within);
  }

  /** @param {any} kind @param {string} value */
  scalar(kind, value) {
    // Where bytes are empty, there is nothing.
    return kind.kind === "bytes" ? `(${value} ?? new Uint8Array(0))` : value;
  }
}

/**
 * @param {any} library
 * @param {import("../harness/typed.js").Types} types
 * @param {string} label
 */
function prepare({ compile, parse }, types, label) {
  const text = types.protoOfNames.replace(/^ *optional (\S+ (\S+) = .*)$/gm, "oneof _$2 {\n$1\n}");
  const compiled = compile(parse(text));
  return {
    read: compiled[`read${types.rootName}`],
    write: compiled[`write${types.rootName}`],
    into: new Into(types).compile(`${label} into`),
    outOf: new OutOfMessages(types).compile(`${label} out of`),
  };
}

/** By kind: what reads it, its default, and what reads a list of it; null where each element stands by itself. */
const SCALARS = {
  bool: { read: "readBoolean()", none: "false", packed: "readPackedBoolean(LIST)" },
  int64: { read: "readVarint(true)", none: "0", packed: "readPackedVarint(LIST, true)" },
  uint64: { read: "readVarint()", none: "0", packed: "readPackedVarint(LIST)" },
  float64: { read: "readDouble()", none: "0", packed: "readPackedDouble(LIST)" },
  string: { read: "readString()", none: '""', packed: null },
  json: { read: "readString()", none: '""', packed: null },
  bytes: { read: "readBytes().slice()", none: "new Uint8Array(0)", packed: null },
  zigzag: { read: "readSVarint()", none: "0", packed: "readPackedSVarint(LIST)" },
};

/** @param {any} kind @returns {(typeof SCALARS)["bool"] | (typeof SCALARS)["string"]} */
const scalarOf = (kind) => (kind.negative ? SCALARS.zigzag : /** @type {any} */ (SCALARS)[kind.kind]);

/** @typedef {{ steps: (string | number)[], place: number }} Path what is left of a path, and the place of its value */
/** @typedef {{ before: string[], read: string[], after: string[] }} Reading what stands before, at, and after some bytes */

/**
 * Writes what reads some fields only, as pbf's page on custom reading has it: the others are skipped. A function for each
 * message that is looked into writes what it finds to `out`.
 */
class Skipping {
  /** @type {string[]} */
  functions = [];

  /** @param {import("../harness/typed.js").Types} types */
  constructor(types) {
    this.types = types;
  }

  /** @param {Path[]} paths @returns {string} what reads a document */
  document(paths) {
    const { root } = this.types.schema;
    return root.box || holdsMany(root.type) ? this.#wrapper(root, paths) : this.#record(root.type, paths);
  }

  /** @param {any} kind @param {Path[]} paths */
  #record(kind, paths) {
    const { fields } = this.types.records.get(kind.record);
    const targets = fields.map((/** @type {any} */ field) => ({
      number: field.number,
      reading: this.#field(field, false, below(paths, field.key)),
    }));
    return this.#message(targets);
  }

  /** @param {any} slot @param {Path[]} paths */
  #wrapper(slot, paths) {
    const reading = slot.box
      ? this.#field({ ...slot, box: null }, true, paths)
      : this.#field({ type: slot.type, nullable: false }, false, paths);
    return this.#message([{ number: 1, reading }]);
  }

  /** @param {{ number: number, reading: Reading }[]} targets */
  #message(targets) {
    const wanted = targets.filter(({ reading }) => reading.before.length || reading.read.length);
    const reads = wanted.map(({ number, reading }) => `if (field === ${number}) { ${reading.read.join(" ")} }`);
    return this.#define(
      wanted.flatMap(({ reading }) => reading.before),
      reads.join(" else "),
      wanted.flatMap(({ reading }) => reading.after),
    );
  }

  /** @param {string[]} before @param {string} read @param {string[]} after */
  #define(before, read, after) {
    const name = `read${this.functions.length}`;
    this.functions.push(`function ${name}(pbf, end, out) {
      ${before.join("\n")}
      let field;
      while ((field = pbf.nextField(end))) { ${read} }
      ${after.join("\n")}
    }`);
    return name;
  }

  /**
   * @param {any} slot
   * @param {boolean} within whether a list or map is in a message of its own
   * @param {Path[]} paths
   * @returns {Reading}
   */
  #field(slot, within, paths) {
    const { type } = slot;
    const ended = paths.filter(({ steps }) => steps.length === 0);
    if (type.kind !== "record" && !holdsMany(type)) {
      const none = slot.nullable ? "null" : mayLack(slot) ? "undefined" : scalarOf(type).none;
      return { before: put(ended, none), read: put(ended, `pbf.${scalarOf(type).read}`), after: [] };
    }
    const deeper = paths.filter(({ steps }) => steps.length > 0);
    const many = holdsMany(type) && !within;
    const found = many ? this.#many(type, deeper) : { before: [], read: this.#element({ type }, deeper), after: [] };
    // Of these, only what is null is a value that can be picked.
    const [none, some] = slot.nullable ? [put(ended, "null"), put(ended, "undefined")] : [[], []];
    return { ...found, before: [...none, ...found.before], read: [...some, ...found.read] };
  }

  /** @param {any} slot of an element, or a message @param {Path[]} paths @returns {string[]} */
  #element(slot, paths) {
    const { type } = slot;
    if (paths.length === 0) return [];
    const isMessage = slot.nullable || type.kind === "record" || holdsMany(type);
    if (!isMessage) {
      return put(
        paths.filter(({ steps }) => steps.length === 0),
        `pbf.${scalarOf(type).read}`,
      );
    }
    const name = !slot.nullable && type.kind === "record" ? this.#record(type, paths) : this.#wrapper(slot, paths);
    return [`${name}(pbf, pbf.readVarint() + pbf.pos, out);`];
  }

  /** @param {any} kind of a list or map @param {Path[]} paths @returns {Reading} */
  #many(kind, paths) {
    const firsts = new Set(paths.map(({ steps }) => steps[0]));
    const wanted = [...firsts].filter((first) => typeof first === (kind.kind === "list" ? "number" : "string"));
    if (wanted.length === 0) return { before: [], read: [], after: [] };
    const id = `${this.functions.length}_${paths[0].place}`;
    if (kind.kind === "map") return this.#map(kind.value, wanted, paths);
    const { element } = kind;
    const packed = !element.nullable && scalarOf(element.type)?.packed;
    if (packed) {
      const ended = paths.filter(({ steps }) => steps.length === 1 && typeof steps[0] === "number");
      return {
        before: [`const list${id} = [];`],
        read: [`pbf.${packed.replace("LIST", `list${id}`)};`],
        after: ended.map(({ steps, place }) => `out[${place}] = list${id}[${steps[0]}];`),
      };
    }
    const cases = wanted.map(
      (index) => `case ${index}: ${this.#element(element, below(paths, index)).join(" ")} break;`,
    );
    return { before: [`let count${id} = 0;`], read: [`switch (count${id}++) { ${cases.join(" ")} }`], after: [] };
  }

  /** @param {any} slot of the values @param {(string | number)[]} keys @param {Path[]} paths @returns {Reading} */
  #map(slot, keys, paths) {
    /** What is left out of an entry has its default. @param {string | number} key */
    const none = (key) => {
      const ended = below(paths, key).filter(({ steps }) => steps.length === 0);
      return slot.nullable ? put(ended, "null") : scalarOf(slot.type) ? put(ended, scalarOf(slot.type).none) : [];
    };
    const isKey = (/** @type {string | number} */ key) => `key === ${JSON.stringify(key)}`;
    const found = keys.map((key) => `if (${isKey(key)}) { ${this.#element(slot, below(paths, key)).join(" ")} }`);
    const begun = keys.map((key) => `if (${isKey(key)}) { ${none(key).join(" ")} }`);
    const name = this.#define(
      ['let key = "";', ...(keys.includes("") ? none("") : [])],
      `if (field === 1) { key = pbf.readString(); ${begun.join(" else ")} }
       else if (field === 2) { ${found.join(" else ")} }`,
      [],
    );
    return { before: [], read: [`${name}(pbf, pbf.readVarint() + pbf.pos, out);`], after: [] };
  }
}

/** @param {Path[]} paths @param {string | number} step @returns {Path[]} what is left of those that begin with a step */
const below = (paths, step) =>
  paths.filter(({ steps }) => steps[0] === step).map(({ steps, place }) => ({ steps: steps.slice(1), place }));

/** @param {Path[]} paths @param {string} value @returns {string[]} the statement that writes it to all their places */
const put = (paths, value) =>
  paths.length ? [`${paths.map(({ place }) => `out[${place}] = `).join("")}${value};`] : [];

/** @type {Pick<import("../harness/codec.js").Row, "operations" | "api" | "keys">} */
const TYPED = {
  api: "compile; PbfWriter, PbfReader",
  operations: ["encode-typed", "decode-typed"],
  keys: noPrototypeInMaps,
};

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "pbf",
  format: "protobuf",
  library: "pbf",
  homepage: "https://github.com/mapbox/pbf",
  documentation: "https://github.com/mapbox/pbf#using-compiled-code",
  load: async () => {
    const { default: parse } = await import("protocol-buffers-schema/parse.js");
    return { ...(await import("pbf")), ...(await import("pbf/compile")), parse };
  },
  rows: [
    {
      ...TYPED,
      variant: null,
      operations: [...TYPED.operations, "pick-typed"],
      bindTypes: (library, types, _, label) => {
        const { PbfReader, PbfWriter } = library;
        const { read, write, into, outOf } = prepare(library, types, label);
        return {
          "encode-typed": (value) => {
            const pbf = new PbfWriter();
            write(into(value), pbf);
            return pbf.finish();
          },
          "decode-typed": (data) => outOf(read(new PbfReader(data))),
          "pick-typed": (paths, pickLabel) => {
            const skipping = new Skipping(types);
            const name = skipping.document(paths.map((steps, place) => ({ steps, place })));
            const source = `"use strict"; // ${pickLabel}
              ${skipping.functions.join("\n")}
              return (data) => {
                const pbf = new PbfReader(data);
                const out = [${paths.map(() => "undefined").join(", ")}];
                ${name}(pbf, pbf.length, out);
                return out;
              };`;
            return new Function("PbfReader", source)(PbfReader);
          },
        };
      },
    },
    {
      ...TYPED,
      variant: "own-types",
      bindTypes: (library, types, _, label) => {
        const { PbfReader, PbfWriter } = library;
        const { read, write, into, outOf } = prepare(library, types, label);
        return {
          "encode-typed": (message) => {
            const pbf = new PbfWriter();
            write(message, pbf);
            return pbf.finish();
          },
          "decode-typed": (data) => read(new PbfReader(data)),
          build: into,
          plain: outOf,
        };
      },
    },
  ],
};
