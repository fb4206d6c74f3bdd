/** The matrix as a table: one row a pass, in the order of execution. */

import type { Matrix, MatrixCell } from "../analysis/matrix";
import { passName } from "../analysis/pass_keys";
import { spellTicks } from "../analysis/ticks";
import type { GraphModel, GraphPass } from "../sgpt/graph_types";
import { capture, selectPass, selectResource, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { LongTable } from "./long_table";

interface Props {
  readonly model: GraphModel;
  readonly matrix: Matrix;
  readonly ticks: ReadonlyMap<string, number | null>;
}

export function StructureTable({ model, matrix, ticks }: Props) {
  const opened = useSignal(capture)!;
  const { pass, search } = useSignal(state);
  const wanted = search.toLowerCase();
  const rows = matrix.columns.filter((each) => each.path.toLowerCase().includes(wanted));
  const time = (each: GraphPass): string => {
    const found = ticks.get(each.path);
    return each.order === null ? "–" : found === undefined ? "no GPU pass" : spellTicks(found, opened.nsPerTick);
  };
  return (
    <LongTable
      label="Passes in the order of execution"
      rows={rows}
      head={
        <tr>
          {["pass", "number", "GPU time", "reads", "writes", "waits for"].map((title) => (
            <th key={title} scope="col" class={title === "number" || title === "GPU time" ? "" : "left"}>
              {title}
            </th>
          ))}
        </tr>
      }
      row={(each) => (
        <tr key={each.index} aria-selected={each.path === pass} class={each.order === null ? "quiet" : ""}>
          <td class="name">
            <button class="link" onClick={() => selectPass(each.path)}>
              {passName(each.path)}
            </button>
          </td>
          <td>{each.order ?? `culled: ${each.cull_detail ?? each.cull_reason ?? "no reason given"}`}</td>
          <td>{time(each)}</td>
          <Touched matrix={matrix} pass={each} which={(cell) => cell.reads} />
          <Touched matrix={matrix} pass={each} which={(cell) => cell.writes} />
          <td class="left">
            {[...new Set(model.edges.filter((edge) => edge.to === each.index).map((edge) => model.passes[edge.from]!.path))].join(
              ", ",
            )}
          </td>
        </tr>
      )}
    />
  );
}

function Touched({ matrix, pass, which }: { matrix: Matrix; pass: GraphPass; which: (cell: MatrixCell) => boolean }) {
  const column = matrix.columnOf.get(pass.index)!;
  const found = matrix.rows.flatMap((row) => {
    const cell = row.cells.get(column);
    return cell !== undefined && which(cell) ? [{ name: row.name, version: cell.version }] : [];
  });
  return (
    <td class="left">
      {found.map(({ name }, index) => (
        <span key={name}>
          {index === 0 ? "" : ", "}
          <button class="link" onClick={() => selectResource(name)}>
            {name}
          </button>
        </span>
      ))}
    </td>
  );
}
