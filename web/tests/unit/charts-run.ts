/** Small runs for tests of charts, built cell by cell. */
import type { Cell, Failure, Interval, NetTime, RunDocument } from "../../src/data/document";
import type { SampleColumns } from "../../src/data/run";

const TITLES: Readonly<Record<string, string>> = { json: "JSON", msgpack: "MessagePack", cbor: "CBOR" };

interface Changes extends Partial<Omit<Cell, "relative">> {
  /** a runner, perhaps with its target: `browser:firefox` */
  participant?: string;
  /** half of every interval, as a share; null for no interval */
  half?: number | null;
  /** how many times the time of its own `json`, or of `to` */
  relative?: number;
  to?: string;
}

/** A cell of so many nanoseconds; null stands for a net time below its bound of 40 ns. */
export function cell(codec: string, format = "json", net: number | null = 1000, changes: Changes = {}): Cell {
  const { participant = "python", half = 0.02, relative: ratio, to, ...rest } = changes;
  const [runner = participant, target = "host"] = participant.split(":");
  const [name = codec, variant] = codec.replace("]", "").split("[");
  const estimate = net ?? 0;
  return {
    cell: 0,
    language: runner,
    runner,
    target,
    codec: name,
    variant: variant ?? null,
    format,
    library: name,
    library_version: "1.0",
    released: null,
    operation: "encode",
    payload: "orders",
    fidelity: changes.losses ? "lossy" : "exact",
    losses: [],
    notes: [],
    bytes: 1000,
    gzip_bytes: null,
    compressed_bytes: null,
    policies: {},
    links: {},
    gross_ns: interval(estimate + 50, half),
    net_ns: netTime(net, half),
    first_call_ns: null,
    megabytes_per_second: null,
    relative:
      ratio === undefined ? null : { to: to ?? `${participant}/json`, ...interval(ratio, ratio === 1 ? 0 : half) },
    rank: 1,
    tied_with: [],
    rank_in_language: 1,
    samples: 30,
    processes: half === null ? 1 : 3,
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

function netTime(net: number | null, half: number | null): NetTime {
  return net === null
    ? { estimate: 0, low: null, high: 40, at_most: true }
    : { ...interval(net, half), at_most: false };
}

function interval(estimate: number, half: number | null): Interval {
  if (half === null) return { estimate, low: null, high: null };
  return { estimate, low: estimate * (1 - half), high: estimate * (1 + half) };
}

/** A run of these cells, numbered in their order. */
export function documentOf(cells: readonly Cell[], failures: Failure[] = [], titles: Record<string, string> = {}) {
  const formats = [...new Set(cells.map(({ format }) => format))];
  const document: RunDocument = {
    run: {
      run: "20260102-030405-abcd",
      started: "2026-01-02T03:04:05",
      finished: null,
      status: "complete",
      version: "0.1.0",
      settings: {},
      measured_s: 10,
      quietness: { quiet_ns: 80_000, quiet_share: 0.9, corrected: 0.01, moments: [] },
      spent: [],
      self_check: { pairs: 0, different: 0, passed: true },
      payloads: [...new Set(cells.map(({ payload }) => payload))].map((payload) => ({
        payload,
        source: "built in",
        documents: 10,
        json_bytes: 2000,
        sizes: [],
        compression: formats.map((format) => ({
          format,
          compressor: "gzip",
          compress_ns: interval(30_000, 0.02),
          decompress_ns: interval(9_000, 0.02),
        })),
      })),
    },
    environment: {
      machine: { cpu: "Some CPU", architecture: "x86_64", system: "Some System" },
      runners: Object.fromEntries(Object.entries(titles).map(([name, title]) => [name, { title }])),
    },
    formats: formats.map((format) => ({
      format,
      title: TITLES[format] ?? format,
      text: format === "json",
      schemaless: true,
      specification: "https://example.org",
    })),
    cells: cells.map((cell, number) => ({ ...cell, cell: number })),
    failures,
  };
  return document;
}

/** Two languages and payloads: ties, a loss, a bound, one without an interval, one that failed, a slow outlier. */
export function orders(): RunDocument {
  const text = { bytes: 1000, compressed_bytes: { gzip: 520, zstd: 540, brotli: 470, lz4: 700 } };
  const binary = { bytes: 720, compressed_bytes: { gzip: 480, zstd: 500, brotli: 450, lz4: 600 } };
  const go = { participant: "go" };
  const decode = { operation: "decode" } as const;
  const lossy = { losses: ["float32"] };
  const ranks = (rank: number, rank_in_language: number) => ({ rank, rank_in_language });
  const cells = [
    cell("json", "json", 9000, { relative: 1, ...ranks(7, 5), allocated_bytes: 4096, ...text }),
    cell("orjson", "json", 900, { relative: 0.1, ...ranks(2, 1), allocated_bytes: 1024, ...text }),
    cell("ormsgpack", "msgpack", 910, { relative: 0.101, ...ranks(2, 1), instructions: 12_345, ...binary }),
    cell("msgpack[reuse]", "msgpack", 2000, { relative: 0.222, ...ranks(4, 3), ...binary }),
    cell("cbor2", "cbor", 1990, { relative: 0.221, ...ranks(4, 3), ...lossy, ...binary }),
    cell("tiny", "cbor", null, { bytes: 700 }),
    cell("pure", "msgpack", 900_000, { relative: 100, ...ranks(8, 6), ...binary }),
    cell("once", "cbor", 5000, { half: null, relative: 0.55, ...ranks(6, 4), bytes: null }),
    cell("json", "json", 800, { relative: 1, ...ranks(1, 2), instructions: 9_876, ...text, ...go }),
    cell("packer", "msgpack", 400, { relative: 0.5, ...binary, ...go }),
    cell("json", "json", 12_000, { relative: 1, ...text, ...decode }),
    cell("orjson", "json", 3000, { relative: 0.25, ...text, ...decode }),
    cell("ormsgpack", "msgpack", 3600, { relative: 0.3, ...binary, ...decode }),
    cell("cbor2", "cbor", 9000, { relative: 0.75, ...lossy, ...binary, ...decode }),
    cell("json", "json", 1000, { relative: 1, ...text, ...decode, ...go }),
    cell("packer", "msgpack", 1300, { relative: 1.3, ...binary, ...decode, ...go }),
    cell("json", "json", 400, { relative: 1, payload: "hello", ...text }),
    cell("orjson", "json", 100, { relative: 0.25, payload: "hello", ...text }),
  ];
  const broken: Failure = {
    runner: "python",
    codec: "ormsgpack",
    operation: "encode",
    payload: "hello",
    stage: "verify",
    message: "no",
  };
  return documentOf(cells, [broken], { python: "Python", go: "Go" });
}

/** Phases as samples number them. */
export const FIRST = 0;
export const WARMUP = 1;
export const TIMED = 2;
export const CALIBRATION = 3;

/** A batch: cell, wave, round, phase, iterations, nanoseconds, pitch. */
export type Batch = [number, number, number, number, number, number, (number | null)?];

export function columnsOf(batches: readonly Batch[]): SampleColumns {
  const column = (at: number) => batches.map((batch) => batch[at] as number);
  return {
    cell: column(0),
    wave: column(1),
    round: column(2),
    phase: column(3),
    iterations: column(4),
    wall_ns: column(5),
    cpu_ns: column(5),
    pitch_ns: batches.map((batch) => batch[6] ?? null),
  };
}

/** Two processes of the second cell of `orders`, each with a first call and a warm-up, and a batch of another cell. */
export function someSamples(): SampleColumns {
  // The core is quiet, then shared, and once nobody struck a fork.
  const pitches = [80_000, 84_000, 85_000, 120_000, null, 81_000];
  const own = [900, 940].flatMap((level, wave): Batch[] => [
    [1, wave, 0, FIRST, 1, 88_000],
    [1, wave, 0, WARMUP, 10, 11_000],
    [1, wave, 1, WARMUP, 10, 11_000],
    [1, wave, 2, CALIBRATION, 10, 0],
    ...pitches.map((pitch, n): Batch => [1, wave, n, TIMED, 100, level * 100 + 5 * n, pitch]),
  ]);
  return columnsOf([[0, 0, 0, TIMED, 10, 90_000], ...own]);
}
