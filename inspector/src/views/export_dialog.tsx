/** What can be taken out of the page. */

import { saveCsv, savePicture, saveTrace } from "../export/save";
import { dialog } from "../state/commands";
import { places, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { formatRange } from "../state/view_state";

export function ExportDialog() {
  const open = useSignal(dialog) === "export";
  const range = useSignal(places);
  const { frames } = useSignal(state);
  if (!open) return null;
  const which = `${frames === null ? "all frames" : `frames ${formatRange(frames)}`}, n=${range.stop - range.first}`;
  const choose = (save: () => Promise<void>) => (): void => {
    dialog.value = null;
    void save();
  };
  return (
    <dialog open aria-label="Export" ref={(element) => element?.querySelector("button")?.focus()}>
      <h2>Export</h2>
      <p>
        <button onClick={choose(saveTrace)}>Chrome trace</button> {which}; opens in Perfetto and chrome://tracing
      </p>
      <p>
        <button onClick={choose(saveCsv)}>CSV</button> {which}; one row a GPU pass
      </p>
      <p>
        <button onClick={choose(savePicture)}>Picture</button> what this view draws, as PNG
      </p>
      <p class="quiet">
        The same as <code>framescope export</code> writes, which has more formats.
      </p>
      <button onClick={() => (dialog.value = null)}>Close</button>
    </dialog>
  );
}
