/** `FRAM`: one frame, in columns. */

import { statusOf, type FrameStatus } from "./directory";
import { Malformed } from "./errors";
import { FrameColumns } from "./frame_columns";
import { Payload } from "./payload";

/** Why a span has no time; the first one is that it has. A number beyond the list is a newer writer's reason. */
export const SPAN_STATES = [
  "timed",
  "no timestamps on this device",
  "timer array full",
  "no timer array free",
  "invalid ticks",
  "readback failed",
  "no work encoded",
  "readback came too late",
  "timestamp writes of its owner's",
  "not submitted",
] as const;
/** The same as exports and `framescope frames` name them. */
const STATE_NAMES = [
  "timed",
  "no_feature",
  "array_full",
  "no_array_free",
  "invalid_ticks",
  "readback_failed",
  "no_work",
  "not_absorbed",
  "own_writes",
  "not_submitted",
] as const;
export const TIMED = 0;
const INVALID_TICKS = 4;
const EXCEPTION = 0xffffffff;
const HAS_WORK = 1;
const HAS_CPU_PASSES = 2;

export interface Work {
  /** One element for each compute entry of the pass list. */
  readonly dispatches: Uint32Array;
  readonly indirectDispatches: Uint32Array;
  readonly workgroups: readonly [BigUint64Array, BigUint64Array, BigUint64Array];
  readonly invocations: BigUint64Array;
  readonly computePartial: Uint8Array;
  /** One element for each render entry. */
  readonly draws: Uint32Array;
  readonly indirectDraws: Uint32Array;
  readonly vertices: BigUint64Array;
  readonly indices: BigUint64Array;
  readonly instances: BigUint64Array;
  readonly renderPartial: Uint8Array;
}

export interface Counter {
  readonly name: string;
  readonly value: number | bigint;
}

/** A frame whose pass list, topology and names are still numbers. */
export interface DecodedFrame {
  readonly number: number;
  readonly status: FrameStatus;
  readonly rendererIndex: bigint;
  readonly cpuBeginNs: bigint | null;
  readonly cpuEncodeEndNs: bigint | null;
  readonly cpuSubmitNs: bigint | null;
  readonly cpuAbsorbedNs: bigint | null;
  readonly recorderCostNs: bigint | null;
  readonly epoch: bigint;
  readonly passList: number;
  readonly topology: number | null;
  readonly reason: number | null;
  readonly failedPass: number | null;
  /** Ticks after the epoch, as doubles: exact up to 2^53. NaN where the span has none. */
  readonly begin: Float64Array;
  readonly duration: Float64Array;
  readonly state: Uint8Array;
  /** Raw begin and end of the spans whose ticks are kept apart, those among them that are no time. */
  readonly rawTicks: ReadonlyMap<number, readonly [bigint, bigint]>;
  readonly querySet: Uint8Array;
  readonly work: Work | null;
  readonly cpuPassNs: Uint32Array | null;
  readonly counterNames: Uint32Array;
  readonly counterValues: readonly (number | bigint | null)[];
}

export function frameNumber(bytes: Uint8Array<ArrayBuffer>): number {
  return new Payload("a frame", bytes).u32();
}

/**
 * That a frame's columns are all there, without reading them.
 *
 * @throws Malformed where they are not, or an exception names no span.
 */
export function checkFrame(bytes: Uint8Array<ArrayBuffer>): void {
  if (new FrameColumns(bytes).count("exceptionSpan") > 0) decodeFrame(bytes);
}

