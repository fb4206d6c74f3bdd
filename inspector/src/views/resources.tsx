/** What memory costs: every resource of the frame's graph, by declared size. */

import { footprintOf } from "../analysis/footprint";
import { resourceNames } from "../analysis/resource_names";
import { spellBytes } from "../analysis/ticks";
import type { GraphModel, GraphResource } from "../sgpt/graph_types";
import { frame, graph } from "../state/derived";
import { capture, selectResource, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { noGraphReason } from "./no_graph";

const TEXTURE_USAGES = ["copy-src", "copy-dst", "texture", "storage", "attachment"];
const BUFFER_USAGES = ["map-read", "map-write", "copy-src", "copy-dst", "index", "vertex", "uniform", "storage", "indirect", "query-resolve"];

export function ResourcesView() {
  const model = useSignal(graph);
  const shown = useSignal(frame);
  const opened = useSignal(capture)!;
  const { resource, search } = useSignal(state);
  if (model === null) return <p class="quiet">{noGraphReason(shown, opened.level)}</p>;
  const wanted = search.toLowerCase();
  const names = resourceNames(model);
  const rows = model.resources
    .filter((each) => names[each.index]!.toLowerCase().includes(wanted))
    .sort((a, b) => (b.declared_bytes ?? -1) - (a.declared_bytes ?? -1));
  return (
    <section class="panel" aria-label="Resources">
      <Totals model={model} />
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {["resource", "declared", "kind", "size", "format", "usage", "origin", "lifetime", "memory"].map((title) => (
                <th key={title} scope="col" class="left">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((each) => (
              <Row
                key={each.index}
                resource={each}
                name={names[each.index]!}
                model={model}
                chosen={names[each.index] === resource}
              />
            ))}
          </tbody>
        </table>
      </div>
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

interface RowProps {
  readonly resource: GraphResource;
  readonly name: string;
  readonly model: GraphModel;
  readonly chosen: boolean;
}

function Row({ resource, name, model, chosen }: RowProps) {
  const { descriptor } = resource;
  const tenants = resource.allocation === null ? 0 : (model.allocations[resource.allocation]?.resources.length ?? 0);
  const size = descriptor["size"];
  return (
    <tr aria-selected={chosen}>
      <td class="name">
        <button class="link" onClick={() => selectResource(chosen ? null : name)}>
          {name}
        </button>
      </td>
      <td class="left">{spellBytes(resource.declared_bytes)}</td>
      <td class="left">{resource.kind}</td>
      <td class="left">{Array.isArray(size) ? size.join(" × ") : `${String(size)} B`}</td>
      <td class="left">{typeof descriptor["format"] === "string" ? descriptor["format"] : "–"}</td>
      <td class="left">{usages(resource)}</td>
      <td class="left">{resource.origin}</td>
      <td class="left">{lifetime(resource, model)}</td>
      <td class="left">
        {resource.allocation === null
          ? "–"
          : `#${resource.allocation}${tenants > 1 ? `, shared by ${tenants}` : ""}`}
      </td>
    </tr>
  );
}

function usages(resource: GraphResource): string {
  const names = resource.kind === "texture" ? TEXTURE_USAGES : BUFFER_USAGES;
  return names.filter((_, bit) => resource.usage & (1 << bit)).join(" ");
}

function lifetime(resource: GraphResource, model: GraphModel): string {
  if (resource.first_use === null || resource.last_use === null) return "not used";
  const path = (order: number): string => model.passes.find((node) => node.order === order)?.path ?? String(order);
  return resource.first_use === resource.last_use
    ? path(resource.first_use)
    : `${path(resource.first_use)} … ${path(resource.last_use)}`;
}
