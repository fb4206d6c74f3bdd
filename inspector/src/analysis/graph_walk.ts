/** What a pass needs, and who has to do with a resource. */

import type { GraphEdge, GraphModel } from "../sgpt/graph_types";
import { groupBy } from "./group_by";

/** Every pass whose writes reach this one, through however many passes; each with the fewest steps to it. */
export function transitiveInputs(model: GraphModel, pass: number): Map<number, number> {
  const into = groupBy(model.edges.filter((edge) => edge.kind === "value"), (edge) => edge.to);
  const steps = new Map<number, number>([[pass, 0]]);
  for (const reached of steps.keys()) { // a map that grows is walked to its end
    for (const edge of into.get(reached) ?? []) {
      if (!steps.has(edge.from)) steps.set(edge.from, steps.get(reached)! + 1);
    }
  }
  steps.delete(pass);
  return steps;
}

/** The passes that write or read a resource. */
export function passesOf(model: GraphModel, resource: number): Set<number> {
  return new Set(model.accesses.filter((access) => access.resource === resource).map((access) => access.pass));
}

/** The edges between these passes. */
export function edgesAmong(model: GraphModel, passes: ReadonlySet<number>): GraphEdge[] {
  return model.edges.filter((edge) => passes.has(edge.from) && passes.has(edge.to));
}

/** What an edge is about, in words: a value that is handed on, or an order that has to be kept. */
export function spellEdge(edge: GraphEdge): string {
  const hazards = edge.hazards.map((hazard) => hazard.toUpperCase()).join(", ");
  return [edge.kind === "value" ? "value" : "order", hazards].filter((part) => part !== "").join(", ");
}
