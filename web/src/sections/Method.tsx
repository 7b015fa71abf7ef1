import { countedOf } from "../data/boards";
import { participantOf, titlesOf } from "../data/cells";
import type { RunDocument } from "../data/document";
import { environmentOf, type Clock, type RunnerAbout } from "../data/environment";
import { readText } from "../data/run";
import type { AnyCell } from "../model/candidates";
import { duration, fixed } from "../model/figures";
import { Section } from "../parts/Section";

/** On what, with what and how it was measured; what the words mean; and the run itself, to take away. */
export function Method({ document }: { document: RunDocument }) {
  const { run } = document;
  const check = run.self_check;
  return (
    <Section name="method" title="Environment and method">
      <div class="facts-grid">
        <div>
          <h3>The machine</h3>
          <Machine document={document} />
        </div>
        <div>
          <h3>The run</h3>
          <dl>
            <Fact name="Name" value={run.run} />
            <Fact name="Started" value={`${run.started.replace("T", " ").slice(0, 16)} UTC`} />
            <Fact name="Ended" value={run.status} />
            <Fact name="Measured for" value={`${fixed(run.measured_s, 0)} s`} />
            <Fact
              name="Self-check"
              value={
                check.pairs === 0
                  ? "not made: the run ended before it"
                  : `${check.pairs} codecs measured twice, ${check.different} told apart`
              }
            />
            {Object.entries(run.settings)
              .filter(([, value]) => ["string", "number", "boolean"].includes(typeof value))
              .map(([name, value]) => (
                <Fact key={name} name={SETTINGS[name] ?? name} value={settingText(name, value)} />
              ))}
            <Fact name="Weighbridge" value={run.version} />
          </dl>
          <p class="no-print">
            <Download name={run.run} />
          </p>
        </div>
      </div>
      <h3>What the words mean</h3>
      <dl class="words">
        {WORDS.map(([word, meaning]) => (
          <div class="fact" key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h3>The runners</h3>
      <Runners document={document} />
    </Section>
  );
}

const SETTINGS: Record<string, string> = {
  budget_s: "Time allowed",
  precision: "Margin of equivalence",
  seed: "Seed",
  baseline: "Baseline",
  instructions: "Instructions",
};

function settingText(name: string, value: unknown): string {
  if (name === "budget_s") return `${fixed(value as number, 0)} s`;
  if (name === "precision") return `${String((value as number) * 100)} %`;
  if (name === "instructions") return value ? "counted" : "not counted";
  return String(value);
}

const WORDS: readonly [string, string][] = [
  ["rank", "1 + how many are faster beyond doubt. “=” means shared: these measurements cannot tell them apart."],
  ["gross, net", "What was timed; and what is left of it without the tare. Times are per pass over the payload."],
  ["tare", "What the harness itself costs in the row: an empty call, visiting every value. Given as a share of gross."],
  [
    "±",
    "Half of the 95 % interval of the relative time (of the time itself where nothing is relative), which knows both the scatter of samples and that between processes. Undecided: more than 50 %.",
  ],
  ["≤", "The net time is not clearly above zero; only this bound is known."],
  ["relative", "How many times the baseline’s time it takes; of pairs that were measured side by side."],
  ["MB/s", "The payload’s size as minified JSON over the time, so that formats compare."],
  ["gzipped", "The format’s reference encoding after gzip -6, each message of a stream by itself."],
  ["allocated", "Bytes of memory per pass, where the runtime tells."],
  ["decode", "To the language’s own tree. Scan: incremental, without one."],
  ["not settled", "It was still becoming faster or slower when the time for warming up was over."],
];

function Machine({ document }: { document: RunDocument }) {
  const { machine } = environmentOf(document);
  return (
    <dl>
      {Object.entries(machine).map(([name, value]) =>
        value === null ? null : (
          <Fact
            key={name}
            name={MACHINE[name] ?? name}
            value={
              name === "memory_bytes"
                ? `${fixed(Number(value) / 2 ** 30, 1)} GiB`
                : typeof value === "boolean"
                  ? value
                    ? "yes"
                    : "no"
                  : String(value)
            }
          />
        ),
      )}
    </dl>
  );
}

const MACHINE: Record<string, string> = {
  cpu: "Processor",
  cores: "Cores",
  architecture: "Architecture",
  memory_bytes: "Memory",
  system: "System",
  kernel: "Kernel",
  governor: "Governor",
  virtual: "Virtual",
  load: "Load at the start",
  python: "Python of the core",
};

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Runners({ document }: { document: RunDocument }) {
  const { runners } = environmentOf(document);
  const titles = titlesOf(document);
  const libraries = Map.groupBy<string, AnyCell>([...document.cells, ...countedOf(document)], participantOf);
  return (
    <div class="scroll" role="region" aria-label="The runners" tabIndex={0}>
      <table>
        <caption class="hidden">The runners: what ran, built how, and timed by which clocks</caption>
        <thead>
          <tr>
            <th scope="col" class="name">
              runner
            </th>
            <th scope="col">runtime</th>
            <th scope="col">compiler</th>
            <th scope="col">flags</th>
            <th scope="col">clocks (their resolution)</th>
            <th scope="col">libraries</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(runners).map(([participant, about]) => (
            <tr key={participant}>
              <th scope="row" class="name">
                {titles.get(participant) ?? about.title}
              </th>
              <td class="wraps">{about.runtime}</td>
              <td class="wraps">{about.compiler}</td>
              <td class={about.flags ? "message" : ""}>{about.flags}</td>
              <td>
                <Clocks clocks={about.clocks} />
              </td>
              <td>
                <Libraries cells={libraries.get(participant) ?? []} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Clocks({ clocks }: { clocks: RunnerAbout["clocks"] }) {
  if (clocks.counter) {
    return (
      <>
        {clocks.counter.name}, which counts {clocks.counter.unit}
      </>
    );
  }
  const text = (clock: Clock | null) => (clock === null ? "none" : `${clock.name} (${duration(clock.resolution_ns)})`);
  return (
    <>
      CPU: {text(clocks.cpu)}
      <br />
      wall: {text(clocks.wall)}
    </>
  );
}

function Libraries({ cells }: { cells: readonly AnyCell[] }) {
  const versions = [...new Set(cells.map((cell) => `${cell.library} ${cell.library_version}`))].sort();
  if (versions.length === 0) return <>none</>;
  return (
    <details>
      <summary>{versions.length}</summary>
      <span class="message">{versions.join(", ")}</span>
    </details>
  );
}

/** The run as `weighbridge report --format json` prints it. */
function Download({ name }: { name: string }) {
  const save = async () => {
    const url = URL.createObjectURL(new Blob([(await readText()) ?? ""], { type: "application/json" }));
    const link = document.createElement("a");
    link.href = url;
    link.download = `weighbridge-${name}.json`;
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <button type="button" class="chip" onClick={() => void save()}>
      Download the run as JSON
    </button>
  );
}
