/** Where the time goes in general: one row a pass over the range. */

import { spellNs, spellTicks } from "../analysis/ticks";
import type { PassStatistics } from "../analysis/statistics";
import { statistics } from "../state/derived";
import { capture, selectPass, state } from "../state/store";
import { useSignal } from "../state/use_signal";

export function StatisticsView() {
  const opened = useSignal(capture)!;
  const found = useSignal(statistics);
  const { pass, search } = useSignal(state);
  if (found === null) return <p class="quiet">Reading the frames…</p>;
  const wanted = search.toLowerCase();
  const rows = found.passes.filter((row) => row.path.toLowerCase().includes(wanted));
  return (
    <section class="panel" aria-label="Statistics">
      <p class="quiet">
        n={found.frames} frames · GPU extent median {spellTicks(found.extent?.median ?? null, opened.nsPerTick)}, p95{" "}
        {spellTicks(found.extent?.p95 ?? null, opened.nsPerTick)} · CPU frame median{" "}
        {spellNs(found.cpuFrameNs?.median ?? null)}
        {found.damaged > 0 ? ` · ${found.damaged} damaged frames left out` : ""}
      </p>
      <p class="quiet">
        Browsers coarsen GPU timestamps to 100 µs unless chrome://flags/#enable-webgpu-developer-features is set; short passes
        then read 0. Figures are as the device reported them: many frames say more than one.
      </p>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {["pass", "share", "median", "p95", "min", "max", "total", "n", "GPU passes", "dispatches", "draws", "invocations"].map(
                (title) => (
                  <th key={title} scope="col">
                    {title}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={`${row.attributed}/${row.path}`} row={row} chosen={row.path === pass} nsPerTick={opened.nsPerTick} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Row({ row, chosen, nsPerTick }: { row: PassStatistics; chosen: boolean; nsPerTick: number | null }) {
  const { ticks } = row;
  const count = (value: number | null): string => (value === null ? "–" : value.toLocaleString("en"));
  return (
    <tr aria-selected={chosen}>
      <td class="name">
        <button class="link" onClick={() => selectPass(chosen ? null : row.path)}>
          {row.path}
        </button>
      </td>
      <td>{row.share === null ? "unknown" : `${(row.share * 100).toFixed(1)} %`}</td>
      <td>{spellTicks(ticks?.median ?? null, nsPerTick)}</td>
      <td>{spellTicks(ticks?.p95 ?? null, nsPerTick)}</td>
      <td>{spellTicks(ticks?.minimum ?? null, nsPerTick)}</td>
      <td>{spellTicks(ticks?.maximum ?? null, nsPerTick)}</td>
      <td>{spellTicks(ticks?.total ?? null, nsPerTick)}</td>
      <td>{ticks?.n ?? 0}</td>
      <td>{row.gpuPasses}</td>
      <td>{count(row.dispatches)}</td>
      <td>{count(row.draws)}</td>
      <td>{count(row.invocations)}</td>
    </tr>
  );
}
