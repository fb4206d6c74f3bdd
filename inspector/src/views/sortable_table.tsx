/** A table whose columns sort it, by pointer and by keyboard; what is unknown comes last either way. */

import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { LongTable } from "./long_table";

export interface Column<Row> {
  readonly title: string;
  /** Said where the title is too short to say it. */
  readonly note?: string;
  readonly left?: boolean;
  /** What it is sorted by; null is unknown. */
  readonly value: (row: Row) => number | string | null;
  readonly cell: (row: Row) => ComponentChildren;
}

interface Props<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** The column it begins with, and whether downwards. */
  readonly start: readonly [string, boolean];
  readonly rowKey: (row: Row) => string | number;
  readonly chosen: (row: Row) => boolean;
}

export function SortableTable<Row>({ label, columns, rows, start, rowKey, chosen }: Props<Row>) {
  const [[by, down], setSorting] = useState(start);
  const sorted = useMemo(() => {
    const column = columns.find((each) => each.title === by) ?? columns[0]!;
    return sortedBy(rows, column.value, down);
  }, [rows, columns, by, down]);
  const sort = (column: Column<Row>): void => {
    const words = rows.some((row) => typeof column.value(row) === "string");
    setSorting([column.title, by === column.title ? !down : !words]);
  };
  return (
    <LongTable
      label={label}
      rows={sorted}
      head={
        <tr>
          {columns.map((column) => (
            <th
              key={column.title}
              scope="col"
              class={column.left ? "left" : ""}
              title={column.note}
              aria-sort={by === column.title ? (down ? "descending" : "ascending") : "none"}
            >
              <button class="sort" onClick={() => sort(column)}>
                {column.title}
                {by === column.title ? (down ? " ▾" : " ▴") : ""}
              </button>
            </th>
          ))}
        </tr>
      }
      row={(row) => (
        <tr key={rowKey(row)} aria-selected={chosen(row)}>
          {columns.map((column, place) => (
            <td key={column.title} class={place === 0 ? "name" : column.left ? "left" : ""}>
              {column.cell(row)}
            </td>
          ))}
        </tr>
      )}
    />
  );
}

/** Rows that are equal keep the order they came in. */
export function sortedBy<Row>(rows: readonly Row[], value: (row: Row) => number | string | null, down: boolean): Row[] {
  const sign = down ? -1 : 1;
  return rows.slice().sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    return a < b ? -sign : a > b ? sign : 0;
  });
}
