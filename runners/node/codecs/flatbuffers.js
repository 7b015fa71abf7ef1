/**
 * FlatBuffers by the code that flatc would write for the schema (`--ts`, without its types): flatc itself is no program of
 * npm's. Tables, fields and vectors have the same functions; their names are numbers, as some keys give names that flatc
 * writes wrong code for.
 */

import { compilePicker } from "../harness/picking.js";
import { Conversion, entry, fromBigInt, holdsMany, isInteger, literal, mayLack } from "../harness/typed.js";

/** @typedef {import("../harness/typed.js").Types} Types */
/** @typedef {import("../harness/typed.js").Slot} Slot */
/** @typedef {import("../harness/typed.js").Kind} Kind */

/** By kind: what reads it, its default, what adds it to a table and to a vector, its size, and the array of a vector. */
const NUMBERS = {
  byte: { read: "this.bb.readUint8", none: "0", add: "Int8", size: 1, array: "Uint8Array" },
  bool: { read: "!!this.bb.readInt8", none: "false", add: "Int8", size: 1, array: "Int8Array" },
  int64: { read: "this.bb.readInt64", none: 'BigInt("0")', add: "Int64", size: 8, array: null },
  uint64: { read: "this.bb.readUint64", none: 'BigInt("0")', add: "Int64", size: 8, array: null },
  float64: { read: "this.bb.readFloat64", none: "0.0", add: "Float64", size: 8, array: "Float64Array" },
};

/** @param {Kind} kind @returns {(typeof NUMBERS)["bool"] | undefined} */
const numberOf = (kind) => /** @type {any} */ (NUMBERS)[kind.kind];

const KEY = { type: { kind: "string" }, nullable: false };

/**
 * A field of a table.
 * @typedef {{ slot: Slot, within: boolean }} Field within: whether a list or map in it has a table of its own
 */

/** The tables of a schema, whose fields are numbered from 1, and the classes that flatc would write for them. */
class Tables {
  /** @type {Map<string, Field[]>} */
  fields = new Map();

  /** @param {Types} types */
  constructor(types) {
    for (const { name, fields } of types.schema.records) this.#add(name, fields);
    const { root } = types.schema;
    this.#slot(root);
    if (!root.box && holdsMany(root.type)) this.#add(root.type.name, [{ type: root.type, nullable: false }]);
  }

