/** Where the time went in one frame: a CPU track and a GPU track, two clocks, side by side and never as one. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { cpuBars } from "../analysis/cpu_bars";
import { flameOf, type Bar, type Flame } from "../analysis/flame";
import { spellTicks } from "../analysis/ticks";
import type { Frame } from "../sgpt/capture";
import type { GraphModel } from "../sgpt/graph_types";
import { addCommands } from "../state/commands";
import { frame, graph } from "../state/derived";
import { announce, capture, selectPass, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { useCanvas } from "./canvas";
import { gpuCamera, pan, useWheel, wholeCamera, zoom, type Camera, type SetCamera } from "./timeline_camera";
import { CPU_ROWS, ROW, barAt, drawTimeline } from "./timeline_drawing";
import { TimelineHeading } from "./timeline_heading";

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
      <TimelineHeading shown={shown} flame={flame} />
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
      <p class="hint quiet">
        {hovered === null ? (
          "Ctrl + wheel zooms, W and S too; drag, A and D move; full stop and comma go through the passes; F fits the selected one; a double click shows all of it."
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
      <p class="tools">
        <button onClick={() => setCamera((now) => zoom(now, whole, 0.5, 0.5))}>Zoom in</button>
        <button onClick={() => setCamera((now) => zoom(now, whole, 2, 0.5))}>Zoom out</button>
        <button onClick={() => setCamera(whole)}>All of it</button>
        <button disabled={flame.end === 0} onClick={() => setCamera(gpuCamera(whole, flame, unit))}>
          GPU alone
        </button>
        <label>
          <input type="checkbox" checked={bySet} onChange={(event) => setBySet(event.currentTarget.checked)} /> colour by
          query set
        </label>
        <span class="quiet">
          <i class="key scope" /> scope <i class="key pass" /> graph pass <i class="key gpu" /> GPU pass{" "}
          <i class="key cpu" /> CPU · what overlaps has a lane of its own; culled passes do not run and are under Structure
        </span>
      </p>
    </section>
  );
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
