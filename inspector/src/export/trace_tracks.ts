/** Processes and threads of a Chrome trace, and the lanes that overlapping slices need. */

import { jsonText } from "./plain_text";

/** The process of what the CPU's clock measured, and of what the GPU's did. */
export const CPU = 1;
export const GPU = 2;

export type Track = "frames" | "passes" | "untimed" | "read back" | "not complete" | "notes" | "counters";

const ORDER: readonly Track[] = ["frames", "passes", "untimed", "read back", "not complete", "notes", "counters"];
const LANES = 1000;

/** The threads that were used so far. A viewer takes two slices of one thread that overlap for a broken trace. */
export class TraceTracks {
  private readonly ends = new Map<string, number[]>();
  private readonly used = new Set<string>();
  private unnamed: string[] = [];

  /** The thread of the lowest lane of a track that is free from `begin` on; it is taken up to `end`. */
  take(process: number, track: Track, begin: number, end: number): number {
    const key = `${process} ${track}`;
    const ends = this.ends.get(key) ?? [];
    this.ends.set(key, ends);
    const free = ends.findIndex((taken) => taken <= begin);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = end;
    return this.thread(process, track, lane);
  }

  /** The thread of a track's first lane, where instants go. */
  lane(process: number, track: Track): number {
    return this.thread(process, track, 0);
  }

  /** The metadata of threads that was not written yet. */
  names(): string[] {
    const names = this.unnamed;
    this.unnamed = [];
    return names;
  }

  private thread(pid: number, track: Track, lane: number): number {
    const tid = (1 + ORDER.indexOf(track)) * LANES + lane;
    if (!this.used.has(`${pid} ${tid}`)) {
      this.used.add(`${pid} ${tid}`);
      const name = lane === 0 ? track : `${track}, overlapping ${lane + 1}`;
      this.unnamed.push(jsonText({ ph: "M", pid, tid, name: "thread_name", args: { name } }));
      this.unnamed.push(jsonText({ ph: "M", pid, tid, name: "thread_sort_index", args: { sort_index: tid } }));
    }
    return tid;
  }
}

/** An instant event of a thread. */
export function instant(pid: number, tid: number, at: number, name: string): string {
  return `{"ph":"i","s":"t","pid":${pid},"tid":${tid},"ts":${microseconds(at)},"name":${jsonText(name)},"cat":"event"}`;
}

/** A slice of a thread; what is said of it, as the inside of an object. */
export function slice(pid: number, tid: number, begin: number, end: number, rest: string): string {
  return `{"ph":"X","pid":${pid},"tid":${tid},"ts":${microseconds(begin)},"dur":${microseconds(end - begin)},${rest}}`;
}

/** Nanoseconds as a JSON number of microseconds, exactly, with three decimals. */
export function microseconds(ns: number): string {
  return `${Math.floor(ns / 1000)}.${String(ns % 1000).padStart(3, "0")}`;
}
