/** Which frames of which file are A and B, and how to choose others. */

import { sides, swapSides, takeFrame, takeHalves, takeRange, warmUp } from "../state/sides";
import { capture, change, place, secondCapture, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import type { SideFrames } from "../analysis/comparison";
import { openFiles } from "../ways_in";

export function CompareSides() {
  const chosen = useSignal(sides);
  const second = useSignal(secondCapture);
  const shown = useSignal(place);
  const opened = useSignal(capture)!;
  const warm = useSignal(warmUp);
  const number = shown === null ? null : opened.entries[shown]!.number;
  return (
    <>
      <dl>
        <Side name="A" side={chosen?.a ?? null} explicit="a" />
        <Side name="B" side={chosen?.b ?? null} explicit="b" />
      </dl>
      <p class="tools">
        <label class="button">
          Open a second capture as B…
          <input
            class="visually-hidden"
            type="file"
            accept=".sgpt"
            onChange={(event) => void openFiles([...(event.currentTarget.files ?? [])], true)}
          />
        </label>
        {second === null ? null : <button onClick={() => (secondCapture.value = null)}>Close {second.name}</button>}
        <button onClick={() => takeRange("a")}>Frames of the strip as A</button>
        {second === null ? <button onClick={() => takeRange("b")}>… as B</button> : null}
        {number === null ? null : <button onClick={() => takeFrame("a")}>Frame {number} as A</button>}
        {number === null || second !== null ? null : <button onClick={() => takeFrame("b")}>… as B</button>}
        {second === null ? <button onClick={takeHalves}>First half, second half</button> : null}
        {chosen === null ? null : <button onClick={swapSides}>Swap A and B</button>}
        <label title="Of each capture that is compared as a whole; a range is taken as it is">
          leave out the first{" "}
          <input
            class="number"
            type="number"
            min={0}
            max={1e6}
            value={warm}
            onChange={(event) => (warmUp.value = Math.max(0, Math.floor(event.currentTarget.valueAsNumber) || 0))}
          />{" "}
          frames of a whole capture
        </label>
      </p>
    </>
  );
}

function Side({ name, side, explicit }: { name: string; side: SideFrames | null; explicit: "a" | "b" }) {
  const { [explicit]: range } = useSignal(state);
  return (
    <>
      <dt>{name}</dt>
      <dd>
        {side === null ? (
          <span class="quiet">not chosen</span>
        ) : (
          <>
            {side.capture.name}, {spellFrames(side)}{" "}
            {range === null ? null : (
              <button class="link" onClick={() => change({ [explicit]: null })}>
                all of it
              </button>
            )}
          </>
        )}
      </dd>
    </>
  );
}

function spellFrames({ capture: of, first, stop }: SideFrames): string {
  if (stop <= first) return "no frame";
  return `frames ${of.entries[first]!.number} to ${of.entries[stop - 1]!.number} (${stop - first})`;
}
