/** Small runs for tests of advice, built codec by codec. */
import type { Cell, CompressionTime, FormatInfo, Interval, PayloadInfo, RunDocument } from "../../src/data/document";
import { candidatesOf } from "../../src/model/candidates";
import { consider, type Case } from "../../src/model/case";
import type { Contest } from "../../src/model/contest";
import { USUAL, type Scenario } from "../../src/model/scenario";
import type { Verdict } from "../../src/model/verdict";

function format(name: string, title: string, about: Partial<FormatInfo> = {}): FormatInfo {
  return { format: name, title, text: false, schemaless: true, made_for: null, specification: "", ...about };
}

const FORMATS = [
  format("json", "JSON", { text: true }),
  format("msgpack", "MessagePack"),
  format("protobuf", "Protocol Buffers", { schemaless: false }),
  format("pickle", "pickle", { made_for: "Python" }),
  format("marshal", "marshal", { made_for: "Python" }),
];

export function interval(estimate: number, half: number | null): Interval {
  return half === null
    ? { estimate, low: null, high: null }
    : { estimate, low: estimate - half, high: estimate + half };
}

export interface About extends Omit<Partial<Cell>, "relative"> {
  /** a runner, perhaps with its target: `python:jit` */
  participant?: string;
  atMost?: boolean;
  /** to what, how many times, and half the width of the interval */
  relative?: [to: string, estimate: number, half: number | null] | null;
}

/** A cell of so many nanoseconds; `codec` may have a variant in brackets. */
export function cell(
  codec: string,
  operation: Cell["operation"],
  net = 1000,
  half: number | null = 10,
  about: About = {},
): Cell {
  const { participant = "python", atMost = false, relative = null, policies, losses = [], ...rest } = about;
  const [runner = participant, target = "host"] = participant.split(":");
  const [name = codec, variant = null] = codec.replace("]", "").split("[");
  return {
    cell: 0,
    language: runner,
    runner,
    target,
    codec: name,
    variant,
    format: "json",
    library: name,
    library_version: "1.0",
    released: "2026-03-01",
    operation,
    payload: "orders",
    fidelity: losses.length > 0 ? "lossy" : "exact",
    losses,
    notes: [],
    bytes: 1000,
    gzip_bytes: null,
    compressed_bytes: null,
    policies: { buffers: "fresh", strings: "owned", utf8: "checked", access: "tree", ...policies },
    links: {},
    gross_ns: interval(net * 1.1, half),
    net_ns: atMost ? { estimate: 0, low: null, high: net, at_most: true } : { ...interval(net, half), at_most: false },
    first_call_ns: null,
    megabytes_per_second: null,
    relative: relative && { to: relative[0], ...interval(relative[1], relative[2]) },
    rank: 1,
    tied_with: [],
    rank_in_language: 1,
    samples: 100,
    processes: 5,
    wall_ns: null,
    preempted: 0,
    settled: true,
    clock: "cpu",
    allocated_bytes: null,
    allocated_objects: null,
    peak_bytes: null,
    instructions: null,
    ...rest,
  };
}

/** A codec's two cells. */
export function both(
  codec: string,
  encode: number,
  decode: number,
  half: number | null = 10,
  about: About = {},
): Cell[] {
  return [cell(codec, "encode", encode, half, about), cell(codec, "decode", decode, half, about)];
}

export function payloadOf(payload = "orders", about: Partial<PayloadInfo> = {}): PayloadInfo {
  return { payload, source: "built in", documents: 1, json_bytes: 1000, sizes: [], compression: [], ...about };
}

export function compression(
  format: string,
  compressor: CompressionTime["compressor"],
  compress: number,
  decompress: number,
  half = 5,
): CompressionTime {
  return { format, compressor, compress_ns: interval(compress, half), decompress_ns: interval(decompress, half) };
}

/** A run of these cells, numbered in their order. */
export function documentOf(
  cells: readonly Cell[],
  payloads: PayloadInfo[] = [payloadOf()],
  about: Partial<RunDocument["run"]> = {},
): RunDocument {
  return {
    run: {
      run: "20261120-120000-abcd",
      started: "2026-11-20T12:00:00",
      finished: "2026-11-20T12:05:00",
      status: "complete",
      version: "0.1.0",
      settings: { precision: 0.01 },
      measured_s: 120,
      quietness: { quiet_ns: null, quiet_share: null, corrected: null, moments: [] },
      spent: [],
      self_check: { pairs: 4, different: 0, passed: true },
      payloads,
      ...about,
    },
    environment: { runners: { python: { title: "Python" }, node: { title: "JavaScript (Node.js)" } } },
    formats: FORMATS,
    cells: cells.map((cell, number) => ({ ...cell, cell: number })),
    failures: [],
  };
}

