/** The protocol (docs/protocol.md): a method for each request. Knows nothing of where it runs. */

import { OPERATIONS, compileLoop, isPicking, isTyped } from "./codec.js";
import { refuseKeys } from "./keys.js";
import { slotAt } from "./picking.js";
import { BadRequest, Failed, Unsupported } from "./refusal.js";
import { Types, documentOf } from "./typed.js";
import { OutsideModel, fromText, hashText, toText } from "./values.js";
import { Builder, Events, Reader, replay, walk } from "./visitor.js";

/** @typedef {import("./codec.js").Adapter} Adapter */
/** @typedef {import("./codec.js").Operation} Operation */
/** @typedef {import("./codec.js").Loop} Loop */
/** @typedef {import("./platform.js").Platform} Platform */

const CALL = "tare:call";
const VISIT = "tare:visit";
// A walk over the tree in JavaScript is no floor for what the engine walks itself.
const MEMCPY = /^floor:memcpy\[([a-z0-9._-]+)\]$/;

/**
 * Take a member of a request, of a given type.
 * @param {any} request
 * @param {string} name
 * @param {"string" | "object" | "array" | "integer"} type
 */
function member(request, name, type) {
  if (!isObject(request)) throw new BadRequest("not an object");
  if (!Object.hasOwn(request, name)) throw new BadRequest(`no member '${name}'`);
  const value = request[name];
  const fits =
    type === "array"
      ? Array.isArray(value)
      : type === "object"
        ? isObject(value)
        : type === "integer"
          ? Number.isInteger(value) && value <= 2 ** 63
          : typeof value === type;
  if (!fits) throw new BadRequest(`member '${name}' is no ${type}`);
  return value;
}

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Say what was thrown; libraries throw strings too, and objects that look like errors.
 * @param {any} error
 */
function words(error) {
  if (isObject(error) && typeof error.message === "string") {
    return `${error.name}: ${error.message}`;
  }
  return String(error) || "threw nothing that can be told";
}

/**
 * @param {any} error
 * @returns {error is Error}
 */
function isOwn(error) {
  return error instanceof BadRequest || error instanceof Unsupported || error instanceof Failed;
}

/**
 * Read the paths to what is picked out of a document.
 * @param {any} document
 * @returns {import("./picking.js").Path[] | null}
 */
function readPaths(document) {
  if (!Object.hasOwn(document, "pick")) return null;
  return member(document, "pick", "array").map((/** @type {any} */ path) => {
    const steps = member(path, "steps", "array");
    for (const step of steps) {
      if (typeof step === "string" || (Number.isInteger(step) && step >= 0)) continue;
      throw new BadRequest("a step is neither a key nor an index");
    }
    return { at: member(path, "at", "string"), steps };
  });
}

/** A loaded payload: its documents as natural trees, and as bytes in each format that came with all of them. */
class Payload {
  /** @type {string[]} */
  #texts;
  #platform;
  /** @type {Map<string, any[]>} */
  #trees = new Map();
  /** @type {Events[] | null} */
  #events = null;
  /** @type {Map<Adapter, any[]>} */
  #own = new Map();
  /** @type {Map<string, { data: any, pick: import("./picking.js").Picker }[]>} */
  #picking = new Map();
  /** @type {Set<import("./keys.js").KeyRule>} that its keys keep */
  #allowed = new Set();

  /**
   * @param {any[]} documents
   * @param {Types | null} types of its documents
   * @param {Platform} platform
   */
  constructor(documents, types, platform) {
    this.types = types;
    this.#platform = platform;
    this.#texts = documents.map((document) => member(document, "value", "string"));
    /** @type {(import("./picking.js").Path[] | null)[]} */
    this.picks = documents.map(readPaths);
    const encodings = documents.map((document) => member(document, "encoded", "object"));
    this.treesFor({});
    const formats = Object.keys(encodings[0]).filter((name) => encodings.every((one) => Object.hasOwn(one, name)));
    /** @type {Map<string, Uint8Array[]>} */
    this.encoded = new Map(
      formats.map((name) => [
        name,
        encodings.map((one) => platform.toDocument(platform.fromBase64(member(one, name, "string")))),
      ]),
    );
  }

