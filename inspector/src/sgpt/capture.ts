/** A capture that was opened: lazy, and honest about what it could not read. */

import type { CaptureIndex, CaptureState } from "./capture_index";
import type { FrameEntry } from "./directory";
import { CaptureError, Malformed, type Lost } from "./errors";
import { decodeFrame, type Counter, type DecodedFrame } from "./frame";
import { HEAD_SIZE, readRecord } from "./framing";
import type { GraphModel } from "./graph_types";
import { HEADER_SIZE, decodeHeader } from "./header";
import { extendIndex, indexCapture } from "./locate";
import { decodePassList, type PassList } from "./pass_list";
import { PiecedSource, type ByteSource } from "./source";
import { decodeNote, decodeSymbols, type Note } from "./texts";
import { decodeTopology } from "./topology";
import { extentTicks, unionTicks } from "../analysis/intervals";

/** A frame with what its numbers stand for; null where that was lost, or is not in this capture. */
export interface Frame extends DecodedFrame {
  readonly passes: PassList | null;
  readonly counters: readonly Counter[];
  readonly reasonText: string | null;
  readonly failedPath: string | null;
}

const LONGEST_TICK_NS = 1e12;

export class Capture {
  private names: Promise<ReadonlyMap<number, string>> | null = null;
  private passLists = new Map<number, Promise<PassList | null>>(); // by offset: a number may turn out to be another's
  private topologies = new Map<number, Promise<GraphModel | null>>();
  private readonly lostAt: Set<number>;
  /** One entry a frame, in order. */
  entries: readonly FrameEntry[];
  /** The capture as it was first opened: itself, until it grows. */
  readonly first: Capture;

  private constructor(
    private readonly origin: ByteSource,
    readonly source: ByteSource,
    readonly size: number,
    private readonly index: CaptureIndex,
    first: Capture | null,
  ) {
    this.entries = index.entries;
    this.lostAt = new Set(index.lost.filter((lost) => lost.length > 0).map((lost) => lost.offset));
    this.first = first ?? this;
  }

  /**
   * Open a capture by its directory, or by scanning it.
   *
   * @throws CaptureError where it is none, or one that this page cannot read.
   */
  static async open(source: ByteSource): Promise<Capture> {
    const size = await source.size();
    const pieces = new PiecedSource(source, size);
    const header = decodeHeader(await pieces.read(0, HEADER_SIZE));
    if (header === null) {
      const meta = await readRecord(pieces, HEADER_SIZE, size);
      if (meta.kind !== "record" || meta.type !== "META") {
        throw new CaptureError("this is no .sgpt capture: it does not begin with one's header");
      }
    }
    const index = await indexCapture(pieces, size, header);
    const capture = new Capture(source, pieces, size, index, null);
    if (index.entries.length < index.frames.length) capture.entries = await capture.measure(0);
    return capture;
  }

  /** The capture as it is at `size` bytes, with what was appended since; this one stays as it is. */
  async grown(size: number): Promise<Capture> {
    const pieces = new PiecedSource(this.origin, size);
    const [frames, symbols] = [this.index.frames.length, this.index.symbols.length];
    await extendIndex(this.index, pieces, size);
    const capture = new Capture(this.origin, pieces, size, this.index, this.first);
    if (this.index.symbols.length === symbols) capture.names = this.names;
    capture.passLists = this.passLists;
    capture.topologies = this.topologies;
    capture.entries = [...this.entries, ...(await capture.measure(frames))];
    return capture;
  }

  /** How far its whole records reach. */
  get wholeBytes(): number {
    return this.index.end;
  }

  get name(): string {
    return this.source.name;
  }

  get state(): CaptureState {
    return this.index.state;
  }

  get meta(): Readonly<Record<string, unknown>> {
    return this.index.meta;
  }

  get lost(): readonly Lost[] {
    return this.index.tail === null ? this.index.lost : [...this.index.lost, this.index.tail];
  }

  get unknownTypes(): ReadonlyMap<string, number> {
    return this.index.unknown;
  }

  get topologyCount(): number {
    return this.index.topologies.size;
  }

  /** Nanoseconds a tick lasts, null where that is unknown and times can only be shown in ticks. */
  get nsPerTick(): number | null {
    const value = this.meta["ns_per_tick"];
    return typeof value === "number" && value > 0 && value < LONGEST_TICK_NS ? value : null;
  }

  /** What was recorded, null where META does not say. */
  get level(): string | null {
    const value = this.meta["level"];
    return typeof value === "string" ? value : null;
  }

  /** The frame at a place among the entries, null where it is damaged; that is then listed as lost. */
  async frameAt(place: number): Promise<Frame | null> {
    const entry = this.entries[place];
    return entry === undefined ? null : this.frameFrom(entry.offset, entry.number);
  }

  async notes(): Promise<Note[]> {
    const read = await Promise.all(this.index.notes.map((offset) => this.decode(offset, "NOTE", decodeNote)));
    return read.filter((note) => note !== null);
  }

  /** Read every pass list and topology, so that what is damaged among them is listed as lost. */
  async readEverything(): Promise<void> {
    for (const number of this.index.passLists.keys()) await this.passList(number);
    for (const number of this.index.topologies.keys()) await this.topology(number);
  }

