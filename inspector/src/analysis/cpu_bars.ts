/** What the CPU did for a frame, as bars of a track of its own. */

import type { Frame } from "../sgpt/capture";
import type { GraphModel } from "../sgpt/graph_types";

export interface CpuBar {
  readonly label: string;
  readonly path: string;
  readonly begin: number;
  readonly end: number;
  readonly row: number;
}

/** Where the GPU's track is put, in ns after the frame's begin: its submit; null where that is unknown. */
export function submitNs(bars: readonly CpuBar[]): number | null {
  return bars.find((bar) => bar.path === "" && bar.label.endsWith("submit"))?.end ?? null;
}

/** The CPU track, in ns after the frame's begin: its stages, and below them the graph passes end to end. */
export function cpuBars(shown: Frame, model: GraphModel | null): CpuBar[] {
  const begin = shown.cpuBeginNs;
  if (begin === null) return [];
  const after = (stamp: bigint | null): number | null => (stamp === null ? null : Number(stamp - begin));
  const bars: CpuBar[] = [];
  const stages: [string, number | null, number | null][] = [
    ["encode", 0, after(shown.cpuEncodeEndNs)],
    shown.cpuEncodeEndNs === null
      ? ["encode and submit", 0, after(shown.cpuSubmitNs)]
      : ["submit", after(shown.cpuEncodeEndNs), after(shown.cpuSubmitNs)],
    ["until absorbed", after(shown.cpuSubmitNs), after(shown.cpuAbsorbedNs)],
  ];
  for (const [label, from, to] of stages) {
    if (from !== null && to !== null && to >= from) bars.push({ label, path: "", begin: from, end: to, row: 0 });
  }
  const ran = model === null ? [] : model.passes.filter((node) => node.order !== null);
  ran.sort((a, b) => a.order! - b.order!);
  let at = 0;
  shown.cpuPassNs?.forEach((ns, order) => {
    const path = ran[order]?.path ?? `pass ${order}`;
    bars.push({ label: path, path, begin: at, end: at + ns, row: 1 });
    at += ns;
  });
  return bars;
}
