import { useComputed } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import { boardsOf } from "./data/boards";
import { worthsOf } from "./data/profiles";
import { payloadsOf } from "./data/cells";
import type { RunDocument } from "./data/document";
import { Lazy } from "./parts/Lazy";
import { Banner } from "./sections/Banner";
import { Boards } from "./sections/Boards";
import { Compare, Tray } from "./sections/Compare";
import { Conditions } from "./sections/Conditions";
import { Contents, showSection } from "./sections/Contents";
import { EndToEnd } from "./sections/EndToEnd";
import { Failures } from "./sections/Failures";
import { Fidelity } from "./sections/Fidelity";
import { Filters } from "./sections/Filters";
import { Header } from "./sections/Header";
import { HeatMap } from "./sections/HeatMap";
import { Method } from "./sections/Method";
import { Ranking } from "./sections/Ranking";
import { Profiles } from "./sections/Profiles";
import { SizeTime } from "./sections/SizeTime";
import { Verdict } from "./sections/Verdict";
import { comparisonsOf, TreesAndTypes } from "./sections/TreesAndTypes";
import { choice } from "./state/state";
import { viewOf, type View } from "./state/view";

interface Part {
  name: string;
  title: string;
  /** about what it takes, in pixels, before it is drawn; none: it is drawn at once */
  height?: number;
  draw: (document: RunDocument, view: View) => preact.JSX.Element;
}

const PARTS: readonly Part[] = [
  { name: "verdict", title: "Verdict", draw: (document, view) => <Verdict document={document} view={view} /> },
  { name: "compare", title: "Side by side", draw: (document, view) => <Compare document={document} view={view} /> },
  { name: "ranking", title: "Ranking", draw: (document, view) => <Ranking document={document} view={view} /> },
  {
    name: "trees-and-types",
    title: "Trees and types",
    draw: (document, view) => <TreesAndTypes document={document} view={view} />,
  },
  {
    name: "compilers",
    title: "On compilers",
    height: 900,
    draw: (document, view) => <Profiles document={document} view={view} kind="compiler" />,
  },
  {
    name: "allocators",
    title: "On allocators",
    height: 900,
    draw: (document, view) => <Profiles document={document} view={view} kind="allocator" />,
  },
  { name: "boards", title: "On boards", height: 1600, draw: (document) => <Boards document={document} /> },
  {
    name: "size-time",
    title: "Size against time",
    height: 640,
    draw: (document, view) => <SizeTime document={document} view={view} />,
  },
  {
    name: "end-to-end",
    title: "End to end",
    height: 1200,
    draw: (document, view) => <EndToEnd document={document} view={view} />,
  },
  {
    name: "heat-map",
    title: "Codec by payload",
    height: 700,
    draw: (document, view) => <HeatMap document={document} view={view} />,
  },
  {
    name: "fidelity",
    title: "What survives",
    height: 500,
    draw: (document, view) => <Fidelity document={document} view={view} />,
  },
  { name: "failures", title: "What failed", height: 400, draw: (document) => <Failures document={document} /> },
  {
    name: "conditions",
    title: "Conditions",
    height: 900,
    draw: (document) => <Conditions document={document} />,
  },
  { name: "method", title: "Environment", height: 900, draw: (document) => <Method document={document} /> },
];

export function App({ document }: { document: RunDocument }) {
  const view = useComputed(() =>
    viewOf(document, {
      lang: choice.lang.value,
      format: choice.format.value,
      op: choice.op.value,
      payload: choice.payload.value,
      exact: choice.exact.value,
      search: choice.search.value,
      buffers: choice.buffers.value,
      strings: choice.strings.value,
      utf8: choice.utf8.value,
      access: choice.access.value,
    }),
  ).value;
  const measured = view !== null;
  const typed = view !== null && comparisonsOf(document, view.payload.payload).length > 0;
  const comparing = useComputed(() => choice.compare.value.length > 0).value;
  const parts = useMemo(() => {
    const boards = boardsOf(document).length > 0;
    const absent = [
      ...(boards ? [] : ["boards"]),
      ...(worthsOf(document, "compiler").length > 0 ? [] : ["compilers"]),
      ...(worthsOf(document, "allocator").length > 0 ? [] : ["allocators"]),
      ...(comparing ? [] : ["compare"]),
      ...(typed ? [] : ["trees-and-types"]),
      // Of one payload it would be the ranking once more.
      ...(payloadsOf(document).length > 1 ? [] : ["heat-map"]),
    ];
    const shown = measured ? null : [...(boards ? ["boards"] : []), "failures", "method"];
    return PARTS.filter(({ name }) => !absent.includes(name) && (shown?.includes(name) ?? true));
  }, [measured, comparing, typed, document]);
  useEffect(() => {
    const section = choice.section.peek();
    if (section !== null) showSection(section);
    // Whoever sends a page with an opened row wants it to be seen.
    else globalThis.document.querySelector("[data-detail]")?.scrollIntoView({ block: "center", behavior: "instant" });
  }, []);
  return (
    <>
      <a class="skip" href="#main" onClick={(event) => skipTo(event, parts[0]?.name)}>
        Skip to the numbers
      </a>
      <div class="page">
        <Header document={document} />
        <Banner document={document} />
        {view && <Filters document={document} view={view} />}
        <div class="columns">
          <Contents sections={parts} />
          <main>
            {parts.map(({ name, height, draw }) => {
              // Those that need a view are not among the parts where there is none.
              const drawn = draw(document, view as View);
              return height === undefined ? (
                <div key={name}>{drawn}</div>
              ) : (
                <Lazy key={name} name={name} height={height}>
                  {drawn}
                </Lazy>
              );
            })}
          </main>
        </div>
        {measured && <Tray />}
      </div>
    </>
  );
}

/** The hash belongs to what was chosen, so that this link moves the keyboard by itself. */
function skipTo(event: Event, name: string | undefined): void {
  event.preventDefault();
  if (name !== undefined) showSection(name);
}