/** The same run, if it had differed from itself. */
export function distrusted(document: RunDocument): RunDocument {
  return { ...document, run: { ...document.run, self_check: { pairs: 4, different: 3, passed: false } } };
}

/** What a participant's codecs compare with. */
export function own(participant = "python"): About {
  return { participant, relative: [`${participant}/json`, 1, 0] };
}

/** A byte takes a microsecond, and nothing else takes any time. */
export const WIRE: Scenario = { ...USUAL, bandwidth_bits_per_s: 8e6, rtt_s: 0, messages_per_s: 1 };

export function considered(document: RunDocument, scenario: Scenario = WIRE, participant = "python"): Case {
  const [payload = payloadOf()] = document.run.payloads;
  return consider(document, payload, participant, candidatesOf(document, payload, participant), scenario);
}

/** A case that has a verdict. */
export type Decided = Case & { contest: Contest; verdict: Verdict };

export function decided(cells: readonly Cell[], scenario: Scenario = WIRE): Decided {
  const of = considered(documentOf(cells), scenario);
  if (of.contest === null || of.verdict === null) throw new Error(`undecided: ${String(of.obstacle)}`);
  return of as Decided;
}

/** Three participants; a slow and a fast JSON, a variant that only encodes, a loss, a bound, no date, no error. */
export function smallRun(): RunDocument {
  const text: About = { bytes: 22_000, compressed_bytes: { gzip: 9200, zstd: 9000, brotli: 8300, lz4: 12_900 } };
  const packed: About = {
    format: "msgpack",
    bytes: 17_600,
    compressed_bytes: { gzip: 9100, zstd: 8950, brotli: 8200, lz4: 12_200 },
  };
  const node: About = { participant: "node", language: "javascript" };
  const to = (participant: string, ratio: number, half: number): About => ({
    relative: [`${participant}/json`, ratio, half],
  });
  return documentOf(
    [
      cell("json", "encode", 310_000, 3_100, { ...text, ...to("python", 1, 0) }),
      cell("json", "decode", 260_000, 2_400, { ...text, ...to("python", 1, 0) }),
      cell("orjson", "encode", 31_000, 700, { ...text, ...to("python", 0.1, 0.002) }),
      cell("orjson", "decode", 91_000, 1_300, { ...text, ...to("python", 0.35, 0.004) }),
      cell("ormsgpack", "encode", 24_000, 900, { ...packed, ...to("python", 0.0774, 0.003) }),
      cell("ormsgpack", "decode", 102_000, 2_100, { ...packed, ...to("python", 0.3923, 0.006) }),
      cell("ormsgpack[reuse]", "encode", 19_000, 800, { ...packed, policies: { buffers: "reuse" } }),
      ...both("pickle", 20_000, 30_000, 300, { ...packed, format: "pickle", bytes: 15_000 }),
      cell("json", "encode", 80_000, 1_000, { ...text, ...node, ...to("node", 1, 0) }),
      cell("json", "decode", 95_000, 1_500, { ...text, ...node, ...to("node", 1, 0) }),
      cell("packer", "encode", 12_000, null, {
        ...packed,
        ...node,
        atMost: true,
        gross_ns: { estimate: 5_000, low: 2_000, high: 11_000 },
        released: null,
      }),
      cell("packer", "decode", 172_000, 4_000, { ...packed, ...node, ...to("node", 1.8105, 0.07) }),
      ...both("loser", 9_000, 11_000, 400, { ...packed, ...node, losses: ["int53"] }),
      ...both("once", 10_000, 12_000, null, { ...packed, ...node, processes: 1 }),
      ...both("json", 100_000, 100_000, 60_000, { ...text, ...own("go") }),
      ...both("fast", 70_000, 70_000, 500, { ...text, participant: "go", ...to("go", 0.7, 0.01) }),
      ...both("pack", 66_000, 66_000, 500, { ...packed, participant: "go", bytes: 22_000 }),
    ],
    [
      payloadOf("orders", {
        documents: 10,
        compression: [
          compression("json", "gzip", 520_000, 90_000, 4_000),
          compression("json", "zstd", 88_000, 30_000, 1_200),
          compression("json", "brotli", 710_000, 110_000, 9_000),
          compression("msgpack", "gzip", 470_000, 82_000, 3_500),
          compression("msgpack", "zstd", 80_000, 28_000, 1_100),
          compression("msgpack", "brotli", 640_000, 101_000, 8_000),
        ],
      }),
    ],
  );
}