/** One `FRAM` payload. */
export function decodeFrame(bytes: Uint8Array<ArrayBuffer>): DecodedFrame {
  const fields = new Payload("a frame", bytes);
  const number = fields.u32();
  const status = statusOf(fields.u8());
  const flags = fields.u8();
  fields.u16(); // where the columns begin
  const rendererIndex = fields.u64();
  const stamps = Array.from({ length: 5 }, () => fields.knownU64());
  const epoch = fields.u64();
  const passList = fields.u32();
  const [topology, reason, failedPass] = [fields.nameNumber(), fields.nameNumber(), fields.nameNumber()];

  const columns = new FrameColumns(bytes);
  const [begin, duration] = [columns.u32s("begin"), columns.u32s("duration")];
  const exceptionSpan = columns.u32s("exceptionSpan");
  const [exceptionBegin, exceptionEnd] = [columns.u64s("exceptionBegin"), columns.u64s("exceptionEnd")];
  const counterKinds = columns.u8s("counterKind");

  const times = spanTimes(epoch, begin, duration, columns.u8s("state"), exceptionSpan, exceptionBegin, exceptionEnd);
  return {
    number,
    status,
    rendererIndex,
    cpuBeginNs: stamps[0]!,
    cpuEncodeEndNs: stamps[1]!,
    cpuSubmitNs: stamps[2]!,
    cpuAbsorbedNs: stamps[3]!,
    recorderCostNs: stamps[4]!,
    epoch,
    passList,
    topology,
    reason,
    failedPass,
    ...times,
    rawTicks: new Map(Array.from(exceptionSpan, (span, index) => [span, [exceptionBegin[index]!, exceptionEnd[index]!]])),
    querySet: columns.u8s("querySet"),
    work: flags & HAS_WORK ? workOf(columns) : null,
    cpuPassNs: flags & HAS_CPU_PASSES ? columns.u32s("cpuPassNs") : null,
    counterNames: columns.u32s("counterName"),
    counterValues: Array.from(columns.u64s("counterValue"), (bits, index) => counterValue(bits, counterKinds[index]!)),
  };
}

function workOf(columns: FrameColumns): Work {
  return {
    dispatches: columns.u32s("dispatches"),
    indirectDispatches: columns.u32s("indirectDispatches"),
    workgroups: [columns.u64s("workgroupsX"), columns.u64s("workgroupsY"), columns.u64s("workgroupsZ")],
    invocations: columns.u64s("invocations"),
    computePartial: columns.u8s("computePartial"),
    draws: columns.u32s("draws"),
    indirectDraws: columns.u32s("indirectDraws"),
    vertices: columns.u64s("vertices"),
    indices: columns.u64s("indices"),
    instances: columns.u64s("instances"),
    renderPartial: columns.u8s("renderPartial"),
  };
}

function spanTimes(
  epoch: bigint,
  begin: Uint32Array,
  duration: Uint32Array,
  given: Uint8Array,
  exceptionSpan: Uint32Array,
  exceptionBegin: BigUint64Array,
  exceptionEnd: BigUint64Array,
): { begin: Float64Array; duration: Float64Array; state: Uint8Array } {
  const state = given.slice();
  const begins = Float64Array.from(begin, (ticks) => (ticks === EXCEPTION ? NaN : ticks));
  const durations = Float64Array.from(duration, (ticks) => (ticks === EXCEPTION ? NaN : ticks));
  for (let index = 0; index < state.length; index++) {
    if (state[index] !== TIMED) begins[index] = durations[index] = NaN;
  }
  exceptionSpan.forEach((span, index) => {
    if (span >= state.length) throw new Malformed(`raw ticks of span ${span} of ${state.length}`);
    const [first, last] = [exceptionBegin[index]!, exceptionEnd[index]!];
    if (state[span] === TIMED && (first === 0n || last === 0n || last < first)) state[span] = INVALID_TICKS;
    if (state[span] !== TIMED) return;
    begins[span] = Number(first - epoch);
    durations[span] = Number(last - first);
  });
  for (let index = 0; index < state.length; index++) {
    if (state[index] !== TIMED) continue;
    if (Number.isNaN(begins[index]) || (epoch === 0n && begins[index] === 0)) {
      state[index] = INVALID_TICKS; // a tick of 0 is none
      begins[index] = durations[index] = NaN;
    }
  }
  return { begin: begins, duration: durations, state };
}

function counterValue(bits: bigint, kind: number): number | bigint | null {
  if (kind === 1) return new Float64Array(BigUint64Array.of(bits).buffer)[0]!;
  if (kind === 0) return BigInt.asIntN(64, bits);
  return kind === 2 ? bits : null; // a newer writer's kind: the counter is skipped
}

/** A state as one word, for other programs. */
export function stateName(state: number): string {
  return STATE_NAMES[state] ?? `unknown ${state}`;
}

/** What a state says; a reason this page does not know is named by its number. */
export function describeState(state: number): string {
  return SPAN_STATES[state] ?? `a newer reason (${state})`;
}
