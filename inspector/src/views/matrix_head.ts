/** The head of the passes × resources matrix: scopes, what each pass took, and what it is called. */

import { spellTicks } from "../analysis/ticks";
import type { Surface } from "./canvas";
import { clip, shortened, type MatrixScene, type Sight } from "./matrix_drawing";
import { BANDS, CELL, LABELS, NAMES, TIMES, TOP, columnX } from "./matrix_layout";
import { visibleText } from "./visible_text";

export function drawMatrixHead(surface: Surface, scene: MatrixScene, sight: Sight): void {
  const { context, width, colour, font } = surface;
  const longest = Math.max(1, ...[...scene.ticks.values()].filter((ticks) => ticks !== null));
  context.font = font;
  context.fillStyle = colour("quiet");
  context.fillText(`GPU time, to ${spellTicks(longest, scene.nsPerTick)}`, 6, BANDS + TIMES - 4);
  context.textAlign = "right";
  context.fillText("declared", NAMES - 52, TOP - 6);
  context.fillText("in", NAMES - 6, TOP - 6);
  context.textAlign = "left";
  context.save();
  clip(context, NAMES, 0, width - NAMES, TOP);
  drawBands(surface, scene, sight);
  for (let column = sight.columns[0]; column < sight.columns[1]; column++) drawColumn(surface, scene, column, longest);
  context.restore();
}

/** The outermost scope of neighbouring passes, and over what was culled, that word. */
function drawBands({ context, colour }: Surface, { matrix, scroll }: MatrixScene, sight: Sight): void {
  const title = (column: number): string => {
    const parts = matrix.columns[column]!.path.split("/");
    return column >= matrix.executed ? "culled" : parts.length > 1 ? parts[0]! : "";
  };
  for (let from = sight.columns[0]; from < sight.columns[1]; ) {
    let to = from + 1;
    while (to < sight.columns[1] && title(to) === title(from)) to++;
    const [x, width] = [columnX(matrix, from) - scroll.left, columnX(matrix, to - 1) - columnX(matrix, from) + CELL];
    if (title(from) !== "") {
      context.fillStyle = colour("line");
      context.fillRect(x + 1, 1, width - 2, BANDS - 3);
      context.fillStyle = colour("text");
      context.save();
      clip(context, x, 0, width - 4, BANDS);
      context.fillText(visibleText(title(from).slice(0, 200)), x + 4, BANDS - 5);
      context.restore();
    }
    from = to;
  }
}

function drawColumn(surface: Surface, scene: MatrixScene, column: number, longest: number): void {
  const { context, colour } = surface;
  const pass = scene.matrix.columns[column]!;
  const culled = column >= scene.matrix.executed;
  const x = columnX(scene.matrix, column) - scene.scroll.left;
  const chosen = pass.index === scene.pass;
  if (chosen || scene.related?.has(pass.index)) {
    context.globalAlpha = chosen ? 1 : 0.45;
    context.fillStyle = colour("chosen");
    context.fillRect(x, BANDS, CELL, TOP - BANDS);
    context.globalAlpha = 1;
  }
  drawTime(surface, scene.ticks.get(pass.path), x, longest);
  const bright = scene.search === "" || pass.path.toLowerCase().includes(scene.search);
  context.save();
  context.globalAlpha = bright ? 1 : 0.3;
  context.translate(x + CELL / 2 + 4, TOP - 5);
  context.rotate(-Math.PI / 2);
  context.fillStyle = colour(culled ? "grey" : "text");
  const label = `${chosen ? "▸ " : ""}${pass.path.split("/").at(-1)!.replaceAll("%2F", "/").replaceAll("%25", "%")}`;
  const told = shortened(context, label, LABELS - 10);
  context.fillText(told, 0, 0);
  if (culled) context.fillRect(0, -4, context.measureText(told).width, 1);
  context.restore();
}

/** A bar; a pass that has no time has a question mark, one without GPU work has nothing. */
function drawTime({ context, colour }: Surface, ticks: number | null | undefined, x: number, longest: number): void {
  if (ticks === undefined) return;
  if (ticks === null) {
    context.fillStyle = colour("bad");
    context.fillText("?", x + CELL / 2 - 3, BANDS + TIMES - 4);
    return;
  }
  const tall = Math.max(1, (ticks / longest) * (TIMES - 6));
  context.fillStyle = colour("gpu");
  context.fillRect(x + 2, BANDS + TIMES - 2 - tall, CELL - 4, tall);
}
