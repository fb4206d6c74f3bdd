import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { flameOf } from "../src/analysis/flame";
import { Capture } from "../src/sgpt/capture";
import { BytesSource } from "../src/sgpt/source";

const FILE = new URL("../../tests/data/known/a.sgpt", import.meta.url);

async function flameAt(place: number) {
  const capture = await Capture.open(new BytesSource("a", new Uint8Array(readFileSync(FILE))));
  return flameOf((await capture.frameAt(place))!);
}

test("scopes lie above passes, passes above GPU passes, and what overlaps has lanes of its own", async () => {
  const { bars, rows } = await flameAt(0);
  const told = bars.map((bar) => `${bar.row} ${bar.kind} ${bar.label}`);
  expect(told).toEqual([
    "0 scope shadow",
    "0 pass blur",
    "0 pass blur#2",
    "1 pass post/fx",
    "0 pass (unattributed)",
    "2 pass cascade",
    "3 gpu pass draw",
    "3 gpu pass h",
    "3 gpu pass v",
    "3 gpu pass h",
    "4 gpu pass =SUM(A1)",
    "3 gpu pass readback",
  ]);
  expect(rows).toBe(5);
});

test.each([[7, 4], [8, 5], [9, 0], [6, 0]])("frame %d has bars for its %d GPU passes with a time", async (place, timed) => {
  const { bars } = await flameAt(place);
  expect(bars.filter((bar) => bar.kind === "gpu pass").length).toBe(timed);
});

test("no two bars of a row overlap", async () => {
  const { bars } = await flameAt(20);
  for (const one of bars) {
    for (const other of bars) {
      if (one === other || one.row !== other.row) continue;
      expect(one.end <= other.begin || other.end <= one.begin).toBe(true);
    }
  }
});
