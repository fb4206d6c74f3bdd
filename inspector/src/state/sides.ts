/** What is compared: two ranges of one file, or of two. */

import { batch, computed, signal } from "@preact/signals-core";
import type { SideFrames } from "../analysis/comparison";
import type { Capture } from "../sgpt/capture";
import { announce, capture, change, place, placeOf, secondCapture, state } from "./store";
import { formatRange, type FrameRange } from "./view_state";

/** Frames at the start of a capture that are left out where all of it is compared; as `framescope compare` does. */
export const warmUp = signal(10);

/** A and B, null where nothing was chosen for one of them. */
export const sides = computed<{ a: SideFrames; b: SideFrames } | null>(() => {
  const first = capture.value;
  const second = secondCapture.value;
  const { a, b } = state.value;
  if (first === null || (second === null && b === null)) return null;
  return { a: sideOf(first, a, warmUp.value), b: sideOf(second ?? first, b, warmUp.value) };
});

function sideOf(of: Capture, range: FrameRange | null, warm: number): SideFrames {
  const { entries } = of;
  if (range === null) return { capture: of, first: Math.min(warm, entries.length), stop: entries.length };
  return { capture: of, first: placeOf(entries, range.first), stop: placeOf(entries, range.stop) };
}

/** Take the range of the strip as A or B; all frames where none is brushed. */
export function takeRange(side: "a" | "b"): void {
  const entries = capture.peek()?.entries ?? [];
  const last = entries.at(-1);
  if (last === undefined) return;
  take(side, state.peek().frames ?? { first: entries[0]!.number, stop: last.number + 1 });
}

/** Take the frame that is shown as A or B. */
export function takeFrame(side: "a" | "b"): void {
  const shown = place.peek();
  if (shown === null) return;
  const { number } = capture.peek()!.entries[shown]!;
  take(side, { first: number, stop: number + 1 });
}

/** Compare the first half of the capture with the second. */
export function takeHalves(): void {
  const entries = capture.peek()?.entries ?? [];
  const middle = entries[entries.length >> 1];
  if (entries.length < 2 || middle === undefined) return;
  const [first, stop] = [entries[0]!.number, entries.at(-1)!.number + 1];
  change({ a: { first, stop: middle.number }, b: { first: middle.number, stop } });
}

function take(side: "a" | "b", range: FrameRange): void {
  change({ [side]: range });
  announce(`${side.toUpperCase()} is frames ${formatRange(range)}`);
}

/** Have what is A as B, and the other way round. */
export function swapSides(): void {
  const { a, b } = state.peek();
  batch(() => {
    const second = secondCapture.peek();
    if (second !== null) {
      secondCapture.value = capture.peek();
      capture.value = second;
    }
    change({ a: b, b: a });
  });
}
