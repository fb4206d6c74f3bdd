/** Figures of the page against those of the Python library, `tests/page_vectors.py`. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { blockLength, rankError } from "../src/analysis/block_bootstrap";
import { extentTicks, unionTicks } from "../src/analysis/intervals";
import { sidesOfMedian } from "../src/analysis/median_interval";
import { judgePass, tailOf } from "../src/analysis/pass_verdict";
import { distribution } from "../src/analysis/percentiles";
import { seededDraws } from "../src/analysis/seeded_draws";
import { toNs } from "../src/analysis/ticks";

interface Verdict {
  name: string;
  a: number[];
  b: number[];
  scales: [number, number];
  rows: number;
  a_median_ns: number | null;
  b_median_ns: number | null;
  change: number | null;
  low: number | null;
  high: number | null;
  paired: boolean;
  verdict: string;
  reason: string | null;
}

interface Vectors {
  ticks_to_ns: [number, number, number][];
  percentiles: ({ values: number[] } & Record<"minimum" | "median" | "p95" | "maximum" | "total", number>)[];
  intervals: { spans: [number, number][]; extent: number; union: number }[];
  draws: [number, number, number[]][];
  series: { name: string; values: number[]; block: number; rank_error: number }[];
  verdicts: Verdict[];
}

const file = new URL("../../tests/data/page_vectors.json", import.meta.url);
const vectors = JSON.parse(readFileSync(file, "utf8")) as Vectors;

test.each(vectors.ticks_to_ns)("%d ticks of %d ns are %d ns", (ticks, unit, ns) => {
  expect(toNs(ticks, unit)).toBe(ns);
});

test.each(vectors.percentiles)("the distribution of $values", ({ values, ...said }) => {
  expect(distribution(Float64Array.from(values))).toEqual({ n: values.length, ...said });
});

test.each(vectors.intervals)("extent and union of $spans", ({ spans, extent, union }) => {
  const [begin, duration] = [0, 1].map((place) => Float64Array.from(spans, (span) => span[place]!));
  expect([extentTicks(begin!, duration!), unionTicks(begin!, duration!)]).toEqual([extent, union]);
});

test.each(vectors.draws)("draws with seed %d below %d", (seed, below, drawn) => {
  expect([...seededDraws(seed, below, drawn.length)]).toEqual(drawn);
});

test.each(vectors.series)("blocks and rank error of frames that are $name", ({ values, block, rank_error }) => {
  const signs = sidesOfMedian(Float64Array.from(values));
  expect(blockLength(signs)).toBe(block);
  expect(rankError(signs, block, 1)).toBe(rank_error);
});

const samples = (times: number[]) => ({ frames: Float64Array.from(times.keys()), times: Float64Array.from(times) });

test.each(vectors.verdicts)("the verdict on $name", (said) => {
  const found = judgePass(samples(said.a), samples(said.b), said.scales, tailOf(said.rows));
  expect([found.verdict, found.reason || null, found.paired]).toEqual([said.verdict, said.reason, said.paired]);
  expect([found.aMedian, found.bMedian]).toEqual([said.a_median_ns, said.b_median_ns]);
  for (const [ours, theirs] of [[found.change, said.change], [found.low, said.low], [found.high, said.high]] as const) {
    if (theirs === null) expect(ours).toBeNull();
    else expect(ours).toBeCloseTo(theirs, 12);
  }
});
