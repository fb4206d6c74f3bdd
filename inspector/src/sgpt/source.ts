/** Where the bytes of a capture come from. Every reader below asks for ranges, so a capture need not fit memory. */

import { SourceGone } from "./errors";

export interface ByteSource {
  /** Shown to the person: a file name, never a path. */
  readonly name: string;
  /** Bytes there are now; a capture that is still being recorded grows. */
  size(): Promise<number>;
  /** Bytes `[offset, offset + length)`, fewer where the source ends before. */
  read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Bytes that are there already: a capture embedded in a report, or one made by a test. */
export class BytesSource implements ByteSource {
  constructor(
    readonly name: string,
    readonly bytes: Uint8Array<ArrayBuffer>,
  ) {}

  async size(): Promise<number> {
    return this.bytes.byteLength;
  }

  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    return this.bytes.subarray(offset, Math.min(offset + length, this.bytes.byteLength));
  }
}

/** A file that was dropped or chosen. */
export class FileSource implements ByteSource {
  readonly name: string;

  constructor(private readonly file: File) {
    this.name = file.name;
  }

  async size(): Promise<number> {
    return this.file.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await this.file.slice(offset, offset + length).arrayBuffer());
    } catch (error) {
      throw new SourceGone(this.name, error);
    }
  }
}

/** What a file that may be growing looks like at a moment. */
export interface Glance {
  readonly size: number;
  /** Its first bytes. */
  readonly head: Uint8Array<ArrayBuffer>;
  /** Which file it is, whatever its name leads to later; null where the server does not say. */
  readonly file: string | null;
}

/** A capture on the server that served the page, read by HTTP ranges. */
export class RangeSource implements ByteSource {
  constructor(
    readonly name: string,
    private readonly url: string,
  ) {}

  async size(): Promise<number> {
    const answer = await this.fetch({ method: "HEAD" });
    if (!answer.ok) throw new Error(`the server answered ${answer.status} for ${this.name}`);
    return Number(answer.headers.get("Content-Length"));
  }

  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    if (length <= 0) return new Uint8Array(0);
    const headers = { Range: `bytes=${offset}-${offset + length - 1}` };
    const answer = await this.fetch({ headers });
    if (answer.status === 416) return new Uint8Array(0);
    if (answer.status !== 206) throw new SourceGone(this.name, `the server answered ${answer.status}`);
    return this.bytesOf(answer);
  }

  /** The file as it is now; null where it is not there any more.
   *
   * @throws SourceGone where the server does not answer.
   */
  async glance(length: number): Promise<Glance | null> {
    const answer = await this.fetch({ headers: { Range: `bytes=0-${length - 1}` } });
    const size = Number(answer.headers.get("Content-Range")?.split("/")[1] ?? 0);
    const head = await this.bytesOf(answer);
    if (answer.status === 416) return { size, head: new Uint8Array(0), file: answer.headers.get("Capture-File") };
    return answer.ok ? { size, head, file: answer.headers.get("Capture-File") } : null;
  }

  private async fetch(options: RequestInit): Promise<Response> {
    try {
      return await fetch(this.url, { ...options, cache: "no-store" });
    } catch (error) {
      throw new SourceGone(this.name, error);
    }
  }

  private async bytesOf(answer: Response): Promise<Uint8Array<ArrayBuffer>> {
    try {
      return new Uint8Array(await answer.arrayBuffer());
    } catch (error) {
      throw new SourceGone(this.name, error);
    }
  }
}

/**
 * Reads ahead in pieces, so that records read one after the other cost one request for many of them.
 * Holds a few pieces only: a capture of any size is walked in flat memory.
 */
export class PiecedSource implements ByteSource {
  private readonly pieces = new Map<number, Promise<Uint8Array<ArrayBuffer>>>();

  constructor(
    private readonly inner: ByteSource,
    private readonly limit: number,
    private readonly piece = 1 << 20,
    private readonly kept = 16,
  ) {}

  get name(): string {
    return this.inner.name;
  }

  /** The size when this view of the source was made: a growing file is looked at as it stood. */
  async size(): Promise<number> {
    return this.limit;
  }

  async read(offset: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    const end = Math.min(offset + length, this.limit);
    if (end <= offset) return new Uint8Array(0);
    const first = Math.floor(offset / this.piece);
    const last = Math.floor((end - 1) / this.piece);
    if (last - first > 2) return this.inner.read(offset, end - offset);
    const from = first * this.piece;
    if (first === last) return (await this.at(first)).subarray(offset - from, end - from);
    const joined = new Uint8Array(end - offset);
    for (let index = first; index <= last; index++) {
      const start = index * this.piece;
      const part = (await this.at(index)).subarray(Math.max(0, offset - start), Math.max(0, end - start));
      joined.set(part, Math.max(0, start - offset));
    }
    return joined;
  }

  private at(index: number): Promise<Uint8Array<ArrayBuffer>> {
    const held = this.pieces.get(index);
    if (held !== undefined) return held;
    const start = index * this.piece;
    const found = this.inner.read(start, Math.min(this.piece, this.limit - start));
    found.catch(() => this.pieces.delete(index)); // a request that failed may be made again
    if (this.pieces.size >= this.kept) this.pieces.delete(this.pieces.keys().next().value as number);
    this.pieces.set(index, found);
    return found;
  }
}
