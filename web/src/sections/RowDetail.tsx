import { useEffect, useState } from "preact/hooks";
import { Fragment, type ComponentChildren } from "preact";
import type { Cell, RunDocument, Interval } from "../data/document";
import { environmentOf } from "../data/environment";
import { participantOf } from "../data/cells";
import { readSources } from "../data/run";
import { countText } from "../data/measures";
import { codecName, duration, netTime, percent, size } from "../model/figures";
import { SamplesChart } from "./SamplesChart";

/** What is behind a row's numbers: its samples, its versions and flags, its policies, and its adapter's text. */
export function RowDetail({ document, cell, title }: { document: RunDocument; cell: Cell; title: string }) {
  const about = environmentOf(document).runners[participantOf(cell)];
  const clock = about?.clocks[cell.clock];
  const format = document.formats.find(({ format }) => format === cell.format);
  const policies = Object.entries(cell.policies).filter(([, value]) => value !== null && value !== "");
  return (
    <div class="detail" data-detail>
      <h3>
        {title}: {codecName(cell)} <span class="muted">{cell.operation}</span>
      </h3>
      <SamplesChart cell={cell} quietNs={document.run.quietness.quiet_ns} />
      <div class="facts-grid">
        <Facts title="What ran">
          <Fact name="Library">
            {cell.library} {cell.library_version}
            {cell.released && <span class="muted"> of {cell.released}</span>}
          </Fact>
          <Fact name="Format">{format ? <a href={format.specification}>{format.title}</a> : cell.format}</Fact>
          <Fact name="Runtime">{about?.runtime}</Fact>
          <Fact name="Compiler">{about?.compiler}</Fact>
          <Fact name="Flags">{about?.flags && <code>{about.flags}</code>}</Fact>
          <Fact name="Clock">
            {clock && `${clock.name} (${cell.clock}), resolution ${duration(clock.resolution_ns)}`}
          </Fact>
          <Fact name="Links">
            <Links cell={cell} />
          </Fact>
        </Facts>
        <Facts title="Numbers, per pass over the payload">
          <Fact name="Net time">
            {netTime(cell.net_ns)} <IntervalText interval={cell.net_ns} />
          </Fact>
          <Fact name="Gross time">
            {duration(cell.gross_ns.estimate)} <IntervalText interval={cell.gross_ns} />
          </Fact>
          <Fact name="Wall time">
            {cell.wall_ns !== null && cell.clock === "cpu" && `${duration(cell.wall_ns)} gross`}
          </Fact>
          <Fact name="First call">{cell.first_call_ns === null ? null : duration(cell.first_call_ns)}</Fact>
          <Fact name="Allocated">
            {cell.allocated_bytes === null
              ? null
              : `${countText(cell.allocated_bytes)} bytes` +
                (cell.allocated_objects === null ? "" : ` in ${countText(cell.allocated_objects)} objects`)}
          </Fact>
          <Fact name="Held at most">{cell.peak_bytes === null ? null : `${countText(cell.peak_bytes)} bytes`}</Fact>
          <Fact name="Instructions">{cell.instructions === null ? null : countText(cell.instructions)}</Fact>
          <Fact name="Compressed">
            {cell.compressed_bytes &&
              Object.entries(cell.compressed_bytes).map(([compressor, bytes], at) => (
                <Fragment key={compressor}>
                  {at > 0 && ", "}
                  <span class="unbroken">
                    {compressor} {size(bytes)}
                  </span>
                </Fragment>
              ))}
          </Fact>
          <Fact name="Measured in">
            {cell.processes === 1 ? "1 process" : `${cell.processes} processes`}, {size(cell.samples)}{" "}
            {cell.samples === 1 ? "sample" : "samples"}, {percent(cell.preempted)} of them interrupted by other programs
          </Fact>
        </Facts>
        <Facts title="What it keeps, and how it works">
          <Fact name="Fidelity">
            {cell.fidelity === "lossy" ? <span class="warn">lossy: {cell.losses.join(", ")}</span> : cell.fidelity}
          </Fact>
          <Fact name="Notes">{cell.notes.join("; ")}</Fact>
          <Fact name="Speed">
            {cell.settled ? "steady before it was timed" : "still changing when the time for warming up was over"}
          </Fact>
          {policies.map(([name, value]) => (
            <Fact name={POLICY_NAMES[name] ?? name} key={name}>
              {typeof value === "boolean" ? (value ? "yes" : "no") : String(value)}
            </Fact>
          ))}
          <Fact name="Not told apart from">
            <Tied cell={cell} />
          </Fact>
        </Facts>
      </div>
      <Source cell={cell} />
    </div>
  );
}

const POLICY_NAMES: Record<string, string> = {
  buffers: "Output buffer",
  strings: "Strings",
  utf8: "UTF-8",
  access: "Access",
  map: "Finds a map's entries by",
  api: "Calls",
  starts_from: "Encoding starts from",
  threads: "Threads of its own",
};

function Facts({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <div>
      <h4>{title}</h4>
      <dl>{children}</dl>
    </div>
  );
}

/** A line of facts; nothing where there is nothing to tell. */
function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  if (children === null || children === undefined || children === "" || children === false) return null;
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function IntervalText({ interval: { low, high } }: { interval: Interval }) {
  if (low === null || high === null) return null;
  return (
    <span class="muted">
      ({duration(low)} to {duration(high)})
    </span>
  );
}

const LINK_NAMES: Record<string, string> = { homepage: "home page", documentation: "documentation", source: "adapter" };

function Links({ cell }: { cell: Cell }) {
  const pages = Object.entries(cell.links).filter(([, url]) => /^https?:\/\//.test(url));
  const { licence } = cell.links;
  return (
    <>
      {pages.map(([name, url], at) => (
        <span key={name}>
          {at > 0 && ", "}
          <a href={url} rel="noreferrer">
            {LINK_NAMES[name] ?? name}
          </a>
        </span>
      ))}
      {licence && <span class="muted"> · {licence}</span>}
    </>
  );
}

/** So many names are read at a glance. */
const NAMES_AT_ONCE = 6;

function Tied({ cell }: { cell: Cell }) {
  const own = cell.tied_with.filter((name) => name.startsWith(`${participantOf(cell)}/`));
  const names = own.map((name) => name.slice(participantOf(cell).length + 1));
  const others = cell.tied_with.length - own.length;
  if (cell.tied_with.length === 0) return <>none</>;
  const elsewhere = others > 0 ? `${others} of other runners` : "";
  if (names.length <= NAMES_AT_ONCE) return <>{[...names, elsewhere].filter(Boolean).join(", ")}</>;
  return (
    <details>
      <summary>
        {names.length} of its runner{elsewhere && `, ${elsewhere}`}
      </summary>
      {names.join(", ")}
    </details>
  );
}

function Source({ cell }: { cell: Cell }) {
  const path = cell.links["source"];
  const [open, setOpen] = useState(false);
  const [text, setText] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    if (!open || path === undefined) return;
    let current = true;
    void readSources().then((sources) => {
      if (current) setText(sources?.[path] ?? null);
    });
    return () => {
      current = false;
    };
  }, [open, path]);
  if (path === undefined) return null;
  return (
    <details class="source" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        Its adapter, <code>{path}</code>
      </summary>
      {text === null && <p class="muted">This page was made without the text of this file.</p>}
      {typeof text === "string" && (
        <pre tabIndex={0} aria-label={path}>
          <code>{text}</code>
        </pre>
      )}
    </details>
  );
}
