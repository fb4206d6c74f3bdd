/** What a capture says in JSON: META, SYMS, TOPO, NOTE. */

import { Malformed } from "./errors";
import { Payload, parseJson, parseObject } from "./payload";

export interface Note {
  readonly text: string;
  readonly frame: number | null;
}

export function decodeMeta(bytes: Uint8Array<ArrayBuffer>): Record<string, unknown> {
  return parseObject("META", bytes);
}

/** Names, and the number of the first. */
export function decodeSymbols(bytes: Uint8Array<ArrayBuffer>): { first: number; names: string[] } {
  const fields = new Payload("SYMS", bytes);
  const [first, count] = [fields.u32(), fields.u32()];
  const names = parseJson("SYMS", fields.rest());
  if (!Array.isArray(names) || names.length !== count || !names.every((name) => typeof name === "string")) {
    throw new Malformed(`SYMS announces ${count} names and does not hold them`);
  }
  return { first, names };
}

export function decodeNote(bytes: Uint8Array<ArrayBuffer>): Note {
  const note = parseObject("NOTE", bytes);
  if (typeof note["text"] !== "string") throw new Malformed("a note without text");
  const frame = note["frame"] ?? null;
  if (frame !== null && !Number.isInteger(frame)) throw new Malformed("a note about something that is no frame");
  return { text: note["text"], frame: frame as number | null };
}