  /** @param {string} name @param {Slot[]} slots */
  #add(name, slots, within = false) {
    if (this.fields.has(name)) return;
    this.fields.set(
      name,
      slots.map((slot) => ({ slot, within })),
    );
    for (const { type } of slots) this.#kind(type, within);
  }

  /** @param {Slot} slot */
  #slot(slot) {
    if (slot.box) this.#add(slot.box, [{ ...slot, box: null }], true);
    else this.#kind(slot.type, true);
  }

  /** @param {Kind} kind @param {boolean} within */
  #kind(kind, within) {
    if (!holdsMany(kind)) return;
    if (within) this.#add(kind.name, [{ type: kind, nullable: false }]);
    if (kind.kind === "list") return this.#slot(kind.element);
    this.#add(`${kind.name}Entry`, [KEY, kind.value]);
  }

  /** The source of all classes. */
  get source() {
    return [...this.fields].map(([name, fields]) => this.#class(name, fields)).join("");
  }

  /** @param {string} name @param {Field[]} fields */
  #class(name, fields) {
    const required = fields.flatMap(({ slot }, index) =>
      mayLack(slot) || numberOf(slot.type) ? [] : [`builder.requiredField(offset, ${4 + 2 * index});`],
    );
    return `class ${name} {
      bb = null;
      bb_pos = 0;
      __init(i, bb) {
        this.bb_pos = i;
        this.bb = bb;
        return this;
      }
      static getRoot(bb, obj) {
        return (obj || new ${name}()).__init(bb.readInt32(bb.position()) + bb.position(), bb);
      }
      static start(builder) {
        builder.startObject(${fields.length});
      }
      static end(builder) {
        const offset = builder.endObject();
        ${required.join("\n")}
        return offset;
      }
      ${fields.map((field, index) => this.#field(field, index)).join("\n")}
    }\n`;
  }

  /** @param {Field} field @param {number} index */
  #field({ slot, within }, index) {
    const name = `field${index + 1}`;
    const offset = `const offset = this.bb.__offset(this.bb_pos, ${4 + 2 * index});`;
    const kind = slot.type;
    const number = numberOf(kind);
    if (number) {
      const none = mayLack(slot) ? "null" : number.none;
      const [value, other] = kind.kind === "bool" ? ["+value", mayLack(slot) ? "null" : "+false"] : ["value", none];
      return `${name}() { ${offset} return offset ? ${number.read}(this.bb_pos + offset) : ${none}; }
        static add_${name}(builder, value) { builder.addField${number.add}(${index}, ${value}, ${other}); }`;
    }
    const add = `static add_${name}(builder, offset) { builder.addFieldOffset(${index}, offset, 0); }`;
    if (kind.kind === "bytes" || (holdsMany(kind) && !within)) return `${this.#vector(kind, name, offset)}${add}`;
    const table = tableOf(slot, within);
    if (table) {
      return `${name}(obj) {
          ${offset}
          return offset ? (obj || new ${table}()).__init(this.bb.__indirect(this.bb_pos + offset), this.bb) : null;
        }
        ${add}`;
    }
    return `${name}(optionalEncoding) {
        ${offset}
        return offset ? this.bb.__string(this.bb_pos + offset, optionalEncoding) : null;
      }
      ${add}`;
  }

  /** @param {Kind} kind @param {string} name @param {string} offset */
  #vector(kind, name, offset) {
    const element = elementOf(kind);
    const table = tableOf(element, true);
    const number = numberOf(element.type);
    const size = number && !table ? number.size : 4;
    const place = `this.bb.__vector(this.bb_pos + offset) + index${size === 1 ? "" : ` * ${size}`}`;
    const [parameter, found, none] = table
      ? ["obj", `(obj || new ${table}()).__init(this.bb.__indirect(${place}), this.bb)`, "null"]
      : number
        ? ["", `${number.read}(${place})`, number.none]
        : ["optionalEncoding", `this.bb.__string(${place}, optionalEncoding)`, "null"];
    const adding =
      table || !number ? "addOffset(data[i])" : `add${number.add}(${number === NUMBERS.bool ? "+" : ""}data[i])`;
    const array =
      number?.array && !table
        ? `${name}Array() {
            ${offset}
            return offset ? new ${number.array}(this.bb.bytes().buffer, this.bb.bytes().byteOffset
              + this.bb.__vector(this.bb_pos + offset), this.bb.__vector_len(this.bb_pos + offset)) : null;
          }\n`
        : "";
    return `${name}(index, ${parameter}) { ${offset} return offset ? ${found} : ${none}; }
      ${name}Length() { ${offset} return offset ? this.bb.__vector_len(this.bb_pos + offset) : 0; }
      ${array}
      static create_${name}(builder, data) {
        builder.startVector(${size}, data.length, ${size});
        for (let i = data.length - 1; i >= 0; i--) {
          builder.${adding};
        }
        return builder.endVector();
      }\n`;
  }
}

/** @param {Kind} kind of a vector @returns {Slot} what its elements are */
function elementOf(kind) {
  if (kind.kind === "list") return kind.element;
  if (kind.kind === "bytes") return { type: { kind: "byte" }, nullable: false };
  return { type: { kind: "record", record: `${kind.name}Entry` }, nullable: false };
}

/**
 * Return the table that holds what stands in a slot.
 * @param {Slot} slot
 * @param {boolean} within whether it is an element of a vector, or a field with tables for lists and maps
 * @returns {string | null}
 */
function tableOf(slot, within) {
  if (within && slot.box) return slot.box;
  if (slot.type.kind === "record") return slot.type.record;
  return holdsMany(slot.type) && within ? slot.type.name : null;
}

