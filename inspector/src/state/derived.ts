/** What is worked out of the range in the background and shared by views: statistics, and the frame that is shown. */

import { effect, signal } from "@preact/signals-core";
import { gatherStatistics, type Statistics } from "../analysis/statistics";
import type { Frame } from "../sgpt/capture";
import type { GraphModel } from "../sgpt/graph_types";
import { capture, place, places } from "./store";

/** Of the frames in the range; null while they are being gathered. */
export const statistics = signal<Statistics | null>(null);
/** The frame that is shown; "damaged" where its record is. Null while it is read. */
export const frame = signal<Frame | "damaged" | null>(null);
/** The graph of the frame that is shown; null where it has none, or it was lost. */
export const graph = signal<GraphModel | null>(null);

/** Keep the three up to date. */
export function followSelection(): void {
  effect(() => {
    const [opened, range] = [capture.value, places.value];
    statistics.value = null;
    const stopped = new AbortController();
    if (opened !== null) {
      void gatherStatistics(opened, range.first, range.stop, stopped.signal).then((found) => {
        if (!stopped.signal.aborted) statistics.value = found;
      });
    }
    return () => stopped.abort();
  });
  effect(() => {
    const [opened, shown] = [capture.value, place.value];
    let current = true;
    if (opened === null || shown === null) {
      frame.value = graph.value = null;
      return;
    }
    void opened.frameAt(shown).then(async (found) => {
      const model = found === null || found.topology === null ? null : await opened.topology(found.topology);
      if (!current) return;
      frame.value = found ?? "damaged";
      graph.value = model;
    });
    return () => {
      current = false;
    };
  });
}
