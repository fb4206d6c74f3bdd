import { expect, test } from "vitest";
import { histogramOf } from "../src/analysis/histogram";
import { settingDifferences } from "../src/analysis/setting_differences";
import { topologyDifferences } from "../src/analysis/topology_differences";
import { graphModel } from "../src/sgpt/graph_model";
import { sortedBy } from "../src/views/sortable_table";

const model = (raw: Record<string, unknown>) => graphModel({ scopes: [], ...raw });

test("graphs that are the same do not differ", () => {
  const raw = { passes: [{ path: "a", order: 0 }], resources: [{ name: "x", descriptor: { size: [1, 2, 3] } }] };
  expect(topologyDifferences(model(raw), model(raw))).toEqual([]);
});

test("what differs is named, whatever its position", () => {
  const a = model({
    passes: [{ path: "a", kind: "render", order: 0 }, { path: "b", order: 1 }, { path: "gone", order: 2 }],
    resources: [{ name: "x", descriptor: { size: [8, 8, 1], format: "r8unorm" } }],
    edges: [{ from: 0, to: 1, resource: 0, kind: "value", hazard: "raw" }],
  });
  const b = model({
    passes: [{ path: "b", order: 0 }, { path: "a", kind: "compute", order: 1, side_effect: true }],
    resources: [{ name: "x", descriptor: { size: [4, 8, 1], format: "r8unorm" } }],
    roots: [{ reason: "side-effect", pass: 1 }],
  });
  expect(topologyDifferences(a, b).map(({ aspect, name, text }) => `${aspect} ${name}: ${text}`)).toEqual([
    "pass a: kind render in A, compute in B",
    "pass a: side effect no in A, yes in B",
    "pass gone: only in A",
    "order of execution: 2 passes run at another place: where A runs a, B runs b",
    "resource x: size 8x8x1 in A, 4x8x1 in B",
    "dependency a -> b by x, raw: only in A",
    "root side-effect of a: only in B",
  ]);
});

test("settings that make times hard to compare come first and are loud", () => {
  const found = settingDifferences(
    { adapter: { device: "one" }, versions: { wgpu: "1" }, size: [8, 8] },
    { adapter: { device: "two" }, versions: { wgpu: "2" }, size: [8, 8], driver: "new" },
  );
  expect(found.map((each) => [each.name, each.a, each.b, each.loud])).toEqual([
    ["adapter", "one", "two", true],
    ["driver", null, "new", true],
    ["versions.wgpu", "1", "2", false],
  ]);
});

test("bins grow by a factor, hold every time once, and leave zeros out", () => {
  const found = histogramOf([Float64Array.of(1, 10, 99, 100, 0), Float64Array.of(10_000)], 4)!;
  expect(found.bounds.map(Math.round)).toEqual([1, 10, 100, 1000, 10_000]);
  expect(found.counts).toEqual([[1, 2, 1, 0], [0, 0, 0, 1]]);
  expect(found.zeros).toEqual([1, 0]);
});

test.each([[[5, 5, 5], [3, 0, 0]], [[0, 0], null], [[], null]])("a histogram of %o is %o", (values, counts) => {
  expect(histogramOf([Float64Array.from(values)], 3)?.counts[0] ?? null).toEqual(counts);
});

test("what is unknown is sorted last, upwards and downwards, and equals keep their order", () => {
  const rows = [{ id: 1, v: 2 }, { id: 2, v: null }, { id: 3, v: 1 }, { id: 4, v: 2 }];
  const ids = (down: boolean) => sortedBy(rows, (row) => row.v, down).map((row) => row.id);
  expect([ids(false), ids(true)]).toEqual([[3, 1, 4, 2], [1, 4, 3, 2]]);
});
