/** What became faster or slower between two ranges of frames, of one file or of two. */

import { useEffect, useState } from "preact/hooks";
import { compareSides, type Comparison } from "../analysis/comparison";
import { sides } from "../state/sides";
import { useSignal } from "../state/use_signal";
import { CompareSides } from "./compare_sides";
import { CompareTable } from "./compare_table";
import { CompareWhole } from "./compare_whole";

export function CompareView() {
  const chosen = useSignal(sides);
  const [found, setFound] = useState<Comparison | string | null>(null);
  useEffect(() => {
    setFound(null);
    if (chosen === null) return;
    const stopped = new AbortController();
    void compareSides(chosen.a, chosen.b, stopped.signal).then((done) => {
      if (!stopped.signal.aborted) setFound(done);
    });
    return () => stopped.abort();
  }, [chosen]);
  return (
    <section class="panel" aria-label="Compare">
      <CompareSides />
      {chosen === null ? (
        <p class="quiet">
          Choose what to compare: brush frames in the strip and press M for A, Shift M for B; or open a second capture, which
          becomes B. Passes are joined by their scope path, and the verdicts are those of <code>framescope compare</code>.
        </p>
      ) : found === null ? (
        <p class="quiet">Comparing…</p>
      ) : typeof found === "string" ? (
        <p class="bad">{found}</p>
      ) : (
        <>
          <CompareTable comparison={found} />
          <CompareWhole comparison={found} />
        </>
      )}
    </section>
  );
}
