/** Places the passes of a small graph: layers from left to right, by dagre. */

import { Graph, layout } from "@dagrejs/dagre";
import { edgesAmong, spellEdge } from "../analysis/graph_walk";
import { groupBy } from "../analysis/group_by";
import type { GraphModel } from "../sgpt/graph_types";

export interface PlacedNode {
  readonly pass: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly label: string;
}

export interface PlacedEdge {
  readonly points: readonly { readonly x: number; readonly y: number }[];
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

export function placeGraph(
  model: GraphModel,
  passes: ReadonlySet<number>,
  resource: number | null,
  names: readonly string[],
): PlacedGraph {
  const graph = new Graph({ multigraph: false });
  graph.setGraph({ rankdir: "LR", nodesep: 10, ranksep: 46, marginx: 8, marginy: 8 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const pass of passes) {
    const label = shorten(model.passes[pass]!.path);
    graph.setNode(String(pass), { label, width: label.length * 7 + 18, height: NODE_HEIGHT });
  }
  const between = groupBy(
    edgesAmong(model, passes).filter((edge) => resource === null || edge.resource === resource),
    (edge) => `${edge.from} ${edge.to}`,
  );
  for (const edges of between.values()) {
    const kind = edges.some((edge) => edge.kind === "value")
      ? "value"
      : ((["raw", "war", "waw"] as const).find((hazard) => edges.some((edge) => edge.hazards.includes(hazard))) ?? "raw");
    const [from, to] = [model.passes[edges[0]!.from]!.path, model.passes[edges[0]!.to]!.path];
    const causes = edges.map((edge) => `${names[edge.resource]} (${spellEdge(edge)})`).join(", ");
    graph.setEdge(String(edges[0]!.from), String(edges[0]!.to), { kind, title: `${from} → ${to}: ${causes}` });
  }
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  return {
    nodes: graph.nodes().map((id) => ({ pass: Number(id), ...(graph.node(id) as Omit<PlacedNode, "pass">) })),
    edges: graph.edges().map((edge) => graph.edge(edge) as unknown as PlacedEdge),
    width,
    height,
  };
}

function shorten(path: string): string {
  return path.length > 34 ? `…${path.slice(-33)}` : path;
}
