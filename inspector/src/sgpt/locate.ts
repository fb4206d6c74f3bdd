/** Finding the records of a capture: by its directory where that can be trusted, by looking at every record where not. */

import { CaptureIndex } from "./capture_index";
import { decodeDirectory, type DirectoryBlock } from "./directory";
import { Malformed, Untrusted } from "./errors";
import { readRecord, type RecordFound } from "./framing";
import { HEADER_SIZE, READER_VERSION, type Header } from "./header";
import { scanRecords } from "./scan";
import type { ByteSource } from "./source";
import { decodePassList } from "./pass_list";
import { decodeMeta } from "./texts";
import { decodeTopology } from "./topology";

const CLOSED = 1;

/** Find the records. `header` is null where it was damaged. */
export async function indexCapture(source: ByteSource, size: number, header: Header | null): Promise<CaptureIndex> {
  if (header === null) {
    const index = await scan(source, size);
    index.lost.unshift({ offset: 0, length: HEADER_SIZE, reason: "damaged: the header" });
    return index;
  }
  try {
    checkPointer(header);
    if (header.directoryOffset === 0) return await scan(source, size);
    return await fromDirectory(source, size, await directoryChain(source, size, header));
  } catch (error) {
    if (!(error instanceof Untrusted)) throw error;
    return withoutDirectory(await scan(source, size), header, size, error);
  }
}

/** No checksum covers what is patched at the end, but its parts must agree. */
function checkPointer({ formatVersion, flags, directoryOffset, directoryLength }: Header): void {
  const closed = (flags & CLOSED) !== 0;
  if (closed !== directoryOffset > 0 || closed !== directoryLength > 0) {
    throw new Untrusted("the header's flags and its pointer disagree");
  }
  if (formatVersion <= READER_VERSION && (flags & ~CLOSED) !== 0) {
    throw new Untrusted(`the header has unknown flags ${flags}`);
  }
}

function withoutDirectory(index: CaptureIndex, header: Header, size: number, problem: Untrusted): CaptureIndex {
  if (index.state === "not closed" && (header.flags & CLOSED) !== 0 && header.directoryOffset >= size) {
    index.state = "cut off"; // at a record boundary: the header still points to where the end once was
  } else if (index.state !== "cut off" && !index.isLost(problem.suspect)) {
    const { offset, length, message } = problem;
    index.lost.unshift({ offset, length, reason: `directory not used: ${message}` });
  }
  return index;
}

/** The whole chain of blocks, oldest first. */
async function directoryChain(source: ByteSource, size: number, header: Header): Promise<DirectoryBlock[]> {
  const blocks: DirectoryBlock[] = [];
  let [offset, limit] = [header.directoryOffset, size];
  while (offset !== 0) {
    const { record, block } = await directoryBlock(source, size, offset, limit);
    const newer = blocks.at(-1);
    if (newer === undefined) checkLast(record, block, header, size);
    else if (block.first + block.frames.length !== newer.first) throw blame(record, "it does not continue the one before");
    blocks.push(block);
    [limit, offset] = [offset, block.previous];
  }
  if (blocks.at(-1)!.first !== 0) throw new Untrusted("its first block is missing");
  return blocks.reverse();
}

async function directoryBlock(
  source: ByteSource,
  size: number,
  offset: number,
  limit: number,
): Promise<{ record: RecordFound; block: DirectoryBlock }> {
  if (offset < HEADER_SIZE || offset >= limit) throw new Untrusted(`a block at byte ${offset}, expected below ${limit}`);
  const record = await readRecord(source, offset, size);
  if (record.kind !== "record" || record.type !== "DIRE") {
    throw new Untrusted(`no directory record at byte ${offset}`, undefined, undefined, offset);
  }
  try {
    return { record, block: decodeDirectory(record.payload) };
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw blame(record, error.message);
  }
}

function checkLast(record: RecordFound, block: DirectoryBlock, header: Header, size: number): void {
  const length = record.end - record.offset;
  if (record.end !== size) throw new Untrusted(`the file goes on for ${size - record.end} bytes behind its last block`);
  if (length !== header.directoryLength) throw new Untrusted(`a block of ${length} bytes, expected ${header.directoryLength}`);
  if (!block.last) throw blame(record, "it is not the last one");
}

function blame(record: RecordFound, problem: string): Untrusted {
  return new Untrusted(`the block at byte ${record.offset}: ${problem}`, record.offset, record.end - record.offset);
}

async function fromDirectory(source: ByteSource, size: number, blocks: DirectoryBlock[]): Promise<CaptureIndex> {
  const index = new CaptureIndex();
  index.state = "closed";
  index.end = size;
  index.entries = blocks.flatMap((block) => block.frames);
  if (index.entries.some((entry, place) => place > 0 && entry.number <= index.entries[place - 1]!.number)) {
    throw new Untrusted("its frame numbers do not ascend");
  }
  checkPlaces(index.entries, size);
  for (const { number, offset } of index.entries) index.frames.push({ number, offset });
  for (const { others } of blocks) {
    checkPlaces(others, size);
    try {
      for (const entry of others) index.add(entry);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      throw new Untrusted(error.message);
    }
  }
  await readMeta(index, source, size);
  return index;
}

function checkPlaces(records: readonly { readonly offset: number }[], size: number): void {
  const wrong = records.some(
    ({ offset }, place) => offset < HEADER_SIZE || offset >= size || (place > 0 && offset <= records[place - 1]!.offset),
  );
  if (wrong) throw new Untrusted("its records do not lie in the file one behind the other");
}

async function readMeta(index: CaptureIndex, source: ByteSource, size: number): Promise<void> {
  const record = await readRecord(source, HEADER_SIZE, size);
  if (record.kind !== "record") throw new Untrusted("META is not where it should be", undefined, undefined, HEADER_SIZE);
  if (record.type !== "META") return index.missMeta(record.type);
  try {
    index.meta = decodeMeta(record.payload);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw new Untrusted(error.message, undefined, undefined, HEADER_SIZE);
  }
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
    await freeNumber(index, source, size, found);
    try {
      index.sort(found);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      index.lost.push({ offset: found.offset, length: found.end - found.offset, reason: `malformed: ${error.message}` });
    }
  }
}

/** Where the number of `found` was given to a malformed record, that has none; only then is that one decoded. */
async function freeNumber(index: CaptureIndex, source: ByteSource, size: number, found: RecordFound): Promise<void> {
  const offset = index.claimant(found);
  if (offset === null) return;
  const claimed = await readRecord(source, offset, size);
  if (claimed.kind !== "record") return;
  try {
    if (claimed.type === "PLST") decodePassList(claimed.payload, () => "");
    else await decodeTopology(claimed.payload);
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    index.takeBack(claimed, error.message);
  }
}
