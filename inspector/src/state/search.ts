/** Going through what the search finds. */

import { resourceNames } from "../analysis/resource_names";
import { graph, statistics } from "./derived";
import { announce, change, state } from "./store";

/** Select the next match, or the one before: a resource where resources are shown, a pass anywhere else. */
export function selectMatch(by: 1 | -1): void {
  const { view, search, pass, resource } = state.peek();
  const ofResources = view === "resources";
  const model = graph.peek();
  const names = ofResources ? (model === null ? [] : resourceNames(model)) : (statistics.peek()?.passes ?? []).map((row) => row.path);
  const found = names.filter((name) => name.toLowerCase().includes(search.toLowerCase()));
  if (found.length === 0) return announce(`nothing is called ${search}`);
  const now = found.indexOf((ofResources ? resource : pass) ?? "");
  const next = now < 0 ? (by > 0 ? 0 : found.length - 1) : (now + by + found.length) % found.length;
  change(ofResources ? { resource: found[next]! } : { pass: found[next]! });
  announce(`${next + 1} of ${found.length}: ${found[next]}`);
}
