/** Where the time goes in general: one row a pass over the range. */

import { useMemo } from "preact/hooks";
import { passName } from "../analysis/pass_keys";
import type { PassStatistics, Statistics } from "../analysis/statistics";
import { spellNs, spellTicks } from "../analysis/ticks";
import { statistics } from "../state/derived";
import { capture, selectPass, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { formatRange } from "../state/view_state";
import { HistogramPlot } from "./histogram_plot";
import { Hitches } from "./hitches";
import { SortableTable, type Column } from "./sortable_table";

export function StatisticsView() {
  const opened = useSignal(capture)!;
  const found = useSignal(statistics);
  const { pass, search } = useSignal(state);
  const columns = useMemo(() => columnsOf(opened.nsPerTick), [opened]);
  if (found === null) return <p class="quiet">Reading the frames…</p>;
  const wanted = search.toLowerCase();
  const rows = found.passes.filter((row) => row.path.toLowerCase().includes(wanted));
  const chosen = found.passes.find((row) => row.path === pass) ?? null;
  return (
    <section class="panel" aria-label="Statistics">
      <Summary found={found} nsPerTick={opened.nsPerTick} />
      {chosen === null ? null : <Distribution row={chosen} nsPerTick={opened.nsPerTick} />}
      <SortableTable
        label="Passes"
        columns={columns}
        rows={rows}
        start={["total", true]}
        rowKey={(row) => `${row.attributed}/${row.path}`}
        chosen={(row) => row === chosen}
      />
      <Hitches />
    </section>
  );
}

function Summary({ found, nsPerTick }: { found: Statistics; nsPerTick: number | null }) {
  const { frames } = useSignal(state);
  const untimed = [...found.untimed.values()].reduce((sum, count) => sum + count, 0);
  return (
    <>
      <p class="quiet">
        frames {frames === null ? "all" : formatRange(frames)}, n={found.frames} frames · GPU extent median{" "}
        {spellTicks(found.extent?.median ?? null, nsPerTick)}, p95 {spellTicks(found.extent?.p95 ?? null, nsPerTick)} · GPU busy
        (union) median {spellTicks(found.union?.median ?? null, nsPerTick)} · CPU frame median{" "}
        {spellNs(found.cpuFrameNs?.median ?? null)}
        {found.damaged > 0 ? ` · ${found.damaged} damaged frames left out` : ""}
      </p>
      {untimed === 0 ? null : (
        <p class="bad">
          {untimed} of {found.spans} GPU passes have no time and are in no figure.
        </p>
      )}
      <p class="quiet">
        Browsers coarsen GPU timestamps to 100 µs unless chrome://flags/#enable-webgpu-developer-features is set; short passes
        then read 0. Figures are as the device reported them: many frames say more than one.
      </p>
    </>
  );
}

function Distribution({ row, nsPerTick }: { row: PassStatistics; nsPerTick: number | null }) {
  const series = useMemo(() => [row.samples.times], [row]);
  return (
    <>
      <h3>{passName(row.path)}</h3>
      <HistogramPlot series={series} names={[""]} spell={(ticks) => spellTicks(Math.round(ticks), nsPerTick)} />
    </>
  );
}

type Reader = (row: PassStatistics) => number | null;

function columnsOf(nsPerTick: number | null): Column<PassStatistics>[] {
  const time = (title: string, value: Reader): Column<PassStatistics> => ({
    title,
    value,
    cell: (row) => spellTicks(value(row), nsPerTick),
  });
  const count = (title: string, value: Reader, note: string): Column<PassStatistics> => ({
    title,
    note,
    value,
    cell: (row) => value(row)?.toLocaleString("en") ?? "–",
  });
  const median = "median over the frames that have the pass; – where it has none of that kind, or they were not counted";
  return [
    { title: "pass", left: true, value: (row) => row.path, cell: (row) => <Name row={row} /> },
    {
      title: "share of GPU busy",
      note: "its total of the union of all GPU passes; passes that overlap make more than 100 % together",
      value: (row) => row.share,
      cell: (row) => (row.share === null ? "unknown" : `${(row.share * 100).toFixed(1)} %`),
    },
    time("median", (row) => row.ticks?.median ?? null),
    time("p95", (row) => row.ticks?.p95 ?? null),
    time("min", (row) => row.ticks?.minimum ?? null),
    time("max", (row) => row.ticks?.maximum ?? null),
    time("total", (row) => row.ticks?.total ?? null),
    { title: "n", note: "frames with a time for it", value: (row) => row.ticks?.n ?? 0, cell: (row) => row.ticks?.n ?? 0 },
    count("GPU passes", (row) => row.gpuPasses, "median over the frames that have the pass"),
    count("dispatches", (row) => row.dispatches, median),
    count("draws", (row) => row.draws, median),
    count("invocations", (row) => row.invocations, `${median}; – too where some are only known as a lower bound`),
  ];
}

function Name({ row }: { row: PassStatistics }) {
  const { pass } = useSignal(state);
  return (
    <button class="link" aria-pressed={row.path === pass} onClick={() => selectPass(row.path === pass ? null : row.path)}>
      {passName(row.path)}
    </button>
  );
}
