/** The median of a series of frames, and between which values it may lie: `profile/analysis/median_interval.py`. */

import { blockLength, rankError } from "./block_bootstrap";

export const LEAST_FRAMES = 20;
const LEAST_BLOCKS = 5;

export interface MedianInterval {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** For each value -1 below the median, 0 at it, 1 above; the median of an even number is the lower one. */
export function sidesOfMedian(values: Float64Array): Int8Array {
  const median = values.slice().sort()[(values.length - 1) >> 1]!;
  return Int8Array.from(values, (value) => Math.sign(value - median));
}

/**
 * The median of a series and its interval, or in words why there are too few samples for one.
 *
 * `tail` is how likely the median may be below the interval, and how likely above.
 */
export function medianInterval(values: Float64Array, tail: number, seed: number): MedianInterval | string {
  const count = values.length;
  if (count < LEAST_FRAMES) return `${count} frames`;
  const ascending = values.slice().sort();
  const signs = sidesOfMedian(values);
  const block = blockLength(signs);
  const blocks = count / block;
  if (blocks < LEAST_BLOCKS) return `${Math.floor(blocks)} independent`;
  const reach = studentQuantile(tail, blocks - 1) * rankError(signs, block, seed);
  const [low, high] = [Math.floor(count / 2 - reach) - 1, Math.ceil(count / 2 + reach)];
  if ((low < 0 || high >= count) && 0.5 ** blocks > tail) return `${Math.floor(blocks)} independent`;
  return {
    median: ascending[(count - 1) >> 1]!,
    low: ascending[Math.max(low, 0)]!,
    high: ascending[Math.min(high, count - 1)]!,
  };
}

/** How many standard errors leave `tail` above them, by the expansion of Student's t about the normal quantile. */
function studentQuantile(tail: number, freedom: number): number {
  const z = normalQuantile(tail);
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

const ABOVE = [
  7.7454501427834140764e-4, 2.27238449892691845833e-2, 2.4178072517745061177e-1, 1.27045825245236838258,
  3.64784832476320460504, 5.7694972214606914055, 4.6303378461565452959, 1.42343711074968357734,
];
const BELOW = [
  1.05075007164441684324e-9, 5.475938084995344946e-4, 1.51986665636164571966e-2, 1.4810397642748007459e-1,
  6.8976733498510000455e-1, 1.67638483018380384940, 2.05319162663775882187, 1,
];

/**
 * How many standard deviations leave `tail` above them, for tails of e^-25 to 0.075.
 *
 * Wichura, "Algorithm AS241: the percentage points of the normal distribution" (1988).
 */
export function normalQuantile(tail: number): number {
  const r = Math.sqrt(-Math.log(tail)) - 1.6;
  const polynomial = (terms: readonly number[]): number => terms.reduce((sum, term) => sum * r + term, 0);
  return polynomial(ABOVE) / polynomial(BELOW);
}
