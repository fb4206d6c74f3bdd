/** The frames of the range that took much longer than those before them. */

import { useMemo } from "preact/hooks";
import { HITCH_RULE, findHitches } from "../analysis/hitches";
import { spellTicks } from "../analysis/ticks";
import { capture, change, places } from "../state/store";
import { useSignal } from "../state/use_signal";

const MOST_LISTED = 100;

export function Hitches() {
  const opened = useSignal(capture)!;
  const range = useSignal(places);
  const found = useMemo(() => {
    const hitches = findHitches(opened.entries.map((entry) => entry.extentTicks));
    return opened.entries.filter((_, place) => hitches[place] && place >= range.first && place < range.stop);
  }, [opened, range]);
  return (
    <>
      <h3>
        Hitches: {found.length} <span class="quiet">{HITCH_RULE}</span>
      </h3>
      <ul class="row">
        {found.slice(0, MOST_LISTED).map((entry) => (
          <li key={entry.number}>
            <button class="link" onClick={() => change({ frame: entry.number })}>
              frame {entry.number}
            </button>{" "}
            {spellTicks(entry.extentTicks, opened.nsPerTick)}
          </li>
        ))}
        {found.length > MOST_LISTED ? <li class="quiet">and {found.length - MOST_LISTED} more</li> : null}
      </ul>
    </>
  );
}
