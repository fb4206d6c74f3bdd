/** What resources are called: unlike their names, never the same twice. */

import type { GraphModel } from "../sgpt/graph_types";

/** By position: the path of its scope and its name, the second of two equal ones with `#2`, as `framescope compare` does. */
export function resourceNames(model: GraphModel): string[] {
  const seen = new Map<string, number>();
  return model.resources.map((resource) => {
    const scope = resource.scope === null ? "" : model.scopes[resource.scope]!.path;
    const name = [scope, resource.name].filter((part) => part !== "").join("/");
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name}#${times}`;
  });
}
