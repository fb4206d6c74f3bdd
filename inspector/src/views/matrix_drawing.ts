/** Drawing the part of the passes × resources matrix that is in sight. */

import type { Matrix, MatrixCell, MatrixRow } from "../analysis/matrix";
import { spellBytes } from "../analysis/ticks";
import type { Surface } from "./canvas";
import { drawMatrixHead } from "./matrix_head";
import { CELL, NAMES, TOP, columnX } from "./matrix_layout";
import { visibleText } from "./visible_text";

export interface MatrixScene {
  readonly matrix: Matrix;
  /** Ticks of each pass by its path; absent where it has no GPU pass, null where that has no time. */
  readonly ticks: ReadonlyMap<string, number | null>;
  readonly nsPerTick: number | null;
  readonly scroll: { readonly left: number; readonly top: number };
  readonly pass: number | null;
  readonly resource: number | null;
  /** The passes that the selection has to do with; null where nothing is selected. */
  readonly related: ReadonlySet<number> | null;
  readonly cursor: { readonly column: number | null; readonly row: number | null };
  readonly search: string;
}

export interface Sight {
  readonly columns: readonly [number, number];
  readonly rows: readonly [number, number];
}

export function drawMatrix(surface: Surface, scene: MatrixScene): void {
  const { context, width, height, colour } = surface;
  const sight = inSight(scene, width, height);
  context.save();
  clip(context, NAMES, TOP, width - NAMES, height - TOP);
  drawGrid(surface, scene, sight);
  for (let row = sight.rows[0]; row < sight.rows[1]; row++) drawRow(surface, scene, row, sight);
  context.restore();
  drawNames(surface, scene, sight);
  drawMatrixHead(surface, scene, sight);
  context.strokeStyle = colour("line");
  context.strokeRect(0.5, 0.5, width - 1, height - 1);
}

export function clip(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.beginPath();
  context.rect(x, y, Math.max(0, width), Math.max(0, height));
  context.clip();
}

function inSight({ matrix, scroll }: MatrixScene, width: number, height: number): Sight {
  const across = [Math.floor(scroll.left / CELL) - 1, Math.ceil((scroll.left + width - NAMES) / CELL) + 1];
  const down = [Math.floor(scroll.top / CELL), Math.ceil((scroll.top + height - TOP) / CELL)];
  const within = ([from, to]: number[], most: number): [number, number] => [Math.max(0, from!), Math.min(most, to!)];
  return { columns: within(across, matrix.columns.length), rows: within(down, matrix.rows.length) };
}

/** Columns of the selection, the cross under the cursor, and lines between cells. */
function drawGrid({ context, width, height, colour }: Surface, scene: MatrixScene, sight: Sight): void {
  const { matrix, scroll, cursor } = scene;
  for (let column = sight.columns[0]; column < sight.columns[1]; column++) {
    const x = columnX(matrix, column) - scroll.left;
    const pass = matrix.columns[column]!.index;
    context.globalAlpha = pass === scene.pass ? 1 : 0.45;
    context.fillStyle = colour("chosen");
    if (pass === scene.pass || scene.related?.has(pass)) context.fillRect(x, TOP, CELL, height - TOP);
    context.globalAlpha = 0.12;
    context.fillStyle = colour("text");
    if (column === cursor.column) context.fillRect(x, TOP, CELL, height - TOP);
    const divided = matrix.segmentStarts.has(column);
    context.globalAlpha = divided ? 1 : 0.5;
    context.fillStyle = colour(divided ? "quiet" : "line");
    context.fillRect(x, TOP, divided ? 1.5 : 0.5, height - TOP);
  }
  for (let row = sight.rows[0]; row < sight.rows[1]; row++) {
    const y = TOP + row * CELL - scroll.top;
    const chosen = matrix.rows[row]!.resource.index === scene.resource;
    context.globalAlpha = chosen ? 1 : row === cursor.row ? 0.12 : 0.5;
    context.fillStyle = colour(chosen ? "chosen" : row === cursor.row ? "text" : "line");
    context.fillRect(NAMES, y, width - NAMES, chosen || row === cursor.row ? CELL : 0.5);
  }
  context.globalAlpha = 1;
}

