/** What the page uses of a compiled frame graph. Passes, scopes, resources and allocations are positions in their lists. */

export interface GraphPass {
  readonly index: number;
  readonly label: string;
  readonly path: string;
  readonly kind: string;
  readonly scope: number | null;
  readonly side_effect: boolean;
  /** Place in the order of execution, null when culled. */
  readonly order: number | null;
  readonly cull_reason: string | null;
  readonly cull_detail: string | null;
}

export interface GraphVersion {
  readonly version: number;
  /** The pass that wrote it, null for what was there before the frame. */
  readonly producer: number | null;
  readonly readers: readonly number[];
}

export interface GraphResource {
  readonly index: number;
  readonly name: string;
  readonly kind: string;
  readonly origin: string;
  readonly initial: string | null;
  readonly scope: number | null;
  readonly descriptor: Readonly<Record<string, unknown>>;
  readonly usage: number;
  readonly declared_bytes: number | null;
  /** Places in the order of execution, null where nothing uses it. */
  readonly first_use: number | null;
  readonly last_use: number | null;
  readonly allocation: number | null;
  readonly versions: readonly GraphVersion[];
}

/** Mips, layers or bytes, in the words of the format. */
export type GraphRegion = Readonly<Record<string, number | string>>;

export interface GraphAccess {
  readonly pass: number;
  readonly resource: number;
  readonly view: number | null;
  readonly version: number;
  readonly access: string;
  readonly mode: "read" | "write";
  readonly contents: string | null;
  readonly region: GraphRegion;
  /** Whether it consumes contents from before the frame. */
  readonly uses_initial: boolean;
}

export type Hazard = "raw" | "war" | "waw";

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly resource: number;
  /** "value": the target needs what the source wrote. */
  readonly kind: "value" | "ordering";
  /** Of its first cause; null where a newer writer has another. */
  readonly hazard: Hazard | null;
  /** Of all of its causes; none where a newer writer has others. */
  readonly hazards: readonly Hazard[];
  readonly regions: readonly GraphRegion[];
}

/** Why passes are kept: a resource that leaves the frame, or a pass with a side effect. */
export interface GraphRoot {
  readonly reason: string;
  readonly resource: number | null;
  readonly pass: number | null;
  readonly producers: readonly number[];
}

/** Passes that are submitted together. */
export interface GraphSegment {
  readonly kind: string;
  readonly passes: readonly number[];
}

export interface GraphAllocation {
  readonly index: number;
  readonly label: string;
  readonly declared_bytes: number | null;
  readonly resources: readonly number[];
}

export interface GraphModel {
  readonly passes: readonly GraphPass[];
  readonly scopes: readonly { readonly index: number; readonly path: string }[];
  readonly resources: readonly GraphResource[];
  readonly views: readonly { readonly index: number; readonly label: string }[];
  readonly accesses: readonly GraphAccess[];
  readonly edges: readonly GraphEdge[];
  readonly roots: readonly GraphRoot[];
  readonly segments: readonly GraphSegment[];
  readonly allocations: readonly GraphAllocation[];
}
