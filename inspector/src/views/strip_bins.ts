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

/** What the full height stands for: the longest time that is no outlier, and the target where it is not far above that. */
export function stripScale(
  gpu: readonly (number | null)[],
  cpu: readonly (number | null)[],
  targetNs: number,
): number {
  const known = [...gpu, ...cpu].filter((value): value is number => value !== null).sort((a, b) => a - b);
  const high = known[Math.floor((known.length - 1) * 0.98)] ?? 0;
  return high === 0 ? targetNs * 1.2 : Math.max(high * 1.25, Math.min(targetNs * 1.2, high * 5));
}
