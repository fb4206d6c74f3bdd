/** What the transients of a frame take, pass by pass: declared bytes, and whether all of them are known. */

import type { GraphModel } from "../sgpt/graph_types";

export interface Footprint {
  /** Declared bytes of the allocations in use in each executed pass. */
  readonly byOrder: readonly number[];
  readonly peak: number;
  readonly peakOrder: number | null;
  /** Allocations of unknown size, which are in no figure. */
  readonly unsized: number;
}

/** An allocation is in use from its first tenant's first use to its last tenant's last use. */
export function footprintOf(model: GraphModel): Footprint {
  const orders = model.passes.filter((node) => node.order !== null).length;
  const byOrder = new Array<number>(orders).fill(0);
  let unsized = 0;
  for (const allocation of model.allocations) {
    const uses = allocation.resources.flatMap((index) => {
      const resource = model.resources[index];
      return resource?.first_use == null || resource.last_use == null ? [] : [resource.first_use, resource.last_use];
    });
    if (allocation.declared_bytes === null) unsized++;
    if (uses.length === 0 || allocation.declared_bytes === null) continue;
    for (let order = Math.min(...uses); order <= Math.max(...uses); order++) byOrder[order]! += allocation.declared_bytes;
  }
  const peak = byOrder.reduce((most, bytes) => Math.max(most, bytes), 0);
  return { byOrder, peak, peakOrder: orders === 0 ? null : byOrder.indexOf(peak), unsized };
}
