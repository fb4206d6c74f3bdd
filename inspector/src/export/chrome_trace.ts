/** A range of frames as a Chrome trace, event for event what `framescope export --to chrome` writes. */

import { extentTicks, unionTicks } from "../analysis/intervals";
import { toNs } from "../analysis/ticks";
import type { Capture } from "../sgpt/capture";
import { stateName } from "../sgpt/frame";
import { entriesOf, passName, ticksOf, workOf, type WorkFigures } from "./pass_facts";
import { jsonText } from "./plain_text";
import { FrameAxis, type PlacedFrame } from "./placed_frame";
import { CPU, GPU, TraceTracks, instant, microseconds, slice } from "./trace_tracks";

const NOMINAL =
  "CPU and GPU have two clocks. Where GPU passes lie among CPU times is nominal: the first of a frame begins at its " +
  "submit, or later where the GPU was still busy. Distances between GPU passes are those of the GPU's clock.";

/** The text of the trace, in pieces; places among the entries from `first` to before `stop`. */
export async function* chromeTrace(capture: Capture, first: number, stop: number): AsyncGenerator<string> {
  yield '{"displayTimeUnit":"ns","traceEvents":[\n';
  const [tracks, axis] = [new TraceTracks(), new FrameAxis(capture.nsPerTick)];
  const notes = await capture.notes();
  const own = (frame: number | null, at: number): string[] =>
    notes.filter((note) => note.frame === frame).map((note) => instant(CPU, tracks.lane(CPU, "notes"), at, note.text));
  const begin = [...processes(capture.nsPerTick !== null), ...withNames(tracks, own(null, 0), true)];
  yield begin.join(",\n");
  for (let place = first; place < stop; place++) {
    const frame = await capture.frameAt(place);
    if (frame === null) continue;
    const placed = axis.place(frame);
    const events = [
      ...cpuFrame(placed, tracks),
      ...gpuFrame(placed, tracks, capture.nsPerTick),
      ...passEvents(placed, tracks, capture.nsPerTick),
      ...status(placed, tracks),
      ...own(frame.number, placed.at),
      ...counters(placed, tracks),
    ];
    const written = withNames(tracks, events, false);
    if (written.length > 0) yield `,\n${written.join(",\n")}`;
  }
  const tail = { alignment: NOMINAL, lost: capture.lost.length, state: capture.state, capture: capture.meta };
  yield `\n],\n"otherData":${jsonText(tail)}}\n`;
}

function withNames(tracks: TraceTracks, events: string[], behind: boolean): string[] {
  const names = tracks.names();
  return behind ? [...events, ...names] : [...names, ...events];
}

function processes(unitKnown: boolean): string[] {
  const unit = unitKnown ? "" : "; clock's unit unknown, 1 tick is drawn as 1 ns";
  const named = [
    [CPU, "CPU"],
    [GPU, `GPU (placed nominally among CPU times${unit})`],
  ] as const;
  return named.flatMap(([pid, name]) => [
    jsonText({ ph: "M", pid, name: "process_name", args: { name } }),
    jsonText({ ph: "M", pid, name: "process_sort_index", args: { sort_index: pid } }),
  ]);
}

function frameSlice(pid: number, tid: number, begin: number, end: number, name: string, args: unknown): string {
  return slice(pid, tid, begin, end, `"name":${jsonText(name)},"cat":"frame","args":${jsonText(args)}`);
}

function cpuFrame({ frame, cpu }: PlacedFrame, tracks: TraceTracks): string[] {
  if (cpu.begin === null || cpu.submit === null) return [];
  const { number } = frame;
  const args = { frame: number, renderer_index: frame.rendererIndex, status: frame.status, recorder_ns: frame.recorderCostNs };
  const tid = tracks.take(CPU, "frames", cpu.begin, cpu.submit);
  const events = [frameSlice(CPU, tid, cpu.begin, cpu.submit, `frame ${number}`, args)];
  if (cpu.encodeEnd !== null) {
    events.push(frameSlice(CPU, tid, cpu.begin, cpu.encodeEnd, "encode", { frame: number }));
    events.push(frameSlice(CPU, tid, cpu.encodeEnd, cpu.submit, "submit", { frame: number }));
  }
  if (cpu.absorbed !== null) {
    events.push(instant(CPU, tracks.lane(CPU, "read back"), cpu.absorbed, `frame ${number} read back`));
  }
  return events;
}

