import { expect, test } from "vitest";
import { layOut } from "../src/analysis/layered_layout";

const nodes = (count: number) => Array.from({ length: count }, (_, id) => ({ id, width: 40 + 7 * (id % 3) }));
const HEIGHT = 26;

/** Each box leads to a few of those behind it. */
const EDGES = Array.from({ length: 40 }, (_, id) => [1, 3, 7, 11].map((step) => [id, id + step] as const))
  .flat()
  .filter(([, to]) => to < 40);

test("every arrow leads to the right, from the side of one box to the side of the other", () => {
  const { places, bends } = layOut(nodes(40), EDGES, HEIGHT);
  EDGES.forEach(([from, to], index) => {
    const points = bends[index]!;
    expect(places.get(from)!.x).toBeLessThan(places.get(to)!.x);
    expect(points[0]!.x).toBe(places.get(from)!.x + (40 + 7 * (from % 3)) / 2);
    expect(points.at(-1)!.x).toBe(places.get(to)!.x - (40 + 7 * (to % 3)) / 2);
  });
});

test("no two boxes overlap and all lie in the picture", () => {
  const { places, width, height } = layOut(nodes(40), EDGES.filter(([from]) => from % 2 === 0), HEIGHT);
  const all = [...places.values()];
  all.forEach((one, index) => {
    expect(one.x > 0 && one.x < width && one.y > 0 && one.y < height).toBe(true);
    for (const other of all.slice(index + 1)) {
      expect(Math.abs(one.x - other.x) >= 54 || Math.abs(one.y - other.y) >= HEIGHT).toBe(true);
    }
  });
});

test.each([[1, []], [3, []], [2, [[1, 0]]], [2, [[0, 1], [1, 0]]]] as const)("%d boxes with the edges %o are placed", (count, edges) => {
  const { places, bends } = layOut(nodes(count), edges, HEIGHT);
  expect([...places.values(), ...bends.flat()].every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y))).toBe(true);
});
