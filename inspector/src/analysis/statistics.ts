/** Where the time of a range of frames went, pass by pass: the figures of `framescope stats`. */

import type { Capture, Frame } from "../sgpt/capture";
import { Growing } from "./growing";
import type { Samples } from "./frame_pairs";
import { extentTicks, unionTicks } from "./intervals";
import { groupPasses, type PassGroup } from "./pass_keys";
import { distribution, nearestRank, type Distribution } from "./percentiles";

export interface PassStatistics {
  readonly path: string;
  readonly attributed: boolean;
  /** Median over the frames that list the pass. */
  readonly gpuPasses: number;
  /** Null where no frame has a time for it. Ticks. */
  readonly ticks: Distribution | null;
  /** The times themselves, one for each frame that has one. */
  readonly samples: Samples;
  /** Of the frames' unions; null where nothing is timed. */
  readonly share: number | null;
  /** Medians over the frames that list the pass; null where it has no GPU pass of that kind or nothing was counted. */
  readonly dispatches: number | null;
  readonly draws: number | null;
  /** Null too where any of them is a lower bound. */
  readonly invocations: number | null;
}

export interface Statistics {
  readonly frames: number;
  readonly damaged: number;
  readonly spans: number;
  readonly untimed: ReadonlyMap<number, number>;
  readonly statuses: ReadonlyMap<string, number>;
  readonly extent: Distribution | null;
  readonly union: Distribution | null;
  readonly unionSamples: Samples;
  /** Frames of each topology. */
  readonly topologies: ReadonlyMap<number, number>;
  /** Of each counter's values, over the frames that have it. */
  readonly counters: ReadonlyMap<string, Float64Array>;
  readonly cpuFrameNs: Distribution | null;
  /** By total time, the longest first. */
  readonly passes: readonly PassStatistics[];
}

class PassFigures {
  readonly times = new Growing();
  readonly frames = new Growing();
  readonly gpuPasses = new Growing();
  readonly dispatches = new Growing();
  readonly draws = new Growing();
  readonly invocations = new Growing();
  partial = false;

  add(frame: Frame, group: PassGroup): void {
    const time = unionTicks(frame.begin, frame.duration, group.columns);
    if (time !== null) {
      this.times.push(time);
      this.frames.push(frame.number);
    }
    this.gpuPasses.push(group.columns.length);
    const { work } = frame;
    if (work === null) return;
    if (group.compute.length > 0) {
      this.dispatches.push(sum(group.compute, (row) => work.dispatches[row]!));
      this.invocations.push(sum(group.compute, (row) => Number(work.invocations[row]!)));
      this.partial ||= group.compute.some((row) => work.computePartial[row] !== 0);
    }
    if (group.render.length > 0) this.draws.push(sum(group.render, (row) => work.draws[row]!));
  }

  row(path: string, attributed: boolean, total: number | null): PassStatistics {
    const ticks = distribution(this.times.values);
    return {
      path,
      attributed,
      gpuPasses: median(this.gpuPasses) ?? 0,
      ticks,
      samples: { frames: this.frames.values, times: this.times.values },
      share: ticks !== null && total !== null && total > 0 ? ticks.total / total : null,
      dispatches: median(this.dispatches),
      draws: median(this.draws),
      invocations: this.partial ? null : median(this.invocations),
    };
  }
}

/** Gathers frames one by one, so that a range of any length takes the memory of its figures only. */
export class StatisticsBuilder {
  private readonly passes = new Map<string, { path: string; attributed: boolean; figures: PassFigures }>();
  private readonly figuresOf = new Map<PassGroup, PassFigures>(); // frames of one pass list share its groups
  private readonly extents = new Growing();
  private readonly unions = new Growing();
  private readonly unionFrames = new Growing();
  private readonly topologies = new Map<number, number>();
  private readonly counters = new Map<string, Growing>();
  private readonly cpu = new Growing();
  private readonly untimed = new Map<number, number>();
  private readonly statuses = new Map<string, number>();
  private frames = 0;
  private damaged = 0;
  private spans = 0;

