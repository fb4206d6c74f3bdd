/** Everything that is known of the selected resource. */

import { resourceNames } from "../analysis/resource_names";
import { spellBytes } from "../analysis/ticks";
import { graph } from "../state/derived";
import { selectResource, show, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { spellUsage } from "./spell_usage";
import { VersionChain } from "./version_chain";

export function ResourceDetail() {
  const { resource, view } = useSignal(state);
  const model = useSignal(graph);
  if (resource === null) return null;
  const names = model === null ? [] : resourceNames(model);
  const found = model?.resources[names.indexOf(resource)];
  const neighbours = found?.allocation == null ? [] : model!.allocations[found.allocation]!.resources;
  const shared = neighbours.filter((index) => index !== found!.index).map((index) => names[index]!);
  const facts = Object.entries(found?.descriptor ?? {}).filter(([key]) => key !== "usage");
  return (
    <section class="panel" aria-label="Resource">
      <h2 class="name">{resource}</h2>
      <p>
        <button onClick={() => show("structure")}>Show in structure</button>{" "}
        <button onClick={() => selectResource(null)}>Deselect resource</button>
      </p>
      {found === undefined ? (
        <p class="quiet">This frame's graph has no resource of that name.</p>
      ) : (
        <>
          <dl>
            <dt>declared</dt>
            <dd>{spellBytes(found.declared_bytes)}</dd>
            <dt>used as</dt>
            <dd>{spellUsage(found) || "nothing"}</dd>
            {facts.map(([key, value]) => (
              <Fact key={key} name={key.replaceAll("_", " ")} value={value} />
            ))}
            <dt>origin</dt>
            <dd>
              {found.origin}, before the frame {found.initial ?? "unknown"}
            </dd>
            <dt>memory</dt>
            <dd>
              {found.allocation === null ? "not the graph's own" : `allocation #${found.allocation}`}
              {shared.length === 0 ? "" : `, shared with ${shared.join(", ")}`}
            </dd>
          </dl>
          {view === "structure" ? null : <VersionChain model={model!} resource={found} />}
        </>
      )}
    </section>
  );
}

function Fact({ name, value }: { name: string; value: unknown }) {
  const text = Array.isArray(value) ? value.join(" × ") : value === null ? "unknown" : String(value);
  return (
    <>
      <dt>{name}</dt>
      <dd>{text === "" ? "none" : text}</dd>
    </>
  );
}
