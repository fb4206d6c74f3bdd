/** How two frame graphs differ, in the words of `framescope compare`. Everything is found by name. */

import type { GraphModel } from "../sgpt/graph_types";
import { resourceNames } from "./resource_names";

export interface TopologyDifference {
  readonly aspect: "pass" | "order" | "resource" | "dependency" | "root";
  readonly name: string;
  readonly text: string;
}

type Facts = ReadonlyMap<string, unknown>;
type Aspect = TopologyDifference["aspect"];

export function topologyDifferences(a: GraphModel, b: GraphModel): TopologyDifference[] {
  return [
    ...compared("pass", passes(a), passes(b)),
    ...orderDifference(executionOrder(a), executionOrder(b)),
    ...compared("resource", resources(a), resources(b)),
    ...compared("dependency", dependencies(a), dependencies(b)),
    ...compared("root", roots(a), roots(b)),
  ];
}

function compared(aspect: Aspect, a: ReadonlyMap<string, Facts>, b: ReadonlyMap<string, Facts>): TopologyDifference[] {
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((name) => {
    const [ours, theirs] = [a.get(name), b.get(name)];
    if (ours === undefined || theirs === undefined) return { aspect, name, text: `only in ${theirs === undefined ? "A" : "B"}` };
    const facts = [...new Set([...ours.keys(), ...theirs.keys()])];
    return facts
      .map((fact) => ({ fact, one: said(ours.get(fact)), other: said(theirs.get(fact)) }))
      .filter(({ one, other }) => one !== other)
      .map(({ fact, one, other }) => ({ aspect, name, text: `${fact} ${one} in A, ${other} in B` }));
  });
}

function passes(model: GraphModel): Map<string, Facts> {
  return new Map(
    model.passes.map((pass) => [
      pass.path,
      new Map<string, unknown>([
        ["kind", pass.kind],
        ["state", pass.cull_reason === null ? "runs" : "culled"],
        ["side effect", pass.side_effect],
      ]),
    ]),
  );
}

function executionOrder(model: GraphModel): string[] {
  const runs = model.passes.filter((pass) => pass.order !== null);
  return runs.sort((one, other) => one.order! - other.order!).map((pass) => pass.path);
}

function orderDifference(a: readonly string[], b: readonly string[]): TopologyDifference[] {
  const ours = a.filter((path) => b.includes(path));
  const theirs = b.filter((path) => a.includes(path));
  const moved = ours.filter((path, place) => path !== theirs[place]);
  const first = ours.findIndex((path, place) => path !== theirs[place]);
  if (first < 0) return [];
  const text = `${moved.length} passes run at another place: where A runs ${ours[first]}, B runs ${theirs[first]}`;
  return [{ aspect: "order", name: "of execution", text }];
}

function resources(model: GraphModel): Map<string, Facts> {
  const names = resourceNames(model);
  return new Map(
    model.resources.map((resource) => [
      names[resource.index]!,
      new Map<string, unknown>([
        ["kind", resource.kind],
        ["origin", resource.origin],
        ["initial contents", resource.initial],
        ["versions", resource.versions.length],
        ...Object.entries(resource.descriptor),
        ["declared bytes", resource.declared_bytes],
      ]),
    ]),
  );
}

function dependencies(model: GraphModel): Map<string, Facts> {
  const names = resourceNames(model);
  return new Map(
    model.edges.map((edge) => {
      const [from, to] = [model.passes[edge.from]!.path, model.passes[edge.to]!.path];
      return [`${from} -> ${to} by ${names[edge.resource]}, ${edge.hazard ?? edge.kind}`, new Map()];
    }),
  );
}

function roots(model: GraphModel): Map<string, Facts> {
  const names = resourceNames(model);
  return new Map(
    model.roots.map((root) => {
      const of = root.pass === null ? (root.resource === null ? "" : names[root.resource]!) : model.passes[root.pass]!.path;
      return [`${root.reason} of ${of}`, new Map()];
    }),
  );
}

function said(value: unknown): string {
  if (value === null || value === undefined) return "unknown";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length === 0 ? "none" : value.join("x");
  return String(value);
}
