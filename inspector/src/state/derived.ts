/** What is worked out of the range in the background and shared by views: statistics, and the frame that is shown. */

import { effect, signal } from "@preact/signals-core";
import { RangeStatistics, type Statistics } from "../analysis/statistics";
import type { Capture, Frame } from "../sgpt/capture";
import type { GraphModel } from "../sgpt/graph_types";
import { capture, place, places } from "./store";

/** Of the frames in the range; null while they are being gathered. */
export const statistics = signal<Statistics | null>(null);
/** The frame that is shown; "damaged" where its record is. Null while it is read. */
export const frame = signal<Frame | "damaged" | null>(null);
/** The graph of the frame that is shown; null where it has none, or it was lost. */
export const graph = signal<GraphModel | null>(null);

/** Keep the three up to date. A capture that grows changes nothing of a frame that was there before. */
export function followSelection(): void {
  let gathered = new RangeStatistics(0);
  let gatheredOf: Capture | null = null;
  effect(() => {
    const [opened, range] = [capture.value, places.value];
    const stopped = new AbortController();
    if (opened === null || opened.first !== gatheredOf || !gathered.begins(range.first, range.stop)) {
      statistics.value = null;
      gathered = new RangeStatistics(range.first);
      gatheredOf = opened?.first ?? null;
    }
    if (opened !== null) {
      void gathered.upTo(opened, range.stop, stopped.signal).then((found) => {
        if (!stopped.signal.aborted) statistics.value = found;
      });
    }
    return () => stopped.abort();
  });
  let read: { of: Capture; place: number } | null = null;
  effect(() => {
    const [opened, shown] = [capture.value, place.value];
    let current = true;
    if (opened === null || shown === null) {
      frame.value = graph.value = read = null;
      return;
    }
    if (read?.of === opened.first && read.place === shown) return;
    void opened.frameAt(shown).then(async (found) => {
      const model = found === null || found.topology === null ? null : await opened.topology(found.topology);
      if (!current) return;
      read = { of: opened.first, place: shown };
      frame.value = found ?? "damaged";
      graph.value = model;
    });
    return () => {
      current = false;
    };
  });
}