/** From the application's objects to tables in a builder. Each expression is the place of what was written there. */
class Into extends Conversion {
  also = "builder";

  /** @param {any} record */
  record(record) {
    return this.table(
      record.name,
      record.fields.map((/** @type {any} */ field) => [field, entry("it", field)]),
    );
  }

  /**
   * Return the statements that write a table; what stands outside of it is written first.
   * @param {string} name
   * @param {[Slot, string][]} fields with the expressions of their values
   * @param {boolean} within
   */
  table(name, fields, within = false) {
    /** @type {string[]} */
    const outside = [];
    const inside = fields.map(([slot, value], index) => {
      const field = `field${index + 1}`;
      const add = (/** @type {string} */ found) => `${name}.add_${field}(builder, ${found});`;
      if (numberOf(slot.type)) {
        const put = add(isInteger(slot.type) ? `BigInt(${value})` : value);
        return mayLack(slot) ? `if (${value} != null) ${put}` : put;
      }
      const made = this.place(slot, value, within, `${name}.create_${field}`);
      // A place of 0 is none, and is not added.
      outside.push(`const ${field} = ${mayLack(slot) ? `${value} == null ? 0 : ${made}` : made};`);
      return add(field);
    });
    return [...outside, `${name}.start(builder);`, ...inside, `return ${name}.end(builder);`];
  }

  /**
   * @param {Slot} slot
   * @param {string} value
   * @param {boolean} within
   * @param {string} create what makes a vector of it
   */
  place({ type }, value, within, create) {
    if (type.kind === "bytes") return `${create}(builder, ${value})`;
    return holdsMany(type) && !within ? this.vector(type, value, create) : this.value(type, value, within);
  }

  /** @param {Kind} kind @param {string} value @param {string} create */
  vector(kind, value, create) {
    if (kind.kind === "map") {
      const name = `${kind.name}Entry`;
      this.define(
        name,
        this.table(name, [
          [KEY, "it[0]"],
          [kind.value, "it[1]"],
        ]),
      );
      // Sorted, as the schema says, so that a reader can look for a key.
      const sorted = `Object.entries(${value}).sort(byKey)`;
      return `${create}(builder, ${sorted}.map((item) => ${this.call(name, "item")}))`;
    }
    const item = isInteger(kind.element.type) && !kind.element.box ? "BigInt(item)" : this.slot(kind.element, "item");
    return `${create}(builder, ${item === "item" ? value : `${value}.map((item) => ${item})`})`;
  }

  /** @param {Slot} slot @param {string} value */
  slot(slot, value) {
    return slot.box ? this.boxed(slot, value) : super.slot(slot, value);
  }

  /** @param {Slot} slot @param {string} value */
  boxed(slot, value) {
    this.define(slot.box, this.table(slot.box, [[{ ...slot, box: null }, "it"]], true));
    return this.call(slot.box, value);
  }

  /** @param {Kind} kind @param {string} value */
  wrapped(kind, value) {
    this.define(kind.name, this.table(kind.name, [[{ type: kind, nullable: false }, "it"]]));
    return this.call(kind.name, value);
  }

  /** @param {Kind} kind @param {string} value */
  scalar(kind, value) {
    return numberOf(kind) ? value : `builder.createString(${value})`;
  }
}

/** From tables to the application's objects. */
class OutOf extends Conversion {
  /** @param {any} record */
  record(record) {
    /** @type {string[]} */
    const statements = [];
    const entries = record.fields.map((/** @type {any} */ field, /** @type {number} */ index) => [
      field.key,
      this.field(field, index + 1, statements),
    ]);
    return [...statements, `return ${literal(entries)};`];
  }

