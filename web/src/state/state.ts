import { computed, effect, signal, type ReadonlySignal } from "@preact/signals";
import { OPERATIONS } from "../data/cells";
import { recall, remember } from "./memory";
import { COMPRESSORS, OBJECTIVES, ON_BOARD, type Compressor, type Objective, type OnBoard } from "../model/scenario";

/** Everything that a reader can choose. It lives in the URL's hash, so that a view can be sent to someone. */
export interface Selection {
  /** participants; none: all of them */
  lang: readonly string[];
  /** formats; none: all */
  format: readonly string[];
  op: string | null;
  payload: string | null;
  exact: boolean;
  buffers: readonly string[];
  strings: readonly string[];
  utf8: readonly string[];
  access: readonly string[];
  /** part of a codec's or library's name */
  search: string;
  /** a codec's name (each participant's own of that name); null: what the run's figures are relative to */
  baseline: string | null;
  /** null: what fits how many participants are chosen */
  unit: Unit | null;
  weight: Weight;
  compress: Compressor;
  /** bit/s */
  bandwidth: number;
  /** seconds */
  rtt: number;
  /** messages/s */
  rate: number;
  /** per core and hour */
  cpuPrice: number;
  /** per GB of 1e9 bytes */
  egressPrice: number;
  /** what a board does with every message */
  onBoard: OnBoard;
  /** joules that a board takes for a byte; null: not known */
  energyPerByte: number | null;
  /** joules that it takes for a million instructions or cycles */
  energyPerMillion: number | null;
  /** joules that its battery holds */
  battery: number | null;
  /** bytes that a codec may add to a board's flash */
  freeFlash: number | null;
  /** bytes that it may take of its RAM */
  freeRam: number | null;
  /** the format or codec that is asked about; null: all */
  to: string | null;
  /** losses that the reader can live with */
  accept: readonly string[];
  minimise: Objective;
  /** an opened row: participant/codec/operation/payload */
  row: string | null;
  section: string | null;
  /** what the ranking's table is ordered by */
  sort: Sort;
  /** what the table of verdicts is ordered by */
  order: Order;
  /** the board whose counts are shown, as participant; null: the first */
  board: string | null;
  /** what the table of a board is ordered by */
  boardSort: BoardSort;
  /** codecs to see side by side, as participant/codec; the others are compared with the first */
  compare: readonly string[];
}

export const UNITS = ["relative", "time", "speed", "instructions", "allocated"] as const;
export type Unit = (typeof UNITS)[number];
export const WEIGHTS = ["net", "gross"] as const;
export type Weight = (typeof WEIGHTS)[number];

export const SORTS = [
  "rank",
  "codec",
  "format",
  "time",
  "mean",
  "bytes",
  "gzipped",
  "allocated",
  "instructions",
] as const;
export type Sort = (typeof SORTS)[number];
export const ORDERS = ["run", "advice", "today", "best", "saves"] as const;
export type Order = (typeof ORDERS)[number];

export const BOARD_SORTS = [
  "count",
  "codec",
  "format",
  ...OPERATIONS,
  "bytes",
  "flash",
  "RAM",
  "heap",
  "stack",
] as const;
export type BoardSort = (typeof BOARD_SORTS)[number];

export const DEFAULTS: Selection = {
  lang: [],
  format: [],
  op: null,
  payload: null,
  exact: false,
  buffers: [],
  strings: [],
  utf8: [],
  access: [],
  search: "",
  baseline: null,
  unit: null,
  weight: "net",
  compress: "none",
  bandwidth: 100e6,
  rtt: 0.02,
  rate: 10,
  cpuPrice: 0.04,
  egressPrice: 0.09,
  onBoard: "both",
  energyPerByte: null,
  energyPerMillion: null,
  battery: null,
  freeFlash: null,
  freeRam: null,
  to: null,
  accept: [],
  minimise: "latency",
  row: null,
  section: null,
  sort: "rank",
  order: "run",
  board: null,
  boardSort: "count",
  compare: [],
};

/** How one participant of the selection is written in the hash; `read` gives undefined for what it cannot be. */
interface Field<T> {
  name: string;
  write: (value: T) => string;
  read: (text: string) => T | undefined;
}

const plain = (name: string): Field<string | null> => ({
  name,
  write: (value) => value ?? "",
  read: (text) => text || undefined,
});

const text = (name: string): Field<string> => ({ name, write: (value) => value, read: (value) => value });

/** Commas and percent signs in a name are escaped, so that a list stays readable in the URL. */
const list = (name: string): Field<readonly string[]> => ({
  name,
  write: (values) => values.map((value) => value.replaceAll("%", "%25").replaceAll(",", "%2C")).join(","),
  read: (value) =>
    value
      .split(",")
      .filter((part) => part !== "")
      .map((part) => part.replaceAll("%2C", ",").replaceAll("%25", "%")),
});

const flag = (name: string): Field<boolean> => ({
  name,
  write: (value) => (value ? "1" : "0"),
  read: (value) => (value === "1" ? true : value === "0" ? false : undefined),
});

function oneOf<T extends string>(name: string, values: readonly T[]): Field<T> {
  return { name, write: (value) => value, read: (value) => values.find((known) => known === value) };
}

