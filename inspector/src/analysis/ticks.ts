/** From ticks to nanoseconds to words. */

/** Ticks in nanoseconds: the double-precision product, rounded half to even once; null where the unit is unknown. */
export function toNs(ticks: number, nsPerTick: number | null): number | null {
  return nsPerTick === null ? null : roundHalfEven(ticks * nsPerTick);
}

export function roundHalfEven(value: number): number {
  const down = Math.floor(value);
  const rest = value - down;
  if (rest !== 0.5) return Math.round(value);
  return down % 2 === 0 ? down : down + 1;
}

export const UNKNOWN = "unknown";

/** A duration in the unit that reads best, never with more digits than were measured. */
export function spellNs(ns: number | null): string {
  if (ns === null) return UNKNOWN;
  const size = Math.abs(ns);
  if (size < 1000) return `${ns} ns`;
  if (size < 1e6) return `${trim(ns / 1e3)} µs`;
  if (size < 1e9) return `${trim(ns / 1e6)} ms`;
  return `${trim(ns / 1e9)} s`;
}

/** A duration of the GPU's clock: in time where the unit is known, in ticks where it is not. */
export function spellTicks(ticks: number | null, nsPerTick: number | null): string {
  if (ticks === null) return UNKNOWN;
  return nsPerTick === null ? `${ticks} ticks` : spellNs(toNs(ticks, nsPerTick));
}

/** Bytes as memory is spoken of. */
export function spellBytes(bytes: number | null): string {
  if (bytes === null) return UNKNOWN;
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 ** 2) return `${trim(bytes / 1024)} KiB`;
  if (bytes < 1024 ** 3) return `${trim(bytes / 1024 ** 2)} MiB`;
  return `${trim(bytes / 1024 ** 3)} GiB`;
}

function trim(value: number): string {
  return value.toFixed(Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0);
}
