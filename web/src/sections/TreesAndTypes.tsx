import { Fragment } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Approach, RunDocument, TreesAndTypes as Comparison } from "../data/document";
import { readSchemas } from "../data/run";
import { codecName, duration, percent, significant, size } from "../model/figures";
import { Format } from "../parts/Format";
import { Section } from "../parts/Section";
import type { View } from "../state/view";

/** What a payload takes as trees and as types, without a schema and with one: the best codec of each, by runner. */
export function TreesAndTypes({ document, view }: { document: RunDocument; view: View }) {
  const { payload } = view;
  const comparisons = comparisonsOf(document, payload.payload);
  return (
    <Section name="trees-and-types" title="Trees and types">
      <p class="lead">
        The fastest codec of each approach to <strong>{payload.payload}</strong>, encoded and decoded: as trees of
        values, as types of the application’s own, and in formats that need the schema that was inferred from it.
      </p>
      <p class="muted small">
        Only codecs that do both, and whose text lives on when the encoded bytes are gone. Types say “none” in one way,
        so that a field that was absent may come back as null.
      </p>
      <div class="scroll" role="region" aria-label="Trees and types, as a table" tabIndex={0}>
        <table class="rows">
          <caption class="hidden">The fastest codec of each approach, by runner</caption>
          <thead>
            <tr>
              <th scope="col">runner</th>
              <th scope="col">approach</th>
              <th scope="col" class="name">
                codec
              </th>
              <th scope="col" class="format">
                format
              </th>
              <th scope="col" class="number">
                net time
              </th>
              <th scope="col" class="number" title="in terms of the runner’s first approach">
                relative
              </th>
              <th scope="col" class="number">
                bytes
              </th>
              <th scope="col" class="number" title="of the first approach’s bytes">
                share
              </th>
              <th scope="col">loses</th>
            </tr>
          </thead>
          <tbody>
            {comparisons.flatMap((comparison) =>
              comparison.approaches.map((approach, at) => (
                <Row
                  key={`${comparison.runner} ${approach.name}`}
                  comparison={comparison}
                  approach={approach}
                  at={at}
                />
              )),
            )}
          </tbody>
        </table>
      </div>
      <Schemas payload={payload.payload} />
    </Section>
  );
}

/** Links to the schema that was inferred, in files beside the page. */
function Schemas({ payload }: { payload: string }) {
  const [files, setFiles] = useState<Record<string, string>>({});
  useEffect(() => {
    let current = true;
    void readSchemas().then((schemas) => {
      if (current) setFiles(schemas?.[payload] ?? {});
    });
    return () => {
      current = false;
    };
  }, [payload]);
  const links = Object.entries(files);
  if (links.length === 0) return null;
  return (
    <p class="small">
      Its schema, in files beside this page:{" "}
      {links.map(([title, file], at) => (
        <Fragment key={file}>
          {at > 0 && " · "}
          <a href={file}>{title}</a>
        </Fragment>
      ))}
    </p>
  );
}

/** The comparisons of a payload; none where it was not weighed as types. */
export function comparisonsOf(document: RunDocument, payload: string): readonly Comparison[] {
  return (document.trees_and_types ?? []).filter((one) => one.payload === payload);
}

function Row({ comparison, approach, at }: { comparison: Comparison; approach: Approach; at: number }) {
  const [first] = comparison.approaches as [Approach];
  return (
    <tr>
      <td>{at === 0 && <strong>{comparison.title}</strong>}</td>
      <td>{approach.name}</td>
      <th scope="row" class="name">
        {codecName(approach)}
      </th>
      <td class="format muted">
        <Format format={approach.format} />
      </td>
      <td class="number strong">{duration(approach.total_ns)}</td>
      <td class="number">{at === 0 ? "= 1" : `${significant(approach.total_ns / first.total_ns)}×`}</td>
      <td class="number">{size(approach.bytes)}</td>
      <td class="number">{percent(approach.bytes / first.bytes)}</td>
      <td>{approach.losses.join(", ")}</td>
    </tr>
  );
}
