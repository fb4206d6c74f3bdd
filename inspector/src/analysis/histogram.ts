/** How often a pass took how long, in bins that grow by a constant factor. */

export interface Histogram {
  /** Bounds of the bins, one more than there are bins. */
  readonly bounds: readonly number[];
  /** Counts for each series that was given. */
  readonly counts: readonly (readonly number[])[];
  /** Measured zeros of each series, which have no place on such an axis. */
  readonly zeros: readonly number[];
}

/** Of one or two series over the range of all of them; null where nothing is above 0. */
export function histogramOf(series: readonly Float64Array[], bins: number): Histogram | null {
  let [low, high] = [Infinity, 0];
  for (const values of series) {
    for (const value of values) {
      if (value > 0 && value < low) low = value;
      if (value > high) high = value;
    }
  }
  if (high === 0) return null;
  const factor = (high / low) ** (1 / bins);
  const place = (value: number): number =>
    factor === 1 ? 0 : Math.min(bins - 1, Math.max(0, Math.floor(Math.log(value / low) / Math.log(factor) + 1e-9)));
  const counts = series.map((values) => {
    const own = new Array<number>(bins).fill(0);
    for (const value of values) if (value > 0) own[place(value)]!++;
    return own;
  });
  return {
    bounds: Array.from({ length: bins + 1 }, (_, index) => (index === bins ? high : low * factor ** index)),
    counts,
    zeros: series.map((values) => values.reduce((count, value) => count + (value === 0 ? 1 : 0), 0)),
  };
}
