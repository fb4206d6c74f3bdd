/** Random numbers that the command line draws too: `profile/analysis/seeded_draws.py` says how. */

const STEP = 0x9e3779b9;
const WORD = 2 ** 32;

let held: { readonly key: string; readonly drawn: Uint32Array } | null = null;

/** Whole numbers from 0 to before `below`. The same arrays are asked for pass after pass: the last one is kept. */
export function seededDraws(seed: number, below: number, count: number): Uint32Array {
  const key = `${seed} ${below} ${count}`;
  if (held?.key === key) return held.drawn;
  const drawn = new Uint32Array(count);
  for (let index = 0, word = seed; index < count; index++) {
    word = (word + STEP) >>> 0;
    drawn[index] = Math.floor((mix(word) * below) / WORD);
  }
  held = { key, drawn };
  return drawn;
}

/** Every bit of a word decides on every bit of what comes back. */
function mix(given: number): number {
  let word = Math.imul(given ^ (given >>> 16), 0x85ebca6b);
  word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
  return (word ^ (word >>> 16)) >>> 0;
}