  /**
   * Each document as a natural tree.
   * @param {import("./codec.js").Wants} wants
   */
  treesFor({ bigint = false, platformBytes = false, rootDocument = false }) {
    const reading = bigint && this.#texts.some((text) => /\d{16}/.test(text)) ? "natural" : "parsed";
    const ofPlatform = platformBytes && this.#texts.some((text) => text.includes("\\u0000"));
    const key = `${reading} ${ofPlatform} ${rootDocument}`;
    let trees = this.#trees.get(key);
    if (!trees) {
      trees = this.#read(reading, ofPlatform);
      if (rootDocument) trees = trees.map((tree) => (Array.isArray(tree) ? { ...tree } : tree));
      this.#trees.set(key, trees);
    }
    return trees;
  }

  /**
   * Each document as the object that a typed encoder starts from.
   * @param {Adapter} adapter
   */
  objectsFor(adapter) {
    const { build } = adapter.typedOperations(this.typesNeeded);
    if (!build) return this.treesFor(adapter.row);
    let made = this.#own.get(adapter);
    if (!made) this.#own.set(adapter, (made = this.treesFor(adapter.row).map(build)));
    return made;
  }

  /**
   * Each document's bytes, with what picks values out of them.
   * @param {string} format
   * @param {string} key of what picks: the same ones are there already
   * @param {(paths: import("./picking.js").Steps[]) => import("./picking.js").Picker} makePicker
   */
  picking(format, key, makePicker) {
    const documents = this.encodedAs(format);
    let made = this.#picking.get(key);
    if (!made) {
      made = this.picks.map((paths, index) => {
        if (!paths) throw new Unsupported("the payload came without paths to pick by");
        return { data: documents[index], pick: makePicker(paths.map(({ steps }) => steps)) };
      });
      this.#picking.set(key, made);
    }
    return made;
  }

  /**
   * Each document as bytes in a format.
   * @param {string} format
   * @throws {Unsupported}
   */
  encodedAs(format) {
    const documents = this.encoded.get(format);
    if (!documents) throw new Unsupported(`the payload came without ${format}, which cannot hold it`);
    return documents;
  }

  /** @throws {Unsupported} there are no types */
  get typesNeeded() {
    if (!this.types) throw new Unsupported("the payload came without a schema");
    return this.types;
  }

  /**
   * Look for keys that a row cannot have, the first time that it is asked about these documents' types.
   * @param {Adapter} adapter
   * @throws {Unsupported} there is one, or there are no types
   */
  refuseKeysFor({ row: { keys } }) {
    const types = this.typesNeeded;
    if (!keys || this.#allowed.has(keys)) return;
    refuseKeys(keys, types, this.treesFor({}));
    this.#allowed.add(keys);
  }

  /** Each document with all that JavaScript's own numbers cannot tell apart. */
  get exactTrees() {
    return this.#read("exact", false);
  }

  /**
   * @param {import("./values.js").Reading} reading
   * @param {boolean} ofPlatform
   */
  #read(reading, ofPlatform) {
    const { fromBase64, toDocument } = this.#platform;
    /** @param {string} text */
    const readBytes = (text) => toDocument(fromBase64(text));
    return this.#texts.map((text) => fromText(text, reading, ofPlatform ? readBytes : fromBase64));
  }

  /** Each document as events, made when the tare first wants them. */
  get events() {
    this.#events ??= this.treesFor({ bigint: true }).map((value) => new Events(value));
    return this.#events;
  }
}

/** The cheapest copy there is: into memory that is there before the clocks start. */
class Copier {
  #room = new Uint8Array(1);

