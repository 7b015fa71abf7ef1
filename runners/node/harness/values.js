/**
 * The value model: value text, and the canonical hash (docs/protocol.md, "Values").
 *
 * Values are null, booleans, numbers, BigInts, strings, Uint8Arrays, arrays, and plain objects or Maps with string keys.
 * JavaScript has one type for 1 and 1.0, so a number stands for an integer wherever it can.
 */

/** @typedef {any} Value */

/** A value that the model has no place for. */
export class OutsideModel extends TypeError {}

/** A float that JavaScript cannot tell from an integer. Only what is made for a check holds such. */
export class IntegralFloat {
  /** @param {number} number */
  constructor(number) {
    this.number = number;
  }
}

const FLOAT_KEY = "\0float";
const BYTES_KEY = "\0bytes";
const BIGINT_KEY = "\0bigint";
const INTEGRAL_FLOAT_KEY = "\0integral";
const NON_FINITE = new Map([
  ["nan", NaN],
  ["inf", Infinity],
  ["-inf", -Infinity],
]);
const TWO_32 = 2 ** 32;
const TWO_63 = 2 ** 63;
const TWO_64 = 2 ** 64;
const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Tell whether a number stands for an integer of the model.
 * @param {number} number
 */
function isInteger(number) {
  return Number.isInteger(number) && number >= -TWO_63 && number < TWO_64 && !Object.is(number, -0);
}

/**
 * @param {Value} value an object that is no array
 * @returns {Uint8Array | null} its bytes, if it stands for bytes
 */
function bytesOf(value) {
  if (value instanceof Uint8Array) return value;
  return value instanceof ArrayBuffer ? new Uint8Array(value) : null;
}

/**
 * @param {Value} value an object that stands for no bytes and is no array
 * @returns {Iterable<[string, Value]>} its entries
 */
function entriesOf(value) {
  if (value instanceof Map) {
    for (const key of value.keys()) {
      if (typeof key !== "string") throw new OutsideModel(`a map key of type ${typeof key} is outside the value model`);
    }
    return value;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) {
    const name = value.constructor?.name || Object.prototype.toString.call(value);
    throw new OutsideModel(`${name} is outside the value model`);
  }
  return Object.entries(value);
}

/**
 * How value text is read.
 * - `parsed`: as JSON.parse reads it, numbers rounded to 53 bits;
 * - `natural`: with BigInts for integers beyond that;
 * - `exact`: with `IntegralFloat`s too.
 * @typedef {"parsed" | "natural" | "exact"} Reading
 */

const NEEDS_MARKS = { parsed: /(?!)/, natural: /\d{16}/, exact: /\d{16}|[.eE]/ };

/**
 * Replace the numbers that JSON.parse would not keep by maps of one entry.
 * @param {string} text value text
 * @param {Reading} reading
 */
function markNumbers(text, reading) {
  if (!NEEDS_MARKS[reading].test(text)) return text;

  /** @param {string} number */
  function mark(number) {
    if (!/[.eE]/.test(number)) {
      return Number.isSafeInteger(Number(number)) ? number : `{"\\u0000bigint":"${number}"}`;
    }
    return reading === "exact" && isInteger(Number(number)) ? `{"\\u0000integral":"${number}"}` : number;
  }

  let marked = "";
  let position = 0;
  while (position < text.length) {
    let quote = text.indexOf('"', position);
    if (quote < 0) quote = text.length;
    marked += text.slice(position, quote).replace(/-?\d[\d.eE+-]*/g, mark);
    let end = quote + 1;
    while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
    marked += text.slice(quote, end + 1);
    position = end + 1;
  }
  return marked;
}

/**
 * @param {any} map as JSON.parse gave it
 * @param {(text: string) => Uint8Array} fromBase64
 * @returns {Value} what it stands for: itself, as a rule
 */
function readMap(map, fromBase64) {
  const keys = Object.keys(map);
  if (keys.length !== 1) return map;
  const text = map[keys[0]];
  switch (keys[0]) {
    case BYTES_KEY:
      return fromBase64(text);
    case BIGINT_KEY:
      return BigInt(text);
    case INTEGRAL_FLOAT_KEY:
      return new IntegralFloat(Number(text));
    case FLOAT_KEY:
      if (!NON_FINITE.has(text)) throw new SyntaxError(`no float is called ${text}`);
      return NON_FINITE.get(text);
    default:
      return map;
  }
}

