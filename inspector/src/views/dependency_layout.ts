/** Places the passes of a part of a graph, and says how each arrow is drawn. */

import { edgesAmong, spellEdge } from "../analysis/graph_walk";
import { groupBy } from "../analysis/group_by";
import { layOut, type Point } from "../analysis/layered_layout";
import type { GraphEdge, GraphModel } from "../sgpt/graph_types";

export interface PlacedNode {
  readonly pass: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly label: string;
}

export interface PlacedEdge {
  readonly points: readonly Point[];
  /** Decides how it is drawn: the strongest of what holds between the two. */
  readonly kind: "value" | "raw" | "war" | "waw";
  readonly title: string;
}

export interface PlacedGraph {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly width: number;
  readonly height: number;
}

export const NODE_HEIGHT = 26;
const LETTER = 7;

/** `resource` leaves only the edges of that one. */
export function placeGraph(
  model: GraphModel,
  passes: ReadonlySet<number>,
  resource: number | null,
  names: readonly string[],
): PlacedGraph {
  const ordered = [...passes].sort((a, b) => place(model, a) - place(model, b));
  const nodes = ordered.map((pass) => {
    const label = shorten(model.passes[pass]!.path);
    return { id: pass, label, width: label.length * LETTER + 18 };
  });
  const wanted = edgesAmong(model, passes).filter((edge) => resource === null || edge.resource === resource);
  const between = [...groupBy(wanted, (edge) => `${edge.from} ${edge.to}`).values()];
  const { places, bends, width, height } = layOut(
    nodes,
    between.map((edges) => [edges[0]!.from, edges[0]!.to]),
    NODE_HEIGHT,
  );
  return {
    nodes: nodes.map((node) => ({ pass: node.id, label: node.label, width: node.width, ...places.get(node.id)! })),
    edges: between.map((edges, index) => ({ points: bends[index]!, kind: kindOf(edges), title: spell(edges, model, names) })),
    width,
    height,
  };
}

/** In the order of execution; what was culled comes where it was recorded, behind the others. */
function place(model: GraphModel, pass: number): number {
  return model.passes[pass]!.order ?? model.passes.length + pass;
}

function kindOf(edges: readonly GraphEdge[]): PlacedEdge["kind"] {
  if (edges.some((edge) => edge.kind === "value")) return "value";
  return (["raw", "war", "waw"] as const).find((hazard) => edges.some((edge) => edge.hazards.includes(hazard))) ?? "raw";
}

function spell(edges: readonly GraphEdge[], model: GraphModel, names: readonly string[]): string {
  const [from, to] = [model.passes[edges[0]!.from]!.path, model.passes[edges[0]!.to]!.path];
  return `${from} → ${to}: ${edges.map((edge) => `${names[edge.resource]} (${spellEdge(edge)})`).join(", ")}`;
}

function shorten(path: string): string {
  return path.length > 34 ? `…${path.slice(-33)}` : path;
}
