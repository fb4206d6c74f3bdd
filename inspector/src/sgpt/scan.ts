/** Every record of a capture in order, past whatever is damaged. */

import type { Lost } from "./errors";
import { ALIGNMENT, HEAD_SIZE, SYNC, readRecord, type Answer, type RecordFound } from "./framing";
import { HEADER_SIZE } from "./header";
import type { ByteSource } from "./source";

const CHUNK = 1 << 20;
const CHEAP = 4096; // a candidate this small is checked whatever the effort so far
const EFFORT = 4; // checksums over larger candidates may read this many times the file

export type Scanned = RecordFound | ({ readonly kind: "lost"; readonly torn: boolean } & Lost);

/** Records from `offset` to `size`; after damage from the next whole record on. */
export async function* scanRecords(source: ByteSource, size: number, offset = HEADER_SIZE): AsyncGenerator<Scanned> {
  const search = new Search(source, size);
  while (offset < size) {
    const answer = await readRecord(source, offset, size);
    if (answer.kind === "record") {
      yield answer;
      offset = answer.end;
      continue;
    }
    const next = await search.nextRecord(offset + ALIGNMENT);
    const torn = next === null && answer.kind === "need more";
    yield { kind: "lost", torn, offset, length: (next ?? size) - offset, reason: reasonOf(answer, torn) };
    if (next === null) return;
    offset = next;
  }
}

function reasonOf(answer: Exclude<Answer, RecordFound>, torn: boolean): string {
  if (answer.kind === "damaged") return `damaged: ${answer.reason}`;
  return torn
    ? `the file ends inside a record, at least ${answer.missing} bytes are missing`
    : `damaged: the record's length reaches ${answer.missing} bytes past the end of the file`;
}

/** Looks for whole records with an effort bounded by the size of the file. */
class Search {
  private effort: number;

  constructor(
    private readonly source: ByteSource,
    private readonly size: number,
  ) {
    this.effort = EFFORT * size;
  }

  async nextRecord(offset: number): Promise<number | null> {
    for (; offset < this.size; offset += CHUNK) {
      const chunk = await this.source.read(offset, Math.min(CHUNK, this.size - offset));
      const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      for (let at = 0; at + 4 <= chunk.byteLength; at += ALIGNMENT) {
        if (view.getUint32(at, true) === SYNC && (await this.isRecord(offset + at))) return offset + at;
      }
    }
    return null;
  }

  private async isRecord(offset: number): Promise<boolean> {
    const head = await this.source.read(offset, HEAD_SIZE);
    if (head.byteLength < HEAD_SIZE) return false;
    const length = new DataView(head.buffer, head.byteOffset).getUint32(8, true);
    if (length > this.size - offset) return false;
    if (length > CHEAP) {
      if (length > this.effort) return false;
      this.effort -= length;
    }
    return (await readRecord(this.source, offset, this.size)).kind === "record";
  }
}
