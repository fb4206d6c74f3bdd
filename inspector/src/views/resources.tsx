/** What memory costs: every resource of the frame's graph, by declared size. */

import { footprintOf } from "../analysis/footprint";
import { resourceNames } from "../analysis/resource_names";
import { spellBytes } from "../analysis/ticks";
import type { GraphModel, GraphResource } from "../sgpt/graph_types";
import { frame, graph } from "../state/derived";
import { capture, selectResource, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { noGraphReason } from "./no_graph";
import { SortableTable, type Column } from "./sortable_table";
import { spellUsage } from "./spell_usage";

export function ResourcesView() {
  const model = useSignal(graph);
  const shown = useSignal(frame);
  const opened = useSignal(capture)!;
  const { resource, search } = useSignal(state);
  if (model === null) return <p class="quiet">{noGraphReason(shown, opened.level)}</p>;
  const wanted = search.toLowerCase();
  const names = resourceNames(model);
  const rows = model.resources.filter((each) => names[each.index]!.toLowerCase().includes(wanted));
  return (
    <section class="panel" aria-label="Resources">
      <Totals model={model} />
      <SortableTable
        label="Resources of the frame's graph"
        columns={columnsOf(model, names)}
        rows={rows}
        start={["declared", true]}
        rowKey={(each) => each.index}
        chosen={(each) => names[each.index] === resource}
      />
    </section>
  );
}

/** Declared beside live: what the graph says it uses, and what the process holds. */
function Totals({ model }: { model: GraphModel }) {
  const shown = useSignal(frame);
  const footprint = footprintOf(model);
  const transient = model.allocations.reduce((sum, allocation) => sum + (allocation.declared_bytes ?? 0), 0);
  const alone = model.resources
    .filter((each) => each.allocation !== null)
    .reduce((sum, each) => sum + (each.declared_bytes ?? 0), 0);
  const counters = shown === null || shown === "damaged" ? [] : shown.counters;
  const live = counters.find((counter) => counter.name === "live_bytes");
  const peakPass = model.passes.find((node) => node.order === footprint.peakOrder)?.path;
  return (
    <dl>
      <dt>transients, declared</dt>
      <dd>
        {spellBytes(transient)} in {model.allocations.length} allocations; without sharing {spellBytes(alone)}
        {footprint.unsized > 0 ? `; ${footprint.unsized} of unknown size are not counted` : ""}
      </dd>
      <dt>peak in use at once</dt>
      <dd>
        {spellBytes(footprint.peak)}
        {peakPass === undefined ? "" : ` in ${peakPass}`}
      </dd>
      <dt>live in the process, declared</dt>
      <dd>{live === undefined ? "not recorded" : spellBytes(Number(live.value))}</dd>
    </dl>
  );
}

function columnsOf(model: GraphModel, names: readonly string[]): Column<GraphResource>[] {
  const text = (title: string, value: (each: GraphResource) => string): Column<GraphResource> => ({
    title,
    left: true,
    value,
    cell: value,
  });
  return [
    {
      title: "resource",
      left: true,
      value: (each) => names[each.index]!,
      cell: (each) => (
        <button class="link" onClick={() => selectResource(names[each.index]!)}>
          {names[each.index]}
        </button>
      ),
    },
    {
      title: "declared",
      note: "bytes by its descriptor; what the driver takes is not known",
      value: (each) => each.declared_bytes,
      cell: (each) => spellBytes(each.declared_bytes),
    },
    text("kind", (each) => each.kind),
    text("size", ({ descriptor: { size } }) => (Array.isArray(size) ? size.join(" × ") : `${String(size ?? "unknown")} B`)),
    text("format", ({ descriptor: { format } }) => (typeof format === "string" ? format : "–")),
    text("usage", spellUsage),
    text("origin", (each) => each.origin),
    { ...text("lifetime", (each) => lifetime(each, model)), value: (each) => each.first_use },
    {
      title: "memory",
      note: "the allocation it lies in, and how many share that",
      left: true,
      value: (each) => each.allocation,
      cell: (each) => spellMemory(each, model),
    },
  ];
}

function spellMemory({ allocation }: GraphResource, model: GraphModel): string {
  if (allocation === null) return "–";
  const tenants = model.allocations[allocation]!.resources.length;
  return `#${allocation}${tenants > 1 ? `, shared by ${tenants}` : ""}`;
}

function lifetime(resource: GraphResource, model: GraphModel): string {
  if (resource.first_use === null || resource.last_use === null) return "not used";
  const path = (order: number): string => model.passes.find((node) => node.order === order)?.path ?? String(order);
  return resource.first_use === resource.last_use
    ? path(resource.first_use)
    : `${path(resource.first_use)} … ${path(resource.last_use)}`;
}
