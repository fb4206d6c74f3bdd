/**
 * Frames on one axis of nanoseconds, though two clocks measured them: `profile/export/timeline.py`.
 *
 * CPU stamps lie where they are, counted from the first one. GPU ticks are placed nominally: frames keep the distances of
 * their own clock and move as little as what is known asks: work begins after its submit, ended before it was read back,
 * and what did not overlap does not here.
 */

import { roundHalfEven } from "../analysis/ticks";
import type { Frame } from "../sgpt/capture";

/** Nanoseconds after the axis' zero; null where a stamp is unknown, or lies before the one that it must follow. */
export interface CpuStamps {
  readonly begin: number | null;
  readonly encodeEnd: number | null;
  readonly submit: number | null;
  readonly absorbed: number | null;
}

export interface PlacedFrame {
  readonly frame: Frame;
  readonly cpu: CpuStamps;
  /** Where to show what is said of the frame as a whole, and of its GPU passes that have no time. */
  readonly at: number;
  readonly gpuAt: number;
  /** Begin and end of each GPU pass, null for one without a time. */
  readonly spans: readonly (readonly [number, number] | null)[];
}

interface Placement {
  readonly first: bigint;
  readonly last: bigint;
  readonly at: number;
  readonly end: number;
}

/** Places frames one after the other; what was placed before does not move. */
export class FrameAxis {
  private readonly scale: number;
  private zero: bigint | null = null;
  private gpu: Placement | null = null;
  private at = 0;

  /** A tick of unknown length is drawn as one nanosecond. */
  constructor(nsPerTick: number | null) {
    this.scale = nsPerTick ?? 1;
  }

  place(frame: Frame): PlacedFrame {
    const cpu = this.stamps(frame);
    if (cpu.begin !== null) this.at = cpu.begin;
    let gpuAt = cpu.submit ?? this.at;
    const timed = [...frame.begin.keys()].filter((span) => !Number.isNaN(frame.begin[span]));
    const spans: (readonly [number, number] | null)[] = Array.from(frame.state, () => null);
    if (timed.length > 0) {
      const end = (span: number): number => frame.begin[span]! + frame.duration[span]!;
      const epoch = timed.reduce((least, span) => Math.min(least, frame.begin[span]!), Infinity);
      const last = timed.reduce((most, span) => Math.max(most, end(span)), 0);
      gpuAt = this.gpuPlace(frame.epoch + BigInt(epoch), frame.epoch + BigInt(last), cpu);
      for (const span of timed) {
        spans[span] = [gpuAt + this.ns(frame.begin[span]! - epoch), gpuAt + this.ns(end(span) - epoch)];
      }
    }
    if (cpu.begin === null) this.at = Math.max(this.at, gpuAt);
    return { frame, cpu, at: this.at, gpuAt, spans };
  }

  private ns(ticks: number): number {
    return roundHalfEven(ticks * this.scale);
  }

  private stamps(frame: Frame): CpuStamps {
    const given = [frame.cpuBeginNs, frame.cpuEncodeEndNs, frame.cpuSubmitNs, frame.cpuAbsorbedNs];
    this.zero ??= given.find((stamp) => stamp !== null) ?? null;
    let after = 0;
    const [begin, encodeEnd, submit, absorbed] = given.map((stamp) => {
      const placed = stamp === null || this.zero === null ? null : Number(stamp - this.zero);
      if (placed === null || placed < after) return null;
      after = placed;
      return placed;
    });
    return { begin: begin!, encodeEnd: encodeEnd!, submit: submit!, absorbed: absorbed! };
  }

  /** Where the work between these two ticks begins. */
  private gpuPlace(first: bigint, last: bigint, cpu: CpuStamps): number {
    const before = this.gpu ?? { first, last: first, at: cpu.submit ?? this.at, end: 0 };
    const [since, extent] = [this.ns(Number(first - before.first)), this.ns(Number(last - first))];
    let at = since >= 0 || cpu.submit !== null ? before.at + since : before.end; // else the clock was reset
    const latest = cpu.absorbed === null ? Infinity : cpu.absorbed - extent;
    at = Math.min(at, latest);
    if (cpu.submit !== null) at = Math.max(at, Math.min(cpu.submit, latest)); // a driver may work inside of submit
    at = Math.max(at, cpu.begin ?? 0);
    if (first >= before.last) at = Math.max(at, before.end);
    this.gpu = { first, last, at, end: at + extent };
    return at;
  }
}
