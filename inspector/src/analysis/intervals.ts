/** Extent and union of a frame's spans. Spans without a time are NaN and in no figure. */

/** Latest end minus earliest begin, null where nothing is timed. */
export function extentTicks(begin: Float64Array, duration: Float64Array): number | null {
  let first = Infinity;
  let last = -Infinity;
  for (let index = 0; index < begin.length; index++) {
    if (Number.isNaN(begin[index])) continue;
    first = Math.min(first, begin[index]!);
    last = Math.max(last, begin[index]! + duration[index]!);
  }
  return last === -Infinity ? null : last - first;
}

/** Ticks covered by at least one span, null where nothing is timed. */
export function unionTicks(begin: Float64Array, duration: Float64Array, columns?: ArrayLike<number>): number | null {
  const timed: number[] = [];
  const count = columns === undefined ? begin.length : columns.length;
  for (let place = 0; place < count; place++) {
    const column = columns === undefined ? place : columns[place]!;
    if (!Number.isNaN(begin[column])) timed.push(column);
  }
  if (timed.length === 0) return null;
  if (timed.length === 1) return duration[timed[0]!]!;
  timed.sort((a, b) => begin[a]! - begin[b]!);
  let covered = 0;
  let reached = -Infinity;
  for (const column of timed) {
    const end = begin[column]! + duration[column]!;
    if (end > reached) covered += end - Math.max(begin[column]!, reached);
    reached = Math.max(reached, end);
  }
  return covered;
}
