/** What frames are held against until a person says otherwise: 60 Hz, or the next target that half of them meet. */

import { expect, test } from "vitest";
import { usualTarget } from "../src/analysis/frame_target";

test.each([
  [[], 16_666_667],
  [[null, null], 16_666_667],
  [[4e6, 5e6, 9e7], 16_666_667],
  [[null, 2e7, 2e7, 1e6], 33_333_333],
  [[1.6e8, 1.7e8, 5e8], 2e8],
  [[5e9], 1e9],
])("frames of %j ns are held against %d", (times, target) => {
  expect(usualTarget(times)).toBe(target);
});
