/** How long each graph pass of a frame took. */

import type { Frame } from "../sgpt/capture";
import { unionTicks } from "./intervals";
import { groupPasses } from "./pass_keys";

/** By scope path; null where the pass has GPU passes and none has a time. A pass without any is not in it. */
export function passTicks(frame: Frame): Map<string, number | null> {
  const groups = groupPasses(frame.passes, frame.state.length).filter((group) => group.attributed);
  return new Map(groups.map((group) => [group.path, unionTicks(frame.begin, frame.duration, group.columns)]));
}
