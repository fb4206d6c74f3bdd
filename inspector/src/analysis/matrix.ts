/** Which pass touches which resource, in the order in which passes run: passes across, resources down. */

import type { GraphAccess, GraphModel, GraphPass, GraphResource } from "../sgpt/graph_types";
import { groupBy } from "./group_by";
import { resourceNames } from "./resource_names";

export interface MatrixCell {
  readonly reads: boolean;
  readonly writes: boolean;
  /** The version that it leaves, null where it only reads. */
  readonly version: number | null;
  readonly accesses: readonly GraphAccess[];
}

export interface MatrixRow {
  readonly resource: GraphResource;
  readonly name: string;
  /** By column. */
  readonly cells: ReadonlyMap<number, MatrixCell>;
  /** First and last column of its life; null where no pass that runs uses it. */
  readonly life: readonly [number, number] | null;
}

export interface Matrix {
  /** Passes that run, in their order, and behind them those that were culled. */
  readonly columns: readonly GraphPass[];
  readonly executed: number;
  /** Column of each pass. */
  readonly columnOf: ReadonlyMap<number, number>;
  /** Columns at which another submission begins; the first one is not said. */
  readonly segmentStarts: ReadonlySet<number>;
  readonly rows: readonly MatrixRow[];
}

export type RowOrder = "first use" | "memory" | "size";

export function matrixOf(model: GraphModel, order: RowOrder): Matrix {
  const runs = model.passes.filter((pass) => pass.order !== null).sort((a, b) => a.order! - b.order!);
  const columns = [...runs, ...model.passes.filter((pass) => pass.order === null)];
  const columnOf = new Map(columns.map((pass, column) => [pass.index, column]));
  const of = groupBy(model.accesses, (access) => access.resource);
  const names = resourceNames(model);
  const rows = model.resources.map((resource): MatrixRow => {
    const cells = cellsOf(of.get(resource.index) ?? [], columnOf);
    const used = [...cells.keys()].filter((column) => column < runs.length);
    const life = used.length === 0 ? null : ([Math.min(...used), Math.max(...used)] as const);
    return { resource, name: names[resource.index]!, cells, life };
  });
  const starts = model.segments.slice(1).flatMap((segment) => segment.passes.slice(0, 1).map((pass) => columnOf.get(pass)!));
  return {
    columns,
    executed: runs.length,
    columnOf,
    segmentStarts: new Set(starts),
    rows: rows.sort(ORDERS[order]),
  };
}

function cellsOf(accesses: readonly GraphAccess[], columnOf: ReadonlyMap<number, number>): Map<number, MatrixCell> {
  const cells = new Map<number, MatrixCell>();
  for (const [pass, own] of groupBy(accesses, (access) => access.pass)) {
    const written = own.filter((access) => access.mode === "write").map((access) => access.version);
    cells.set(columnOf.get(pass)!, {
      reads: own.some((access) => access.mode === "read"),
      writes: written.length > 0,
      version: written.length > 0 ? Math.max(...written) : null,
      accesses: own,
    });
  }
  return cells;
}

const begin = (row: MatrixRow): number => row.life?.[0] ?? Infinity;
const end = (row: MatrixRow): number => row.life?.[1] ?? Infinity;
const byUse = (a: MatrixRow, b: MatrixRow): number =>
  compare(begin(a), begin(b)) || compare(end(a), end(b)) || a.resource.index - b.resource.index;

const ORDERS: Record<RowOrder, (a: MatrixRow, b: MatrixRow) => number> = {
  "first use": byUse,
  memory: (a, b) => compare(a.resource.allocation ?? Infinity, b.resource.allocation ?? Infinity) || byUse(a, b),
  size: (a, b) => compare(b.resource.declared_bytes ?? -1, a.resource.declared_bytes ?? -1) || byUse(a, b),
};

function compare(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