/** The bar of a life, and on it what each pass does; a step for each version. */
function drawRow(surface: Surface, scene: MatrixScene, row: number, sight: Sight): void {
  const { context, colour } = surface;
  const { matrix, scroll } = scene;
  const { life, cells, resource } = matrix.rows[row]!;
  const y = TOP + row * CELL - scroll.top;
  if (life !== null) {
    const [from, to] = [columnX(matrix, life[0]) - scroll.left, columnX(matrix, life[1]) + CELL - scroll.left];
    context.globalAlpha = 0.28;
    context.fillStyle = colour(resource.allocation === null ? "grey" : "gpu");
    context.fillRect(from + 2, y + 5, to - from - 4, CELL - 10);
    context.globalAlpha = 1;
  }
  for (const [column, cell] of cells) {
    if (column < sight.columns[0] || column >= sight.columns[1]) continue;
    const faint = scene.related !== null && !concerns(scene, column, row);
    context.globalAlpha = faint ? 0.3 : 1;
    drawCell(surface, cell, columnX(matrix, column) - scroll.left, y, column >= matrix.executed);
    context.globalAlpha = 1;
  }
}

function concerns({ matrix, resource, pass, related }: MatrixScene, column: number, row: number): boolean {
  if (resource !== null && matrix.rows[row]!.resource.index === resource) return true;
  const of = matrix.columns[column]!.index;
  return pass !== null && (of === pass || (related?.has(of) ?? false));
}

/** A write is a full square with its version, a read a ring, both a square with a ring around it. */
function drawCell({ context, colour }: Surface, cell: MatrixCell, x: number, y: number, culled: boolean): void {
  const ink = colour(culled ? "grey" : cell.writes ? "cpu" : "gpu");
  const [across, down] = [x + CELL / 2, y + CELL / 2];
  if (cell.writes) {
    context.fillStyle = ink;
    context.fillRect(x + 3, y + 3, CELL - 6, CELL - 6);
    context.fillStyle = colour("page");
    context.font = "9px sans-serif";
    context.textAlign = "center";
    context.fillText(String(cell.version), across, down + 3.5);
    context.textAlign = "left";
  }
  if (!cell.reads) return;
  context.strokeStyle = cell.writes ? colour("text") : ink;
  context.lineWidth = cell.writes ? 1 : 2;
  context.beginPath();
  context.arc(across, down, cell.writes ? 8.3 : 4.5, 0, 2 * Math.PI);
  context.stroke();
  context.lineWidth = 1;
}

function drawNames({ context, height, colour, font }: Surface, scene: MatrixScene, sight: Sight): void {
  const { matrix, scroll } = scene;
  context.save();
  clip(context, 0, TOP, NAMES, height - TOP);
  context.font = font;
  for (let row = sight.rows[0]; row < sight.rows[1]; row++) {
    const entry = matrix.rows[row]!;
    const y = TOP + row * CELL - scroll.top;
    if (entry.resource.index === scene.resource) {
      context.fillStyle = colour("chosen");
      context.fillRect(0, y, NAMES, CELL);
    }
    const bright = scene.search === "" || entry.name.toLowerCase().includes(scene.search);
    context.globalAlpha = bright ? 1 : 0.3;
    context.fillStyle = colour(entry.life === null ? "grey" : "text");
    context.fillText(shortened(context, entry.name, NAMES - 122), 6, y + 13);
    context.fillStyle = colour("quiet");
    context.textAlign = "right";
    context.fillText(spellBytes(entry.resource.declared_bytes), NAMES - 52, y + 13);
    context.fillText(spellMemory(entry), NAMES - 6, y + 13);
    context.textAlign = "left";
    context.globalAlpha = 1;
  }
  context.restore();
}

/** Which memory a transient lies in; what is not the graph's own says where it comes from. */
function spellMemory({ resource }: MatrixRow): string {
  if (resource.allocation !== null) return `#${resource.allocation}`;
  return resource.origin === "imported" ? "import" : "–";
}

/** The end of a name says most: what does not fit is left out at its beginning. */
export function shortened(context: CanvasRenderingContext2D, name: string, width: number): string {
  const told = visibleText(name.length > 200 ? name.slice(-200) : name);
  if (name.length <= 200 && context.measureText(told).width <= width) return told;
  let [low, high] = [0, told.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (context.measureText(`…${told.slice(middle)}`).width <= width) high = middle;
    else low = middle + 1;
  }
  return `…${told.slice(low)}`;
}
