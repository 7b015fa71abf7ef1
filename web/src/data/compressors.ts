/** Which compressors have something to say about a payload. */
import type { Compressor } from "../model/scenario";
import type { PayloadInfo } from "./document";

/** Return why a payload cannot be looked at after a compressor; undefined if it can. */
export function whyNot({ sizes }: PayloadInfo, compressor: Compressor): string | undefined {
  if (compressor === "none" || sizes.some(({ compressed }) => compressor in compressed)) return undefined;
  return (
    sizes.map(({ unsuited }) => unsuited?.[compressor]).find(Boolean) ?? "these sizes were not measured in this run"
  );
}
