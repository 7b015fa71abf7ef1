/** The samples of one row in the order in which they were taken, process by process. */
import type { Cell } from "../data/document";
import type { SampleColumns } from "../data/run";
import { codecName, duration, margin } from "../model/figures";
import { QUIET_REACH } from "../data/quietness";
import { groupOf, groupWords } from "./formats";
import type { Picture, Row } from "./picture";
import { timeScale } from "./axes";

/** What the numbers of phases mean, in the order in which a process goes through them. */
const PHASES = [
  { phase: 0, name: "first call" },
  { phase: 1, name: "warm-up" },
  { phase: 4, name: "warm-up" },
  { phase: 3, name: "calibration" },
  { phase: 2, name: "timed" },
] as const;
const TIMED = 4;
/** Free places between two processes. */
const GAP = 2;
/** How far beyond the middle 90 % of the timed samples the axis reaches, as a share of their width. */
const ROOM = 0.75;
/** What a coarse clock did not see took less than a tick, not nothing. */
const HALF_TICK_NS = 0.5;

/** Whether somebody shared the processor when a batch was timed. */
type Core = "quiet" | "shared" | "not known";

/** wave, place in `PHASES`, round, nanoseconds, iterations, core */
type Batch = readonly [number, number, number, number, number, Core];

/** Return the gross time per iteration of every batch of a cell; null where there are none. */
export function samples(cell: Cell, columns: SampleColumns, quietNs: number | null): Picture | null {
  const found = batchesOf(cell, columns, quietNs);
  const timed = found
    .filter(([, phase]) => phase === TIMED)
    .map(([, , , time]) => time)
    .sort((a, b) => a - b);
  if (timed.length === 0) return null;
  const gross = cell.gross_ns;
  const scale = timeScale(gross.estimate);
  const known = [gross.low, gross.estimate, gross.high].filter((value) => value !== null);
  const [low, high] = endsOf(timed, known);
  const rows: Row[] = [];
  const processes: { process: number; start: number; end: number; text: string }[] = [];
  let [order, before] = [0, -1];
  for (const [wave, phase, round, time, iterations, core] of found) {
    let process = processes.at(-1);
    if (!process || wave !== before) {
      if (process) order += GAP;
      const number = processes.length + 1; // of this row: the run's other processes are none of it
      process = { process: number, start: order, end: order, text: `process ${number}` };
      processes.push(process);
      before = wave;
    }
    rows.push({
      id: `${wave}/${phase}/${round}/${order}`,
      group: groupOf(cell.format),
      order,
      process: process.process,
      phase: PHASES[phase]?.name,
      time: Math.min(Math.max(time, low), high) / scale.size,
      beyond: time > high ? "above" : time < low ? "below" : "within",
      text: duration(time),
      iterations,
      core,
    });
    process.end = order;
    order += 1;
  }
  return {
    kind: "samples",
    data: {
      rows,
      processes: processes.map((process) => ({ ...process, share: (process.end - process.start + GAP) / (order + 1) })),
      estimate: [
        {
          value: gross.estimate / scale.size,
          low: gross.low === null ? null : gross.low / scale.size,
          high: gross.high === null ? null : gross.high / scale.size,
          text: duration(gross.estimate),
        },
      ],
    },
    words: {
      y: `gross time of a pass (${scale.unit})`,
      x: "batches in the order in which they were timed",
      xDomain: [-1, order],
      yDomain: [low / scale.size, high / scale.size],
      ...groupWords([cell.format]),
    },
    description:
      `Scatter chart of ${timed.length} timed batches of ${codecName(cell)} in ${processCount(processes.length)}, with the ` +
      `estimate ${duration(gross.estimate)} (${margin(gross)}).`,
    notes: notesOf(rows, cell),
  };
}

function coreOf(pitch: number | null, quietNs: number | null): Core {
  if (pitch === null || quietNs === null) return "not known";
  return pitch < quietNs * QUIET_REACH ? "quiet" : "shared";
}

function processCount(count: number): string {
  return count === 1 ? "1 process" : `${count} processes`;
}

function batchesOf(cell: Cell, columns: SampleColumns, quietNs: number | null): Batch[] {
  const clock = cell.clock === "cpu" ? columns.cpu_ns : columns.wall_ns;
  const found: Batch[] = [];
  columns.cell.forEach((number, at) => {
    const elapsed = clock[at];
    if (number !== cell.cell || elapsed == null) return;
    const iterations = columns.iterations[at] ?? 1;
    found.push([
      columns.wave[at] ?? 0,
      PHASES.findIndex(({ phase }) => phase === columns.phase[at]),
      columns.round[at] ?? 0,
      (elapsed > 0 ? elapsed : HALF_TICK_NS) / iterations,
      iterations,
      coreOf(columns.pitch_ns?.[at] ?? null, quietNs),
    ]);
  });
  return found.sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2] || a[3] - b[3]);
}

/** Return the ends of the axis: about what was timed, whatever a first call took. */
function endsOf(timed: readonly number[], estimate: readonly number[]): [number, number] {
  const last = timed.length - 1;
  const [low, high] = [timed[Math.floor(last * 0.05)] ?? 0, timed[Math.ceil(last * 0.95)] ?? 0];
  const room = (high - low) * ROOM || high * 0.05;
  return [Math.max(Math.min(low - room, ...estimate), 0), Math.max(high + room, ...estimate)];
}

function notesOf(rows: readonly Row[], cell: Cell): string[] {
  const band = cell.gross_ns.low === null ? "" : ", band: its 95 % interval";
  const notes = [`Line: the estimate${band}. Hollow: first calls, warm-up and calibration, which do not count.`];
  if (rows.some((row) => row["beyond"] !== "within")) notes.push("Triangles at an edge lie beyond it.");
  if (rows.some((row) => row["core"] === "shared" && row["phase"] === "timed")) {
    notes.push("Pale: timed while somebody else used the processor; the estimate is that of a quiet one.");
  }
  if (!cell.settled) notes.push("It had not settled when it was timed.");
  return notes;
}
