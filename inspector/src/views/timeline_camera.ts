/** Which part of a frame's timeline is in sight, and how that is changed. */

import { useEffect } from "preact/hooks";
import { submitNs, type CpuBar } from "../analysis/cpu_bars";
import type { Flame } from "../analysis/flame";

export interface Camera {
  readonly from: number;
  readonly to: number;
  /** Where the GPU's epoch is put: the frame's submit, or its begin where that is unknown. */
  readonly anchor: number;
}

export function wholeCamera(flame: Flame, cpu: readonly CpuBar[], unit: number): Camera {
  const anchor = submitNs(cpu) ?? 0;
  const encode = cpu.filter((bar) => bar.label !== "until absorbed");
  const last = Math.max(1, anchor + flame.end * unit, ...encode.map((bar) => bar.end));
  return { from: -last * 0.01, to: last * 1.01, anchor };
}

export function pan(camera: Camera, by: number): Camera {
  return { ...camera, from: camera.from + by, to: camera.to + by };
}

/** Zoom so that what is at `across` (0 to 1) stays there; never further out than all of it. */
export function zoom(camera: Camera, whole: Camera, factor: number, across: number): Camera {
  const span = Math.min((camera.to - camera.from) * factor, whole.to - whole.from);
  const fixed = camera.from + across * (camera.to - camera.from);
  const from = fixed - across * span;
  return { ...camera, from, to: from + Math.max(span, 1) };
}

/** The GPU track alone, which may be a small part of the whole. */
export function gpuCamera(whole: Camera, flame: Flame, unit: number): Camera {
  const margin = Math.max(1, flame.end * unit * 0.02);
  return { ...whole, from: whole.anchor - margin, to: whole.anchor + flame.end * unit + margin };
}

export type SetCamera = (change: Camera | ((now: Camera) => Camera)) => void;

export function useWheel(canvas: { readonly current: HTMLCanvasElement | null }, setCamera: SetCamera, whole: Camera): void {
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
