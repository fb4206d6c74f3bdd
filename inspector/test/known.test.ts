/** The captures with known figures: the page says of them what the command line says, `tests/known_captures.py`. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compareSides, type ComparedPass, type SideFrames } from "../src/analysis/comparison";
import type { Distribution } from "../src/analysis/percentiles";
import { gatherStatistics } from "../src/analysis/statistics";
import { toNs } from "../src/analysis/ticks";
import { chromeTrace } from "../src/export/chrome_trace";
import { csvTable } from "../src/export/csv_table";
import { Capture } from "../src/sgpt/capture";
import { stateName } from "../src/sgpt/frame";
import { BytesSource } from "../src/sgpt/source";
import { placeOf } from "../src/state/store";

const FOLDER = new URL("../../tests/data/known/", import.meta.url);
const text = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");
const expected = JSON.parse(text("expected.json"));
const open = (name: string) =>
  Capture.open(new BytesSource(name, new Uint8Array(readFileSync(new URL(`${name}.sgpt`, FOLDER)))));
const forever = new AbortController().signal;

const inNs = (found: Distribution | null, scale: number) =>
  found === null
    ? null
    : {
        min_ns: toNs(found.minimum, scale),
        median_ns: toNs(found.median, scale),
        p95_ns: toNs(found.p95, scale),
        max_ns: toNs(found.maximum, scale),
        total_ns: toNs(found.total, scale),
      };

test.each(["a", "b"])("capture %s: statuses, losses and every figure of the statistics", async (name) => {
  const said = expected[name];
  const capture = await open(name);
  expect(capture.state).toBe(said.state);
  const found = (await gatherStatistics(capture, 0, capture.entries.length, forever))!;
  const statuses = capture.entries.filter((entry) => entry.status !== "complete");
  expect(Object.fromEntries(statuses.map((entry) => [entry.number, entry.status]))).toEqual(said.statuses);
  expect(Object.fromEntries([...found.untimed].map(([state, count]) => [stateName(state), count]))).toEqual(said.stats.untimed);
  expect(inNs(found.extent, 2.5)).toMatchObject(said.stats.gpu_extent);
  expect(inNs(found.union, 2.5)).toMatchObject(said.stats.gpu_union);
  const rows = found.passes.map((row) => ({
    pass: row.path,
    attributed: row.attributed,
    gpu_passes: row.gpuPasses,
    n: row.ticks?.n ?? 0,
    ...inNs(row.ticks, 2.5),
    share: row.share,
    dispatches: row.dispatches,
    draws: row.draws,
    invocations: row.invocations,
  }));
  expect(rows).toEqual(said.stats.passes);
});

const near = (value: number | null) => (value === null ? null : expect.closeTo(value, 12));

test.each([["whole", 10, 60], ["30:60", 30, 60]])("the comparison of %s", async (which, first, stop) => {
  const said = expected.compare[which];
  const side = async (name: string): Promise<SideFrames> => {
    const capture = await open(name);
    return { capture, first: placeOf(capture.entries, first), stop: placeOf(capture.entries, stop) };
  };
  const found = await compareSides(await side("a"), await side("b"), forever);
  if (found === null || typeof found === "string") throw new Error(String(found));
  const told = (row: ComparedPass) => ({
    pass: row.path,
    attributed: row.attributed,
    a_n: row.aSamples.times.length,
    b_n: row.bSamples.times.length,
    a_median_ns: row.aMedian,
    b_median_ns: row.bMedian,
    change: near(row.change),
    low: near(row.low),
    high: near(row.high),
    paired: row.paired,
    verdict: row.verdict,
    reason: row.reason || null,
  });
  // How many frames would be enough is said by the command line alone.
  const shared = ({ enough: _, ...row }: { enough?: unknown; pass: string }) => row;
  const byName = (one: { pass: string }, other: { pass: string }) => (one.pass < other.pass ? -1 : 1);
  expect(said.passes.map(shared).sort(byName)).toEqual(found.passes.map(told).sort(byName));
  expect(shared(said.frame)).toEqual(told(found.frame));
  expect([found.onlyA, found.onlyB].map((passes) => passes.map((row) => row.path))).toEqual([said.only_a, said.only_b]);
  expect(found.structure).toEqual(said.structure);
  expect(found.settings).toEqual(said.settings);
});

async function whole(pieces: AsyncGenerator<string>): Promise<string> {
  let all = "";
  for await (const piece of pieces) all += piece;
  return all;
}

test("the Chrome trace is the one that framescope export writes", async () => {
  const capture = await open("a");
  const found = await whole(chromeTrace(capture, 0, capture.entries.length));
  const [ours, theirs] = [found, text("a.trace.json")].map((json) => JSON.parse(json));
  expect(ours.traceEvents).toEqual(theirs.traceEvents);
  expect(ours).toEqual(theirs);
  expect(found).toMatch(/^[\x00-\x7f]*$/);
});

test("the CSV is the one that framescope export writes, byte for byte", async () => {
  const capture = await open("a");
  expect(await whole(csvTable(capture, 0, capture.entries.length))).toBe(text("a.csv"));
});
