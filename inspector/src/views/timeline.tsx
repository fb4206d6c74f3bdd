/** Where the time went in one frame: a CPU track and a GPU track, two clocks, side by side and never as one. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { flameOf, type Bar, type Flame } from "../analysis/flame";
import { spellNs, spellTicks } from "../analysis/ticks";
import type { Frame } from "../sgpt/capture";
import { describeState } from "../sgpt/frame";
import type { GraphModel } from "../sgpt/graph_types";
import { addCommands } from "../state/commands";
import { frame, graph } from "../state/derived";
import { announce, capture, selectPass, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { useCanvas } from "./canvas";
import { CPU_ROWS, ROW, barAt, drawTimeline, type Camera } from "./timeline_drawing";

export function TimelineView() {
  const shown = useSignal(frame);
  const model = useSignal(graph);
  const opened = useSignal(capture)!;
  if (shown === null) return <p class="quiet">{opened.entries.length === 0 ? "This capture has no frame." : "Reading…"}</p>;
  if (shown === "damaged") return <p class="bad">This frame's record is damaged; the losses are listed under Capture.</p>;
  return <FrameTimeline key={shown.number} shown={shown} model={model} />;
}

function FrameTimeline({ shown, model }: { shown: Frame; model: GraphModel | null }) {
  const opened = useSignal(capture)!;
  const { pass, search } = useSignal(state);
  const [bySet, setBySet] = useState(false);
  const flame = useMemo(() => flameOf(shown), [shown]);
  const cpu = useMemo(() => cpuBars(shown, model), [shown, model]);
  const unit = opened.nsPerTick ?? 1; // with an unknown unit the GPU track counts ticks, and says so
  const whole = useMemo(() => wholeCamera(flame, cpu, unit), [flame, cpu, unit]);
  const [camera, setCamera] = useState(whole);
  const draw = useCallback(
    (surface: Parameters<typeof drawTimeline>[0]) =>
      drawTimeline(surface, { flame, cpu, camera, unit, pass, search: search.toLowerCase(), bySet }),
    [flame, cpu, camera, unit, pass, search, bySet],
  );
  const height = (CPU_ROWS + Math.max(1, flame.rows)) * ROW + 44;
  const canvas = useCanvas(height, draw);
  useWheel(canvas, setCamera, whole);
  useTimelineCommands(setCamera, whole, flame, pass, unit);
  const dragged = useRef<{ x: number; moved: boolean } | null>(null);
  const pick = (event: PointerEvent): Bar | null => {
    const box = canvas.current!.getBoundingClientRect();
    return barAt(flame, camera, unit, box.width, event.clientX - box.left, event.clientY - box.top);
  };
  const [hovered, setHovered] = useState<Bar | null>(null);
  return (
    <section class="panel" aria-label="Timeline">
      <Heading shown={shown} flame={flame} />
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={`Timeline of frame ${shown.number}: ${flame.bars.filter((bar) => bar.kind === "gpu pass").length} timed GPU passes; comma and full stop go through them`}
        onPointerDown={(event) => (dragged.current = { x: event.clientX, moved: false })}
        onPointerMove={(event) => {
          const from = dragged.current;
          if (from === null) return setHovered(pick(event));
          const by = event.clientX - from.x;
          if (Math.abs(by) > 2) from.moved = true;
          from.x = event.clientX;
          if (from.moved) setCamera((now) => pan(now, (-by / canvas.current!.clientWidth) * (now.to - now.from)));
        }}
        onPointerUp={(event) => {
          if (dragged.current?.moved === false) {
            const bar = pick(event);
            selectPass(bar === null || bar.kind === "scope" ? null : bar.path);
          }
          dragged.current = null;
        }}
        onPointerLeave={() => ((dragged.current = null), setHovered(null))}
        onDblClick={() => setCamera(whole)}
      />
      <p class="quiet" style={{ minHeight: "1.4em" }}>
        {hovered === null ? (
          "Ctrl + wheel zooms, W and S too; drag, A and D move; a double click shows all of it."
        ) : (
          <>
            <b>{hovered.path === "" ? hovered.label : hovered.path}</b>
            {hovered.kind === "gpu pass" ? ` · ${hovered.label} · query set ${hovered.querySet}` : ""} ·{" "}
            {spellTicks(hovered.end - hovered.begin, opened.nsPerTick)}
            {opened.nsPerTick === null ? "" : ` (${hovered.end - hovered.begin} ticks)`}, begins at{" "}
            {spellTicks(hovered.begin, opened.nsPerTick)} of the frame
          </>
        )}{" "}
      </p>
      <label>
        <input type="checkbox" checked={bySet} onChange={(event) => setBySet(event.currentTarget.checked)} /> colour by
        query set
      </label>
    </section>
  );
}

/** What is said of the frame in words, losses first. */
function Heading({ shown, flame }: { shown: Frame; flame: Flame }) {
  const opened = useSignal(capture)!;
  const untimed = new Map<number, number>();
  for (const code of shown.state) if (code !== 0) untimed.set(code, (untimed.get(code) ?? 0) + 1);
  return (
    <>
      <h2>
        Frame {shown.number} <span class="quiet">(the renderer's {String(shown.rendererIndex)})</span>
      </h2>
      <p>
        {shown.status === "complete" ? null : (
          <b class="bad">
            {shown.status}
            {shown.failedPath === null ? "" : ` in ${shown.failedPath}`}: {shown.reasonText ?? "no reason given"}.{" "}
          </b>
        )}
        {[...untimed].map(([code, count]) => (
          <b class="bad" key={code}>
            {count} of {shown.state.length} GPU passes without a time: {describeState(code)}.{" "}
          </b>
        ))}
        {shown.passes === null && shown.state.length > 0 ? (
          <b class="bad">The pass list of this frame was lost: its GPU passes have no names. </b>
        ) : null}
        GPU extent {flame.bars.length === 0 ? "unknown" : spellTicks(flame.end, opened.nsPerTick)} · CPU from begin to
        submit {spellNs(difference(shown.cpuBeginNs, shown.cpuSubmitNs))} · recorder{" "}
        {spellNs(shown.recorderCostNs === null ? null : Number(shown.recorderCostNs))}
      </p>
      <p class="quiet">
        Two clocks: the GPU track is put at the frame's submit, which is nominal. CPU times of passes are durations in
        execution order; when each began was not recorded.
        {opened.nsPerTick === null ? " The unit of the GPU's clock is unknown: its track counts ticks." : ""}
      </p>
    </>
  );
}

export interface CpuBar {
  readonly label: string;
  readonly path: string;
  readonly begin: number;
  readonly end: number;
  readonly row: number;
}

/** The CPU track, in ns after the frame's begin: its stages, and below them the graph passes end to end. */
function cpuBars(shown: Frame, model: GraphModel | null): CpuBar[] {
  const begin = shown.cpuBeginNs;
  if (begin === null) return [];
  const after = (stamp: bigint | null): number | null => (stamp === null ? null : Number(stamp - begin));
  const bars: CpuBar[] = [];
  const stages: [string, number | null, number | null][] = [
    ["encode", 0, after(shown.cpuEncodeEndNs)],
    ["submit", after(shown.cpuEncodeEndNs), after(shown.cpuSubmitNs)],
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

function difference(begin: bigint | null, end: bigint | null): number | null {
  return begin === null || end === null || end < begin ? null : Number(end - begin);
}

function submitOf(cpu: readonly CpuBar[]): number {
  return cpu.find((bar) => bar.label === "submit")?.end ?? 0;
}

function wholeCamera(flame: Flame, cpu: readonly CpuBar[], unit: number): Camera {
  const anchor = submitOf(cpu);
  const encode = cpu.filter((bar) => bar.label !== "until absorbed");
  const last = Math.max(1, anchor + flame.end * unit, ...encode.map((bar) => bar.end));
  return { from: -last * 0.01, to: last * 1.01, anchor };
}

function pan(camera: Camera, by: number): Camera {
  return { ...camera, from: camera.from + by, to: camera.to + by };
}

/** Zoom so that what is at `across` (0 to 1) stays there; never further out than all of it. */
function zoom(camera: Camera, whole: Camera, factor: number, across: number): Camera {
  const span = Math.min((camera.to - camera.from) * factor, whole.to - whole.from);
  const fixed = camera.from + across * (camera.to - camera.from);
  const from = fixed - across * span;
  return { ...camera, from, to: from + Math.max(span, 1) };
}

type SetCamera = (change: Camera | ((now: Camera) => Camera)) => void;

function useWheel(canvas: { readonly current: HTMLCanvasElement | null }, setCamera: SetCamera, whole: Camera): void {
  useEffect(() => {
    const element = canvas.current!;
    const onWheel = (event: WheelEvent): void => {
      if (!event.ctrlKey && !event.metaKey && !event.shiftKey) return; // a plain wheel scrolls the page
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const step = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
      const by = (event.deltaY === 0 ? event.deltaX : event.deltaY) * step;
      if (event.shiftKey) setCamera((now) => pan(now, (by / box.width) * (now.to - now.from)));
      else setCamera((now) => zoom(now, whole, Math.exp(by / 300), (event.clientX - box.left) / box.width));
    };
    element.addEventListener("wheel", onWheel, { passive: false });
    return () => element.removeEventListener("wheel", onWheel);
  }, [whole]);
}

function useTimelineCommands(setCamera: SetCamera, whole: Camera, flame: Flame, pass: string | null, unit: number): void {
  useEffect(() => {
    const sideways = (by: number): void => setCamera((now) => pan(now, by * (now.to - now.from)));
    const step = (by: number): void => {
      const passes = flame.bars.filter((bar) => bar.kind === "pass").sort((a, b) => a.begin - b.begin);
      const now = passes.findIndex((bar) => bar.path === pass);
      const next = passes[now < 0 ? 0 : Math.max(0, Math.min(passes.length - 1, now + by))];
      if (next === undefined) return;
      selectPass(next.path);
      announce(`${next.path}, ${spellTicks(next.end - next.begin, capture.peek()!.nsPerTick)}`);
    };
    const fit = (): void => {
      const bar = flame.bars.find((candidate) => candidate.path === pass && candidate.kind === "pass");
      if (bar === undefined) return setCamera(whole);
      const margin = Math.max(1, (bar.end - bar.begin) * unit * 0.1);
      setCamera((now) => ({ ...now, from: now.anchor + bar.begin * unit - margin, to: now.anchor + bar.end * unit + margin }));
    };
    return addCommands([
      { id: "zoom-in", title: "Zoom in", keys: ["KeyW"], run: () => setCamera((now) => zoom(now, whole, 0.8, 0.5)) },
      { id: "zoom-out", title: "Zoom out", keys: ["KeyS"], run: () => setCamera((now) => zoom(now, whole, 1.25, 0.5)) },
      { id: "left", title: "Move left", keys: ["KeyA"], run: () => sideways(-0.1) },
      { id: "right", title: "Move right", keys: ["KeyD"], run: () => sideways(0.1) },
      { id: "next-pass", title: "Next pass", keys: ["Period"], run: () => step(1) },
      { id: "previous-pass", title: "Previous pass", keys: ["Comma"], run: () => step(-1) },
      { id: "fit", title: "Fit the selected pass, or all", keys: ["KeyF"], run: fit },
    ]);
  }, [flame, whole, pass, unit]);
}
