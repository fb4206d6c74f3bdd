/** Everything that is known of the selected pass. */

import { useCallback } from "preact/hooks";
import { groupPasses, passName } from "../analysis/pass_keys";
import { resourceNames } from "../analysis/resource_names";
import type { PassStatistics } from "../analysis/statistics";
import { spellNs, spellTicks } from "../analysis/ticks";
import type { Frame } from "../sgpt/capture";
import type { Attachment, PassEntry } from "../sgpt/pass_list";
import type { GraphModel, GraphPass } from "../sgpt/graph_types";
import { frame, graph, statistics } from "../state/derived";
import { capture, selectPass, selectResource, show, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { useCanvas, type Surface } from "./canvas";

export function PassDetail() {
  const { pass, resource } = useSignal(state);
  const opened = useSignal(capture)!;
  const found = useSignal(statistics);
  const shown = useSignal(frame);
  const model = useSignal(graph);
  if (pass === null && resource !== null) return null;
  if (pass === null) return <p class="quiet">Select a pass or a resource to see everything about it.</p>;
  const row = found?.passes.find((candidate) => candidate.path === pass) ?? null;
  const node = model?.passes.find((candidate) => candidate.path === pass) ?? null;
  return (
    <section class="panel" aria-label="Pass">
      <h2 class="name">{pass}</h2>
      <p>
        <button onClick={() => show("timeline")}>Show in timeline</button>{" "}
        <button onClick={() => show("structure")}>Show in structure</button>{" "}
        <button onClick={() => selectPass(null)}>Deselect</button>
      </p>
      {found !== null && row === null && node === null ? <p class="quiet">No frame of this range has it.</p> : null}
      {row === null ? null : <Times row={row} nsPerTick={opened.nsPerTick} frames={found!.frames} />}
      {node === null ? null : <InGraph node={node} model={model!} />}
      {shown === null || shown === "damaged" ? null : <InFrame shown={shown} path={pass} model={model} />}
    </section>
  );
}

function Times({ row, nsPerTick, frames }: { row: PassStatistics; nsPerTick: number | null; frames: number }) {
  const { ticks } = row;
  const { times } = row.samples;
  const draw = useCallback((surface: Surface) => sparkline(surface, times), [times]);
  const canvas = useCanvas(48, draw);
  return (
    <>
      <canvas ref={canvas} role="img" aria-label={`Its time in ${times.length} frames`} />
      <dl>
        <dt>median</dt>
        <dd>{spellTicks(ticks?.median ?? null, nsPerTick)}</dd>
        <dt>p95</dt>
        <dd>{spellTicks(ticks?.p95 ?? null, nsPerTick)}</dd>
        <dt>min, max</dt>
        <dd>
          {spellTicks(ticks?.minimum ?? null, nsPerTick)}, {spellTicks(ticks?.maximum ?? null, nsPerTick)}
        </dd>
        <dt>n</dt>
        <dd>
          {ticks?.n ?? 0} of {frames} frames have a time for it
        </dd>
        <dt>share</dt>
        <dd>{row.share === null ? "unknown" : `${(row.share * 100).toFixed(1)} % of the GPU's busy time`}</dd>
      </dl>
    </>
  );
}

function sparkline({ context, width, height, colour }: Surface, times: Float64Array): void {
  if (times.length === 0) return;
  const most = times.reduce((longest, time) => Math.max(longest, time), 1);
  const columns = Math.min(times.length, Math.floor(width));
  context.fillStyle = colour("gpu");
  for (let column = 0; column < columns; column++) {
    const from = Math.floor((column * times.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * times.length) / columns));
    const longest = times.subarray(from, to).reduce((found, time) => Math.max(found, time), 0);
    const tall = Math.max(1, (longest / most) * (height - 2));
    context.fillRect((column * width) / columns, height - tall, Math.max(1, width / columns - 0.5), tall);
  }
}

function InGraph({ node, model }: { node: GraphPass; model: GraphModel }) {
  const own = model.accesses.filter((access) => access.pass === node.index);
  const waits = model.edges.filter((edge) => edge.to === node.index);
  return (
    <>
      <dl>
        <dt>kind</dt>
        <dd>
          {node.kind}
          {node.side_effect ? ", kept for its side effect" : ""}
        </dd>
        <dt>{node.order === null ? "culled" : "runs"}</dt>
        <dd>{node.order === null ? (node.cull_detail ?? node.cull_reason ?? "no reason given") : `as number ${node.order}`}</dd>
      </dl>
      <Named title="reads" names={namesOf(own, model, "read")} onPick={selectResource} />
      <Named title="writes" names={namesOf(own, model, "write")} onPick={selectResource} />
      <Named title="waits for" names={unique(waits.map((edge) => model.passes[edge.from]!.path))} onPick={selectPass} />
    </>
  );
}

