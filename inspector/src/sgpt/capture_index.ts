/** What lies where in a capture: from its directory, or by looking at every record. */

import { decodeDirectory, readDirectory, type DirectoryBlock, type FrameEntry, type OtherEntry } from "./directory";
import { Malformed, type Lost } from "./errors";
import { frameNumber } from "./frame";
import { readRecord, type RecordFound } from "./framing";
import { HEADER_SIZE, type Header } from "./header";
import { passListNumber } from "./pass_list";
import { scanRecords } from "./scan";
import type { ByteSource } from "./source";
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

  add(entry: OtherEntry): void {
    if (entry.type === "SYMS") this.symbols.push({ number: entry.id, offset: entry.offset });
    else if (entry.type === "PLST") this.passLists.set(entry.id, entry.offset);
    else if (entry.type === "TOPO") this.topologies.set(entry.id, entry.offset);
    else if (entry.type === "NOTE") this.notes.push(entry.offset);
    else if (entry.type !== "META") this.unknown.set(entry.type, (this.unknown.get(entry.type) ?? 0) + 1);
  }
}

/** Find the records. `header` is null where it was damaged. */
export async function indexCapture(source: ByteSource, size: number, header: Header | null): Promise<CaptureIndex> {
  if (header === null) {
    const index = await scan(source, size);
    index.lost.unshift({ offset: 0, length: HEADER_SIZE, reason: "damaged: the header" });
    return index;
  }
  if (header.directoryOffset === 0) return scan(source, size);
  try {
    return await fromDirectory(source, size, await readDirectory(source, size, header.directoryOffset));
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    const index = await scan(source, size);
    if (index.state === "not closed" && header.directoryOffset >= size) index.state = "cut off";
    else if (index.state !== "cut off") {
      index.lost.unshift({ offset: 16, length: 16, reason: `directory not used: ${error.message}` });
    }
    return index;
  }
}

async function fromDirectory(source: ByteSource, size: number, blocks: DirectoryBlock[]): Promise<CaptureIndex> {
  const index = new CaptureIndex();
  index.state = "closed";
  index.entries = blocks.flatMap((block) => block.frames);
  index.entries.forEach((entry, place) => {
    if (place > 0 && entry.number <= index.entries[place - 1]!.number) throw new Malformed("its frames do not ascend");
    index.frames.push({ number: entry.number, offset: entry.offset });
  });
  for (const block of blocks) block.others.forEach((entry) => index.add(entry));
  const meta = await readRecord(source, HEADER_SIZE, size);
  if (meta.kind !== "record" || meta.type !== "META") throw new Malformed("META is not where it should be");
  index.meta = decodeMeta(meta.payload);
  return index;
}

async function scan(source: ByteSource, size: number): Promise<CaptureIndex> {
  const index = new CaptureIndex();
  await extendIndex(index, source, size);
  return index;
}

/** Take in the records from `index.end` on: all of them, or those that were appended since. */
export async function extendIndex(index: CaptureIndex, source: ByteSource, size: number): Promise<void> {
  index.tail = null;
  if (index.state === "cut off") index.state = "not closed";
  for await (const found of scanRecords(source, size, index.end)) {
    if (index.tail !== null) index.lost.push(index.tail);
    index.tail = null;
    if (found.kind === "lost") {
      if (found.torn && index.state !== "closed") index.state = "cut off";
      index.tail = { offset: found.offset, length: found.length, reason: found.reason };
      continue;
    }
    index.end = found.end;
    try {
      sort(found, index);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      index.lost.push({ offset: found.offset, length: found.end - found.offset, reason: `malformed: ${error.message}` });
    }
  }
}

const NUMBER_OF: Record<string, (bytes: Uint8Array<ArrayBuffer>) => number> = {
  SYMS: (bytes) => decodeSymbols(bytes).first,
  PLST: passListNumber,
  TOPO: topologyNumber,
};

function sort(record: RecordFound, index: CaptureIndex): void {
  if (record.type === "FRAM") {
    const number = frameNumber(record.payload);
    const before = index.frames.at(-1);
    if (before !== undefined && number <= before.number) {
      throw new Malformed(`frame ${number} comes after frame ${before.number}`);
    }
    index.frames.push({ number, offset: record.offset });
  } else if (record.type === "DIRE") {
    if (decodeDirectory(record.payload).last) index.state = "closed";
  } else if (record.type === "META") {
    index.meta = decodeMeta(record.payload);
  } else {
    index.add({ offset: record.offset, type: record.type, id: NUMBER_OF[record.type]?.(record.payload) ?? 0 });
  }
}
