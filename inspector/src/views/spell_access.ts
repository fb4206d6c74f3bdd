/** An access in words. */

import type { GraphAccess, GraphModel, GraphRegion } from "../sgpt/graph_types";

export function spellAccess(access: GraphAccess, model: GraphModel): string {
  const view = access.view === null ? "" : (model.views[access.view]?.label ?? "");
  return [
    `${access.mode === "read" ? "reads" : "writes"} version ${access.version} as ${access.access}`,
    access.contents === null ? "" : `, contents ${access.contents}`,
    access.uses_initial ? ", with what was there before the frame" : "",
    view === "" ? "" : `, through the view ${view}`,
    spellRegion(access.region),
  ].join("");
}

/** A part of a resource, "" for a model without regions. */
export function spellRegion(region: GraphRegion): string {
  if (region["offset"] !== undefined) return `, bytes ${region["offset"]} to ${Number(region["offset"]) + Number(region["size"])}`;
  if (region["base_mip_level"] === undefined) return "";
  const layer = region["base_array_layer"] === undefined ? "depth_slice" : "array_layer";
  const what = region["base_array_layer"] === undefined ? "slice" : "layer";
  const parts = [
    counted("mip", region["base_mip_level"], region["mip_level_count"]),
    counted(what, region[`base_${layer}`], region[`${layer}_count`]),
    region["aspect"] === "all" ? "" : String(region["aspect"]),
  ];
  return `, ${parts.filter((part) => part !== "").join(" ")}`;
}

function counted(what: string, first: number | string | undefined, count: number | string | undefined): string {
  return Number(count) > 1 ? `${what}s ${first} to ${Number(first) + Number(count) - 1}` : `${what} ${first ?? 0}`;
}
