import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { countBy, participantOf, operationsOf, payloadsOf, titlesOf } from "../data/cells";
import type { Cell, RunDocument } from "../data/document";
import { Chips, toggled, type Option } from "../parts/Chips";
import { Menu } from "../parts/Menu";
import { Found } from "./Found";
import { choice, DEFAULTS, select } from "../state/state";
import { ALL_MEMBERS, filtersSet, POLICIES, policyOf, UNFILTERED, type Policy, type View } from "../state/view";

const POLICY_TITLES: Record<Policy, string> = {
  buffers: "Output buffer",
  strings: "Strings of the result",
  utf8: "UTF-8",
  access: "Access",
};

/** The bar that stays in sight: what is shown, and the chips to change it. */
export function Filters({ document, view }: { document: RunDocument; view: View }) {
  const open = useSignal(false);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => (bar.current ? keepClearOf(bar.current) : undefined), []);
  const titles = titlesOf(document);
  const here = document.cells.filter(
    (cell) => cell.payload === view.payload.payload && cell.operation === view.operation,
  );
  const own = here.filter((cell) => view.participants.includes(participantOf(cell)));
  const all = view.participants.length === titles.size;
  const participants = view.participants.map((participant) => titles.get(participant) ?? participant);
  const who = all && titles.size > 1 ? "all" : summarised(participants);
  const set = filtersSet({
    ...DEFAULTS,
    format: choice.format.value,
    exact: choice.exact.value,
    search: choice.search.value,
    buffers: choice.buffers.value,
    strings: choice.strings.value,
    utf8: choice.utf8.value,
    access: choice.access.value,
  });
  return (
    <div ref={bar} class={open.value ? "filters open" : "filters"} role="region" aria-label="What is shown">
      <button
        type="button"
        class="chip opens only-narrow"
        aria-expanded={open.value}
        onClick={() => (open.value = !open.value)}
      >
        <span class="grow">
          {view.payload.payload} · {view.operation} · {who}
        </span>
        {set > 0 ? `${set} filters` : "Filters"}
      </button>
      <div class="filter-row">
        <Payloads document={document} view={view} />
        <Chips
          joined
          label="Operation"
          options={operationsOf(document).map((operation) => ({ value: operation, label: operation }))}
          chosen={[view.operation]}
          onToggle={(op) => select({ op, row: null })}
        />
        <Menu label={titles.size > 1 ? "Runners" : "Runner"} summary={who} active>
          <div class="panel-head">
            <button type="button" class="link" onClick={() => select({ lang: [ALL_MEMBERS], row: null })}>
              All
            </button>
          </div>
          <Chips
            label="Runners"
            options={[...titles].map(([value, label]) => ({
              value,
              label,
              count: here.filter((cell) => participantOf(cell) === value).length,
            }))}
            chosen={view.participants}
            onToggle={(participant) =>
              select({ lang: withParticipant(view.participants, participant, [...titles.keys()]), row: null })
            }
          />
        </Menu>
        <Menu
          label="Formats"
          summary={choice.format.value.length > 0 ? summarised(choice.format.value) : "all"}
          active={choice.format.value.length > 0}
        >
          <div class="panel-head">
            <button type="button" class="link" onClick={() => select({ format: [] })}>
              All
            </button>
          </div>
          <Chips
            label="Formats"
            options={counted(own, (cell) => cell.format).map((option) => ({
              ...option,
              label: document.formats.find(({ format }) => format === option.value)?.title ?? option.label,
            }))}
            chosen={choice.format.value}
            onToggle={(format) => select({ format: toggled(choice.format.value, format) })}
          />
        </Menu>
        <Policies cells={own} />
        <button
          type="button"
          class="chip"
          aria-pressed={choice.exact.value}
          title="only codecs that give back exactly what they were given"
          onClick={() => select({ exact: !choice.exact.value })}
        >
          Exact only
        </button>
        <input
          type="search"
          class="search"
          placeholder="Find a codec"
          aria-label="Find a codec by its name or its library's"
          value={choice.search.value}
          onInput={(event) => select({ search: event.currentTarget.value })}
        />
        {choice.search.value.trim() !== "" && <Found document={document} view={view} />}
        {set > 0 && (
          <button type="button" class="link" onClick={() => select({ ...UNFILTERED, search: "" })}>
            Clear
          </button>
        )}
      </div>
    </div>
  );
}

/** Let nothing that is scrolled to end up behind the bar, however many lines it has. */
function keepClearOf(bar: HTMLElement): () => void {
  const observer = new ResizeObserver(() => {
    document.documentElement.style.setProperty("--bar", `${bar.offsetHeight}px`);
  });
  observer.observe(bar);
  return () => observer.disconnect();
}

/** So many payloads are chips; more are a list. */
const CHIPS_AT_MOST = 4;

function Payloads({ document, view }: { document: RunDocument; view: View }) {
  const payloads = payloadsOf(document);
  if (payloads.length <= CHIPS_AT_MOST) {
    return (
      <Chips
        joined
        label="Payload"
        options={payloads.map(({ payload }) => ({ value: payload, label: payload }))}
        chosen={[view.payload.payload]}
        onToggle={(payload) => select({ payload, row: null })}
      />
    );
  }
  return (
    <select
      aria-label="Payload"
      value={view.payload.payload}
      onChange={(event) => select({ payload: event.currentTarget.value, row: null })}
    >
      {payloads.map(({ payload }) => (
        <option key={payload}>{payload}</option>
      ))}
    </select>
  );
}

function Policies({ cells }: { cells: readonly Cell[] }) {
  const chosen = POLICIES.flatMap((policy) => choice[policy].value);
  return (
    <Menu label="Policies" summary={chosen.length > 0 ? summarised(chosen) : "any"} active={chosen.length > 0}>
      {POLICIES.map((policy) => {
        const options = counted(cells, (cell) => policyOf(cell, policy)).filter(({ value }) => value !== "");
        if (options.length === 0) return null;
        return (
          <div class="policy" key={policy}>
            <span class="muted">{POLICY_TITLES[policy]}</span>
            <Chips
              label={POLICY_TITLES[policy]}
              options={options}
              chosen={choice[policy].value}
              onToggle={(value) => select({ [policy]: toggled(choice[policy].value, value) })}
            />
          </div>
        );
      })}
    </Menu>
  );
}

function counted(cells: readonly Cell[], of: (cell: Cell) => string): Option<string>[] {
  return [...countBy(cells, of)]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([value, count]) => ({ value, label: value, count }));
}

function summarised(names: readonly string[]): string {
  const [first = "none", ...more] = names;
  return more.length > 0 ? `${first} + ${more.length}` : first;
}

/** Of all of them, the first that is pressed becomes the only one; none is as good as all. */
function withParticipant(chosen: readonly string[], participant: string, all: readonly string[]): string[] {
  if (chosen.length === all.length) return [participant];
  const next = toggled(chosen, participant);
  return next.length === 0 || next.length === all.length ? [ALL_MEMBERS] : next;
}
