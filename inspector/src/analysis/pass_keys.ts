/** Which GPU passes of a frame belong to one pass: the key that frames, ranges and files are joined by. */

import { NO_GRAPH_PASS, type PassList } from "../sgpt/pass_list";

export const UNATTRIBUTED = "(unattributed)";
export const LOST_NAMES = "(lost names)";
export const NO_LABEL = "(no label)";

/** What a thing is called where it is listed: its path or label, which may be empty. */
export function passName(path: string): string {
  return path === "" ? NO_LABEL : path;
}

export interface PassGroup {
  /** The scope path, or `(unattributed)/` and the label of a GPU pass outside of the graph. */
  readonly path: string;
  readonly attributed: boolean;
  /** Its entries in the pass list, and where these are among the compute and the render entries. */
  readonly columns: number[];
  readonly compute: number[];
  readonly render: number[];
}

const grouped = new WeakMap<PassList, readonly PassGroup[]>(); // thousands of frames share one list

/** The passes of a pass list, in the order in which they were begun. A lost list leaves one nameless pass. */
export function groupPasses(passes: PassList | null, spans: number): readonly PassGroup[] {
  if (passes === null) {
    const columns = Array.from({ length: spans }, (_, column) => column);
    return spans === 0 ? [] : [{ path: LOST_NAMES, attributed: false, columns, compute: [], render: [] }];
  }
  const held = grouped.get(passes) ?? groupsOf(passes);
  grouped.set(passes, held);
  return held;
}

function groupsOf(passes: PassList): PassGroup[] {
  const groups = new Map<string, PassGroup>();
  const seen = new Map<string, number>();
  const rows = { compute: 0, render: 0 };
  passes.entries.forEach((entry, column) => {
    const attributed = entry.graphPass !== NO_GRAPH_PASS;
    const path = attributed ? entry.path : loosePath(entry.label, seen);
    const key = `${attributed}/${path}`;
    const group = groups.get(key) ?? { path, attributed, columns: [], compute: [], render: [] };
    groups.set(key, group);
    group.columns.push(column);
    if (entry.kind === "compute" || entry.kind === "render") group[entry.kind].push(rows[entry.kind]++);
  });
  return [...groups.values()];
}

function loosePath(label: string, seen: Map<string, number>): string {
  if (label === "") return UNATTRIBUTED;
  const name = label.replaceAll("%", "%25").replaceAll("/", "%2F");
  const count = (seen.get(name) ?? 0) + 1;
  seen.set(name, count);
  return `${UNATTRIBUTED}/${name}${count > 1 ? `#${count}` : ""}`;
}
