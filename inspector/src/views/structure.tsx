/** How a frame fits together: which pass reads and writes what, in which order, and why it is kept. */

import { useMemo, useState } from "preact/hooks";
import { matrixOf, type RowOrder } from "../analysis/matrix";
import { passTicks } from "../analysis/pass_ticks";
import { resourceNames } from "../analysis/resource_names";
import type { Frame } from "../sgpt/capture";
import type { GraphModel } from "../sgpt/graph_types";
import { frame, graph } from "../state/derived";
import { capture, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { DependencyGraph } from "./dependency_graph";
import { MatrixView } from "./matrix_view";
import { noGraphReason } from "./no_graph";
import { StructureTable } from "./structure_table";

export function StructureView() {
  const model = useSignal(graph);
  const shown = useSignal(frame);
  const opened = useSignal(capture)!;
  if (model === null || shown === null || shown === "damaged") {
    return <p class="quiet">{noGraphReason(shown, opened.level)}</p>;
  }
  return <Structure model={model} shown={shown} />;
}

const ORDERS: readonly RowOrder[] = ["first use", "memory", "size"];

function Structure({ model, shown }: { model: GraphModel; shown: Frame }) {
  const { pass, resource } = useSignal(state);
  const [order, setOrder] = useState<RowOrder>("first use");
  const [asTable, setAsTable] = useState(false);
  const matrix = useMemo(() => matrixOf(model, order), [model, order]);
  const ticks = useMemo(() => passTicks(shown), [shown]);
  const chosenPass = model.passes.find((each) => each.path === pass)?.index ?? null;
  const chosenResource = useMemo(() => resourceNames(model).indexOf(resource ?? ""), [model, resource]);
  return (
    <section class="panel" aria-label="Structure">
      <h2>
        Graph of frame {shown.number}{" "}
        <span class="quiet">
          {matrix.executed} passes run, {matrix.columns.length - matrix.executed} culled, {model.resources.length} resources in{" "}
          {model.allocations.length} allocations, {model.edges.length} dependencies
          {model.segments.length > 1 ? `, ${model.segments.length} submissions with a line between them` : ""}
        </span>
      </h2>
      <p class="tools">
        <label>
          resources by{" "}
          <select value={order} onChange={(event) => setOrder(event.currentTarget.value as RowOrder)}>
            {ORDERS.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </select>
        </label>
        <button aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          As a table
        </button>
        <span class="quiet">
          ■ write, with the version it leaves · ○ read · bar: from first to last use, grey for what is not the graph's own
        </span>
      </p>
      {asTable ? (
        <StructureTable model={model} matrix={matrix} ticks={ticks} />
      ) : (
        <MatrixView
          model={model}
          matrix={matrix}
          ticks={ticks}
          pass={chosenPass}
          resource={chosenResource < 0 ? null : chosenResource}
        />
      )}
      <DependencyGraph model={model} pass={chosenPass} resource={chosenResource < 0 ? null : chosenResource} />
    </section>
  );
}
