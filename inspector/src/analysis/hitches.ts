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
  return times.map((time) => {
    if (time === null) return false;
    const ascending = recent.slice().sort((a, b) => a - b);
    const median = ascending.length < 8 ? Infinity : ascending[Math.floor((ascending.length - 1) / 2)]!;
    recent.push(time);
    if (recent.length > WINDOW) recent.shift();
    return time > FACTOR * median;
  });
}
