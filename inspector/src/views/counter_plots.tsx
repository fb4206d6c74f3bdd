/** Counters over the frames of the range, one plot each. */

import { useEffect, useRef, useState } from "preact/hooks";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import type { Capture } from "../sgpt/capture";
import { capture, places } from "../state/store";
import { useSignal } from "../state/use_signal";

const MOST_POINTS = 2000;

type Series = Map<string, (number | null)[]>;

/** Counters of the frames, at most `MOST_POINTS` of them; a frame without one leaves a gap, not a 0. */
async function readCounters(opened: Capture, first: number, stop: number): Promise<{ numbers: number[]; series: Series }> {
  const step = Math.max(1, Math.ceil((stop - first) / MOST_POINTS));
  const numbers: number[] = [];
  const series: Series = new Map();
  for (let place = first; place < stop; place += step) {
    const found = await opened.frameAt(place);
    if (found === null) continue;
    numbers.push(found.number);
    for (const counter of found.counters) {
      const values = series.get(counter.name) ?? [];
      series.set(counter.name, values);
      while (values.length < numbers.length - 1) values.push(null);
      values.push(Number(counter.value));
    }
  }
  for (const values of series.values()) while (values.length < numbers.length) values.push(null);
  return { numbers, series };
}

export function CounterPlots() {
  const opened = useSignal(capture)!;
  const range = useSignal(places);
  const [found, setFound] = useState<{ numbers: number[]; series: Series } | null>(null);
  useEffect(() => {
    let current = true;
    void readCounters(opened, range.first, range.stop).then((read) => current && setFound(read));
    return () => {
      current = false;
    };
  }, [opened, range.first, range.stop]);
  if (found === null || found.series.size === 0) return null;
  return (
    <div class="panel">
      <h2>Counters over the frames</h2>
      <div style={{ display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(360px, 1fr))", gap: "12px" }}>
        {[...found.series].map(([name, values]) => (
          <Plot key={name} name={name} numbers={found.numbers} values={values} />
        ))}
      </div>
    </div>
  );
}

function Plot({ name, numbers, values }: { name: string; numbers: number[]; values: (number | null)[] }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = ref.current!;
    const style = getComputedStyle(element);
    const axis = { stroke: style.color, grid: { stroke: "#8884", width: 1 } };
    const plot = new uPlot(
      {
        width: Math.max(240, element.clientWidth),
        height: 140,
        scales: { x: { time: false } },
        legend: { show: false },
        axes: [axis, { ...axis, size: 70 }],
        series: [{}, { label: name, stroke: style.borderColor, points: { show: numbers.length < 60 } }],
      },
      [numbers, values],
      element,
    );
    return () => plot.destroy();
  }, [numbers, values]);
  return (
    <figure style={{ margin: 0 }} aria-label={`${name} over the frames`}>
      <figcaption class="name">{name}</figcaption>
      <div ref={ref} style={{ color: "var(--quiet)", borderColor: "var(--accent)" }} />
    </figure>
  );
}
