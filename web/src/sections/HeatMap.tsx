import type { RunDocument } from "../data/document";
import { Section } from "../parts/Section";
import type { View } from "../state/view";

/** Who is good at what: every codec against every payload. */
export function HeatMap({ view }: { document: RunDocument; view: View }) {
  return (
    <Section name="heat-map" title="Codec by payload">
      <p>{view.cells.length}</p>
    </Section>
  );
}
