/** Records: sync, type, length, checksum, payload. */

import { crc32 } from "./crc32";
import { Payload } from "./payload";
import type { ByteSource } from "./source";

export const HEAD_SIZE = 16;
export const ALIGNMENT = 8;
export const SYNC = 0x43455253; // "SREC" as a little-endian u32
const LONGEST = 2 ** 28;
const LATIN = new TextDecoder("latin1");

export interface RecordFound {
  readonly kind: "record";
  readonly type: string;
  readonly offset: number;
  readonly end: number;
  readonly payload: Uint8Array<ArrayBuffer>;
}

export type Answer =
  | RecordFound
  | { readonly kind: "need more"; readonly offset: number; readonly missing: number }
  | { readonly kind: "damaged"; readonly offset: number; readonly reason: string };

/** What lies at `offset` of a source of `size` bytes: a whole record, part of one, or damage. */
export async function readRecord(source: ByteSource, offset: number, size: number): Promise<Answer> {
  const head = await source.read(offset, HEAD_SIZE);
  if (head.byteLength < HEAD_SIZE) return { kind: "need more", offset, missing: HEAD_SIZE - head.byteLength };
  const fields = new Payload("a record", head);
  if (fields.u32() !== SYNC) return { kind: "damaged", offset, reason: "no record begins here" };
  const type = LATIN.decode(fields.raw(4));
  const length = fields.u32();
  const checksum = fields.u32();
  if (length % ALIGNMENT !== 0 || length > LONGEST) {
    return { kind: "damaged", offset, reason: `an impossible length of ${length} bytes` };
  }
  const end = offset + HEAD_SIZE + length;
  if (end > size) return { kind: "need more", offset, missing: end - size };
  const payload = await source.read(offset + HEAD_SIZE, length);
  if (payload.byteLength < length) return { kind: "need more", offset, missing: length - payload.byteLength };
  if (checksumOf(offset, head, payload) !== checksum) return { kind: "damaged", offset, reason: "a wrong checksum" };
  return { kind: "record", type, offset, end, payload };
}

function checksumOf(offset: number, head: Uint8Array, payload: Uint8Array): number {
  const covered = new Uint8Array(16); // the record's own offset, its type and its length
  new DataView(covered.buffer).setBigUint64(0, BigInt(offset), true);
  covered.set(head.subarray(4, 12), 8);
  return crc32(payload, crc32(covered));
}