  /**
   * Return the expression of a field, and add the statements that it needs before.
   * @param {Slot} slot
   * @param {number} number
   * @param {string[]} statements
   * @param {boolean} within
   */
  field(slot, number, statements, within = false) {
    const name = `field${number}`;
    const none = slot.nullable ? "null" : "undefined";
    const { type } = slot;
    if (type.kind === "bytes")
      return mayLack(slot) ? `it.${name}Array()?.slice() ?? ${none}` : `it.${name}Array().slice()`;
    if (holdsMany(type) && !within) {
      statements.push(...this.many(type, "it", name));
      // flatc's code does not tell an empty vector from none.
      return mayLack(slot) ? `it.${name}Length() > 0 ? ${name} : ${none}` : name;
    }
    if (!mayLack(slot)) return this.value(type, `it.${name}()`, within);
    statements.push(`const ${name} = it.${name}();`);
    return `${name} === null ? ${none} : ${this.value(type, name, within)}`;
  }

  /** @param {Kind} kind @param {string} holder @param {string} name */
  many(kind, holder, name) {
    const loop = `for (let index = 0, length = ${holder}.${name}Length(); index < length; index += 1)`;
    const found = `${holder}.${name}(index)`;
    if (kind.kind === "list") {
      if (kind.element.type.kind === "float64" && !kind.element.box) {
        return [`const ${name} = Array.from(${holder}.${name}Array() ?? []);`];
      }
      return [`const ${name} = [];`, `${loop} ${name}.push(${this.slot(kind.element, found)});`];
    }
    /** @type {string[]} */
    const statements = [];
    const value = this.field(kind.value, 2, statements);
    this.define(`${kind.name}Entry`, [...statements, `return ${value};`]);
    return [
      `const ${name} = {};`,
      `${loop} {`,
      `  const item = ${found};`,
      `  put(${name}, item.field1(), ${this.call(`${kind.name}Entry`, "item")});`,
      "}",
    ];
  }

  /** @param {Slot} slot @param {string} value */
  slot(slot, value) {
    return slot.box ? this.boxed(slot, value) : super.slot(slot, value);
  }

  /** @param {Slot} slot @param {string} value */
  boxed(slot, value) {
    /** @type {string[]} */
    const statements = [];
    const made = this.field({ ...slot, box: null, optional: false }, 1, statements, true);
    this.define(slot.box, [...statements, `return ${made};`]);
    return this.call(slot.box, value);
  }

  /** @param {Kind} kind @param {string} value */
  wrapped(kind, value) {
    this.define(kind.name, [...this.many(kind, "it", "field1"), "return field1;"]);
    return this.call(kind.name, value);
  }

  /** @param {Kind} kind @param {string} value */
  scalar(kind, value) {
    return isInteger(kind) ? `fromBigInt(${value})` : value;
  }
}

/** Reads every field where it lies, and hands it to a visitor. The methods make statements. */
class Read extends Conversion {
  also = "visitor";

  /** @param {any} record */
  record(record) {
    const fields = record.fields.flatMap((/** @type {any} */ field, /** @type {number} */ index) =>
      this.field(field, index + 1, [`visitor.key(${JSON.stringify(field.key)});`]),
    );
    return ["visitor.beginMap();", ...fields, "visitor.endMap();"];
  }

  /**
   * @param {Slot} slot
   * @param {number} number
   * @param {string[]} key the statements that stand before what is there
   * @param {boolean} within
   * @returns {string[]}
   */
  field(slot, number, key, within = false) {
    const name = `field${number}`;
    const { type } = slot;
    const isVector = type.kind === "bytes" || (holdsMany(type) && !within);
    const read =
      type.kind === "bytes"
        ? [`visitor.value(it.${name}Array());`]
        : isVector
          ? this.many(type, "it", name)
          : [`${this.visit(type, mayLack(slot) ? name : `it.${name}()`, within)};`];
    if (!mayLack(slot)) return [...key, ...read];
    const there =
      type.kind === "bytes" ? `it.${name}Array() !== null` : isVector ? `it.${name}Length() > 0` : `${name} !== null`;
    const none = slot.nullable ? [...key, "visitor.value(null);"] : [];
    return [
      ...(isVector ? [] : [`const ${name} = it.${name}();`]),
      `if (${there}) {`,
      ...key,
      ...read,
      ...(none.length ? ["} else {", ...none, "}"] : ["}"]),
    ];
  }