function gpuFrame({ frame, spans }: PlacedFrame, tracks: TraceTracks, nsPerTick: number | null): string[] {
  const timed = spans.filter((span) => span !== null);
  if (timed.length === 0) return [];
  const begin = Math.min(...timed.map((span) => span[0]));
  const end = Math.max(...timed.map((span) => span[1]));
  const args = {
    frame: frame.number,
    status: frame.status,
    gpu_passes: spans.length,
    untimed: spans.length - timed.length,
    extent_ns: toNs(extentTicks(frame.begin, frame.duration)!, nsPerTick),
    union_ns: toNs(unionTicks(frame.begin, frame.duration)!, nsPerTick),
  };
  return [frameSlice(GPU, tracks.take(GPU, "frames", begin, end), begin, end, `frame ${frame.number}`, args)];
}

/** Timed passes as slices, on lanes where they overlap; untimed ones as instants that say why. */
function passEvents({ frame, spans, gpuAt }: PlacedFrame, tracks: TraceTracks, nsPerTick: number | null): string[] {
  const [entries, work] = [entriesOf(frame), workOf(frame)];
  const order = [...spans.keys()].filter((span) => spans[span] !== null);
  order.sort((one, other) => spans[one]![0] - spans[other]![0] || one - other);
  const slices = order.map((span) => {
    const [begin, end] = spans[span]!;
    const entry = entries[span]!;
    const ticks = frame.duration[span]!;
    const args = {
      frame: frame.number,
      ticks: String(BigInt(ticks)),
      ...(nsPerTick === null ? {} : { ns: toNs(ticks, nsPerTick) }),
      ...told(work[span]!),
      ...(entry === null ? {} : { label: entry.label }),
      ...(entry === null || entry.pipelines.length === 0
        ? {}
        : { pipeline: entry.pipelines.map((pipeline) => pipeline.label).join(", ") }),
    };
    const head = `"name":${jsonText(passName(entry))},"cat":${jsonText(entry?.kind ?? "pass")}`;
    return slice(GPU, tracks.take(GPU, "passes", begin, end), begin, end, `${head},"args":${jsonText(args)}`);
  });
  const untimed = [...spans.keys()].filter((span) => spans[span] === null);
  const instants = untimed.map((span) => {
    const name = `${passName(entries[span]!)}, frame ${frame.number}: untimed, ${reason(frame, span)}`;
    return instant(GPU, tracks.lane(GPU, "untimed"), gpuAt, name);
  });
  return [...slices, ...instants];
}

function told(work: WorkFigures): Record<string, number | bigint> {
  const said: Record<string, number | bigint> = {};
  if (work.dispatches !== undefined) said["dispatches"] = work.dispatches;
  if (work.draws !== undefined) said["draws"] = work.draws;
  if (work.invocations !== undefined) said[work.partial === true ? "invocations_at_least" : "invocations"] = work.invocations;
  return said;
}

function reason(frame: PlacedFrame["frame"], span: number): string {
  const raw = ticksOf(frame, span);
  return `${stateName(frame.state[span]!)}${raw === null ? "" : ` (${raw[0]} to ${raw[1]} ticks)`}`;
}

function status({ frame, at }: PlacedFrame, tracks: TraceTracks): string[] {
  if (frame.status === "complete") return [];
  const failed = frame.failedPath === null || frame.failedPath === "" ? "" : ` in pass ${frame.failedPath}`;
  const text = `frame ${frame.number} ${frame.status}${failed}: ${frame.reasonText ?? ""}`;
  return [instant(CPU, tracks.lane(CPU, "not complete"), at, text)];
}

function counters({ frame, at }: PlacedFrame, tracks: TraceTracks): string[] {
  return frame.counters.map(({ name, value }) => {
    if (typeof value === "number" && !Number.isFinite(value)) {
      return instant(CPU, tracks.lane(CPU, "counters"), at, `counter ${name} is ${value}`);
    }
    const where = `"ph":"C","pid":${CPU},"tid":0,"ts":${microseconds(at)}`;
    return `{${where},"name":${jsonText(name)},"args":{"value":${jsonText(value)}}}`;
  });
}
