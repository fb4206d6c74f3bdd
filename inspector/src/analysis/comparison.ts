/** Two ranges of frames pass by pass: what `framescope compare` says, and the figures beside it. */

import type { Capture } from "../sgpt/capture";
import type { GraphModel } from "../sgpt/graph_types";
import type { Samples } from "./frame_pairs";
import { judgePass, tailOf, type PassVerdict } from "./pass_verdict";
import { distribution, type Distribution } from "./percentiles";
import { adapterName, settingDifferences, type SettingDifference } from "./setting_differences";
import { gatherStatistics, type PassStatistics, type Statistics } from "./statistics";
import { topologyDifferences, type TopologyDifference } from "./topology_differences";

/** Places among a capture's entries: from `first` to before `stop`. */
export interface SideFrames {
  readonly capture: Capture;
  readonly first: number;
  readonly stop: number;
}

export interface ComparedPass extends PassVerdict {
  readonly path: string;
  readonly attributed: boolean;
  /** Ticks; null where no frame has a time. */
  readonly a: Distribution | null;
  readonly b: Distribution | null;
  readonly aSamples: Samples;
  readonly bSamples: Samples;
  /** B's median less A's, in the unit of the medians. */
  readonly delta: number | null;
}

export interface Delta {
  readonly name: string;
  readonly a: number | null;
  readonly b: number | null;
}

export interface Comparison {
  readonly scales: readonly [number, number];
  /** Whether times are in ticks, their unit being unknown. */
  readonly inTicks: boolean;
  readonly a: Statistics;
  readonly b: Statistics;
  readonly frame: ComparedPass;
  readonly passes: readonly ComparedPass[];
  readonly onlyA: readonly PassStatistics[];
  readonly onlyB: readonly PassStatistics[];
  readonly settings: readonly SettingDifference[];
  /** Null where a side has no topology. */
  readonly structure: readonly TopologyDifference[] | null;
  readonly models: readonly [GraphModel | null, GraphModel | null];
  /** Medians of counters. */
  readonly counters: readonly Delta[];
}

/** The comparison, why there is none in words, or null when `signal` was aborted meanwhile. */
export async function compareSides(a: SideFrames, b: SideFrames, signal: AbortSignal): Promise<Comparison | string | null> {
  const scales = unitsOf(a.capture, b.capture);
  if (typeof scales === "string") return scales;
  const found: Statistics[] = [];
  for (const side of [a, b]) {
    const gathered = await gatherStatistics(side.capture, side.first, side.stop, signal);
    if (gathered === null) return null;
    found.push(gathered);
  }
  const [ours, theirs] = [found[0]!, found[1]!];
  const others = new Map(theirs.passes.map((pass) => [keyOf(pass), pass]));
  const joined = ours.passes.filter((pass) => others.has(keyOf(pass)));
  const own = new Set(joined.map(keyOf));
  const tail = tailOf(joined.length + 1);
  const passes: ComparedPass[] = [];
  for (const pass of joined) {
    passes.push(comparePass(pass, pass.samples, others.get(keyOf(pass))!.samples, scales, tail));
    await new Promise((resume) => setTimeout(resume)); // the page stays alive
    if (signal.aborted) return null;
  }
  const models = [await usualModel(a.capture, ours), await usualModel(b.capture, theirs)] as const;
  const whole = { path: "(whole frame)", attributed: false };
  return {
    scales,
    inTicks: a.capture.nsPerTick === null,
    a: ours,
    b: theirs,
    frame: comparePass(whole, ours.unionSamples, theirs.unionSamples, scales, tail),
    passes,
    onlyA: ours.passes.filter((pass) => !own.has(keyOf(pass))),
    onlyB: theirs.passes.filter((pass) => !own.has(keyOf(pass))),
    settings: settingDifferences(a.capture.meta, b.capture.meta),
    structure: models[0] === null || models[1] === null ? null : topologyDifferences(models[0], models[1]),
    models,
    counters: counterDeltas(ours, theirs),
  };
}

function keyOf(pass: { readonly path: string; readonly attributed: boolean }): string {
  return `${pass.attributed}/${pass.path}`;
}

/** Nanoseconds a tick of each, or 1 and 1 where ticks can be held against ticks. */
function unitsOf(a: Capture, b: Capture): readonly [number, number] | string {
  if (a.nsPerTick !== null && b.nsPerTick !== null) return [a.nsPerTick, b.nsPerTick];
  if (a.nsPerTick === null && b.nsPerTick === null && adapterName(a.meta) === adapterName(b.meta)) return [1, 1];
  const which = a.nsPerTick === null ? "A" : "B";
  return `The unit of the GPU's clock is unknown in ${which}: its ticks cannot be held against another clock's.`;
}

function comparePass(
  { path, attributed }: { readonly path: string; readonly attributed: boolean },
  aSamples: Samples,
  bSamples: Samples,
  scales: readonly [number, number],
  tail: number,
): ComparedPass {
  const verdict = judgePass(aSamples, bSamples, scales, tail);
  const { aMedian, bMedian } = verdict;
  return {
    ...verdict,
    path,
    attributed,
    a: distribution(aSamples.times),
    b: distribution(bSamples.times),
    aSamples,
    bSamples,
    delta: aMedian === null || bMedian === null ? null : bMedian - aMedian,
  };
}

/** Of the topology that most of the frames have, the first of several. */
async function usualModel(capture: Capture, of: Statistics): Promise<GraphModel | null> {
  let usual: readonly [number, number] | null = null;
  for (const each of of.topologies) if (usual === null || each[1] > usual[1]) usual = each;
  return usual === null ? null : capture.topology(usual[0]);
}

function counterDeltas(a: Statistics, b: Statistics): Delta[] {
  const median = (values: Float64Array | undefined): number | null => distribution(values ?? new Float64Array())?.median ?? null;
  const names = [...new Set([...a.counters.keys(), ...b.counters.keys()])];
  return names.map((name) => ({ name, a: median(a.counters.get(name)), b: median(b.counters.get(name)) }));
}
