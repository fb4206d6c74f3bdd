/** A payload read field by field, never past its end. */

import { Malformed } from "./errors";

const LITTLE_ENDIAN = true;
const DECODER = new TextDecoder("utf-8", { fatal: true });

export const NO_NAME = 0xffffffff;
const UNKNOWN_U64 = 0xffffffffffffffffn;

export class Payload {
  private readonly view: DataView<ArrayBuffer>;
  private at = 0;

  constructor(
    private readonly what: string,
    private readonly bytes: Uint8Array<ArrayBuffer>,
  ) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get length(): number {
    return this.bytes.byteLength;
  }

  seek(offset: number): void {
    this.need(0, offset);
    this.at = offset;
  }

  u8(): number {
    return this.view.getUint8(this.take(1));
  }

  u16(): number {
    return this.view.getUint16(this.take(2), LITTLE_ENDIAN);
  }

  u32(): number {
    return this.view.getUint32(this.take(4), LITTLE_ENDIAN);
  }

  u64(): bigint {
    return this.view.getBigUint64(this.take(8), LITTLE_ENDIAN);
  }

  /** A u64 whose largest value stands for "unknown". */
  knownU64(): bigint | null {
    const value = this.u64();
    return value === UNKNOWN_U64 ? null : value;
  }

  /** A u64 that counts bytes or records, which no file has more of than a double tells apart. */
  offset(): number {
    const from = this.take(8);
    return this.view.getUint32(from + 4, LITTLE_ENDIAN) * 2 ** 32 + this.view.getUint32(from, LITTLE_ENDIAN);
  }

  /** The same, null where the largest value stands for "unknown". Large directories are read without a bigint. */
  knownCount(): number | null {
    const value = this.offset();
    return value < 2 ** 63 || this.view.getBigUint64(this.at - 8, LITTLE_ENDIAN) !== UNKNOWN_U64 ? value : null;
  }

  /** The number of a name, or null where it stands for none. */
  nameNumber(): number | null {
    const value = this.u32();
    return value === NO_NAME ? null : value;
  }

  u32s(count: number): Uint32Array<ArrayBuffer> {
    return this.column(count, 4, (buffer) => new Uint32Array(buffer));
  }

  i32s(count: number): Int32Array<ArrayBuffer> {
    return this.column(count, 4, (buffer) => new Int32Array(buffer));
  }

  u64s(count: number): BigUint64Array<ArrayBuffer> {
    return this.column(count, 8, (buffer) => new BigUint64Array(buffer));
  }

  u8s(count: number): Uint8Array<ArrayBuffer> {
    return this.column(count, 1, (buffer) => new Uint8Array(buffer));
  }

  raw(length: number): Uint8Array<ArrayBuffer> {
    const from = this.take(length);
    return this.bytes.subarray(from, from + length);
  }

  rest(): Uint8Array<ArrayBuffer> {
    return this.bytes.subarray(this.at);
  }

  private column<T>(count: number, width: number, make: (buffer: ArrayBuffer) => T): T {
    const from = this.take(count * width); // compared with what is there before anything is allocated
    return make(this.bytes.slice(from, from + count * width).buffer);
  }

  private take(length: number): number {
    this.need(this.at, length);
    const from = this.at;
    this.at += length;
    return from;
  }

  private need(from: number, length: number): void {
    if (from + length > this.bytes.byteLength) {
      throw new Malformed(`${this.what} asks for ${from + length} bytes and has ${this.bytes.byteLength}`);
    }
  }
}

/** UTF-8 JSON, padded with blanks. */
export function parseJson(what: string, bytes: Uint8Array): unknown {
  try {
    return JSON.parse(DECODER.decode(bytes));
  } catch (error) {
    throw new Malformed(`${what}: ${(error as Error).message}`);
  }
}

/** A JSON object; anything else is malformed. */
export function parseObject(what: string, bytes: Uint8Array): Record<string, unknown> {
  const value = parseJson(what, bytes);
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw new Malformed(`${what} is no object`);
  return value as Record<string, unknown>;
}
