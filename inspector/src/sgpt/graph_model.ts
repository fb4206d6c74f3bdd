/**
 * The model of a compiled frame graph, `SGPT_FORMAT.md` §6.1. The types say what the page uses; other keys are left alone.
 *
 * A model comes from a file and may hold anything. It is put right once, here: what is no pass, no number or no position
 * in its list becomes absent, and no view has to ask again.
 */

import type { GraphAccess, GraphAllocation, GraphEdge, GraphModel, GraphPass, GraphResource, GraphRoot } from "./graph_types";

type Raw = Readonly<Record<string, unknown>>;
type At = (value: unknown) => number | null;

/** What a `TOPO` record's JSON says. */
export function graphModel(given: Raw): GraphModel {
  const raw = {
    passes: listOf(given["passes"]),
    scopes: listOf(given["scopes"]),
    resources: listOf(given["resources"]),
    allocations: listOf(given["allocations"]),
  };
  const passAt = (value: unknown): number | null => position(value, raw.passes.length);
  const resourceAt = (value: unknown): number | null => position(value, raw.resources.length);
  return {
    passes: raw.passes.map((each, index) => passOf(each, index, raw)),
    scopes: raw.scopes.map((each, index) => ({ index, path: text(each["path"]) ?? text(each["label"]) ?? `scope ${index}` })),
    resources: raw.resources.map((each, index) => resourceOf(each, index, raw, passAt)),
    views: listOf(given["views"]).map((each, index) => ({ index, label: text(each["label"]) ?? "" })),
    accesses: listOf(given["accesses"]).flatMap((each) => accessOf(each, passAt, resourceAt)),
    edges: listOf(given["edges"]).flatMap((each) => edgeOf(each, passAt, resourceAt)),
    roots: listOf(given["roots"]).map((each) => rootOf(each, passAt, resourceAt)),
    segments: listOf(given["segments"]).map((each) => ({
      kind: text(each["kind"]) ?? "unknown",
      passes: positions(each["passes"], passAt),
    })),
    allocations: raw.allocations.map((each, index) => allocationOf(each, index, resourceAt)),
  };
}

interface Lists {
  readonly passes: readonly Raw[];
  readonly scopes: readonly Raw[];
  readonly resources: readonly Raw[];
  readonly allocations: readonly Raw[];
}

function passOf(raw: Raw, index: number, lists: Lists): GraphPass {
  const label = text(raw["label"]) ?? "";
  return {
    index,
    label,
    path: text(raw["path"]) ?? (label === "" ? `pass ${index}` : label),
    kind: text(raw["kind"]) ?? "unknown",
    scope: position(raw["scope"], lists.scopes.length),
    side_effect: raw["side_effect"] === true,
    order: position(raw["order"], lists.passes.length),
    cull_reason: text(raw["cull_reason"]),
    cull_detail: text(raw["cull_detail"]),
  };
}

function resourceOf(raw: Raw, index: number, lists: Lists, passAt: At): GraphResource {
  const descriptor = raw["descriptor"];
  return {
    index,
    name: text(raw["name"]) ?? `resource ${index}`,
    kind: text(raw["kind"]) ?? "unknown",
    origin: text(raw["origin"]) ?? "unknown",
    initial: text(raw["initial"]),
    scope: position(raw["scope"], lists.scopes.length),
    descriptor: typeof descriptor === "object" && descriptor !== null ? (descriptor as Raw) : {},
    usage: count(raw["usage"]) ?? 0,
    declared_bytes: count(raw["declared_bytes"]),
    first_use: position(raw["first_use"], lists.passes.length),
    last_use: position(raw["last_use"], lists.passes.length),
    allocation: position(raw["allocation"], lists.allocations.length),
    versions: listOf(raw["versions"]).map((each, place) => ({
      version: count(each["version"]) ?? place,
      producer: passAt(each["producer"]),
      readers: positions(each["readers"], passAt),
    })),
  };
}

function accessOf(raw: Raw, passAt: At, resourceAt: At): GraphAccess[] {
  const [pass, resource] = [passAt(raw["pass"]), resourceAt(raw["resource"])];
  const mode = raw["mode"];
  if (pass === null || resource === null || (mode !== "read" && mode !== "write")) return [];
  return [
    {
      pass,
      resource,
      view: count(raw["view"]),
      version: count(raw["version"]) ?? 0,
      access: text(raw["access"]) ?? "unknown",
      mode,
      contents: text(raw["contents"]),
      region: regionOf(raw["region"]),
      uses_initial: raw["uses_initial"] === true,
    },
  ];
}

const KINDS = ["value", "ordering"] as const;
const HAZARDS = ["raw", "war", "waw"] as const;

function edgeOf(raw: Raw, passAt: At, resourceAt: At): GraphEdge[] {
  const [from, to, resource] = [passAt(raw["from"]), passAt(raw["to"]), resourceAt(raw["resource"])];
  if (from === null || to === null || resource === null) return [];
  const said = [raw["hazard"], ...listOf(raw["causes"]).map((cause) => cause["hazard"])];
  return [
    {
      from,
      to,
      resource,
      kind: KINDS.find((kind) => kind === raw["kind"]) ?? "ordering",
      hazard: HAZARDS.find((hazard) => hazard === raw["hazard"]) ?? null,
      hazards: HAZARDS.filter((hazard) => said.includes(hazard)),
      regions: listOf(raw["regions"]).map(regionOf),
    },
  ];
}

function rootOf(raw: Raw, passAt: At, resourceAt: At): GraphRoot {
  return {
    reason: text(raw["reason"]) ?? "unknown",
    resource: resourceAt(raw["resource"]),
    pass: passAt(raw["pass"]),
    producers: positions(raw["producers"], passAt),
  };
}

function allocationOf(raw: Raw, index: number, resourceAt: At): GraphAllocation {
  return {
    index,
    label: text(raw["label"]) ?? "",
    declared_bytes: count(raw["declared_bytes"]),
    resources: positions(raw["resources"], resourceAt),
  };
}

function regionOf(given: unknown): Readonly<Record<string, number | string>> {
  const plain = typeof given === "object" && given !== null ? Object.entries(given as Raw) : [];
  return Object.fromEntries(
    plain.filter((pair): pair is [string, number | string] => typeof pair[1] === "number" || typeof pair[1] === "string"),
  );
}

function listOf(given: unknown): Raw[] {
  if (!Array.isArray(given)) return [];
  return given.map((each) => (typeof each === "object" && each !== null && !Array.isArray(each) ? (each as Raw) : {}));
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

function count(value: unknown): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}

function position(value: unknown, length: number): number | null {
  const found = count(value);
  return found !== null && found < length ? found : null;
}

function positions(given: unknown, at: At): number[] {
  return Array.isArray(given) ? given.map(at).filter((index) => index !== null) : [];
}
