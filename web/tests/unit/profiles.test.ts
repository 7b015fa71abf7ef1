/** Which cells compilers and allocators are compared by. */
import { expect, test } from "vitest";
import type { Cell, RunDocument } from "../../src/data/document";
import { usualCells, worthsOf } from "../../src/data/profiles";

const cell = (number: number, about: Partial<Cell>) =>
  ({
    cell: number,
    runner: "c",
    target: "host",
    codec: "mpack",
    variant: null,
    operation: "decode",
    payload: "orders",
    ...about,
  }) as Cell;
const profile = { differs_in: "compiler", name: "gcc-os", to: "gcc-o3" } as Cell["profile"];

test("a cell of a profile stands beside the same one of the runner itself, and no other", () => {
  const cells = [
    cell(0, { operation: "encode" }),
    cell(1, { codec: "yajl" }),
    cell(2, { runner: "cpp" }),
    cell(3, {}),
    cell(4, { target: "gcc-os", profile }),
    cell(5, { target: "gcc-os", profile, variant: "utf8" }),
    cell(6, { target: "distro" }),
  ];
  const usual = usualCells({ cells } as unknown as RunDocument);
  expect([...usual].map(([number, { cell }]) => [number, cell])).toEqual([[4, 3]]);
});

test("runs of before have no profiles", () => {
  expect(worthsOf({ cells: [] } as unknown as RunDocument, "allocator")).toEqual([]);
});
