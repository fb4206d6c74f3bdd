/** What a frame is held against: how long it may take. */

/** Ns a frame lasts at 120, 90, 60 and 30 Hz, and round steps above, for what is far from any display's rate. */
export const TARGETS_NS = [8_333_333, 11_111_111, 16_666_667, 33_333_333, 66_666_667, 1e8, 2e8, 5e8, 1e9] as const;

const USUAL = TARGETS_NS[2];

/** The least of the targets that half of the frames meet, and never less than 60 Hz asks; the largest where none is met. */
export function usualTarget(times: readonly (number | null)[]): number {
  const known = Float64Array.from(times.filter((time) => time !== null)).sort();
  if (known.length === 0) return USUAL;
  const median = known[(known.length - 1) >> 1]!;
  return TARGETS_NS.find((target) => target >= USUAL && target >= median) ?? TARGETS_NS.at(-1)!;
}

/** How often a second, as a display's rate. */
export function spellRate(targetNs: number): string {
  return `${Math.round(1e9 / targetNs)} Hz`;
}