  /** @param {Kind} kind @param {string} found @param {boolean} within */
  visit(kind, found, within) {
    if (kind.kind === "record") return this.call(kind.record, found);
    return holdsMany(kind) && within ? this.wrapped(kind, found) : `visitor.value(${found})`;
  }

  /** @param {Kind} kind @param {string} holder @param {string} name */
  many(kind, holder, name) {
    const loop = `for (let index = 0, length = ${holder}.${name}Length(); index < length; index += 1)`;
    const found = `${holder}.${name}(index)`;
    if (kind.kind === "list") {
      const { element } = kind;
      const read = element.box ? this.boxed(element, found) : this.visit(element.type, found, true);
      return ["visitor.beginArray();", `${loop} ${read};`, "visitor.endArray();"];
    }
    this.define(`${kind.name}Entry`, this.field(kind.value, 2, ["visitor.key(it.field1());"]));
    return ["visitor.beginMap();", `${loop} ${this.call(`${kind.name}Entry`, found)};`, "visitor.endMap();"];
  }

  /** @param {Slot} slot @param {string} value */
  boxed(slot, value) {
    this.define(slot.box, this.field({ ...slot, box: null }, 1, [], true));
    return this.call(slot.box, value);
  }

  /** @param {Kind} kind @param {string} value */
  wrapped(kind, value) {
    this.define(kind.name, this.many(kind, "it", "field1"));
    return this.call(kind.name, value);
  }
}

/** Finds single values by way of the accessors. Each step is a statement, for what there is or nothing. */
class Find {
  /** @type {string[]} */
  statements = [];
  /** @type {Record<string, any>} what the statements see */
  names = { integer: (/** @type {any} */ value) => (typeof value === "bigint" ? fromBigInt(value) : value), search };

  /** @param {Types} types @param {(text: string) => Uint8Array} toUtf8 */
  constructor(types, toUtf8) {
    this.types = types;
    this.toUtf8 = toUtf8;
  }

  /** @param {string} expression @returns {string} the name of a variable that holds it */
  #keep(expression) {
    const name = `v${this.statements.length}`;
    this.statements.push(`const ${name} = ${expression};`);
    return name;
  }

  /**
   * Return the expression of the value at a path.
   * @param {import("../harness/picking.js").Steps} steps
   */
  path(steps) {
    const { root } = this.types.schema;
    if (root.box) return this.#field({ ...root, box: null }, "it", 1, true, steps);
    return this.#table(root.type, "it", steps);
  }

  /** @param {Kind} kind of a record, or a list or map with a table of its own @param {string} table @param {any[]} steps */
  #table(kind, table, steps) {
    if (holdsMany(kind)) return this.#vector(kind, table, 1, steps);
    const field = this.types.records.get(kind.record).fields.find((/** @type {any} */ one) => one.key === steps[0]);
    return field ? this.#field(field, table, field.number, false, steps.slice(1)) : "undefined";
  }

  /**
   * @param {Slot} slot
   * @param {string} table
   * @param {number} number
   * @param {boolean} within
   * @param {any[]} steps
   * @returns {string}
   */
  #field(slot, table, number, within, steps) {
    const { type } = slot;
    const found = `${table}?.field${number}`;
    if (holdsMany(type) || type.kind === "record") {
      const isVector = holdsMany(type) && !within;
      if (!steps.length) {
        // Of these, only what is null is a value that can be picked.
        const isNull = isVector ? `${found}Length() === 0` : `${found}() === null`;
        return slot.nullable ? `${isNull} ? null : undefined` : "undefined";
      }
      return isVector ? this.#vector(type, table, number, steps) : this.#table(type, this.#keep(`${found}()`), steps);
    }
    if (steps.length) return "undefined";
    if (type.kind === "bytes") {
      const bytes = `${table}.field${number}Array()?.slice() ?? ${slot.nullable ? "null" : "undefined"}`;
      return `${table} ? ${bytes} : undefined`;
    }
    const value = this.#scalar(type, `${found}()`);
    return slot.nullable ? value : `${value} ?? undefined`;
  }

  /** @param {Kind} kind @param {string} value */
  #scalar(kind, value) {
    return isInteger(kind) ? `integer(${value})` : value;
  }

  /** @param {Kind} kind @param {string} table @param {number} number @param {any[]} steps @returns {string} */
  #vector(kind, table, number, [step, ...steps]) {
    const vector = `${table}?.field${number}`;
    if (kind.kind === "map") {
      if (typeof step !== "string") return "undefined";
      const key = `key${Object.keys(this.names).length}`;
      this.names[key] = this.toUtf8(step);
      const entry = this.#keep(`search(${vector}Length(), (index) => ${table}.field${number}(index), ${key})`);
      return this.#field(kind.value, entry, 2, false, steps);
    }
    if (typeof step !== "number") return "undefined";
    const { element } = kind;
    const item = this.#keep(`${step} < ${vector}Length() ? ${table}.field${number}(${step}) : undefined`);
    if (element.box) return this.#field({ ...element, box: null }, item, 1, true, steps);
    if (element.type.kind === "record" || holdsMany(element.type)) return this.#table(element.type, item, steps);
    return steps.length ? "undefined" : this.#scalar(element.type, item);
  }
}

