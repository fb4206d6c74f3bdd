/** Every frame of the capture as a bar, from the directory alone: which frame is interesting. */

import { useCallback, useMemo, useState } from "preact/hooks";
import { TARGETS_NS, spellRate, usualTarget } from "../analysis/frame_target";
import { HITCH_RULE, findHitches } from "../analysis/hitches";
import { spellNs, toNs } from "../analysis/ticks";
import { capture, change, extendRange, place, places, state, stepFrame } from "../state/store";
import { useSignal } from "../state/use_signal";
import { formatRange } from "../state/view_state";
import { useCanvas, type Surface } from "./canvas";
import { binFrames, highTime, stripScale, type Bin } from "./strip_bins";

const HEIGHT = 84;

export function Strip() {
  const opened = useSignal(capture)!;
  const shown = useSignal(place);
  const range = useSignal(places);
  const { frames } = useSignal(state);
  const [chosen, setTarget] = useState<number | null>(null);
  const [brush, setBrush] = useState<{ from: number; to: number } | null>(null);
  const figures = useMemo(() => {
    const gpu = opened.entries.map((entry) =>
      entry.extentTicks === null ? null : toNs(entry.extentTicks, opened.nsPerTick),
    );
    const cpu = opened.entries.map((entry) => entry.cpuFrameNs);
    return { gpu, cpu, hitches: findHitches(gpu), high: highTime(gpu, cpu), usual: usualTarget(gpu) };
  }, [opened]);
  const target = chosen ?? figures.usual;
  const draw = useCallback(
    (surface: Surface) => drawStrip(surface, opened.entries.length, figures, target, shown, brush ?? range),
    [opened, figures, target, shown, range, brush],
  );
  const canvas = useCanvas(HEIGHT, draw);
  const frameAt = (event: PointerEvent): number => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const across = (event.clientX - box.left) / box.width;
    return Math.max(0, Math.min(opened.entries.length - 1, Math.floor(across * opened.entries.length)));
  };
  const finish = (event: PointerEvent): void => {
    const [from, to] = [brush?.from ?? frameAt(event), frameAt(event)];
    setBrush(null);
    const [first, last] = [opened.entries[Math.min(from, to)]!, opened.entries[Math.max(from, to)]!];
    if (from === to) change({ frame: first.number });
    else change({ frames: { first: first.number, stop: last.number + 1 }, frame: first.number });
  };
  const hitches = figures.hitches.filter(Boolean).length;
  return (
    <section class="strip" aria-label="Frames">
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={`GPU and CPU time of ${opened.entries.length} frames; left and right choose one, with Shift a range`}
        onKeyDown={(event) => {
          const by = { ArrowRight: 1, ArrowLeft: -1, PageDown: 10, PageUp: -10, Home: -Infinity, End: Infinity }[event.key];
          if (by === undefined) return;
          event.preventDefault();
          if (event.shiftKey) extendRange(by);
          else stepFrame(by);
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setBrush({ from: frameAt(event), to: frameAt(event) });
        }}
        onPointerMove={(event) => brush !== null && setBrush({ from: brush.from, to: frameAt(event) })}
        onPointerUp={finish}
      />
      <p class="quiet">
        <span style={{ color: "var(--gpu)" }}>▮ GPU extent</span>, <span class="bad">▮ above the target</span>{" "}
        <span style={{ color: "var(--cpu)" }}>▬ CPU frame</span>{" "}
        <span title={HITCH_RULE}>▾ hitch ({hitches}): {HITCH_RULE}</span> · frames{" "}
        {frames === null ? "all" : formatRange(frames)}, n={range.stop - range.first}{" "}
        {frames === null ? null : <button class="link" onClick={() => change({ frames: null })}>every frame</button>} ·{" "}
        <label>
          target{" "}
          <select value={target} onChange={(event) => setTarget(Number(event.currentTarget.value))}>
            {TARGETS_NS.map((ns) => (
              <option key={ns} value={ns}>
                {spellNs(ns)} ({spellRate(ns)})
              </option>
            ))}
          </select>
        </label>
      </p>
    </section>
  );
}

interface Figures {
  readonly gpu: readonly (number | null)[];
  readonly cpu: readonly (number | null)[];
  readonly hitches: readonly boolean[];
  readonly high: number;
}

function drawStrip(
  { context, width, height, colour }: Surface,
  count: number,
  figures: Figures,
  targetNs: number,
  shown: number | null,
  marked: { first: number; stop: number } | { from: number; to: number },
): void {
  const bins = binFrames(figures.gpu, figures.cpu, figures.hitches, Math.min(count, Math.floor(width / 2)));
  const top = stripScale(figures.high, targetNs);
  const across = width / Math.max(1, bins.length);
  const y = (ns: number): number => height - Math.min(1, ns / top) * (height - 10);
  shade(context, marked, count, width, height, colour("chosen"));
  bins.forEach((bin, index) => drawBin(context, bin, index * across, Math.max(1, across - 0.5), y, targetNs, colour, height));
  drawTarget(context, targetNs, targetNs > top ? null : y(targetNs), width, colour);
  if (shown !== null && count > 0) {
    context.strokeStyle = colour("text");
    context.strokeRect((shown / count) * width + 0.5, 0.5, Math.max(2, width / count) - 1, height - 1);
  }
}

/** The line of the target and its name, readable across bars; where it lies far above every frame, the words alone. */
function drawTarget(
  context: CanvasRenderingContext2D,
  targetNs: number,
  y: number | null,
  width: number,
  colour: (name: string) => string,
): void {
  context.strokeStyle = context.fillStyle = colour("quiet");
  if (y === null) return context.fillText("the target lies above all of this", 4, 10);
  context.setLineDash([4, 3]);
  context.beginPath();
  context.moveTo(0, y);
  context.lineTo(width, y);
  context.stroke();
  context.setLineDash([]);
  const text = `target ${spellNs(targetNs)}`;
  const long = context.measureText(text).width;
  context.fillStyle = colour("page");
  context.fillRect(width - long - 8, y - 7, long + 6, 14);
  context.fillStyle = colour("text");
  context.fillText(text, width - long - 5, y + 4);
}

function shade(
  context: CanvasRenderingContext2D,
  marked: { first: number; stop: number } | { from: number; to: number },
  count: number,
  width: number,
  height: number,
  colour: string,
): void {
  const [from, to] =
    "first" in marked
      ? [marked.first, marked.stop]
      : [Math.min(marked.from, marked.to), Math.max(marked.from, marked.to) + 1];
  context.fillStyle = colour;
  context.fillRect((from / count) * width, 0, ((to - from) / count) * width, height);
}

function drawBin(
  context: CanvasRenderingContext2D,
  bin: Bin,
  x: number,
  width: number,
  y: (ns: number) => number,
  targetNs: number,
  colour: (name: string) => string,
  height: number,
): void {
  if (bin.gpu !== null) {
    context.fillStyle = colour(bin.gpu > targetNs ? "bad" : "gpu");
    context.fillRect(x, y(bin.gpu), width, height - y(bin.gpu));
  }
  if (bin.cpu !== null) {
    context.fillStyle = colour("page"); // an edge: the mark is seen on a bar too
    context.fillRect(x, y(bin.cpu) - 2, width, 4);
    context.fillStyle = colour("cpu");
    context.fillRect(x, y(bin.cpu) - 1, width, 2);
  }
  if (bin.hitch) {
    context.fillStyle = colour("bad");
    context.beginPath();
    context.moveTo(x + width / 2 - 4, 0);
    context.lineTo(x + width / 2 + 4, 0);
    context.lineTo(x + width / 2, 7);
    context.fill();
  }
}
