/** Where the parts of the passes × resources matrix lie, in pixels. */

import type { Matrix } from "../analysis/matrix";

export const CELL = 18;
/** Left of the cells: a resource's name, its size and its memory. */
export const NAMES = 264;
/** Above the cells: bands of scopes, bars of time, names of passes. */
export const BANDS = 16;
export const TIMES = 44;
export const LABELS = 118;
export const TOP = BANDS + TIMES + LABELS;
/** Between the passes that run and those that were culled. */
export const GAP = 14;

export function columnX(matrix: Matrix, column: number): number {
  return NAMES + column * CELL + (column >= matrix.executed ? GAP : 0);
}

export function matrixSize(matrix: Matrix): { width: number; height: number } {
  return { width: columnX(matrix, matrix.columns.length) + 24, height: TOP + matrix.rows.length * CELL + 4 };
}

/** Column and row at a point of the matrix as it is scrolled; null where the margin is. */
export function cellAt(
  matrix: Matrix,
  x: number,
  y: number,
  scroll: { readonly left: number; readonly top: number },
): { column: number | null; row: number | null } {
  const across = x + scroll.left - NAMES;
  const gap = across >= matrix.executed * CELL ? GAP : 0;
  const column = x < NAMES ? -1 : Math.floor((across - gap) / CELL);
  const row = y < TOP ? -1 : Math.floor((y + scroll.top - TOP) / CELL);
  return {
    column: column >= 0 && column < matrix.columns.length ? column : null,
    row: row >= 0 && row < matrix.rows.length ? row : null,
  };
}
