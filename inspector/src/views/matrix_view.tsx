/** The matrix on the page: scrolled, pointed at, walked with the arrow keys. */

import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import { passesOf, transitiveInputs } from "../analysis/graph_walk";
import type { Matrix } from "../analysis/matrix";
import { spellBytes, spellTicks } from "../analysis/ticks";
import type { GraphModel } from "../sgpt/graph_types";
import { announce, capture, selectPass, selectResource, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { useCanvas, type Surface } from "./canvas";
import { drawMatrix } from "./matrix_drawing";
import { CELL, NAMES, TOP, cellAt, columnX, matrixSize } from "./matrix_layout";
import { spellAccess } from "./spell_access";

interface Props {
  readonly model: GraphModel;
  readonly matrix: Matrix;
  readonly ticks: ReadonlyMap<string, number | null>;
  readonly pass: number | null;
  readonly resource: number | null;
}

interface Cursor {
  readonly column: number | null;
  readonly row: number | null;
}

const NOWHERE: Cursor = { column: null, row: null };

export function MatrixView({ model, matrix, ticks, pass, resource }: Props) {
  const { search } = useSignal(state);
  const opened = useSignal(capture)!;
  const [scroll, setScroll] = useState({ left: 0, top: 0 });
  const [cursor, setCursor] = useState<Cursor>(NOWHERE);
  const scroller = useRef<HTMLDivElement>(null);
  const related = useMemo(() => {
    if (pass !== null) return new Set(transitiveInputs(model, pass).keys());
    return resource === null ? null : passesOf(model, resource);
  }, [model, pass, resource]);
  const size = matrixSize(matrix);
  useEffect(() => {
    const column = pass === null ? null : (matrix.columnOf.get(pass) ?? null);
    const row = resource === null ? -1 : matrix.rows.findIndex((each) => each.resource.index === resource);
    bringIntoSight(scroller.current!, matrix, { column, row: row < 0 ? null : row });
  }, []); // when the view is shown, and never because something is selected in it
  const height = Math.max(TOP + 4 * CELL, Math.min(size.height + 16, Math.max(380, innerHeight - 330)));
  const draw = useCallback(
    (surface: Surface) =>
      drawMatrix(surface, {
        matrix,
        ticks,
        nsPerTick: opened.nsPerTick,
        scroll,
        pass,
        resource,
        related,
        cursor,
        search: search.toLowerCase(),
      }),
    [matrix, ticks, opened, scroll, pass, resource, related, cursor, search],
  );
  const canvas = useCanvas(height, draw);
  const at = (event: PointerEvent | MouseEvent): Cursor => {
    const box = scroller.current!.getBoundingClientRect();
    return cellAt(matrix, event.clientX - box.left, event.clientY - box.top, scroll);
  };
  const choose = ({ column, row }: Cursor): void => {
    if (column !== null && row === null) selectPass(toggled(matrix.columns[column]!.path, state.peek().pass));
    else if (row !== null && column === null) selectResource(toggled(matrix.rows[row]!.name, state.peek().resource));
    else if (column !== null && row !== null && matrix.rows[row]!.cells.has(column)) selectPass(matrix.columns[column]!.path);
  };
  const move = (event: KeyboardEvent): void => {
    const moved = movedCursor(cursor, event, matrix);
    if (moved === null) {
      if (event.key === "Enter") choose(event.shiftKey ? { ...cursor, column: null } : { ...cursor, row: null });
      return;
    }
    event.preventDefault();
    setCursor(moved);
    bringIntoSight(scroller.current!, matrix, moved);
    announce(spellCell(model, matrix, ticks, opened.nsPerTick, moved));
  };
  return (
    <>
      <div class="matrix" style={{ height: `${height}px` }}>
        <canvas ref={canvas} aria-hidden="true" />
        <div
          ref={scroller}
          class="over"
          role="application"
          tabIndex={0}
          aria-label={`${matrix.columns.length} passes across, ${matrix.rows.length} resources down. Arrow keys walk, Enter selects the pass, Shift Enter the resource. The same as a table: the button before.`}
          onScroll={(event) => setScroll({ left: event.currentTarget.scrollLeft, top: event.currentTarget.scrollTop })}
          onPointerMove={(event) => setCursor(at(event))}
          onPointerLeave={() => setCursor(NOWHERE)}
          onClick={(event) => choose(at(event))}
          onKeyDown={move}
        >
          <div style={{ width: `${size.width}px`, height: `${size.height}px` }} />
        </div>
      </div>
      <p class="hint quiet">
        {cursor.column === null && cursor.row === null
          ? "Point at a cell, or walk with the arrow keys. A click on a pass shows all it depends on, one on a resource its versions and readers."
          : spellCell(model, matrix, ticks, opened.nsPerTick, cursor)}
      </p>
    </>
  );
}

function toggled(name: string, held: string | null): string | null {
  return name === held ? null : name;
}

function movedCursor(cursor: Cursor, event: KeyboardEvent, matrix: Matrix): Cursor | null {
  const steps: Record<string, readonly [number, number]> = {
    ArrowLeft: [-1, 0],
    ArrowRight: [1, 0],
    ArrowUp: [0, -1],
    ArrowDown: [0, 1],
    Home: [-Infinity, 0],
    End: [Infinity, 0],
  };
  const step = steps[event.key];
  if (step === undefined) return null;
  const within = (place: number, count: number): number => Math.max(0, Math.min(count - 1, place));
  return {
    column: within((cursor.column ?? -1) + step[0] + (cursor.column === null && step[0] === 0 ? 1 : 0), matrix.columns.length),
    row: within((cursor.row ?? -1) + step[1] + (cursor.row === null && step[1] === 0 ? 1 : 0), matrix.rows.length),
  };
}

function bringIntoSight(scroller: HTMLElement, matrix: Matrix, { column, row }: Cursor): void {
  const keep = (now: number, from: number, size: number): number => Math.max(from + CELL - size, Math.min(now, from));
  const across = columnX(matrix, column ?? 0) - NAMES;
  scroller.scrollTo({
    left: keep(scroller.scrollLeft, across, scroller.clientWidth - NAMES),
    top: keep(scroller.scrollTop, (row ?? 0) * CELL, scroller.clientHeight - TOP),
  });
}

/** The cell in words: who, what and which version; a pass or a resource alone where the margin is. */
function spellCell(
  model: GraphModel,
  matrix: Matrix,
  ticks: ReadonlyMap<string, number | null>,
  nsPerTick: number | null,
  { column, row }: Cursor,
): string {
  const pass = column === null ? null : matrix.columns[column]!;
  const entry = row === null ? null : matrix.rows[row]!;
  const said: string[] = [];
  if (pass !== null) {
    const took = ticks.get(pass.path);
    said.push(
      pass.order === null
        ? `${pass.path}: culled, ${pass.cull_detail ?? pass.cull_reason ?? "no reason given"}`
        : `${pass.path}, number ${pass.order}, ${took === undefined ? "no GPU pass" : spellTicks(took, nsPerTick)}`,
    );
  }
  if (entry !== null) said.push(`${entry.name}, ${spellBytes(entry.resource.declared_bytes)}`);
  const cell = column === null ? undefined : entry?.cells.get(column);
  if (cell !== undefined) said.push(cell.accesses.map((access) => spellAccess(access, model)).join("; "));
  else if (pass !== null && entry !== null) said.push("does not touch it");
  return said.join(" · ");
}