  /** A frame, or null for one that is damaged. */
  add(frame: Frame | null): void {
    if (frame === null) {
      this.damaged++;
      return;
    }
    this.frames++;
    this.spans += frame.state.length;
    count(this.statuses, frame.status);
    if (frame.topology !== null) count(this.topologies, frame.topology);
    for (const state of frame.state) if (state !== 0) count(this.untimed, state);
    for (const { name, value } of frame.counters) {
      const values = this.counters.get(name) ?? new Growing();
      this.counters.set(name, values);
      values.push(Number(value));
    }
    const extent = extentTicks(frame.begin, frame.duration);
    const union = unionTicks(frame.begin, frame.duration);
    if (extent !== null && union !== null) {
      this.extents.push(extent);
      this.unions.push(union);
      this.unionFrames.push(frame.number);
    }
    const { cpuBeginNs: begin, cpuSubmitNs: submit } = frame;
    if (begin !== null && submit !== null && submit >= begin) this.cpu.push(Number(submit - begin));
    for (const group of groupPasses(frame.passes, frame.state.length)) this.figures(group).add(frame, group);
  }

  finish(): Statistics {
    const union = distribution(this.unions.values);
    const total = union === null ? null : union.total;
    const rows = [...this.passes.values()].map(({ path, attributed, figures }) => figures.row(path, attributed, total));
    return {
      frames: this.frames,
      damaged: this.damaged,
      spans: this.spans,
      untimed: this.untimed,
      statuses: this.statuses,
      extent: distribution(this.extents.values),
      union,
      unionSamples: { frames: this.unionFrames.values, times: this.unions.values },
      topologies: this.topologies,
      counters: new Map([...this.counters].map(([name, values]) => [name, values.values])),
      cpuFrameNs: distribution(this.cpu.values),
      passes: rows.sort((a, b) => (b.ticks?.total ?? -1) - (a.ticks?.total ?? -1) || compareText(a.path, b.path)),
    };
  }

  private figures(group: PassGroup): PassFigures {
    const known = this.figuresOf.get(group);
    if (known !== undefined) return known;
    const key = `${group.attributed}/${group.path}`;
    const held = this.passes.get(key) ?? { path: group.path, attributed: group.attributed, figures: new PassFigures() };
    this.passes.set(key, held);
    this.figuresOf.set(group, held.figures);
    return held.figures;
  }
}

const TURN_MS = 12; // gathering leaves room for a drawing in each sixtieth of a second

/** Gathers a range of a capture's frames; asked again once the capture has grown, it goes on where it was. */
export class RangeStatistics {
  private readonly builder = new StatisticsBuilder();
  private next: number;

  constructor(private readonly first: number) {
    this.next = first;
  }

  /** Whether what was gathered so far is the beginning of the places `first` to before `stop`. */
  begins(first: number, stop: number): boolean {
    return this.first === first && this.next <= stop;
  }

  /** Statistics up to before place `stop`; null when `signal` was aborted meanwhile. */
  async upTo(capture: Capture, stop: number, signal: AbortSignal): Promise<Statistics | null> {
    let turn = performance.now();
    while (this.next < stop) {
      const place = this.next;
      const found = await capture.frameAt(place);
      if (signal.aborted) return null;
      this.builder.add(found);
      this.next = place + 1;
      if (performance.now() - turn > TURN_MS) {
        await new Promise((resume) => setTimeout(resume)); // the page stays alive
        turn = performance.now();
      }
      if (signal.aborted) return null;
    }
    return this.builder.finish();
  }
}

/** Statistics of the frames at places `first` to before `stop`; null when `signal` was aborted meanwhile. */
export async function gatherStatistics(
  capture: Capture,
  first: number,
  stop: number,
  signal: AbortSignal,
): Promise<Statistics | null> {
  return new RangeStatistics(first).upTo(capture, stop, signal);
}

function count<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function sum(rows: readonly number[], value: (row: number) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}

function median(values: Growing): number | null {
  return values.values.length === 0 ? null : nearestRank(values.values.slice().sort(), 50);
}

/** By code points, as Python sorts. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