  async passList(number: number): Promise<PassList | null> {
    const offset = this.index.passLists.get(number);
    if (offset === undefined) return null;
    return cached(this.passLists, offset, async () => {
      const payload = await this.payload(offset, "PLST");
      if (payload === null) return null;
      try {
        const names = await this.allNames();
        return decodePassList(payload, (name) => names.get(name) ?? `<lost name ${name}>`);
      } catch (error) {
        return this.malformed(offset, payload, error);
      }
    });
  }

  async topology(number: number): Promise<GraphModel | null> {
    const offset = this.index.topologies.get(number);
    if (offset === undefined) return null;
    return cached(this.topologies, offset, async () => (await this.decode(offset, "TOPO", decodeTopology))?.model ?? null);
  }

  private async frameFrom(offset: number, number: number): Promise<Frame | null> {
    const decoded = await this.decode(offset, "FRAM", decodeFrame);
    if (decoded === null || decoded.number !== number) return null;
    const names = await this.allNames();
    const name = (given: number | null): string | null =>
      given === null ? null : (names.get(given) ?? `<lost name ${given}>`);
    const passes = await this.passList(decoded.passList);
    const counters = new Map<string, number | bigint>(); // of two with one name the last counts
    decoded.counterValues.forEach((value, index) => {
      if (value !== null) counters.set(name(decoded.counterNames[index]!) ?? "", value);
    });
    return {
      ...decoded,
      passes: passes !== null && fits(passes, decoded) ? passes : null,
      counters: Array.from(counters, ([counter, value]) => ({ name: counter, value })),
      reasonText: name(decoded.reason),
      failedPath: name(decoded.failedPass),
    };
  }

  /** Names are few and shared by all frames: they are read once, together. */
  private allNames(): Promise<ReadonlyMap<number, string>> {
    this.names ??= this.readNames();
    return this.names;
  }

  private async readNames(): Promise<ReadonlyMap<number, string>> {
    const all = new Map<number, string>();
    for (const { offset, number } of this.index.symbols) {
      const block = await this.decode(offset, "SYMS", decodeSymbols);
      if (block?.first === number) block.names.forEach((text, place) => all.set(number + place, text));
    }
    return all;
  }

  private async measure(from: number): Promise<FrameEntry[]> {
    const entries: FrameEntry[] = [];
    for (const { offset, number } of this.index.frames.slice(from)) {
      const frame = await this.decode(offset, "FRAM", decodeFrame);
      if (frame !== null) entries.push(entryOf(frame, offset, number));
    }
    return entries;
  }

  private async decode<T>(
    offset: number,
    type: string,
    decoder: (bytes: Uint8Array<ArrayBuffer>) => T | Promise<T>,
  ): Promise<T | null> {
    const payload = await this.payload(offset, type);
    if (payload === null) return null;
    try {
      return await decoder(payload);
    } catch (error) {
      return this.malformed(offset, payload, error);
    }
  }

  private malformed(offset: number, payload: Uint8Array, error: unknown): null {
    if (!(error instanceof Malformed)) throw error;
    this.lose(offset, `malformed: ${error.message}`, HEAD_SIZE + payload.byteLength);
    return null;
  }

  private async payload(offset: number, type: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const answer = await readRecord(this.source, offset, this.size);
    if (answer.kind === "record" && answer.type === type) return answer.payload;
    if (answer.kind === "record") this.lose(offset, `expected ${type}, found ${answer.type}`);
    else this.lose(offset, answer.kind === "damaged" ? `damaged: ${answer.reason}` : "the file ends inside a record");
    return null;
  }

  /** List a record as lost; of what is damaged no length is to be believed. */
  private lose(offset: number, reason: string, whole: number | null = null): void {
    if (this.lostAt.has(offset)) return;
    this.lostAt.add(offset);
    this.index.lost.push({ offset, length: whole ?? this.index.nextOffset(offset, this.size) - offset, reason });
  }
}

/** Whether the list has an entry for each span, and with work columns, as many of each kind as these have rows. */
function fits({ entries }: PassList, { state, work }: DecodedFrame): boolean {
  const count = (kind: string): number => entries.filter((entry) => entry.kind === kind).length;
  if (entries.length !== state.length) return false;
  return work === null || (count("compute") === work.dispatches.length && count("render") === work.draws.length);
}

function cached<T>(cache: Map<number, Promise<T>>, number: number, make: () => Promise<T>): Promise<T> {
  const held = cache.get(number) ?? make();
  cache.set(number, held);
  return held;
}

function entryOf(frame: DecodedFrame, offset: number, number: number): FrameEntry {
  const { cpuBeginNs, cpuSubmitNs } = frame;
  const cpu = cpuBeginNs === null || cpuSubmitNs === null || cpuSubmitNs < cpuBeginNs ? null : cpuSubmitNs - cpuBeginNs;
  return {
    offset,
    extentTicks: extentTicks(frame.begin, frame.duration),
    unionTicks: unionTicks(frame.begin, frame.duration),
    cpuFrameNs: cpu === null ? null : Number(cpu),
    cpuSubmitNs,
    number,
    spans: frame.state.length,
    untimed: frame.state.reduce((count, state) => count + (state === 0 ? 0 : 1), 0),
    status: frame.status,
  };
}
