import { COMPRESSORS } from "../model/scenario";
import { choice, select } from "../state/state";
import type { RunDocument } from "../data/document";
import { Chips } from "../parts/Chips";
import { Section } from "../parts/Section";
import type { View } from "../state/view";

/** Size against time: who gives the most of both. */
export function SizeTime({ view }: { document: RunDocument; view: View }) {
  return (
    <Section name="size-time" title="Size against time">
      <p class="lead">
        Down and to the left is better: fewer bytes, less time. The line joins those that nobody beats in both.
      </p>
      <div class="controls no-print">
        <Chips
          joined
          label="Compression of the bytes"
          options={COMPRESSORS.map((value) => ({ value, label: value === "none" ? "Not compressed" : value }))}
          chosen={[choice.compress.value]}
          onToggle={(compress) => select({ compress })}
        />
      </div>
      <p>{view.rows.length}</p>
    </Section>
  );
}
