/** `TOPO`: the compiled frame graph, deflated JSON. */

import { Malformed } from "./errors";
import { graphModel } from "./graph_model";
import type { GraphModel } from "./graph_types";
import { Payload, parseObject } from "./payload";

const LONGEST_TEXT = 2 ** 26;
const LARGEST_RATIO = 64;

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
  return { number, model: graphModel(text) };
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
