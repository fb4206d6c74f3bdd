/** `TOPO`: the compiled frame graph, deflated JSON. The types say what the page uses; other keys are left alone. */

import { Malformed } from "./errors";
import { Payload, parseObject } from "./payload";

const LONGEST_TEXT = 2 ** 26;
const LARGEST_RATIO = 64;

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
  readonly producer: number | null;
  readonly readers: readonly number[];
  readonly first_use: number | null;
  readonly last_use: number | null;
}

export interface GraphResource {
  readonly index: number;
  readonly name: string;
  readonly kind: string;
  readonly origin: string;
  readonly descriptor: Readonly<Record<string, unknown>>;
  readonly usage: number;
  readonly declared_bytes: number | null;
  readonly first_use: number | null;
  readonly last_use: number | null;
  readonly allocation: number | null;
  readonly versions: readonly GraphVersion[];
}

export interface GraphAccess {
  readonly pass: number;
  readonly resource: number;
  readonly version: number;
  readonly access: string;
  readonly mode: string;
  readonly contents: string | null;
  readonly produces_value: boolean;
  readonly region: Readonly<Record<string, unknown>>;
}

export interface GraphEdge {
  readonly from: number;
  readonly to: number;
  readonly resource: number;
  readonly kind: string;
  readonly hazard: string;
}

export interface GraphRoot {
  readonly reason: string;
  readonly resource?: number;
  readonly pass?: number;
}

export interface GraphAllocation {
  readonly index: number;
  readonly kind: string;
  readonly label: string;
  readonly declared_bytes: number | null;
  readonly resources: readonly number[];
}

export interface GraphModel {
  readonly passes: readonly GraphPass[];
  readonly scopes: readonly { readonly index: number; readonly path: string }[];
  readonly resources: readonly GraphResource[];
  readonly accesses: readonly GraphAccess[];
  readonly edges: readonly GraphEdge[];
  readonly roots: readonly GraphRoot[];
  readonly allocations: readonly GraphAllocation[];
}

const LISTS = ["passes", "scopes", "resources", "accesses", "edges", "roots", "allocations"] as const;

export function topologyNumber(bytes: Uint8Array<ArrayBuffer>): number {
  return new Payload("a topology", bytes).u32();
}

/** One `TOPO` payload. */
export async function decodeTopology(bytes: Uint8Array<ArrayBuffer>): Promise<{ number: number; model: GraphModel }> {
  const fields = new Payload("a topology", bytes);
  const number = fields.u32();
  const [encoding, headSize] = [fields.u16(), fields.u16()];
  fields.raw(16);
  const [textLength, storedLength] = [fields.u32(), fields.u32()];
  if (headSize < 32) throw new Malformed(`a topology whose text begins at byte ${headSize}`);
  if (textLength > LONGEST_TEXT) throw new Malformed(`a topology of ${textLength} bytes`);
  fields.seek(headSize);
  const stored = fields.raw(storedLength);
  const text = parseObject("a topology", await inflate(encoding, stored, textLength));
  const model = Object.fromEntries(LISTS.map((list) => [list, Array.isArray(text[list]) ? text[list] : []]));
  return { number, model: model as unknown as GraphModel };
}

async function inflate(encoding: number, stored: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  if (encoding === 0) {
    if (stored.byteLength !== length) throw new Malformed(`a topology of ${length} bytes stored in ${stored.byteLength}`);
    return stored;
  }
  if (encoding !== 1) throw new Malformed(`a topology in the unknown encoding ${encoding}`);
  if (length > LARGEST_RATIO * stored.byteLength) throw new Malformed(`a topology of ${length} bytes in ${stored.byteLength}`);
  const text = new Uint8Array(length);
  let filled = 0;
  const reader = new Blob([stored]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      if (filled + piece.value.byteLength > length) throw new Malformed(`a topology longer than its ${length} bytes`);
      text.set(piece.value, filled);
      filled += piece.value.byteLength;
    }
  } catch (error) {
    if (error instanceof Malformed) throw error;
    throw new Malformed(`a topology that does not inflate: ${(error as Error).message}`);
  }
  if (filled !== length) throw new Malformed(`a topology shorter than its ${length} bytes`);
  return text;
}
