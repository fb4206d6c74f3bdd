/** A range of frames as CSV, byte for byte what `framescope export --to csv` writes: `docs/exports.md`. */

import { extentTicks, unionTicks } from "../analysis/intervals";
import { toNs } from "../analysis/ticks";
import type { Capture, Frame } from "../sgpt/capture";
import { TIMED, stateName } from "../sgpt/frame";
import { NO_GRAPH_PASS, type PassEntry } from "../sgpt/pass_list";
import { WORK_COLUMNS, entriesOf, ticksOf, workOf } from "./pass_facts";
import { encodable, escaped } from "./plain_text";

type Cell = string | number | bigint | boolean | null;

const COLUMNS = [
  "capture_id",
  "frame",
  "renderer_index",
  "frame_status",
  "frame_extent_ns",
  "frame_union_ns",
  "frame_cpu_ns",
  "span",
  "pass",
  "label",
  "kind",
  "graph_pass",
  "pipelines",
  "state",
  "begin_ticks",
  "end_ticks",
  "duration_ticks",
  "duration_ns",
  "query_set",
  ...WORK_COLUMNS,
  "partial",
];

/** The text of the table, in pieces; places among the entries from `first` to before `stop`. */
export async function* csvTable(capture: Capture, first: number, stop: number): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  const id = capture.meta["capture_id"];
  for (let place = first; place < stop; place++) {
    const frame = await capture.frameAt(place);
    if (frame === null) continue;
    const head = frameCells(frame, typeof id === "string" ? id : null, capture.nsPerTick);
    const [entries, work] = [entriesOf(frame), workOf(frame)];
    const rows = Array.from(frame.state.keys(), (span): Cell[] => [
      ...head,
      span,
      ...passCells(entries[span]!),
      ...timeCells(frame, span, capture.nsPerTick),
      ...WORK_COLUMNS.map((column) => work[span]![column] ?? null),
      work[span]!.partial ?? null,
    ]);
    yield rows.map((row) => `${row.map(written).join(",")}\r\n`).join("");
  }
}

function frameCells(frame: Frame, id: string | null, nsPerTick: number | null): Cell[] {
  const { cpuBeginNs: begin, cpuSubmitNs: submit } = frame;
  const [extent, union] = [extentTicks(frame.begin, frame.duration), unionTicks(frame.begin, frame.duration)];
  return [
    id,
    frame.number,
    frame.rendererIndex,
    frame.status,
    extent === null ? null : wholeNs(toNs(extent, nsPerTick)),
    union === null ? null : wholeNs(toNs(union, nsPerTick)),
    begin === null || submit === null || submit < begin ? null : submit - begin,
  ];
}

function passCells(entry: PassEntry | null): Cell[] {
  if (entry === null) return [null, null, null, null, null];
  const inGraph = entry.graphPass !== NO_GRAPH_PASS;
  return [
    inGraph ? entry.path : null,
    entry.label,
    entry.kind,
    inGraph ? entry.graphPass : null,
    entry.pipelines.length === 0 ? null : entry.pipelines.map((pipeline) => pipeline.label).join(", "),
  ];
}

function timeCells(frame: Frame, span: number, nsPerTick: number | null): Cell[] {
  const raw = ticksOf(frame, span);
  const ticks = frame.state[span] === TIMED ? frame.duration[span]! : null;
  return [
    stateName(frame.state[span]!),
    raw?.[0] ?? null,
    raw?.[1] ?? null,
    ticks === null ? null : BigInt(ticks),
    ticks === null ? null : wholeNs(toNs(ticks, nsPerTick)),
    frame.querySet[span]!,
  ];
}

/** A driver's odd tick makes a span of more than 292 years, which the columns have no number for. */
function wholeNs(ns: number | null): Cell {
  return ns === null || ns >= 2 ** 63 ? null : BigInt(ns);
}

const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/** Text that a spreadsheet would take for a formula has an apostrophe before it. */
function written(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const shown = encodable(cell).replace(CONTROLS, escaped);
  const safe = /^[=+\-@\t\r\n']/.test(shown) ? `'${shown}` : shown;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