function optional<T>({ name, write, read }: Field<T>): Field<T | null> {
  return { name, write: (value) => (value === null ? "" : write(value)), read };
}

function number(name: string, least: number): Field<number> {
  return {
    name,
    write: String,
    read: (value) => {
      const read = value.trim() === "" ? NaN : Number(value);
      return Number.isFinite(read) && read >= least ? read : undefined;
    },
  };
}

const FIELDS: { [Key in keyof Selection]: Field<Selection[Key]> } = {
  lang: list("lang"),
  format: list("format"),
  op: plain("op"),
  payload: plain("payload"),
  exact: flag("exact"),
  buffers: list("buffers"),
  strings: list("strings"),
  utf8: list("utf8"),
  access: list("access"),
  search: text("search"),
  baseline: plain("baseline"),
  unit: optional(oneOf("unit", UNITS)),
  weight: oneOf("weight", WEIGHTS),
  compress: oneOf("compress", COMPRESSORS),
  bandwidth: number("bandwidth", 1),
  rtt: number("rtt", 0),
  rate: number("rate", 0),
  cpuPrice: number("cpu-price", 0),
  egressPrice: number("egress-price", 0),
  onBoard: oneOf("on-board", ON_BOARD),
  energyPerByte: optional(number("energy-per-byte", 0)),
  energyPerMillion: optional(number("energy-per-million", 0)),
  battery: optional(number("battery", 0)),
  freeFlash: optional(number("free-flash", 0)),
  freeRam: optional(number("free-ram", 0)),
  to: plain("to"),
  accept: list("accept"),
  minimise: oneOf("minimise", OBJECTIVES),
  row: plain("row"),
  section: plain("section"),
  sort: oneOf("sort", SORTS),
  order: oneOf("order", ORDERS),
  board: plain("board"),
  boardSort: oneOf("board-sort", BOARD_SORTS),
  compare: list("compare"),
};
const KEYS = Object.keys(FIELDS) as (keyof Selection)[];

/** Write a selection as the part of a URL after `#`; what is as by default is left out. */
export function toHash(selection: Selection): string {
  const parameters = new URLSearchParams();
  const add = <Key extends keyof Selection>(key: Key) => {
    const { name, write } = FIELDS[key];
    const written = write(selection[key]);
    if (written !== write(DEFAULTS[key])) parameters.set(name, written);
  };
  KEYS.forEach(add);
  // Nothing but & = + % and what a hash cannot hold needs to be escaped in one.
  return parameters.toString().replaceAll("%2C", ",").replaceAll("%2F", "/").replaceAll("%3A", ":");
}

/** Read a selection from the part of a URL after `#`; what makes no sense is as by default. */
export function fromHash(hash: string): Selection {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const selection = { ...DEFAULTS };
  const take = <Key extends keyof Selection>(key: Key) => {
    const written = parameters.get(FIELDS[key].name);
    const value = written === null ? undefined : FIELDS[key].read(written);
    if (value !== undefined) selection[key] = value;
  };
  KEYS.forEach(take);
  return selection;
}

export const selection = signal<Selection>(DEFAULTS);

/** Each choice as a signal of its own, so that what depends on one is not drawn again when another changes. */
export const choice = Object.fromEntries(KEYS.map((key) => [key, computed(() => selection.value[key])])) as {
  [Key in keyof Selection]: ReadonlySignal<Selection[Key]>;
};

export function select(change: Partial<Selection>): void {
  selection.value = { ...selection.peek(), ...change };
}

/** Browsers ignore who writes the address more than some hundred times in ten seconds, as a slider that moves would. */
const WRITE_AT_MOST_EVERY_MS = 150;

/** The languages that a reader has chosen on this page or another. */
const CHOSEN = "weighbridge-languages";

/**
 * Keep the selection and the URL's hash the same, whichever of them changes. Where the URL names no language, those of
 * the run's that were chosen last are taken again.
 */
export function bindToLocation(participants: readonly string[]): void {
  let known = location.hash;
  const read = () => {
    known = location.hash;
    // An equal selection is not set again, or the hash that was just written would be read back while sliders move.
    if (toHash(fromHash(location.hash)) !== toHash(selection.peek())) selection.value = fromHash(location.hash);
  };
  const first = fromHash(location.hash);
  const before = (recall(CHOSEN) ?? "").split(" ").filter((participant) => participants.includes(participant));
  selection.value = first.lang.length > 0 ? first : { ...first, lang: before };
  // What was there at first was not chosen by the reader: somebody may have sent it.
  let lang = selection.value.lang;
  effect(() => {
    if (choice.lang.value === lang) return;
    lang = choice.lang.value;
    remember(CHOSEN, lang.join(" "));
  });
  addEventListener("hashchange", read);
  let written = -WRITE_AT_MOST_EVERY_MS;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    if (location.hash !== known) return; // somebody else has changed it, which is about to be read
    const hash = toHash(selection.peek());
    written = performance.now();
    if (hash !== known.replace(/^#/, "")) history.replaceState(null, "", hash ? `#${hash}` : "#");
    known = location.hash;
  };
  effect(() => {
    void selection.value;
    clearTimeout(waiting);
    const due = written + WRITE_AT_MOST_EVERY_MS - performance.now();
    if (due <= 0) write();
    else waiting = setTimeout(write, due);
  });
}