/**
 * Read value text. What comes of it has the shapes that JSON.parse gives.
 * @param {string} text
 * @param {Reading} reading
 * @param {(text: string) => Uint8Array} fromBase64
 * @returns {Value}
 * @throws {SyntaxError} for what is not value text
 */
export function fromText(text, reading, fromBase64) {
  const marked = markNumbers(text, reading);
  const holder = [JSON.parse(marked)];
  if (!marked.includes("\\u0000")) return holder[0];

  /** @param {any} container */
  function replaceIn(container) {
    for (const key of Object.keys(container)) {
      const item = container[key];
      if (typeof item !== "object" || item === null) continue;
      const replacement = Array.isArray(item) ? item : readMap(item, fromBase64);
      if (replacement === item) replaceIn(item);
      else container[key] = replacement;
    }
  }

  replaceIn(holder);
  return holder[0];
}

/** @param {number} value */
function floatToText(value) {
  if (Number.isNaN(value)) return '{"\\u0000float":"nan"}';
  if (!Number.isFinite(value)) return value > 0 ? '{"\\u0000float":"inf"}' : '{"\\u0000float":"-inf"}';
  const text = Object.is(value, -0) ? "-0" : String(value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/**
 * Write a value as value text.
 * @param {Value} value
 * @param {(bytes: Uint8Array) => string} toBase64
 * @returns {string}
 * @throws {OutsideModel}
 */
export function toText(value, toBase64) {
  switch (typeof value) {
    case "string":
      return JSON.stringify(value);
    case "boolean":
    case "bigint":
      return String(value);
    case "number":
      return isInteger(value) ? BigInt(value).toString() : floatToText(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${value.map((item) => toText(item, toBase64)).join(",")}]`;
      if (value instanceof IntegralFloat) return floatToText(value.number);
      const bytes = bytesOf(value);
      if (bytes) return `{"\\u0000bytes":"${toBase64(bytes)}"}`;
      const entries = [];
      for (const [key, item] of entriesOf(value)) entries.push(`${JSON.stringify(key)}:${toText(item, toBase64)}`);
      return `{${entries.join(",")}}`;
    }
    default:
      throw new OutsideModel(`${typeof value} is outside the value model`);
  }
}

const encoder = new TextEncoder();
const number64 = new DataView(new ArrayBuffer(8));
let scratch = new Uint8Array(1 << 12);
let scratchWords = new DataView(scratch.buffer);

// The state after the last `absorb`: a 64-bit number as two signed halves, since BigInts would be a hundred times slower.
let high = 0;
let low = 0;

/**
 * Multiply (state xor word) by 0x9E3779B97F4A7C15 and fold, modulo 2^64. All arguments are 32-bit halves.
 * @param {number} stateHigh
 * @param {number} stateLow
 * @param {number} wordHigh
 * @param {number} wordLow
 */
function absorb(stateHigh, stateLow, wordHigh, wordLow) {
  const mixedHigh = stateHigh ^ wordHigh;
  const mixedLow = stateLow ^ wordLow;
  const upper = mixedLow >>> 16;
  const lower = mixedLow & 0xffff;
  const first = upper * 0x7c15 + ((lower * 0x7c15) >>> 16);
  const second = lower * 0x7f4a + (first & 0xffff);
  const carried = upper * 0x7f4a + (first >>> 16) + (second >>> 16);
  high = (carried + Math.imul(mixedHigh, 0x7f4a7c15) + Math.imul(mixedLow, 0x9e3779b9)) | 0;
  low = Math.imul(mixedLow, 0x7f4a7c15) ^ high;
}

/** @param {string} character */
const tag = (character) => character.charCodeAt(0);
const [NULL, BOOLEAN, SIGNED, UNSIGNED, FLOAT, STRING, BYTES, ARRAY, MAP, ENTRY] = [..."nbiufsyame"].map(tag);

/**
 * @param {number} kind
 * @param {number} length of what stands at the start of the scratch space
 */
function absorbScratch(kind, length) {
  const padded = (length + 7) & ~7;
  scratch.fill(0, length, padded);
  absorb(0, kind, 0, length);
  for (let offset = 0; offset < padded; offset += 8) {
    absorb(high, low, scratchWords.getInt32(offset + 4, true), scratchWords.getInt32(offset, true));
  }
}

/** @param {number} size in bytes */
function growScratch(size) {
  if (scratch.length >= size) return;
  scratch = new Uint8Array((size + 7) & ~7);
  scratchWords = new DataView(scratch.buffer);
}

/** @param {string} text */
function absorbString(text) {
  if (LONE_SURROGATE.test(text)) throw new OutsideModel("a string with a lone surrogate is outside the value model");
  growScratch(text.length * 3 + 8);
  absorbScratch(STRING, encoder.encodeInto(text, scratch).written);
}

/** @param {Uint8Array} bytes */
function absorbBytes(bytes) {
  growScratch(bytes.length + 8);
  scratch.set(bytes);
  absorbScratch(BYTES, bytes.length);
}

/** @param {bigint} integer */
function absorbBigInt(integer) {
  if (integer < -(2n ** 63n) || integer >= 2n ** 64n) {
    throw new OutsideModel("an integer of more than 64 bits is outside the value model");
  }
  number64.setBigUint64(0, BigInt.asUintN(64, integer));
  absorb(0, integer < 2n ** 63n ? SIGNED : UNSIGNED, number64.getInt32(0), number64.getInt32(4));
}

/** @param {number} number */
function absorbFloat(number) {
  number64.setFloat64(0, number);
  if (Number.isNaN(number)) number64.setBigUint64(0, 0x7ff8_0000_0000_0000n);
  absorb(0, FLOAT, number64.getInt32(0), number64.getInt32(4));
}

/** @param {number} number */
function absorbNumber(number) {
  if (!isInteger(number)) absorbFloat(number);
  else absorb(0, number < TWO_63 ? SIGNED : UNSIGNED, Math.floor(number / TWO_32) | 0, number | 0);
}

/** @param {Iterable<[string, Value]>} entries */
function absorbEntries(entries) {
  let count = 0;
  let sumHigh = 0;
  let sumLow = 0;
  for (const [key, item] of entries) {
    absorbString(key);
    absorb(0, ENTRY, high, low);
    const [keyHigh, keyLow] = [high, low];
    absorbValue(item);
    absorb(keyHigh, keyLow, high, low);
    const total = sumLow + (low >>> 0);
    sumLow = total >>> 0;
    sumHigh = (sumHigh + high + (total >= TWO_32 ? 1 : 0)) | 0;
    count += 1;
  }
  absorb(0, MAP, sumHigh, sumLow);
  absorb(high, low, 0, count);
}

/** @param {Value} value */
function absorbValue(value) {
  switch (typeof value) {
    case "string":
      return absorbString(value);
    case "number":
      return absorbNumber(value);
    case "boolean":
      return absorb(0, BOOLEAN, 0, Number(value));
    case "bigint":
      return absorbBigInt(value);
    case "object": {
      if (value === null) return absorb(0, NULL, 0, 0);
      if (Array.isArray(value)) {
        let [stateHigh, stateLow] = [0, ARRAY];
        // Not forEach or for-of on entries: a hole is a value too (undefined).
        for (let index = 0; index < value.length; index += 1) {
          absorbValue(value[index]);
          absorb(stateHigh, stateLow, high, low);
          [stateHigh, stateLow] = [high, low];
        }
        return absorb(stateHigh, stateLow, 0, value.length);
      }
      if (value instanceof IntegralFloat) return absorbFloat(value.number);
      const bytes = bytesOf(value);
      return bytes ? absorbBytes(bytes) : absorbEntries(entriesOf(value));
    }
    default:
      throw new OutsideModel(`${typeof value} is outside the value model`);
  }
}

/**
 * The canonical hash as the protocol writes it: 16 lower-case hexadecimal digits.
 * @param {Value} value
 * @returns {string}
 * @throws {OutsideModel}
 */
export function hashText(value) {
  absorbValue(value);
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
