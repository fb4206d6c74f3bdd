import { expect, test } from "vitest";
import { binFrames, highTime, stripScale } from "../src/views/strip_bins";

test.each([
  ["frames as long as the target", [16e6, 15e6], 16e6, 19.2e6],
  ["frames far below it, which stay visible", [10e3, 12e3], 16e6, 50e3],
  ["frames above it", [40e6, 40e6], 16e6, 50e6],
  ["no time at all", [null, null], 16e6, 19.2e6],
] as const)("the strip's scale for %s", (_, times, target, top) => {
  expect(stripScale(highTime(times, []), target)).toBeCloseTo(top, -4);
});

test("a column shows the longest of its frames, and a hitch of any", () => {
  const found = binFrames([1, 9, null, 3], [null, null, 2, 1], [false, true, false, false], 2);
  expect(found).toEqual([
    { gpu: 9, cpu: null, hitch: true },
    { gpu: 3, cpu: 2, hitch: false },
  ]);
});
