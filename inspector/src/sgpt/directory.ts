/** The directory: what a strip of all frames needs, and where everything else lies. */

import { Malformed } from "./errors";
import { Payload } from "./payload";

export const STATUSES = ["complete", "aborted", "skipped"] as const;
/** One of them, or `unknown` and the number that a newer writer gave. */
export type FrameStatus = (typeof STATUSES)[number] | `unknown ${number}`;

/** One frame as the directory lists it; null is unknown. Ticks and nanoseconds are whole numbers. */
export interface FrameEntry {
  readonly offset: number;
  readonly extentTicks: number | null;
  readonly unionTicks: number | null;
  readonly cpuFrameNs: number | null;
  readonly cpuSubmitNs: bigint | null;
  readonly number: number;
  readonly spans: number;
  readonly untimed: number;
  readonly status: FrameStatus;
}

export interface OtherEntry {
  readonly offset: number;
  readonly type: string;
  readonly id: number;
}

export interface DirectoryBlock {
  readonly previous: number;
  readonly first: number;
  readonly last: boolean;
  readonly frames: FrameEntry[];
  readonly others: OtherEntry[];
}

const LAST = 1;
const LATIN = new TextDecoder("latin1");

export function statusOf(code: number): FrameStatus {
  return STATUSES[code] ?? `unknown ${code}`;
}

/** One `DIRE` payload. */
export function decodeDirectory(bytes: Uint8Array<ArrayBuffer>): DirectoryBlock {
  const fields = new Payload("a directory block", bytes);
  const previous = fields.offset();
  const first = fields.offset();
  const frameCount = fields.u32();
  const otherCount = fields.u32();
  const flags = fields.u32();
  const [frameSize, otherSize] = [fields.u16(), fields.u16()];
  if (frameSize < 56 || otherSize < 16 || 32 + frameCount * frameSize + otherCount * otherSize > bytes.byteLength) {
    throw new Malformed(`a directory block announces more than its ${bytes.byteLength} bytes hold`);
  }
  const frames = entries(fields, 32, frameCount, frameSize, frameEntry);
  const others = entries(fields, 32 + frameCount * frameSize, otherCount, otherSize, otherEntry);
  return { previous, first, last: (flags & LAST) !== 0, frames, others };
}

function entries<T>(fields: Payload, from: number, count: number, size: number, read: (fields: Payload) => T): T[] {
  return Array.from({ length: count }, (_, index) => {
    fields.seek(from + index * size); // a newer writer's entries may be longer
    return read(fields);
  });
}

function frameEntry(fields: Payload): FrameEntry {
  const offset = fields.offset();
  const [extentTicks, unionTicks, cpuFrameNs] = [fields.knownCount(), fields.knownCount(), fields.knownCount()];
  const submit = fields.knownU64();
  const [number, spans, untimed] = [fields.u32(), fields.u32(), fields.u32()];
  const status = statusOf(fields.u8());
  return {
    offset,
    extentTicks,
    unionTicks,
    cpuFrameNs,
    cpuSubmitNs: submit,
    number,
    spans,
    untimed,
    status,
  };
}

function otherEntry(fields: Payload): OtherEntry {
  return { offset: fields.offset(), type: LATIN.decode(fields.raw(4)), id: fields.u32() };
}

