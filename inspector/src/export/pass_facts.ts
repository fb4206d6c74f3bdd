/** What every export says of a GPU pass besides its time. */

import { LOST_NAMES, UNATTRIBUTED } from "../analysis/pass_keys";
import type { Frame } from "../sgpt/capture";
import type { PassEntry } from "../sgpt/pass_list";

export const WORK_COLUMNS = [
  "dispatches",
  "indirect_dispatches",
  "workgroups_x",
  "workgroups_y",
  "workgroups_z",
  "invocations",
  "draws",
  "indirect_draws",
  "vertices",
  "indices",
  "instances",
] as const;

export type WorkFigures = Partial<Record<(typeof WORK_COLUMNS)[number], number | bigint>> & { readonly partial?: boolean };

/** What a person would call it: the path of its graph pass, and where it has none, its label. */
export function passName(entry: PassEntry | null): string {
  if (entry === null) return LOST_NAMES;
  return [entry.path, entry.label, UNATTRIBUTED].find((name) => name !== "")!;
}

/** The entry of each span; null for all of them where the pass list was lost. */
export function entriesOf(frame: Frame): readonly (PassEntry | null)[] {
  return frame.passes?.entries ?? Array.from(frame.state, () => null);
}

/** What each GPU pass encoded; nothing where that was not recorded, or does not apply. */
export function workOf(frame: Frame): WorkFigures[] {
  const { work } = frame;
  const rows = { compute: 0, render: 0 };
  return entriesOf(frame).map((entry): WorkFigures => {
    if (work === null || (entry?.kind !== "compute" && entry?.kind !== "render")) return {};
    const row = rows[entry.kind]++;
    if (entry.kind === "compute") {
      return {
        dispatches: work.dispatches[row]!,
        indirect_dispatches: work.indirectDispatches[row]!,
        workgroups_x: work.workgroups[0][row]!,
        workgroups_y: work.workgroups[1][row]!,
        workgroups_z: work.workgroups[2][row]!,
        invocations: work.invocations[row]!,
        partial: work.computePartial[row] !== 0,
      };
    }
    return {
      draws: work.draws[row]!,
      indirect_draws: work.indirectDraws[row]!,
      vertices: work.vertices[row]!,
      indices: work.indices[row]!,
      instances: work.instances[row]!,
      partial: work.renderPartial[row] !== 0,
    };
  });
}

/** Raw begin and end of a span, null where it has none. */
export function ticksOf(frame: Frame, span: number): readonly [bigint, bigint] | null {
  const raw = frame.rawTicks.get(span);
  if (raw !== undefined) return raw[0] === 0n && raw[1] === 0n ? null : raw;
  if (Number.isNaN(frame.begin[span])) return null;
  const begin = frame.epoch + BigInt(frame.begin[span]!);
  return [begin, begin + BigInt(frame.duration[span]!)];
}
