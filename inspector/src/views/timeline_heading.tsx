/** What is said of a frame in words, losses first. */

import type { Flame } from "../analysis/flame";
import { spellNs, spellTicks } from "../analysis/ticks";
import type { Frame } from "../sgpt/capture";
import { describeState } from "../sgpt/frame";
import { capture } from "../state/store";
import { useSignal } from "../state/use_signal";

export function TimelineHeading({ shown, flame }: { shown: Frame; flame: Flame }) {
  const opened = useSignal(capture)!;
  const untimed = new Map<number, number>();
  for (const code of shown.state) if (code !== 0) untimed.set(code, (untimed.get(code) ?? 0) + 1);
  return (
    <>
      <h2>
        Frame {shown.number} <span class="quiet">(the renderer's {String(shown.rendererIndex)})</span>
      </h2>
      <p>
        {shown.status === "complete" ? null : (
          <b class="bad">
            {shown.status}
            {shown.failedPath === null ? "" : ` in ${shown.failedPath}`}: {shown.reasonText ?? "no reason given"}.{" "}
          </b>
        )}
        {[...untimed].map(([code, count]) => (
          <b class="bad" key={code}>
            {count} of {shown.state.length} GPU passes without a time: {describeState(code)}.{" "}
          </b>
        ))}
        {shown.passes === null && shown.state.length > 0 ? (
          <b class="bad">The pass list of this frame was lost: its GPU passes have no names. </b>
        ) : null}
        GPU extent {flame.bars.length === 0 ? "unknown" : spellTicks(flame.end, opened.nsPerTick)} · CPU from begin to
        submit {spellNs(difference(shown.cpuBeginNs, shown.cpuSubmitNs))} · recorder{" "}
        {spellNs(shown.recorderCostNs === null ? null : Number(shown.recorderCostNs))}
      </p>
      <p class="quiet">
        Two clocks: the GPU track is put at the frame's submit, which is nominal. CPU times of passes are durations in
        execution order; when each began was not recorded.
        {opened.nsPerTick === null ? " The unit of the GPU's clock is unknown: its track counts ticks." : ""}
      </p>
    </>
  );
}

function difference(begin: bigint | null, end: bigint | null): number | null {
  return begin === null || end === null || end < begin ? null : Number(end - begin);
}