/**
 * Look for a key among the entries of a map, which are sorted.
 * @param {number | undefined} length
 * @param {(index: number) => any} entryAt
 * @param {Uint8Array} key
 */
function search(length, entryAt, key) {
  let [low, high] = [0, length ?? 0];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entryAt(middle);
    const order = compareBytes(entry.field1(ENCODED), key);
    if (order === 0) return entry;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return undefined;
}

/** flatbuffers' Encoding.UTF8_BYTES: a string as its bytes. */
const ENCODED = 1;

/** @param {Uint8Array} one @param {Uint8Array} other */
function compareBytes(one, other) {
  const length = Math.min(one.length, other.length);
  for (let index = 0; index < length; index += 1) if (one[index] !== other[index]) return one[index] - other[index];
  return one.length - other.length;
}

/** Map entries by their keys. @param {[string, any]} one @param {[string, any]} other */
const byKey = ([one], [other]) => (one < other ? -1 : 1);

/** @type {import("../harness/codec.js").Library} */
export default {
  name: "flatbuffers",
  format: "flatbuffers",
  library: "flatbuffers",
  homepage: "https://flatbuffers.dev",
  documentation: "https://flatbuffers.dev/languages/typescript/",
  load: () => import("flatbuffers"),
  rows: [
    {
      variant: null,
      api: "flatc's code",
      operations: ["encode-typed", "decode-typed", "read-typed", "pick-typed"],
      access: "lazy",
      bigint: true,
      bindTypes: ({ Builder, ByteBuffer }, types, { toUtf8 }, label) => {
        const tables = new Tables(types);
        const names = [...tables.fields.keys()];
        const source = `"use strict"; // ${label}\n${tables.source}return { ${names.join(", ")} };`;
        const classes = new Function(source)();
        const into = new Into(types, { ...classes, byKey }).compile(`${label} into`);
        const outOf = new OutOf(types).compile(`${label} out of`);
        const read = new Read(types).compile(`${label} read`);
        const Root = classes[types.rootName];
        return {
          "encode-typed": (value) => {
            const builder = new Builder(1024);
            builder.finish(into(value, builder));
            return builder.asUint8Array();
          },
          "decode-typed": (data) => outOf(Root.getRoot(new ByteBuffer(data))),
          "read-typed": (data, visitor) => read(Root.getRoot(new ByteBuffer(data)), visitor),
          "pick-typed": (paths, pickLabel) => {
            const find = new Find(types, toUtf8);
            const expressions = paths.map((steps) => find.path(steps));
            const open = (/** @type {any} */ data) => Root.getRoot(new ByteBuffer(data));
            return compilePicker(pickLabel, open, expressions, { names: find.names, statements: find.statements });
          },
        };
      },
    },
  ],
};
