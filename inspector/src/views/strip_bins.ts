/** Frames gathered to as many columns as there is room for; a column shows the longest of its frames. */

export interface Bin {
  readonly gpu: number | null;
  readonly cpu: number | null;
  readonly hitch: boolean;
}

export function binFrames(
  gpu: readonly (number | null)[],
  cpu: readonly (number | null)[],
  hitches: readonly boolean[],
  columns: number,
): Bin[] {
  return Array.from({ length: Math.min(columns, gpu.length) }, (_, column) => {
    const from = Math.floor((column * gpu.length) / columns);
    const to = Math.max(from + 1, Math.floor(((column + 1) * gpu.length) / columns));
    return {
      gpu: longest(gpu, from, to),
      cpu: longest(cpu, from, to),
      hitch: hitches.slice(from, to).some(Boolean),
    };
  });
}

function longest(values: readonly (number | null)[], from: number, to: number): number | null {
  let found: number | null = null;
  for (let index = from; index < to; index++) {
    const value = values[index] ?? null;
    if (value !== null && (found === null || value > found)) found = value;
  }
  return found;
}

/** What the full height stands for: a little more than `highTime`, and the target where it is not far above that. */
export function stripScale(highNs: number, targetNs: number): number {
  return highNs === 0 ? targetNs * 1.2 : Math.max(highNs * 1.25, Math.min(targetNs * 1.2, highNs * 5));
}

/** The longest time that is no outlier: 98 of 100 are no longer. 0 where none is known. */
export function highTime(gpu: readonly (number | null)[], cpu: readonly (number | null)[]): number {
  const known = Float64Array.from([...gpu, ...cpu].filter((value) => value !== null)).sort();
  return known[Math.floor((known.length - 1) * 0.98)] ?? 0;
}
