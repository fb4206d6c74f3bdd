/** Frames of two captures that do the same work, found by their numbers: `profile/analysis/frame_pairs.py`. */

import { LEAST_FRAMES, sidesOfMedian } from "./median_interval";

const NEAR = 2;
const MOST = 0.9;
const ALIKE = 0.25;

/** A time in each frame that has one. */
export interface Samples {
  /** Ascending. */
  readonly frames: Float64Array;
  /** Ticks. */
  readonly times: Float64Array;
}

/** How many times as long as in A each frame is in B; null where frames do not go together. */
export function pairedRatios(a: Samples, b: Samples): Float64Array | null {
  if (b.frames.length < LEAST_FRAMES) return null;
  const apart = NEAR * medianStep(b.frames);
  const [ours, theirs]: [number[], number[]] = [[], []];
  a.frames.forEach((frame, place) => {
    const counterpart = nearest(b.frames, frame);
    if (Math.abs(b.frames[counterpart]! - frame) > apart) return;
    ours.push(a.times[place]!);
    theirs.push(b.times[counterpart]!);
  });
  if (ours.length < Math.max(LEAST_FRAMES, MOST * a.frames.length)) return null;
  if (ours.includes(0) || theirs.includes(0)) return null;
  const sides = [ours, theirs].map((times) => sidesOfMedian(Float64Array.from(times)));
  const alike = sides[0]!.reduce((sum, side, place) => sum + side * sides[1]![place]!, 0) / ours.length;
  return alike >= ALIKE ? Float64Array.from(ours, (time, place) => theirs[place]! / time) : null;
}

/** Half way between the middle two, where their number is even. */
function medianStep(frames: Float64Array): number {
  const steps = frames.slice(1).map((frame, place) => frame - frames[place]!).sort();
  return (steps[(steps.length - 1) >> 1]! + steps[steps.length >> 1]!) / 2;
}

/** Place of the nearest frame, the earlier one of two. */
function nearest(frames: Float64Array, wanted: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  const after = Math.max(1, Math.min(frames.length - 1, low));
  return Math.abs(frames[after - 1]! - wanted) <= Math.abs(frames[after]! - wanted) ? after - 1 : after;
}
