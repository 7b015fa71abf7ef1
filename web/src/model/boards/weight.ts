/** What one message takes on an emulated board: instructions or cycles, bytes, energy, memory. See docs/cost-model.md. */
import { countedOf, most } from "../../data/boards";
import { participantOf } from "../../data/cells";
import type { CountedCell, PayloadInfo, RunDocument } from "../../data/document";
import { able, type Described } from "../candidates";
import { SECONDS_PER_MONTH } from "../model";
import type { OnBoard, Scenario } from "../scenario";

const PER_MILLION = 1e-6;

/** What a board does with every message. */
export const OPERATIONS: Readonly<Record<OnBoard, readonly CountedCell["operation"][]>> = {
  both: ["encode", "decode"],
  encode: ["encode"],
  decode: ["decode"],
};

/** A codec on a board, with the cells of what the board does. */
export type BoardCandidate = Described<CountedCell>;

/** What one message takes on a board with a codec. */
export interface BoardWeight {
  candidate: BoardCandidate;
  name: string;
  format: string;
  /** instructions or cycles */
  count: number;
  /** on the wire */
  bytes: number;
  /** what the codec adds to the firmware; null where that is not known */
  flash: number | null;
  /** static RAM, heap and stack at the most; null where none of them is known */
  ram: number | null;
}

/** What a message takes, or takes less with one codec than with another. */
export type Taken = Pick<BoardWeight, "count" | "bytes">;

/** Return what a board can choose from for a payload, in the order of the run. */
export function candidatesOn(
  document: RunDocument,
  payload: PayloadInfo,
  participant: string,
  onBoard: OnBoard,
): BoardCandidate[] {
  const own = countedOf(document).filter(
    (cell) => cell.payload === payload.payload && participantOf(cell) === participant,
  );
  return able(own, OPERATIONS[onBoard]);
}

/** Return what one message takes with a candidate; null if the run knows no size of it. */
export function weigh(candidate: BoardCandidate, { documents }: PayloadInfo): BoardWeight | null {
  const { name, format, rows } = candidate;
  const bytes = rows.map((cell) => cell.bytes).find((size) => size !== null);
  if (bytes === undefined) return null;
  const memory = [
    most(rows.map((cell) => cell.ram_bytes)),
    most(rows.map((cell) => cell.peak_bytes)),
    most(rows.map((cell) => cell.stack_bytes)),
  ].filter((part) => part !== null);
  return {
    candidate,
    name,
    format,
    count: rows.reduce((sum, { net }) => sum + net, 0) / documents,
    bytes: bytes / documents,
    flash: most(rows.map((cell) => cell.flash_bytes)),
    ram: memory.length > 0 ? memory.reduce((sum, part) => sum + part, 0) : null,
  };
}

/** Whether a scenario tells what energy costs; a price that is not given counts as nothing then. */
export function isPriced({ energy_j_per_byte: byte, energy_j_per_million: million }: Scenario): boolean {
  return byte !== null || million !== null;
}

/** Return the joules that so much takes. */
export function energy({ count, bytes }: Taken, scenario: Scenario): number {
  return bytes * (scenario.energy_j_per_byte ?? 0) + count * PER_MILLION * (scenario.energy_j_per_million ?? 0);
}

/** Return how much of something every message takes there is in a month. */
export function inAMonth(each: number, { messages_per_s: rate }: Scenario): number {
  return each * rate * SECONDS_PER_MONTH;
}

/** Return for how many months a battery lasts that does nothing else; null where that is not known. */
export function batteryMonths(taken: Taken, scenario: Scenario): number | null {
  const monthly = inAMonth(energy(taken, scenario), scenario);
  return scenario.battery_j === null || monthly === 0 ? null : scenario.battery_j / monthly;
}
