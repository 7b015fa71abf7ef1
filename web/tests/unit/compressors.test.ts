/** Which compressors can be chosen for a payload, and why the others cannot. */
import { expect, test } from "vitest";
import { whyNot } from "../../src/data/compressors";
import type { PayloadInfo } from "../../src/data/document";

const PAYLOAD: PayloadInfo = {
  payload: "orders",
  source: "",
  documents: 1,
  json_bytes: 9,
  sizes: [
    { payload: "orders", format: "json", bytes: 9, compressed: {}, reference: "" },
    {
      payload: "orders",
      format: "cbor",
      bytes: 9,
      compressed: { gzip: { bytes: 9 } },
      unsuited: { zstd: "too few" },
      reference: "",
    },
  ],
  compression: [],
};

test.each([
  ["none", undefined],
  ["gzip", undefined],
  ["zstd", "too few"],
  ["lz4", "these sizes were not measured in this run"],
] as const)("after %s: %s", (compressor, reason) => {
  expect(whyNot(PAYLOAD, compressor)).toBe(reason);
});
