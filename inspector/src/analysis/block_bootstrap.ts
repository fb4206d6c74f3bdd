/**
 * How far the median of a series wanders from sample to sample, where neighbouring frames are alike: the circular block
 * bootstrap of `profile/analysis/block_bootstrap.py`, operation by operation. A series holds -1 for a frame below the
 * median, 0 for one at it, 1 for one above.
 */

import { seededDraws } from "./seeded_draws";

const RESAMPLES = 1000;
const MOST_BLOCKS = 1000;
const QUIET_LAGS = 5;

/** By how many ranks the median is off from sample to sample: one standard error. */
export function rankError(signs: Int8Array, block: number, seed: number): number {
  const count = signs.length;
  const drawn = Math.min(Math.ceil(count / block), MOST_BLOCKS);
  const ofBlock = blockSums(signs, block);
  const starts = seededDraws(seed, count, RESAMPLES * drawn);
  let [sum, squares] = [0n, 0n];
  for (let resample = 0; resample < RESAMPLES; resample++) {
    let total = 0;
    for (let index = resample * drawn; index < (resample + 1) * drawn; index++) total += ofBlock[starts[index]!]!;
    sum += BigInt(total);
    squares += BigInt(total) ** 2n;
  }
  const spread =
    (Math.sqrt(Number(BigInt(RESAMPLES) * squares - sum ** 2n)) / (2 * RESAMPLES)) * Math.sqrt(count / (drawn * block));
  const short = 1 - block / count; // blocks cut off what lies further apart than they are long
  return Math.max(short > 0 ? spread / Math.sqrt(short) : Infinity, Math.sqrt(count) / 2);
}

/** The sum of the block that begins at each frame; behind the last frame comes the first again. */
function blockSums(signs: Int8Array, block: number): Int32Array {
  const count = signs.length;
  const sums = new Int32Array(count);
  let sum = 0;
  for (let index = 0; index < block; index++) sum += signs[index % count]!;
  for (let first = 0; first < count; first++) {
    sums[first] = sum;
    sum += signs[(first + block) % count]! - signs[first]!;
  }
  return sums;
}

/** For how many frames neighbours are drawn together. */
export function blockLength(signs: Int8Array): number {
  let least = 1;
  while (least ** 3 < signs.length) least++;
  return Math.max(Math.ceil(1.5 * bestLength(signs)), least);
}

/** The automatic choice of Politis and White (2004), corrected by Patton, Politis and White (2009). */
function bestLength(signs: Int8Array): number {
  const count = signs.length;
  const covariance = autocovariance(signs);
  const last = lastSignificantLag(covariance, count);
  if (last === 0 || covariance[0] === 0) return 1;
  const reach = Math.min(2 * last, covariance.length - 1);
  let [spectrum, slope] = [covariance[0]!, 0];
  for (let lag = 1; lag <= reach; lag++) {
    const weighted = Math.min(1, 2 * (1 - lag / reach)) * covariance[lag]!;
    spectrum += 2 * weighted;
    slope += lag * weighted;
  }
  if (spectrum <= 0) return 1;
  const length = (1.5 * ((2 * slope) / spectrum) ** 2 * count) ** (1 / 3);
  return Math.min(Math.max(1, Math.ceil(length)), Math.ceil(Math.min(3 * Math.sqrt(count), count / 3)));
}

/** Of each lag, times `4 n³`: a whole number, rounded once. */
function autocovariance(signs: Int8Array): number[] {
  const count = signs.length;
  const total = signs.reduce((sum, sign) => sum + sign, 0);
  const lags = Math.min(Math.ceil(Math.sqrt(count)) + QUIET_LAGS, count - 1);
  const [n, t] = [BigInt(count), BigInt(total)];
  let [head, tail] = [total, total];
  return Array.from({ length: lags + 1 }, (_, lag) => {
    let products = 0;
    for (let index = lag; index < count; index++) products += signs[index]! * signs[index - lag]!;
    const exact = n * n * BigInt(products) - n * t * BigInt(head + tail) + (n - BigInt(lag)) * t * t;
    head -= signs[count - 1 - lag]!;
    tail -= signs[lag]!;
    return Number(exact);
  });
}

/** The lag behind which the next few are all as small as chance makes them. */
function lastSignificantLag(covariance: readonly number[], count: number): number {
  const least = 2 * Math.sqrt(Math.log10(count) / count) * covariance[0]!;
  const significant = covariance.map((value) => Math.abs(value) >= least);
  let lag = 0;
  while (significant.slice(lag + 1, lag + 1 + QUIET_LAGS).some(Boolean)) lag++;
  return lag;
}
