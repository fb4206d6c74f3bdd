/** Canvases that are sharp on any screen and follow the theme. */

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RefObject } from "preact";

export interface Surface {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly colour: (name: string) => string;
  /** What text is drawn with unless said otherwise. */
  readonly font: string;
}

/** A canvas that is drawn whenever `draw` changes, the window does, or the theme does. */
export function useCanvas(height: number, draw: (surface: Surface) => void): RefObject<HTMLCanvasElement | null> {
  const ref = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [turn, again] = useState(0);
  useLayoutEffect(() => {
    const canvas = ref.current!;
    setWidth(canvas.clientWidth); // now: the observer speaks only after a picture without this canvas was shown
    const watched = new ResizeObserver(() => setWidth(canvas.clientWidth));
    watched.observe(canvas);
    const theme = new MutationObserver(() => again((count) => count + 1));
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    const system = matchMedia("(prefers-color-scheme: dark)");
    const changed = (): void => again((count) => count + 1);
    system.addEventListener("change", changed);
    return () => {
      watched.disconnect();
      theme.disconnect();
      system.removeEventListener("change", changed);
    };
  }, []);
  useLayoutEffect(() => {
    const canvas = ref.current!;
    if (width === 0) return;
    const scale = devicePixelRatio;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.style.height = `${height}px`;
    const context = canvas.getContext("2d")!;
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width, height);
    const font = (context.font = `11px ${getComputedStyle(canvas).fontFamily}`);
    draw({ context, width, height, colour: resolver(canvas), font });
  }, [draw, width, height, turn]);
  return ref;
}

/** Custom properties as a canvas takes them: `light-dark()` is worked out by a real element's style. */
function resolver(canvas: HTMLCanvasElement): (name: string) => string {
  const found = new Map<string, string>();
  return (name) => {
    const held = found.get(name);
    if (held !== undefined) return held;
    canvas.style.color = `var(--${name})`;
    const colour = getComputedStyle(canvas).color;
    canvas.style.color = "";
    found.set(name, colour);
    return colour;
  };
}
