/** The CPU track says what is known of a frame's stages, and where the GPU's track is put. */

import { expect, test } from "vitest";
import { cpuBars, submitNs } from "../src/analysis/cpu_bars";
import type { Frame } from "../src/sgpt/capture";

function barsOf(encodeEnd: bigint | null, submit: bigint | null) {
  const stamps = { cpuBeginNs: 100n, cpuEncodeEndNs: encodeEnd, cpuSubmitNs: submit, cpuAbsorbedNs: null };
  return cpuBars({ ...stamps, cpuPassNs: null } as unknown as Frame, null);
}

test.each([
  [130n, 150n, ["encode 0 30", "submit 30 50"], 50],
  [null, 150n, ["encode and submit 0 50"], 50],
  [130n, null, ["encode 0 30"], null],
  [null, null, [], null],
] as const)("encoded until %s and submitted at %s", (encodeEnd, submit, told, at) => {
  const bars = barsOf(encodeEnd, submit);
  expect(bars.map((bar) => `${bar.label} ${bar.begin} ${bar.end}`)).toEqual(told);
  expect(submitNs(bars)).toBe(at);
});
