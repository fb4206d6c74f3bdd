/** The passes of both sides: medians, change, interval and verdict, the worst first. */

import { useMemo, useState } from "preact/hooks";
import type { ComparedPass, Comparison } from "../analysis/comparison";
import { passName } from "../analysis/pass_keys";
import { spellNs, toNs } from "../analysis/ticks";
import { selectPass, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { HistogramPlot } from "./histogram_plot";
import { SortableTable, type Column } from "./sortable_table";

const MARKS = { slower: "▲ slower", faster: "▼ faster", "no change": "= no change", "too few samples": "? too few samples" };

export function CompareTable({ comparison }: { comparison: Comparison }) {
  const { pass, search } = useSignal(state);
  const [least, setLeast] = useState(0);
  const columns = useMemo(() => columnsOf(comparison), [comparison]);
  const wanted = search.toLowerCase();
  const rows = useMemo(
    () =>
      [comparison.frame, ...comparison.passes].filter(
        (row) =>
          row.path.toLowerCase().includes(wanted) &&
          (least === 0 || row.change === null || Math.abs(row.change) * 100 >= least),
      ),
    [comparison, wanted, least],
  );
  const chosen = comparison.passes.find((row) => row.path === pass) ?? null;
  return (
    <>
      <p class="tools">
        <span>{summary(comparison)}</span>
        <label>
          at least{" "}
          <input
            class="number"
            type="number"
            min={0}
            step={0.5}
            value={least}
            onInput={(event) => setLeast(Math.max(0, event.currentTarget.valueAsNumber || 0))}
          />{" "}
          % of change
        </label>
        <span class="quiet">
          {rows.length} of {comparison.passes.length + 1} rows · all intervals hold at once with 95 % confidence
        </span>
      </p>
      <SortableTable
        label="Passes of both sides"
        columns={columns}
        rows={rows}
        start={["difference", true]}
        rowKey={(row) => `${row.attributed}/${row.path}`}
        chosen={(row) => row === chosen}
      />
      {chosen === null ? (
        <p class="quiet">Select a pass to see both of its histograms.</p>
      ) : (
        <Histograms row={chosen} comparison={comparison} />
      )}
    </>
  );
}

function summary({ passes }: Comparison): string {
  const counts = Object.entries(MARKS).map(([verdict, mark]) => [mark, passes.filter((row) => row.verdict === verdict).length]);
  return `${passes.length} passes compared: ${counts.map(([mark, count]) => `${count} ${mark}`).join(", ")}`;
}

/** A time in the unit of the comparison. */
function speller({ inTicks }: Comparison): (value: number | null) => string {
  return (value) => (inTicks && value !== null ? `${value} ticks` : spellNs(value));
}

function columnsOf(comparison: Comparison): Column<ComparedPass>[] {
  const spell = speller(comparison);
  const [ours, theirs] = comparison.scales;
  const figure = (title: string, value: (row: ComparedPass) => number | null): Column<ComparedPass> => ({
    title,
    value,
    cell: (row) => spell(value(row)),
  });
  const counted = (title: string, value: (row: ComparedPass) => number): Column<ComparedPass> => ({
    title,
    note: "frames with a time",
    value,
    cell: value,
  });
  return [
    { title: "pass", left: true, value: (row) => row.path, cell: (row) => <Name row={row} /> },
    { title: "verdict", left: true, value: (row) => row.verdict, cell: (row) => <VerdictMark row={row} /> },
    {
      title: "change",
      note: "of the medians; of the frames' own changes where they do the same work",
      value: (row) => row.change,
      cell: (row) => signedShare(row.change),
    },
    { title: "95 % interval", value: (row) => row.low, cell: (row) => interval(row) },
    { title: "difference", note: "B's median less A's", value: (row) => row.delta, cell: (row) => signedTime(row.delta, spell) },
    figure("A median", (row) => row.aMedian),
    figure("B median", (row) => row.bMedian),
    figure("A p95", (row) => scaled(row.a?.p95, ours)),
    figure("B p95", (row) => scaled(row.b?.p95, theirs)),
    figure("A total", (row) => scaled(row.a?.total, ours)),
    figure("B total", (row) => scaled(row.b?.total, theirs)),
    counted("A n", (row) => row.aSamples.times.length),
    counted("B n", (row) => row.bSamples.times.length),
  ];
}

/** Null where no frame has a time. */
function scaled(ticks: number | undefined, scale: number): number | null {
  return ticks === undefined ? null : toNs(ticks, scale);
}

function Name({ row }: { row: ComparedPass }) {
  if (row.path === "(whole frame)") return <b>{row.path}</b>;
  return (
    <button class="link" onClick={() => selectPass(row.path)}>
      {passName(row.path)}
    </button>
  );
}

function VerdictMark({ row }: { row: ComparedPass }) {
  const tone = row.verdict === "slower" ? "bad" : row.verdict === "faster" ? "good" : "quiet";
  return (
    <span class={tone}>
      {MARKS[row.verdict]}
      {row.reason === "" ? "" : ` (${row.reason})`}
    </span>
  );
}

/** With its sign, as `framescope compare` writes it; unknown is said. */
export function signedShare(share: number | null): string {
  if (share === null) return "unknown";
  const text = (share * 100).toFixed(1);
  return `${share < 0 || text.startsWith("-") ? "" : "+"}${text} %`;
}

function signedTime(delta: number | null, spell: (value: number | null) => string): string {
  return delta === null ? "unknown" : `${delta > 0 ? "+" : ""}${spell(delta)}`;
}

function interval(row: ComparedPass): string {
  if (row.low === null || row.high === null) return "none";
  return `${signedShare(row.low)} to ${signedShare(row.high)}${row.paired ? ", frame by frame" : ""}`;
}

function Histograms({ row, comparison }: { row: ComparedPass; comparison: Comparison }) {
  const spell = speller(comparison);
  const series = useMemo(
    () =>
      [row.aSamples, row.bSamples].map((samples, side) => samples.times.map((ticks) => ticks * comparison.scales[side]!)),
    [row, comparison],
  );
  return (
    <>
      <h3>{passName(row.path)}</h3>
      <HistogramPlot series={series} names={["A", "B"]} spell={(value) => spell(Math.round(value))} />
    </>
  );
}
