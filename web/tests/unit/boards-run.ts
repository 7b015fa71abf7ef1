/** Small runs on emulated boards, built codec by codec. */
import type { CountedCell, RunDocument, TooLarge } from "../../src/data/document";
import { documentOf, payloadOf } from "./advice-run";

export interface About extends Partial<CountedCell> {
  /** with its target */
  participant?: string;
}

/** A cell of so many instructions; `codec` may have a variant in brackets. */
export function counted(
  codec: string,
  operation: CountedCell["operation"],
  net: number,
  about: About = {},
): CountedCell {
  const { participant = "mcu:cortex-m4", losses = [], ...rest } = about;
  const [runner = "", target = "host"] = participant.split(":");
  const [name = codec, variant = null] = codec.replace("]", "").split("[");
  return {
    cell: 0,
    language: "c",
    runner,
    target,
    codec: name,
    variant,
    format: "json",
    library: name,
    library_version: "1.0",
    released: null,
    operation,
    payload: "orders",
    fidelity: losses.length > 0 ? "lossy" : "exact",
    losses,
    notes: [],
    bytes: 100,
    gzip_bytes: null,
    compressed_bytes: null,
    policies: {},
    links: {},
    unit: "instructions",
    gross: net + 50,
    tare: 50,
    net,
    relative: { to: `${participant}/cjson`, ratio: 1 },
    rank: 1,
    estimated_ns: null,
    allocated_bytes: 64,
    allocated_objects: 2,
    peak_bytes: 300,
    stack_bytes: 200,
    flash_bytes: 9000,
    ram_bytes: 20,
    ...rest,
  };
}

/** A codec's cells that encode and decode. */
export function pair(codec: string, encode: number, decode: number, about: About = {}): CountedCell[] {
  return [counted(codec, "encode", encode, about), counted(codec, "decode", decode, about)];
}

/** A run of these cells alone, numbered in their order, with a payload of one document for each name. */
export function boardRun(cells: readonly CountedCell[], tooLarge: readonly TooLarge[] = []): RunDocument {
  const payloads = new Set([...cells, ...tooLarge].map(({ payload }) => payload));
  return {
    ...documentOf(
      [],
      [...payloads].map((name) => payloadOf(name)),
    ),
    counted: cells.map((cell, number) => ({ ...cell, cell: number })),
    too_large: [...tooLarge],
  };
}

/** What did not fit. */
export function unfit(codec: string, operation: TooLarge["operation"], about: Partial<TooLarge> = {}): TooLarge {
  return {
    language: "c",
    runner: "mcu",
    target: "cortex-m4",
    codec,
    variant: null,
    format: "json",
    operation,
    payload: "orders",
    reason: "the heap: 4096 bytes are needed, and there are 2048",
    ...about,
  };
}
