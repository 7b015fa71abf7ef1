import type { Cell, ProfileWorth, Profiled, RunDocument } from "../data/document";
import { groupBy, titlesOf } from "../data/cells";
import { profileOf, usualCells, worthsOf, type ProfileKind } from "../data/profiles";
import { codecName, margin, netTime, significant, size } from "../model/figures";
import { Section } from "../parts/Section";
import type { View } from "../state/view";

const TITLES: Readonly<Record<ProfileKind, string>> = { compiler: "On compilers", allocator: "On allocators" };
const SIGNS = { faster: "▼", slower: "▲", equal: "=", undecided: "?" } as const;

/** What another compiler, or another allocator, is worth: on the whole, and for each codec of a payload. */
export function Profiles({ document, view, kind }: { document: RunDocument; view: View; kind: ProfileKind }) {
  const titles = titlesOf(document);
  const { payload } = view;
  const cells = document.cells.filter(
    (cell) => profileOf(cell)?.differs_in === kind && cell.payload === payload.payload,
  );
  return (
    <Section name={`${kind}s`} title={TITLES[kind]}>
      <p class="muted small">
        In terms of the same codec with the runner’s own {kind} (= 1), with half its 95 % interval. ▼ faster and ▲
        slower: beyond doubt, with all these comparisons taken together. = the same within the run’s precision. ? it may
        be noise, and a longer run would tell. Code and data: what the operation adds to a program without any codec.
      </p>
      {[...groupBy(worthsOf(document, kind), ({ runner }) => runner)].map(([runner, worths]) => (
        <Whole key={runner} title={titles.get(runner) ?? runner} kind={kind} worths={worths} />
      ))}
      {[...groupBy(cells, ({ runner }) => runner)].map(([runner, own]) => (
        <Cells
          key={runner}
          title={`${titles.get(runner) ?? runner}, ${payload.payload}`}
          kind={kind}
          cells={own}
          document={document}
        />
      ))}
    </Section>
  );
}

function Whole({ title, kind, worths }: { title: string; kind: ProfileKind; worths: readonly ProfileWorth[] }) {
  const name = `${title}, on the whole`;
  return (
    <div class="scroll" role="region" aria-label={name} tabIndex={0}>
      <table class="rows">
        <caption>{name}</caption>
        <thead>
          <tr>
            <th scope="col" class="name">
              {kind}
            </th>
            <th scope="col" class="number" title="geometric, over all cells">
              mean
            </th>
            {Object.keys(SIGNS).map((verdict) => (
              <th key={verdict} scope="col" class="number">
                {verdict}
              </th>
            ))}
            <th scope="col" class="number" title="bytes, geometric mean">
              code
            </th>
          </tr>
        </thead>
        <tbody>
          {worths.map((worth) => (
            <tr key={worth.name}>
              <th scope="row" class="name">
                {worth.name}
              </th>
              <td class="number strong">{significant(worth.ratio)}×</td>
              {(Object.keys(SIGNS) as (keyof typeof SIGNS)[]).map((verdict) => (
                <td key={verdict} class="number">
                  {worth.verdicts[verdict] ?? 0}
                </td>
              ))}
              <td class="number">{worth.flash_ratio == null ? "" : `${significant(worth.flash_ratio)}×`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellsProps {
  title: string;
  kind: ProfileKind;
  cells: readonly Cell[];
  document: RunDocument;
}

function Cells({ title, kind, cells, document }: CellsProps) {
  const usual = usualCells(document);
  return (
    <div class="scroll" role="region" aria-label={title} tabIndex={0}>
      <table class="rows">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col" class="name">
              codec
            </th>
            <th scope="col">operation</th>
            <th scope="col">{kind}</th>
            {["net time", "relative", "±"].map((heading) => (
              <th key={heading} scope="col" class="number">
                {heading}
              </th>
            ))}
            <th scope="col">verdict</th>
            {["code", "data"].map((heading) => (
              <th key={heading} scope="col" class="number" title="in bytes">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[...groupBy(cells, (cell) => `${cell.operation} ${codecName(cell)}`).values()].flatMap((own) => {
            const [first] = own as [Cell];
            const other = usual.get(first.cell);
            return [
              ...(other ? [<Row key={other.cell} cell={other} name={profileOf(first)?.to ?? ""} />] : []),
              ...own.map((cell) => <Row key={cell.cell} cell={cell} profile={profileOf(cell)} />),
            ];
          })}
        </tbody>
      </table>
    </div>
  );
}

/** A cell of a profile, or of the runner itself, which has only a name. */
function Row({ cell, profile, name }: { cell: Cell; profile?: Profiled | null; name?: string }) {
  return (
    <tr>
      <th scope="row" class="name">
        {codecName(cell)}
      </th>
      <td>{cell.operation}</td>
      <td>{profile?.name ?? name}</td>
      <td class="number strong">{netTime(cell.net_ns)}</td>
      <td class="number">{profile ? `${significant(profile.estimate)}×` : "= 1"}</td>
      <td class="number">{profile && margin(profile)}</td>
      <td class={profile?.verdict === "undecided" ? "muted" : ""}>
        {profile && `${SIGNS[profile.verdict]} ${profile.verdict}`}
      </td>
      <td class="number">{size(cell.flash_bytes ?? null)}</td>
      <td class="number">{size(cell.ram_bytes ?? null)}</td>
    </tr>
  );
}
