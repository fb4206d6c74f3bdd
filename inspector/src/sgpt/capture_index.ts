/** What lies where in a capture, as its records or its directory say. */

import { decodeDirectory, type FrameEntry, type OtherEntry } from "./directory";
import { Malformed, type Lost } from "./errors";
import { checkFrame, frameNumber } from "./frame";
import type { RecordFound } from "./framing";
import { HEADER_SIZE } from "./header";
import { passListNumber } from "./pass_list";
import { decodeMeta, decodeSymbols } from "./texts";
import { topologyNumber } from "./topology";

/** The writer reached its end; it did not, and the file ends with a whole record; the file ends inside one. */
export type CaptureState = "closed" | "not closed" | "cut off";

export interface FramePlace {
  readonly number: number;
  readonly offset: number;
}

export class CaptureIndex {
  state: CaptureState = "not closed";
  meta: Record<string, unknown> = {};
  readonly frames: FramePlace[] = [];
  /** One for each frame where there is a directory; empty after a scan. */
  entries: FrameEntry[] = [];
  readonly symbols: FramePlace[] = [];
  readonly passLists = new Map<number, number>();
  readonly topologies = new Map<number, number>();
  readonly notes: number[] = [];
  /** Record types this page does not know, and how many of each there are. */
  readonly unknown = new Map<string, number>();
  readonly lost: Lost[] = [];
  /** Where the next record will begin, if one is appended; what lies behind it already is no whole record yet. */
  end = HEADER_SIZE;
  tail: Lost | null = null;
  private nextSymbol = 0;
  private places: number[] = [];

  /**
   * A record other than a frame; `count` is how many names a SYMS has, where that is known.
   *
   * @throws Malformed where its number was given before: what used it would mean two things.
   */
  add({ offset, type, id }: OtherEntry, count = 0): void {
    if (type === "SYMS") {
      if (id < this.nextSymbol) throw new Malformed(`names from ${id} on come after name ${this.nextSymbol - 1}`);
      this.nextSymbol = id + Math.max(count, 1);
      this.symbols.push({ number: id, offset });
    } else if (type === "PLST" || type === "TOPO") {
      const table = this.table(type);
      if (table.has(id)) throw new Malformed(`${type} ${id} was there before`);
      table.set(id, offset);
    } else if (type === "NOTE") this.notes.push(offset);
    else if (type !== "META") this.unknown.set(type, (this.unknown.get(type) ?? 0) + 1);
  }

  /** Where the record lies that has the number `record` asks for too; null where none has. */
  claimant(record: RecordFound): number | null {
    if (record.type !== "PLST" && record.type !== "TOPO") return null;
    const number = record.payload.byteLength < 4 ? null : NUMBER_OF[record.type]!(record.payload);
    return number === null ? null : (this.table(record.type).get(number) ?? null);
  }

  /** The PLST or TOPO `malformed` has no number: that costs nothing but itself. */
  takeBack(malformed: RecordFound, reason: string): void {
    const { type, payload, offset, end } = malformed;
    this.table(type).delete(NUMBER_OF[type]!(payload));
    this.places = [];
    if (!this.isLost(offset)) this.lost.push({ offset, length: end - offset, reason: `malformed: ${reason}` });
  }

  /** What is told of a capture that begins with another record than META: that one is not lost. */
  missMeta(first: string): void {
    this.lost.unshift({ offset: HEADER_SIZE, length: 0, reason: `malformed: META is missing, the first record is ${first}` });
  }

  private table(type: string): Map<number, number> {
    return type === "PLST" ? this.passLists : this.topologies;
  }

  /**
   * Take in a record that was found.
   *
   * @throws Malformed where its content is not what its type promises, as far as its place in the index needs it.
   */
  sort(record: RecordFound): void {
    if (record.offset === HEADER_SIZE && record.type !== "META") this.missMeta(record.type);
    if (record.type === "FRAM") this.addFrame(record);
    else if (record.type === "DIRE") {
      if (decodeDirectory(record.payload).last) this.state = "closed";
    } else if (record.type === "META") {
      if (record.offset !== HEADER_SIZE) throw new Malformed("META is the first record");
      this.meta = decodeMeta(record.payload);
    } else if (record.type === "SYMS") {
      const { first, names } = decodeSymbols(record.payload); // a count that lies must not forbid the names behind it
      this.add({ offset: record.offset, type: "SYMS", id: first }, names.length);
    } else {
      this.add({ offset: record.offset, type: record.type, id: NUMBER_OF[record.type]?.(record.payload) ?? 0 });
    }
  }

  private addFrame(record: RecordFound): void {
    checkFrame(record.payload); // what cannot be read must not forbid the numbers behind it
    const number = frameNumber(record.payload);
    const before = this.frames.at(-1);
    if (before !== undefined && number <= before.number) {
      throw new Malformed(`frame ${number} comes after frame ${before.number}`);
    }
    this.frames.push({ number, offset: record.offset });
  }

  /** Whether the byte at `offset` lies in what could not be read. */
  isLost(offset: number): boolean {
    const all = this.tail === null ? this.lost : [...this.lost, this.tail];
    return all.some((lost) => offset >= lost.offset && offset < lost.offset + lost.length);
  }

  /** Where the record behind the one at `offset` begins, as far as the index knows; at most `size`. */
  nextOffset(offset: number, size: number): number {
    const known = this.frames.length + this.symbols.length + this.passLists.size + this.topologies.size + this.notes.length;
    if (this.places.length !== known) {
      const numbered = [...this.frames, ...this.symbols].map((place) => place.offset);
      this.places = [...numbered, ...this.passLists.values(), ...this.topologies.values(), ...this.notes];
      this.places.sort((a, b) => a - b);
    }
    return Math.min(this.places.find((place) => place > offset) ?? size, size);
  }
}

const NUMBER_OF: Record<string, (bytes: Uint8Array<ArrayBuffer>) => number> = {
  PLST: passListNumber,
  TOPO: topologyNumber,
};
