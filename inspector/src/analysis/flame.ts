/** The GPU passes of a frame as bars: scopes above passes above GPU passes, overlaps on lanes of their own. */

import type { Frame } from "../sgpt/capture";
import { NO_GRAPH_PASS } from "../sgpt/pass_list";
import { UNATTRIBUTED, passName } from "./pass_keys";

export interface Bar {
  readonly kind: "scope" | "pass" | "gpu pass";
  /** Shown on the bar. */
  readonly label: string;
  /** Scope path of the pass or the scope. */
  readonly path: string;
  /** Ticks after the frame's epoch. */
  readonly begin: number;
  readonly end: number;
  /** Row, from the top; rows of one depth follow each other. */
  readonly row: number;
  /** Position in the pass list; -1 for what is no GPU pass. */
  readonly column: number;
  /** The query set of a GPU pass, -1 otherwise. */
  readonly querySet: number;
}

export interface Flame {
  readonly bars: readonly Bar[];
  readonly rows: number;
  /** The latest end, ticks after the epoch; 0 where nothing is timed. */
  readonly end: number;
}

/** A bar that is still being made; its row is found last. */
type Loose = { -readonly [field in keyof Bar]: Bar[field] } & { depth: number };

/** The bars of a frame; spans without a time have none. */
export function flameOf(frame: Frame): Flame {
  const loose = frame.passes === null ? namelessBars(frame) : namedBars(frame);
  const bars: Bar[] = [];
  let rows = 0;
  const depths = [...new Set(loose.map((bar) => bar.depth))].sort((a, b) => a - b);
  for (const depth of depths) {
    const level = loose.filter((bar) => bar.depth === depth).sort((a, b) => a.begin - b.begin || b.end - a.end);
    const lanes: number[] = []; // end of the last bar on each
    for (const bar of level) {
      let lane = lanes.findIndex((end) => end <= bar.begin);
      if (lane < 0) lane = lanes.length;
      lanes[lane] = Math.max(bar.end, bar.begin);
      bar.row = rows + lane;
      bars.push(bar);
    }
    rows += lanes.length;
  }
  return { bars, rows, end: loose.reduce((last, bar) => Math.max(last, bar.end), 0) };
}

function timedColumns(frame: Frame): number[] {
  return Array.from(frame.state.keys()).filter((column) => frame.state[column] === 0);
}

function span(frame: Frame, column: number): { begin: number; end: number; column: number; querySet: number } {
  const begin = frame.begin[column]!;
  return { begin, end: begin + frame.duration[column]!, column, querySet: frame.querySet[column]! };
}

function namelessBars(frame: Frame): Loose[] {
  return timedColumns(frame).map((column) => ({
    kind: "gpu pass",
    label: `GPU pass ${column}`,
    path: "",
    depth: 0,
    row: 0,
    ...span(frame, column),
  }));
}

function namedBars(frame: Frame): Loose[] {
  const entries = frame.passes!.entries;
  const groups = new Map<string, Loose>();
  const bars: Loose[] = [];
  let deepest = 0;
  const widen = (kind: Bar["kind"], path: string, depth: number, begin: number, end: number): void => {
    const held = groups.get(path);
    if (held !== undefined) {
      if (kind === "scope") held.kind = "scope";
      held.begin = Math.min(held.begin, begin);
      held.end = Math.max(held.end, end);
      return;
    }
    const label = unescapeLabel(path.slice(path.lastIndexOf("/") + 1));
    groups.set(path, { kind, label, path, depth, begin, end, column: -1, querySet: -1, row: 0 });
    deepest = Math.max(deepest, depth);
  };
  for (const column of timedColumns(frame)) {
    const entry = entries[column]!;
    const placed = span(frame, column);
    const path = entry.graphPass === NO_GRAPH_PASS ? UNATTRIBUTED : entry.path;
    let depth = 0;
    for (let stop = path.indexOf("/"); stop >= 0; stop = path.indexOf("/", stop + 1)) {
      widen("scope", path.slice(0, stop), depth++, placed.begin, placed.end);
    }
    widen("pass", path, depth, placed.begin, placed.end);
    bars.push({ kind: "gpu pass", label: passName(entry.label), path, depth: 0, row: 0, ...placed });
  }
  for (const bar of bars) bar.depth = deepest + 1;
  return [...groups.values(), ...bars];
}

/** Labels in a path have `%` and `/` escaped. */
function unescapeLabel(label: string): string {
  return label.replaceAll("%2F", "/").replaceAll("%25", "%");
}
