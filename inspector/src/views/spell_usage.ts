/** What a resource is used as: the bits that WebGPU gives usages, in words. */

import type { GraphResource } from "../sgpt/graph_types";

const TEXTURE_USAGES = ["copy-src", "copy-dst", "texture", "storage", "attachment"];
const BUFFER_USAGES = ["map-read", "map-write", "copy-src", "copy-dst", "index", "vertex", "uniform", "storage", "indirect", "query-resolve"];

export function spellUsage(resource: GraphResource): string {
  const names = resource.kind === "texture" ? TEXTURE_USAGES : BUFFER_USAGES;
  return names.filter((_, bit) => resource.usage & (1 << bit)).join(" ");
}