  /**
   * Have room for each of these documents.
   * @param {Uint8Array[]} documents
   */
  makeRoomFor(documents) {
    const most = Math.max(1, ...documents.map((document) => document.length));
    if (this.#room.length < most) this.#room = new Uint8Array(most);
  }

  /** @param {Uint8Array} document */
  copy = (document) => {
    this.#room.set(document);
    return this.#room;
  };
}

/**
 * What a request is about.
 * @typedef {object} Subject
 * @property {string} codec
 * @property {Adapter | null} adapter null for a tare or a floor
 * @property {string | null} copied the format of which a floor copies
 * @property {Operation} operation
 * @property {Payload} payload
 */

export class Session {
  /** Set by `quit`. */
  finished = false;
  /** @type {Map<string, Payload>} */
  #payloads = new Map();
  /** @type {Map<string, Types>} the same ones for the same schema, and so the same loops */
  #types = new Map();
  /** @type {Map<string, import("./picking.js").Picker>} the same ones for the same paths */
  #pickers = new Map();
  /** @type {Map<string, number>} */
  #paths = new Map();
  /** @type {Map<string, Adapter>} */
  #adapters;
  /** @type {Map<string, Loop>} */
  #loops = new Map();
  #reader = new Reader();
  #copier = new Copier();
  #platform;
  #requests = new Map(
    /** @type {[string, (request: any) => object][]} */ ([
      ["describe", () => this.#describe()],
      ["load", (request) => this.#load(request)],
      ["check", (request) => this.#check(request)],
      ["time", (request) => this.#time(request)],
      ["drop", (request) => this.#drop(request)],
      ["quit", () => this.#quit()],
    ]),
  );

  /**
   * @param {Platform} platform
   * @param {Adapter[]} adapters loaded
   */
  constructor(platform, adapters) {
    this.#platform = platform;
    this.#adapters = new Map(adapters.map((adapter) => [adapter.selector, adapter]));
  }

  /**
   * Answer one line, whatever it holds.
   * @param {string} line
   * @returns {string}
   */
  answer(line) {
    let answer;
    try {
      answer = { answer: "ok", ...this.#respond(line) };
    } catch (error) {
      const kind =
        error instanceof BadRequest || error instanceof SyntaxError
          ? "bad-request"
          : error instanceof Unsupported
            ? "unsupported"
            : "failed";
      answer = { answer: kind, message: isOwn(error) ? error.message : words(error) };
    }
    return JSON.stringify(answer);
  }

  /** @param {string} line */
  #respond(line) {
    const request = JSON.parse(line);
    const name = member(request, "request", "string");
    const respond = this.#requests.get(name);
    if (!respond) throw new BadRequest(`no request '${name}'`);
    return respond(request);
  }

  #describe() {
    const adapters = [...this.#adapters.values()];
    return {
      protocol: 1,
      language: "javascript",
      ...this.#platform.describe(),
      clocks: Object.fromEntries(
        Object.entries(this.#platform.clocks).map(([name, clock]) => [
          name,
          clock && { name: clock.name, resolution_ns: clock.resolutionNs, covers: clock.covers },
        ]),
      ),
      tares: ["call", "visit"],
      floors: ["memcpy"],
      codecs: adapters.filter((adapter) => !adapter.reasonMissing).map((adapter) => adapter.describe()),
      missing: adapters
        .filter((adapter) => adapter.reasonMissing)
        .map((adapter) => ({ ...adapter.identity(), reason: adapter.reasonMissing })),
    };
  }

  /** @param {any} request */
  #load(request) {
    const name = member(request, "payload", "string");
    const documents = member(request, "documents", "array");
    if (documents.length === 0) throw new BadRequest("no documents");
    this.#payloads.set(name, new Payload(documents, this.#readTypes(request), this.#platform));
    return {};
  }

  /** @param {any} request */
  #readTypes(request) {
    if (request.schema === undefined || request.schema === null) return null;
    const schema = member(request, "schema", "object");
    const texts = request.types ? member(request, "types", "object") : {};
    for (const [name, type] of /** @type {const} */ ([
      ["root", "object"],
      ["records", "array"],
    ]))
      member(schema, name, type);
    const key = [member(schema, "fingerprint", "string"), ...Object.keys(texts).sort()].join(" ");
    let types = this.#types.get(key);
    if (!types) this.#types.set(key, (types = new Types(schema, texts, key)));
    return types;
  }

  /** @param {any} request */
  #check(request) {
    const subject = this.#subject(request);
    const { codec, adapter, operation, payload, copied } = subject;
    if (copied !== null) this.#checkCopies(subject);
    // JavaScript has one value for 1 and 1.0, so what a tare hands over in time is told from the exact values.
    if (!adapter) return { hashes: payload.exactTrees.map((value) => hashText(this.#handedOver(codec, value))) };
    return this.#refusing(subject, () => {
      const documents = this.#documents(subject);
      if (isPicking(operation)) return this.#told(this.#picked(subject, documents), request.values === true);
      const call = this.#operationOf(subject);
      if (operation === "encode" || operation === "encode-typed") {
        return { bytes: documents.map((document) => this.#platform.toBase64(checkBytes(call(document)))) };
      }
      const values = documents.map((document) => {
        const builder = new Builder();
        const result = call(document, builder);
        const found = operation === "scan" || operation === "read-typed" ? builder.root[0] : result;
        if (!isTyped(operation)) return found;
        const types = payload.typesNeeded;
        const plain = operation === "decode-typed" && adapter.typedOperations(types).plain;
        return documentOf(types, types.schema.root.type, plain ? plain(found) : found);
      });
      return this.#told(values, request.values === true);
    });
  }

  /**
   * @param {any[]} values
   * @param {boolean} whole whether as value text, too
   */
  #told(values, whole) {
    const hashes = values.map(hashText);
    return whole ? { hashes, values: values.map((value) => toText(value, this.#platform.toBase64)) } : { hashes };
  }

  /**
   * What is picked out of each document, by path.
   * @param {Subject} subject
   * @param {any[]} documents
   */
  #picked({ operation, payload }, documents) {
    const types = isTyped(operation) ? payload.typesNeeded : null;
    return documents.map(({ data, pick }, index) => {
      const found = pick(data);
      const entries = (payload.picks[index] ?? []).map(({ at, steps }, number) => {
        const value = found[number];
        return /** @type {const} */ ([at, types ? documentOf(types, slotAt(types, steps)?.type, value) : value]);
      });
      return new Map(entries.filter(([, value]) => value !== undefined));
    });
  }

  /** @param {any} request */
  #time(request) {
    const subject = this.#subject(request);
    const iterations = member(request, "iterations", "integer");
    if (iterations < 1) throw new BadRequest("member 'iterations' is out of range");
    const untimed = Object.hasOwn(request, "untimed") ? member(request, "untimed", "integer") : 0;
    if (untimed < 0) throw new BadRequest("member 'untimed' is out of range");
    const { wall, cpu } = this.#platform.clocks;
    return this.#refusing(subject, () => {
      const documents = this.#documents(subject);
      const loop = this.#loop(subject);
      const reader = this.#reader;
      loop.run(documents, untimed, reader);
      const wallBegin = wall.now();
      const cpuBegin = cpu?.now();
      loop.run(documents, iterations, reader);
      const cpuEnd = cpu?.now();
      const wallEnd = wall.now();
      return {
        wall_ns: Math.round(Number(wallEnd) - Number(wallBegin)),
        cpu_ns: cpu ? Math.round(Number(cpuEnd) - Number(cpuBegin)) : null,
      };
    });
  }

  /** @param {any} request */
  #drop(request) {
    const name = member(request, "payload", "string");
    if (!this.#payloads.delete(name)) throw new BadRequest(`no payload '${name}'`);
    return {};
  }

  #quit() {
    this.finished = true;
    return {};
  }

  /**
   * Read which codec, operation and payload a request is about.
   * @param {any} request
   * @returns {Subject}
   */
  #subject(request) {
    const codec = member(request, "codec", "string");
    const operation = member(request, "operation", "string");
    const name = member(request, "payload", "string");
    const adapter = this.#adapters.get(codec) ?? null;
    const copied = MEMCPY.exec(codec)?.[1] ?? null;
    if (!adapter && codec !== CALL && codec !== VISIT && copied === null) throw new BadRequest(`no codec '${codec}'`);
    if (adapter?.reasonMissing) throw new BadRequest(`codec '${codec}' is missing: ${adapter.reasonMissing}`);
    if (!OPERATIONS.includes(operation)) throw new BadRequest(`no operation '${operation}'`);
    const payload = this.#payloads.get(name);
    if (!payload) throw new BadRequest(`no payload '${name}'`);
    if (adapter && !adapter.operationNames.includes(operation)) throw new Unsupported(`${codec} has no ${operation}`);
    if (adapter && isTyped(operation)) payload.refuseKeysFor(adapter);
    return { codec, adapter, operation, payload, copied };
  }

