/** `FRAM`: one frame, in columns. */

import { statusOf, type FrameStatus } from "./directory";
import { Malformed } from "./errors";
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

const COUNTS_AT = 80;
const BYTES_EACH = [10, 20, 41, 33, 4, 13]; // of all columns of spans, exceptions, compute, render, cpu passes, counters

/**
 * That a frame's columns are all there, without reading them.
 *
 * @throws Malformed where they are not, or an exception names no span.
 */
export function checkFrame(bytes: Uint8Array<ArrayBuffer>): void {
  const fields = new Payload("a frame", bytes);
  fields.seek(6);
  const headSize = fields.u16();
  if (headSize < 104 || headSize % 8 !== 0) throw new Malformed(`a frame whose columns begin at byte ${headSize}`);
  fields.seek(COUNTS_AT);
  const counts = BYTES_EACH.map(() => fields.u32());
  const needed = counts.reduce((sum, count, column) => sum + count * BYTES_EACH[column]!, 0);
  if (headSize + needed > bytes.byteLength) {
    throw new Malformed(`columns of ${needed} bytes announced, ${bytes.byteLength - headSize} there`);
  }
  if (counts[1]! > 0) decodeFrame(bytes);
}

/** One `FRAM` payload. */
export function decodeFrame(bytes: Uint8Array<ArrayBuffer>): DecodedFrame {
  const fields = new Payload("a frame", bytes);
  const number = fields.u32();
  const status = statusOf(fields.u8());
  const flags = fields.u8();
  const headSize = fields.u16();
  const rendererIndex = fields.u64();
  const stamps = Array.from({ length: 5 }, () => fields.knownU64());
  const epoch = fields.u64();
  const passList = fields.u32();
  const [topology, reason, failedPass] = [fields.nameNumber(), fields.nameNumber(), fields.nameNumber()];
  const [spans, exceptions, compute, render] = [fields.u32(), fields.u32(), fields.u32(), fields.u32()];
  const [cpuPasses, counters] = [fields.u32(), fields.u32()];
  if (headSize < 104 || headSize % 8 !== 0) throw new Malformed(`a frame whose columns begin at byte ${headSize}`);
  fields.seek(headSize);

  const exceptionBegin = fields.u64s(exceptions);
  const exceptionEnd = fields.u64s(exceptions);
  const workgroups = [fields.u64s(compute), fields.u64s(compute), fields.u64s(compute)] as const;
  const invocations = fields.u64s(compute);
  const [vertices, indices, instances] = [fields.u64s(render), fields.u64s(render), fields.u64s(render)];
  const counterBits = fields.u64s(counters);
  const [begin, duration] = [fields.u32s(spans), fields.u32s(spans)];
  const exceptionSpan = fields.u32s(exceptions);
  const [dispatches, indirectDispatches] = [fields.u32s(compute), fields.u32s(compute)];
  const [draws, indirectDraws] = [fields.u32s(render), fields.u32s(render)];
  const cpuPassNs = fields.u32s(cpuPasses);
  const counterNames = fields.u32s(counters);
  const [state, querySet] = [fields.u8s(spans), fields.u8s(spans)];
  const [computePartial, renderPartial] = [fields.u8s(compute), fields.u8s(render)];
  const counterKinds = fields.u8s(counters);

  const times = spanTimes(epoch, begin, duration, state, exceptionSpan, exceptionBegin, exceptionEnd);
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
    querySet,
    work:
      flags & HAS_WORK
        ? {
            dispatches,
            indirectDispatches,
            workgroups,
            invocations,
            computePartial,
            draws,
            indirectDraws,
            vertices,
            indices,
            instances,
            renderPartial,
          }
        : null,
    cpuPassNs: flags & HAS_CPU_PASSES ? cpuPassNs : null,
    counterNames,
    counterValues: Array.from(counterBits, (bits, index) => counterValue(bits, counterKinds[index]!)),
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
