import type { RunDocument } from "./document";

/** What a run document's `environment` holds: the schema leaves it open, since every machine tells something else. */
export interface Environment {
  machine: Readonly<Record<string, unknown>>;
  runners: Readonly<Record<string, RunnerAbout>>;
  absent: readonly Absent[];
  left_out: LeftOut;
}

/** What takes part only where it is asked for, and was not: how many variants, and the titles of runners. */
export interface LeftOut {
  variants: number;
  runners: readonly string[];
}

/** A runner on its target, as it described itself when it was started. */
export interface RunnerAbout {
  language: string;
  title: string;
  runtime: string | null;
  compiler: string | null;
  flags: string | null;
  clocks: { wall: Clock | null; cpu: Clock | null; counter?: Counter | null };
  /** what a board has room for */
  memory?: Memory | null;
  warmup: { least_ms: number; limit_ms: number };
  raised_priority: boolean | null;
  missing: readonly MissingCodec[];
}

/** What an emulated board has in the place of clocks. */
export interface Counter {
  name: string;
  unit: string;
}

/** In bytes. */
export interface Memory {
  payload_bytes: number;
  heap_bytes: number;
  stack_bytes: number;
}

export interface Clock {
  name: string;
  resolution_ns: number;
}

/** A codec that the runner has a file for, and that could not be loaded. */
export interface MissingCodec {
  codec: string;
  variant: string | null;
  format: string;
  library: string;
  reason: string;
}

/** A runner that was wanted and is not ready. */
export interface Absent {
  title: string;
  reason: string;
  advice: string;
}

/** What a run does not tell of a runner is not known: it may be of an older version, or of anybody's making. */
function whole(name: string, about: Partial<RunnerAbout>): RunnerAbout {
  return {
    language: about.language ?? name,
    title: about.title ?? name,
    runtime: about.runtime ?? null,
    compiler: about.compiler ?? null,
    flags: about.flags ?? null,
    clocks: about.clocks ?? { wall: null, cpu: null },
    memory: about.memory ?? null,
    warmup: about.warmup ?? { least_ms: 0, limit_ms: 0 },
    raised_priority: about.raised_priority ?? null,
    missing: about.missing ?? [],
  };
}

export function environmentOf(document: RunDocument): Environment {
  const environment = document.environment as Partial<Environment>;
  return {
    machine: environment.machine ?? {},
    runners: Object.assign(
      Object.create(null), // a runner may be called "constructor"
      Object.fromEntries(Object.entries(environment.runners ?? {}).map(([name, about]) => [name, whole(name, about)])),
    ) as Environment["runners"],
    absent: environment.absent ?? [],
    left_out: environment.left_out ?? { variants: 0, runners: [] },
  };
}

/** Say what the run left out because nobody asked for it, and how to ask; nothing where it left out nothing. */
export function leftOut(document: RunDocument): string {
  const { variants, runners } = environmentOf(document).left_out;
  const what = [variants > 0 && `${variants} variant${variants > 1 ? "s" : ""}`, runners.join(", ")].filter(Boolean);
  const options = [variants > 0 && "--variants", runners.length > 0 && "--runners", "--all"].filter(Boolean);
  return what.length > 0 ? `Left out by default: ${what.join(", and ")}: ${options.join(", ")}.` : "";
}
