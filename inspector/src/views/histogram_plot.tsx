/** How often a pass took how long: one series as bars, a second one as an outline over them. */

import { useCallback, useMemo } from "preact/hooks";
import { histogramOf, type Histogram } from "../analysis/histogram";
import { useCanvas, type Surface } from "./canvas";

const FEWEST_BINS = 12;
const MOST_BINS = 48;
const HEIGHT = 110;
const FOOT = 16;

interface Props {
  readonly series: readonly Float64Array[];
  readonly names: readonly string[];
  readonly spell: (value: number) => string;
}

export function HistogramPlot({ series, names, spell }: Props) {
  const found = useMemo(() => histogramOf(series, binsFor(series)), [series]);
  const draw = useCallback((surface: Surface) => found !== null && drawHistogram(surface, found, spell), [found, spell]);
  const canvas = useCanvas(HEIGHT, draw);
  const counts = names.map((name, index) => `${name}${name === "" ? "" : " "}n=${series[index]!.length}`).join(", ");
  const range = found === null ? "no time above 0" : `${spell(found.bounds[0]!)} to ${spell(found.bounds.at(-1)!)}`;
  const zeros = found?.zeros.some((count) => count > 0) ? `; measured zeros, not drawn: ${found.zeros.join(", ")}` : "";
  return (
    <figure class="histogram">
      <canvas ref={canvas} role="img" aria-label={`Histogram: ${counts}, ${range}`} />
      <figcaption class="quiet">
        {counts} · {range}, {found?.counts[0]!.length ?? 0} bins that grow by a constant factor{zeros}
        {series.length > 1 ? ` · bars: ${names[0]}, outline: ${names[1]}` : ""}
      </figcaption>
    </figure>
  );
}

/** More frames fill more bins; an even number, so that there is a middle to write at. */
function binsFor(series: readonly Float64Array[]): number {
  const most = Math.max(...series.map((values) => values.length));
  return Math.min(MOST_BINS, Math.max(FEWEST_BINS, 2 * Math.ceil(2 * Math.cbrt(most))));
}

function drawHistogram({ context, width, height, colour }: Surface, found: Histogram, spell: (value: number) => string): void {
  const shares = found.counts.map((counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count) => (total === 0 ? 0 : count / total)); // series of unlike length are held against each other
  });
  const most = Math.max(...shares.flat());
  const bins = found.bounds.length - 1;
  const step = width / bins;
  const y = (share: number): number => height - FOOT - (share / most) * (height - FOOT - 4);
  context.fillStyle = colour("gpu");
  shares[0]!.forEach((share, bin) => {
    if (share > 0) context.fillRect(bin * step + 0.5, y(share), step - 1, height - FOOT - y(share));
  });
  if (shares[1] !== undefined) outline(context, shares[1].map(y), step, colour("cpu"));
  context.strokeStyle = colour("line");
  context.strokeRect(0.5, 0.5, width - 1, height - FOOT);
  context.fillStyle = colour("quiet");
  for (const [at, align] of [[0, "left"], [bins / 2, "center"], [bins, "right"]] as const) {
    context.textAlign = align;
    context.fillText(spell(found.bounds[at]!), at * step, height - 4);
  }
  context.textAlign = "left";
}

function outline(context: CanvasRenderingContext2D, tops: readonly number[], step: number, stroke: string): void {
  context.strokeStyle = stroke;
  context.lineWidth = 2;
  context.beginPath();
  tops.forEach((top, bin) => {
    context.lineTo(bin * step, top);
    context.lineTo((bin + 1) * step, top);
  });
  context.stroke();
  context.lineWidth = 1;
}
