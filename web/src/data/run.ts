import type { RunDocument } from "./document";
import { embedded, lazily } from "./decode";

/** Samples of the cells as columns of one length; `phase` is numbered as in `weighbridge export`. */
export interface SampleColumns {
  cell: number[];
  wave: number[];
  round: number[];
  phase: number[];
  iterations: number[];
  wall_ns: number[];
  cpu_ns: (number | null)[];
  pitch_ns?: (number | null)[];
  at_ns?: (number | null)[];
}

/** The run's document as `weighbridge report --format json` prints it. */
export function readText(): Promise<string | null> {
  return embedded("run");
}

/** The run that the page shows; fields that an older version did not write are filled in. */
export async function readRun(): Promise<RunDocument | null> {
  const text = await readText();
  return text === null ? null : completed(JSON.parse(text) as RunDocument);
}

/** Samples, decoded when a row is first opened; null where the page was made without. */
export const readSamples = lazily<SampleColumns>("samples");

/** The text of every adapter's source file, by its path in the repository. */
export const readSources = lazily<Record<string, string>>("sources");

/** For each payload that was weighed as types, the files beside the page with its schema, by schema language. */
export const readSchemas = lazily<Record<string, Record<string, string>>>("schemas");

/** A document of an older version lacks what was added since. */
export function completed(document: RunDocument): RunDocument {
  return {
    ...document,
    formats: document.formats ?? [],
    run: {
      ...document.run,
      quietness: document.run.quietness ?? { quiet_ns: null, quiet_share: null, corrected: null, moments: [] },
      spent: document.run.spent ?? [],
      payloads: document.run.payloads.map((payload) => ({ ...payload, compression: payload.compression ?? [] })),
    },
    cells: document.cells.map((cell, number) => ({
      ...cell,
      cell: cell.cell ?? number,
      compressed_bytes: cell.compressed_bytes ?? null,
      instructions: cell.instructions ?? null,
      wall_ns: cell.wall_ns ?? null,
      released: cell.released ?? null,
    })),
  };
}
