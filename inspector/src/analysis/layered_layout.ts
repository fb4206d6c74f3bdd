/**
 * Boxes in columns, arrows from left to right: the method of Sugiyama, Tagawa and Toda, "Methods for visual understanding
 * of hierarchical system structures" (1981), for a few dozen boxes.
 */

export interface LayoutNode {
  readonly id: number;
  readonly width: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Layout {
  /** The centre of each box. */
  readonly places: ReadonlyMap<number, Point>;
  /** The bends of each edge, in the order in which edges were given. */
  readonly bends: readonly (readonly Point[])[];
  readonly width: number;
  readonly height: number;
}

/** A box, or the place where an edge goes past a column. */
interface Slot {
  readonly layer: number;
  readonly width: number;
  readonly height: number;
  readonly before: Slot[];
  readonly after: Slot[];
  y: number;
}

const SWEEPS = 6;
const MARGIN = 8;
const BETWEEN_LAYERS = 46;
const BETWEEN_BOXES = 10;
const PAST = 8;

/** `nodes` are in an order in which edges lead forwards; an edge that leads back is drawn and moves nothing. */
export function layOut(nodes: readonly LayoutNode[], edges: readonly (readonly [number, number])[], boxHeight: number): Layout {
  const layers = layersOf(nodes, edges);
  const boxes = new Map(nodes.map(({ id, width }) => [id, slot(layers.get(id)!, width, boxHeight)]));
  const columns: Slot[][] = Array.from({ length: Math.max(0, ...layers.values()) + 1 }, () => []);
  for (const box of boxes.values()) columns[box.layer]!.push(box);
  const chains = edges.map(([from, to]) => chain(boxes.get(from)!, boxes.get(to)!, columns));
  for (let sweep = 0; sweep < SWEEPS; sweep++) arrange(columns, sweep % 2 === 0);
  const widths = columns.map((column) => Math.max(0, ...column.map((each) => each.width)));
  const lefts = widths.map((_, layer) => MARGIN + widths.slice(0, layer).reduce((sum, width) => sum + width + BETWEEN_LAYERS, 0));
  const top = Math.min(...columns.flat().map((each) => each.y - each.height / 2));
  const centre = (each: Slot): Point => ({ x: lefts[each.layer]! + widths[each.layer]! / 2, y: each.y - top + MARGIN });
  return {
    places: new Map([...boxes].map(([id, box]) => [id, centre(box)])),
    bends: chains.map((slots) => route(slots, centre)),
    width: lefts.at(-1)! + widths.at(-1)! + MARGIN,
    height: Math.max(...columns.flat().map((each) => each.y + each.height / 2)) - top + 2 * MARGIN,
  };
}

/** Each box one column behind the last one that leads to it. */
function layersOf(nodes: readonly LayoutNode[], edges: readonly (readonly [number, number])[]): Map<number, number> {
  const layers = new Map<number, number>();
  for (const { id } of nodes) {
    const before = edges.filter(([from, to]) => to === id && layers.has(from)).map(([from]) => layers.get(from)!);
    layers.set(id, Math.max(-1, ...before) + 1);
  }
  return layers;
}

function slot(layer: number, width: number, height: number): Slot {
  return { layer, width, height, before: [], after: [], y: 0 };
}

/** The slots of an edge: both of its boxes, and between them one in each column that it goes past. */
function chain(from: Slot, to: Slot, columns: Slot[][]): Slot[] {
  const slots = [from];
  for (let layer = from.layer + 1; layer < to.layer; layer++) {
    const past = slot(layer, 0, PAST);
    columns[layer]!.push(past);
    slots.push(past);
  }
  slots.push(to);
  if (to.layer > from.layer) {
    slots.slice(1).forEach((each, place) => {
      slots[place]!.after.push(each);
      each.before.push(slots[place]!);
    });
  }
  return slots;
}

/** Order every column by where its neighbours on one side lie, and put it there. */
function arrange(columns: Slot[][], forwards: boolean): void {
  for (const column of forwards ? columns : columns.toReversed()) {
    const wanted = new Map(column.map((each) => [each, middle(forwards ? each.before : each.after) ?? each.y]));
    column.sort((a, b) => wanted.get(a)! - wanted.get(b)!);
    const tall = column.reduce((sum, each) => sum + each.height + BETWEEN_BOXES, 0);
    const centre = middle([...wanted.values()].map((y) => ({ y })))!;
    let reached = centre - tall / 2;
    for (const each of column) {
      each.y = reached + each.height / 2;
      reached += each.height + BETWEEN_BOXES;
    }
  }
}

function middle(slots: readonly { readonly y: number }[]): number | null {
  return slots.length === 0 ? null : slots.reduce((sum, { y }) => sum + y, 0) / slots.length;
}

/** From the right side of the first box over the bends to the left side of the last. */
function route(slots: readonly Slot[], centre: (each: Slot) => Point): Point[] {
  const points = slots.map(centre);
  const [from, to] = [slots[0]!, slots.at(-1)!];
  points[0] = { x: points[0]!.x + from.width / 2, y: points[0]!.y };
  points[points.length - 1] = { x: points.at(-1)!.x - to.width / 2, y: points.at(-1)!.y };
  return points;
}
