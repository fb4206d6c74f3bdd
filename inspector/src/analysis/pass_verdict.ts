/** One pass of two captures, how its median changed and what that means: `profile/analysis/pass_verdict.py`. */

import { pairedRatios, type Samples } from "./frame_pairs";
import { medianInterval, type MedianInterval } from "./median_interval";
import { nearestRank } from "./percentiles";
import { roundHalfEven } from "./ticks";

export type Verdict = "slower" | "faster" | "no change" | "too few samples";

export interface PassVerdict {
  /** Nanoseconds, or ticks where the unit is unknown in both; null where no frame has a time. */
  readonly aMedian: number | null;
  readonly bMedian: number | null;
  /** Of B's median to A's, or the median of the frames' own changes; null where there is none. */
  readonly change: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Whether frames were held against their counterparts. */
  readonly paired: boolean;
  readonly verdict: Verdict;
  /** Why the samples are too few, "" for every other verdict. */
  readonly reason: string;
}

const CONFIDENCE = 0.95;
const SAME_WITHIN = 0.01;
const WIDEST = 1;
const SEED = 1;

/** The `tail` of each of so many rows with which all of their intervals hold at once. */
export function tailOf(rows: number): number {
  return (1 - CONFIDENCE) / 2 / rows;
}

/** `scales` are nanoseconds a tick of A and of B, or 1 and 1. */
export function judgePass(a: Samples, b: Samples, scales: readonly [number, number], tail: number): PassVerdict {
  const [aMedian, bMedian] = [medianOf(a, scales[0]), medianOf(b, scales[1])];
  const change = aMedian !== null && aMedian !== 0 && bMedian !== null ? bMedian / aMedian - 1 : null;
  const row = { aMedian, bMedian, change, low: null, high: null, paired: false };
  const few = (reason: string): PassVerdict => ({ ...row, verdict: "too few samples", reason });
  const ratios = pairedRatios(a, b);
  if (ratios !== null) {
    const found = medianInterval(ratios, tail, SEED);
    if (typeof found === "string") return few(found);
    const clocks = scales[1] / scales[0];
    const share = (ratio: number): number => ratio * clocks - 1;
    return { ...row, ...judged(share(found.low), share(found.high)), change: share(found.median), paired: true };
  }
  const ours = medianInterval(a.times, tail, SEED);
  if (typeof ours === "string") return few(ours);
  const theirs = medianInterval(b.times, tail, SEED);
  if (typeof theirs === "string") return few(theirs);
  return { ...row, ...judgedByIntervals(scaled(ours, scales[0]), scaled(theirs, scales[1])) };
}

function medianOf(samples: Samples, scale: number): number | null {
  if (samples.times.length === 0) return null;
  return roundHalfEven(nearestRank(samples.times.slice().sort(), 50) * scale);
}

function scaled({ median, low, high }: MedianInterval, scale: number): MedianInterval {
  return { median: median * scale, low: low * scale, high: high * scale };
}

type Judged = Pick<PassVerdict, "low" | "high" | "verdict" | "reason">;

/** The interval of the ratio from both medians', on logarithms (Zou and Donner 2008); a time of 0 has none. */
function judgedByIntervals(a: MedianInterval, b: MedianInterval): Judged {
  if (a.low === 0 || b.low === 0) return judgedByDifference(a, b);
  const change = Math.log(b.median / a.median);
  const low = change - Math.hypot(Math.log(b.median / b.low), Math.log(a.high / a.median));
  const high = change + Math.hypot(Math.log(b.high / b.median), Math.log(a.median / a.low));
  return judged(Math.expm1(low), Math.expm1(high));
}

function judgedByDifference(a: MedianInterval, b: MedianInterval): Judged {
  const change = b.median - a.median;
  const low = change - Math.hypot(b.median - b.low, a.high - a.median);
  const high = change + Math.hypot(b.high - b.median, a.median - a.low);
  if (a.median === 0) return { low: null, high: null, verdict: low > 0 ? "slower" : "no change", reason: "" };
  return judged(Math.max(low / a.median, -1), high / a.median);
}

function judged(low: number, high: number): Judged {
  if (low > SAME_WITHIN || high < -SAME_WITHIN) return { low, high, verdict: low > 0 ? "slower" : "faster", reason: "" };
  if (high - low > WIDEST) return { low, high, verdict: "too few samples", reason: "too wide" };
  return { low, high, verdict: "no change", reason: "" };
}
