/** What the page reads of captures, whole and damaged, against what Python reads: `tests/page_readings.py`. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { extentTicks, unionTicks } from "../src/analysis/intervals";
import { seededDraws } from "../src/analysis/seeded_draws";
import { entriesOf, ticksOf } from "../src/export/pass_facts";
import { Capture, type Frame } from "../src/sgpt/capture";
import { CaptureError } from "../src/sgpt/errors";
import { stateName } from "../src/sgpt/frame";
import { BytesSource } from "../src/sgpt/source";

interface Reading {
  refused: boolean;
  state?: string;
  frames?: number[];
  lost?: [number, number][];
  notes?: unknown;
  contents?: unknown[];
}

interface Readings {
  goldens: Record<string, Reading>;
  damaged: (Reading & { victim: string })[];
  malformed: Record<string, Reading & { bytes: string }>;
}

const DATA = new URL("../../tests/data/", import.meta.url);
const readings = JSON.parse(readFileSync(new URL("page_readings.json", DATA), "utf8")) as Readings;

function fileOf(name: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(readFileSync(new URL(`sgpt/${name}`, DATA)));
}

function damaged(victim: string, number: number): Uint8Array<ArrayBuffer> {
  const bytes = fileOf(victim);
  const [first, second, end] = seededDraws(number, bytes.length, 3) as unknown as [number, number, number];
  bytes[first]! ^= 0xff;
  if (number % 3 === 1 && first !== second) bytes[second]! ^= 0xff;
  return number % 3 === 2 ? bytes.slice(0, end) : bytes;
}

async function read(bytes: Uint8Array<ArrayBuffer>, contents: boolean): Promise<Reading> {
  let capture: Capture;
  try {
    capture = await Capture.open(new BytesSource("a", bytes));
  } catch (error) {
    if (error instanceof CaptureError) return { refused: true };
    throw error;
  }
  const found = await Promise.all(capture.entries.map((_, place) => capture.frameAt(place)));
  const frames = found.filter((frame) => frame !== null);
  await capture.readEverything();
  const notes = await capture.notes();
  const lost = capture.lost.map(({ offset, length }): [number, number] => [offset, length]);
  lost.sort(([one, long], [other, longer]) => one - other || long - longer);
  const said = { refused: false, state: capture.state, frames: frames.map((frame) => frame.number), lost };
  return contents ? { ...said, notes, contents: frames.map(contentsOf) } : said;
}

function contentsOf(frame: Frame): unknown {
  const entries = entriesOf(frame);
  const passes = Array.from(frame.state, (state, span) => {
    const [begin, end] = ticksOf(frame, span) ?? [0n, 0n];
    return [entries[span]?.path ?? null, entries[span]?.label ?? null, stateName(state), String(begin), String(end)];
  });
  const ticks = (value: number | null) => (value === null ? null : String(value));
  const { cpuBeginNs: begin, cpuSubmitNs: submit } = frame;
  const whole = frame.counters.filter(({ value }) => typeof value === "bigint");
  return {
    status: frame.status,
    extent: ticks(extentTicks(frame.begin, frame.duration)),
    union: ticks(unionTicks(frame.begin, frame.duration)),
    cpu_frame_ns: begin === null || submit === null || submit < begin ? null : Number(submit - begin),
    counters: Object.fromEntries(whole.map(({ name, value }) => [name, String(value)])),
    passes: passes.length < 10 ? passes : createHash("sha256").update(JSON.stringify(passes)).digest("hex"),
  };
}

test.each(Object.entries(readings.goldens))("%s is read as Python reads it", async (name, said) => {
  expect(await read(fileOf(name), true)).toEqual(said);
});

test.each(readings.damaged.map((said, number) => [number, said] as const))("damaged capture %d: the same frames and losses", async (number, said) => {
  const { victim, ...reading } = said;
  expect(await read(damaged(victim, number), false)).toEqual(reading);
});

test.each(Object.entries(readings.malformed))("%s costs nothing but itself", async (_, { bytes, ...said }) => {
  expect(await read(new Uint8Array(Buffer.from(bytes, "base64")), true)).toEqual(said);
});
