/** Frames that took much longer than those before them. */

const WINDOW = 31;
const FACTOR = 1.5;

/** The rule, in words, wherever hitches are shown. */
export const HITCH_RULE = `longer than ${FACTOR} × the median of the ${WINDOW} frames before`;

/**
 * Which of the times are hitches. A frame without a time is none, and is in no median; the first frames have no
 * median to be held against until eight have a time.
 */
export function findHitches(times: readonly (number | null)[]): boolean[] {
  const recent: number[] = [];
  const ascending: number[] = []; // the same, kept in order: sorting it for each of many frames is what takes long
  return times.map((time) => {
    if (time === null) return false;
    const median = ascending.length < 8 ? Infinity : ascending[(ascending.length - 1) >> 1]!;
    recent.push(time);
    ascending.splice(placeIn(ascending, time), 0, time);
    if (recent.length > WINDOW) ascending.splice(placeIn(ascending, recent.shift()!), 1);
    return time > FACTOR * median;
  });
}

/** Place of the first that is not below `value`. */
function placeIn(ascending: readonly number[], value: number): number {
  const place = ascending.findIndex((held) => held >= value);
  return place < 0 ? ascending.length : place;
}
