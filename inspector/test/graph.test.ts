import { expect, test } from "vitest";
import { passesOf, transitiveInputs } from "../src/analysis/graph_walk";
import { matrixOf } from "../src/analysis/matrix";
import { resourceNames } from "../src/analysis/resource_names";
import { graphModel } from "../src/sgpt/graph_model";

const access = (pass: number, resource: number, mode: string, version: number) => ({ pass, resource, mode, version });

/** Four passes: two make a value for the third, the last one only has to wait; the fifth is culled. */
const MODEL = graphModel({
  passes: [
    { label: "a", path: "a", order: 1 },
    { label: "b", path: "b", order: 0 },
    { label: "c", path: "s/c", order: 2, scope: 0 },
    { label: "d", path: "s/d", order: 3, scope: 0 },
    { label: "e", path: "e", order: null, cull_reason: "unused" },
  ],
  scopes: [{ path: "s" }],
  resources: [
    { name: "x", first_use: 0, last_use: 2, allocation: 0 },
    { name: "x", first_use: 2, last_use: 3, allocation: null },
    { name: "y", scope: 0 },
  ],
  allocations: [{ resources: [0] }],
  accesses: [
    access(1, 0, "write", 1),
    access(0, 0, "read", 1),
    access(0, 0, "write", 2),
    access(2, 0, "read", 2),
    access(2, 1, "read", 0),
    access(3, 1, "write", 1),
    access(4, 1, "read", 1),
  ],
  edges: [
    { from: 1, to: 0, resource: 0, kind: "value", hazard: "raw" },
    { from: 0, to: 2, resource: 0, kind: "value", hazard: "raw" },
    { from: 2, to: 3, resource: 1, kind: "ordering", hazard: "war", causes: [{ hazard: "war" }, { hazard: "waw" }] },
  ],
});

test("columns are in the order of execution, what was culled comes last", () => {
  const matrix = matrixOf(MODEL, "first use");
  expect(matrix.columns.map((pass) => pass.path)).toEqual(["b", "a", "s/c", "s/d", "e"]);
  expect(matrix.executed).toBe(4);
});

test("a row has what each pass does and lives while a pass that runs uses it", () => {
  const [x, second, unused] = matrixOf(MODEL, "first use").rows;
  expect([...x!.cells].map(([column, cell]) => [column, cell.reads, cell.writes, cell.version])).toEqual([
    [0, false, true, 1],
    [1, true, true, 2],
    [2, true, false, null],
  ]);
  expect([x!.life, second!.life, unused!.life]).toEqual([[0, 2], [2, 3], null]);
});

test("a pass depends on those whose writes reach it, by the fewest steps, and not on those it only waits for", () => {
  expect(transitiveInputs(MODEL, 2)).toEqual(new Map([[0, 1], [1, 2]]));
  expect(transitiveInputs(MODEL, 3)).toEqual(new Map());
});

test("those who have to do with a resource read or write it, culled or not", () => {
  expect(passesOf(MODEL, 1)).toEqual(new Set([2, 3, 4]));
});

test("an edge has the hazards of all of its causes", () => {
  expect(MODEL.edges[2]!.hazards).toEqual(["war", "waw"]);
});

test("no two resources have one name", () => {
  expect(resourceNames(MODEL)).toEqual(["x", "x#2", "s/y"]);
});

test("a cycle of values, which no compiler makes, is walked once", () => {
  const edges = [0, 1, 2].map((from) => ({ from, to: (from + 1) % 3, resource: 0, kind: "value" }));
  const model = graphModel({ passes: [{}, {}, {}], resources: [{}], edges });
  expect(transitiveInputs(model, 0)).toEqual(new Map([[2, 1], [1, 2]]));
});

test.each([
  {},
  { passes: 7, resources: null, accesses: "x", edges: {}, roots: [null], segments: [[]], views: [3] },
  { passes: [null, 3, { path: 5, order: 2 ** 60, label: {} }], resources: [{ last_use: 1e15, versions: [{ readers: [99, -1] }] }] },
  { passes: [{}], accesses: [access(0, 5, "read", 0), access(9, 0, "read", 0), { pass: 0 }], edges: [{ from: 0, to: 1 }] },
])("a model that says nonsense is one with less in it: %o", (given) => {
  const model = graphModel(given);
  expect(matrixOf(model, "memory").columns.length).toBe(model.passes.length);
  expect(model.accesses).toEqual([]);
  expect(model.edges).toEqual([]);
  expect(model.passes.every((pass) => pass.order === null && pass.path !== "")).toBe(true);
});
