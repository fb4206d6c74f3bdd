/** Percentiles by nearest rank, without interpolation: the same integers as the command line's. */

export interface Distribution {
  readonly n: number;
  readonly minimum: number;
  readonly median: number;
  readonly p95: number;
  readonly maximum: number;
  readonly total: number;
}

/** The distribution of whole numbers, null where there are none. */
export function distribution(values: Float64Array): Distribution | null {
  if (values.length === 0) return null;
  const ascending = values.slice().sort();
  return {
    n: ascending.length,
    minimum: ascending[0]!,
    median: nearestRank(ascending, 50),
    p95: nearestRank(ascending, 95),
    maximum: ascending.at(-1)!,
    total: ascending.reduce((sum, value) => sum + value, 0),
  };
}

/** The smallest value that at least `percent` % of the values do not exceed; `ascending` is not empty. */
export function nearestRank(ascending: Float64Array, percent: number): number {
  return ascending[Math.floor((percent * ascending.length + 99) / 100) - 1]!;
}
