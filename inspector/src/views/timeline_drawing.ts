/** Drawing the timeline, and finding what is under the pointer. Positions on both tracks are ns after the frame's begin. */

import { submitNs, type CpuBar } from "../analysis/cpu_bars";
import type { Bar, Flame } from "../analysis/flame";
import { spellNs } from "../analysis/ticks";
import type { Surface } from "./canvas";
import type { Camera } from "./timeline_camera";
import { visibleText } from "./visible_text";

export const ROW = 20;
export const CPU_ROWS = 2;
const AXIS = 20;
const LONGEST_LABEL = 400;
const GAP = 20;
const GPU_TOP = AXIS + CPU_ROWS * ROW + GAP;

export interface Scene {
  readonly flame: Flame;
  readonly cpu: readonly CpuBar[];
  readonly camera: Camera;
  /** Ns a tick lasts. */
  readonly unit: number;
  readonly pass: string | null;
  readonly search: string;
  readonly bySet: boolean;
}

export function drawTimeline(surface: Surface, scene: Scene): void {
  const { context, width, height, colour } = surface;
  const { camera, flame, cpu } = scene;
  const x = (ns: number): number => ((ns - camera.from) / (camera.to - camera.from)) * width;
  drawAxis(surface, camera, x);
  context.fillStyle = colour("quiet");
  const put = submitNs(cpu) === null ? "the frame's begin, its submit is unknown" : "submit";
  context.fillText(`GPU, put at ${put} (nominal)`, 2, GPU_TOP - 6);
  for (const bar of cpu) {
    const chosen = bar.path !== "" && bar.path === scene.pass;
    box(surface, x(bar.begin), x(bar.end), AXIS + bar.row * ROW, colour("cpu"), bar.label, chosen, matches(bar, scene));
  }
  const origin = x(camera.anchor);
  const across = (scene.unit * width) / (camera.to - camera.from);
  for (const bar of binned(flame.bars, origin, across, width, scene.pass)) {
    const [from, to] = [x(camera.anchor + bar.begin * scene.unit), x(camera.anchor + bar.end * scene.unit)];
    const chosen = bar.path === scene.pass && bar.kind !== "scope";
    box(surface, from, to, GPU_TOP + bar.row * ROW, fill(bar, scene, colour), bar.label, chosen, matches(bar, scene));
  }
  if (flame.bars.length === 0) {
    context.fillStyle = colour("quiet");
    context.fillText("no GPU pass of this frame has a time", 2, GPU_TOP + 14);
  }
  context.strokeStyle = colour("line");
  context.strokeRect(0.5, 0.5, width - 1, height - 1);
}

/**
 * Bars in sight; those that are narrower than a pixel and share it are drawn once: what matters there is that something
 * is. The selected pass is drawn wherever it is. `origin` is where tick 0 is drawn, `across` how far apart ticks are.
 */
function* binned(bars: readonly Bar[], origin: number, across: number, width: number, pass: string | null): Generator<Bar> {
  const reached: number[] = []; // by row
  for (const bar of bars) {
    const from = origin + bar.begin * across;
    const to = origin + bar.end * across;
    if (to < 0 || from > width) continue;
    const column = Math.floor(from);
    if (to - from < 1 && column === reached[bar.row] && bar.path !== pass) continue;
    reached[bar.row] = column;
    yield bar;
  }
}

function matches(bar: { label: string; path: string }, scene: Scene): boolean {
  return scene.search === "" || `${bar.path} ${bar.label}`.toLowerCase().includes(scene.search);
}

function fill(bar: Bar, scene: Scene, colour: (name: string) => string): string {
  if (bar.kind === "scope") return colour("grey");
  if (scene.bySet && bar.kind === "gpu pass") return `hsl(${(bar.querySet * 137.5) % 360} 55% 52%)`;
  return colour(bar.kind === "pass" ? "gpu" : "gpu-pass");
}

function box(
  { context, colour, width }: Surface,
  from: number,
  to: number,
  top: number,
  fillColour: string,
  label: string,
  chosen: boolean,
  bright: boolean,
): void {
  if (to < 0 || from > width) return;
  const wide = Math.max(1, to - from);
  context.globalAlpha = bright ? 0.85 : 0.18;
  context.fillStyle = fillColour;
  context.fillRect(from, top, Math.max(1, wide - 0.5), ROW - 2);
  context.globalAlpha = 1;
  if (chosen) {
    context.strokeStyle = colour("text");
    context.lineWidth = 2;
    context.strokeRect(from, top, wide, ROW - 2);
    context.lineWidth = 1;
  }
  const visible = Math.min(to, width) - Math.max(from, 0);
  if (visible < 30) return;
  context.save();
  context.beginPath();
  context.rect(Math.max(from, 0), top, visible - 3, ROW);
  context.clip();
  context.fillStyle = colour("page");
  context.fillText(shownLabel(label), Math.max(from, 0) + 4, top + 13);
  context.restore();
}

/** What can be seen of a label: a line of a canvas that is drawn from ten thousand letters takes milliseconds. */
function shownLabel(label: string): string {
  return visibleText(label.slice(0, LONGEST_LABEL));
}

function drawAxis({ context, width, colour }: Surface, camera: Camera, x: (ns: number) => number): void {
  const span = camera.to - camera.from;
  const rough = span / Math.max(2, width / 110);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((size) => size >= rough)!;
  context.fillStyle = colour("quiet");
  context.strokeStyle = colour("line");
  for (let ns = Math.ceil(camera.from / step) * step; ns <= camera.to; ns += step) {
    context.beginPath();
    context.moveTo(x(ns), 0);
    context.lineTo(x(ns), 2000);
    context.stroke();
    context.fillText(spellNs(Math.round(ns)), x(ns) + 3, 12);
  }
}

/** The bar of the GPU track at a point of the canvas, the narrowest where several are. */
export function barAt(flame: Flame, camera: Camera, unit: number, width: number, atX: number, atY: number): Bar | null {
  const row = Math.floor((atY - GPU_TOP) / ROW);
  const perPixel = (camera.to - camera.from) / width;
  const ns = camera.from + atX * perPixel - camera.anchor;
  const near = flame.bars.filter(
    (bar) => bar.row === row && bar.begin * unit <= ns + perPixel && bar.end * unit >= ns - perPixel,
  );
  return near.reduce<Bar | null>((best, bar) => (best === null || length(bar) < length(best) ? bar : best), null);
}

function length(bar: Bar): number {
  return bar.end - bar.begin;
}