  /**
   * What the operation is given for each document.
   * @param {Subject} subject
   * @returns {any[]}
   */
  #documents({ codec, adapter, operation, payload, copied }) {
    if (codec === VISIT) return payload.events;
    if (codec === CALL) return payload.treesFor({ bigint: true });
    if (adapter && operation === "encode") return payload.treesFor(adapter.row);
    if (adapter && operation === "encode-typed") return payload.objectsFor(adapter);
    if (adapter && isPicking(operation)) return this.#pickable(adapter, operation, payload);
    const format = adapter?.format ?? copied ?? "";
    const documents = payload.encodedAs(format);
    if (copied !== null) this.#copier.makeRoomFor(documents);
    return documents;
  }

  /**
   * Each document's bytes, with what picks values out of them.
   * @param {Adapter} adapter
   * @param {Operation} operation
   * @param {Payload} payload
   */
  #pickable(adapter, operation, payload) {
    const types = isTyped(operation) ? payload.typesNeeded : null;
    return payload.picking(adapter.format, `${adapter.selector} ${operation}`, (paths) => {
      const key = `${adapter.selector} ${operation} ${types?.label} ${JSON.stringify(paths)}`;
      let picker = this.#pickers.get(key);
      if (!picker) {
        const label = `${adapter.selector} ${operation} ${types?.label ?? ""} ${this.#pickers.size}`;
        picker = adapter.picker(/** @type {any} */ (operation), types, paths, label);
        this.#pickers.set(key, picker);
      }
      return picker;
    });
  }

  /**
   * @param {Subject} subject
   * @returns {(document: any, visitor?: any) => any}
   */
  #operationOf({ codec, adapter, operation, payload, copied }) {
    if (codec === VISIT) return replay;
    if (copied !== null) return this.#copier.copy;
    if (!adapter) return (document) => document;
    const operations = isTyped(operation) ? adapter.typedOperations(payload.typesNeeded) : adapter.operations;
    const call = /** @type {any} */ (operations)[operation];
    if (!call) throw new Unsupported(`${codec} has no ${operation}`);
    return call;
  }

  /** @param {Subject} subject */
  #loop(subject) {
    const { codec, adapter, operation, payload } = subject;
    const types = isTyped(operation) ? ` ${payload.types?.label}` : "";
    const paths = isPicking(operation) ? ` ${this.#numberOf(payload.picks)}` : "";
    const label = adapter ? `${codec} ${operation}${types}${paths}` : codec;
    let loop = this.#loops.get(label);
    if (!loop) {
      loop = compileLoop(label, adapter && isPicking(operation) ? null : this.#operationOf(subject));
      this.#loops.set(label, loop);
    }
    return loop;
  }

  /**
   * Number the paths of payloads: the same ones have the same loops.
   * @param {any} picks
   */
  #numberOf(picks) {
    const key = JSON.stringify(picks);
    const number = this.#paths.get(key) ?? this.#paths.size;
    this.#paths.set(key, number);
    return number;
  }

  /** @param {Subject} subject */
  #checkCopies(subject) {
    for (const document of this.#documents(subject)) {
      const copied = this.#copier.copy(document);
      if (document.some((/** @type {number} */ byte, /** @type {number} */ at) => byte !== copied[at])) {
        throw new Failed("what was copied is not what there was");
      }
    }
  }

  /**
   * The value that a tare hands over, or of whose bytes a floor made copies, for its check.
   * @param {string} codec
   * @param {any} value
   */
  #handedOver(codec, value) {
    if (codec !== VISIT) return value;
    const builder = new Builder();
    walk(value, builder);
    return builder.root[0];
  }

  /**
   * Turn what a library throws into an answer, and tell a library that refuses what its format cannot hold from one that
   * breaks: the core leaves out the bytes in a format that cannot hold the payload.
   * @template T
   * @param {Subject} subject
   * @param {() => T} work
   * @returns {T}
   */
  #refusing({ adapter, payload }, work) {
    try {
      return work();
    } catch (error) {
      if (isOwn(error)) throw error;
      const message = error instanceof OutsideModel ? error.message : words(error);
      throw adapter && !payload.encoded.has(adapter.format) ? new Unsupported(message) : new Failed(message);
    }
  }
}

/**
 * @param {any} result
 * @returns {Uint8Array}
 */
function checkBytes(result) {
  if (!(result instanceof Uint8Array)) throw new OutsideModel("its result is not bytes");
  return result;
}
