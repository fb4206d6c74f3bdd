/** What can be taken out of the page. */

import { saveCsv, savePicture, saveTrace } from "../export/save";
import { dialog } from "../state/commands";
import { places, state } from "../state/store";
import { useSignal } from "../state/use_signal";
import { formatRange } from "../state/view_state";
import { Modal } from "./modal";

export function ExportDialog() {
  return useSignal(dialog) === "export" ? <Exports /> : null;
}

function Exports() {
    const range = useSignal(places);
  const { frames } = useSignal(state);
  const which = `${frames === null ? "all frames" : `frames ${formatRange(frames)}`}, n=${range.stop - range.first}`;
  const choose = (save: () => Promise<void>) => (): void => {
    dialog.value = null;
    void save();
  };
  return (
    <Modal label="Export">
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
    </Modal>
  );
}