function namesOf(own: GraphModel["accesses"], model: GraphModel, mode: string): string[] {
  const names = resourceNames(model);
  return unique(own.filter((access) => access.mode === mode).map((access) => names[access.resource]!));
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)];
}

function Named({ title, names, onPick }: { title: string; names: readonly string[]; onPick: (name: string) => void }) {
  if (names.length === 0) return null;
  return (
    <p>
      <span class="quiet">{title} </span>
      {names.map((name, index) => (
        <span key={name}>
          {index === 0 ? "" : ", "}
          <button class="link" onClick={() => onPick(name)}>
            {name}
          </button>
        </span>
      ))}
    </p>
  );
}

/** What the frame that is shown recorded of it: work, pipelines, attachments, CPU time. */
function InFrame({ shown, path, model }: { shown: Frame; path: string; model: GraphModel | null }) {
  const group = groupPasses(shown.passes, shown.state.length).find((candidate) => candidate.path === path);
  if (group === undefined) return <p class="quiet">Frame {shown.number} has no GPU pass of it.</p>;
  const entries = group.columns.map((column) => shown.passes!.entries[column]!);
  const order = model?.passes.find((node) => node.path === path)?.order ?? null;
  const cpu = order === null ? undefined : shown.cpuPassNs?.[order];
  return (
    <>
      <h3>In frame {shown.number}</h3>
      <dl>
        <dt>GPU passes</dt>
        <dd>{entries.map((entry) => (passName(entry.label))).join(", ")}</dd>
        <dt>CPU encode</dt>
        <dd>{spellNs(cpu ?? null)}</dd>
        <Work shown={shown} compute={group.compute} render={group.render} />
        <Pipelines entries={entries} />
      </dl>
      <Attachments all={entries.flatMap((entry) => entry.attachments)} />
    </>
  );
}

function Work({ shown, compute, render }: { shown: Frame; compute: readonly number[]; render: readonly number[] }) {
  const { work } = shown;
  if (work === null) {
    return (
      <>
        <dt>work</dt>
        <dd>not recorded at this level</dd>
      </>
    );
  }
  const total = (rows: readonly number[], column: ArrayLike<number | bigint>): number =>
    rows.reduce((sum, row) => sum + Number(column[row]!), 0);
  const partial = (rows: readonly number[], column: Uint8Array): string =>
    rows.some((row) => column[row] !== 0) ? " at least" : "";
  const figures: [string, string][] = [];
  if (compute.length > 0) {
    figures.push(["dispatches", `${total(compute, work.dispatches)}, ${total(compute, work.indirectDispatches)} indirect`]);
    const count = total(compute, work.invocations).toLocaleString("en");
    figures.push(["invocations", `${count}${partial(compute, work.computePartial)}`]);
  }
  if (render.length > 0) {
    figures.push(["draws", `${total(render, work.draws)}, ${total(render, work.indirectDraws)} indirect`]);
    const [vertices, indices] = [total(render, work.vertices), total(render, work.indices)];
    const some = partial(render, work.renderPartial);
    figures.push(["vertices, indices", `${vertices.toLocaleString("en")}, ${indices.toLocaleString("en")}${some}`]);
    figures.push(["instances", `${total(render, work.instances).toLocaleString("en")}${some}`]);
  }
  return (
    <>
      {figures.map(([title, figure]) => (
        <>
          <dt>{title}</dt>
          <dd>{figure}</dd>
        </>
      ))}
    </>
  );
}

function Pipelines({ entries }: { entries: readonly PassEntry[] }) {
  const said = unique(
    entries.flatMap((entry) =>
      entry.pipelines.map((pipeline) => {
        const size = pipeline.workgroupSize === null ? "" : ` (workgroup ${pipeline.workgroupSize.join(" × ")})`;
        return `${passName(pipeline.label)}${size}`;
      }),
    ),
  );
  if (said.length === 0) return null;
  return (
    <>
      <dt>pipelines</dt>
      <dd>{said.join(", ")}</dd>
    </>
  );
}

function Attachments({ all }: { all: readonly Attachment[] }) {
  if (all.length === 0) return null;
  return (
    <div style={{ overflowX: "auto" }} tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>
            {["attachment", "format", "size", "load", "store"].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {all.map((attachment, index) => (
            <tr key={index}>
              <td>{attachment.role}</td>
              <td>{attachment.format}</td>
              <td>
                {attachment.width === 0 ? "unknown" : `${attachment.width} × ${attachment.height}`}
                {attachment.sampleCount > 1 ? `, ${attachment.sampleCount} samples` : ""}
              </td>
              <td>{attachment.loadOp}</td>
              <td>{attachment.storeOp}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
