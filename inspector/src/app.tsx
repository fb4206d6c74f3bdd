/** The page: what is always there around a view. */

import { useState } from "preact/hooks";
import { commands, dialog, spellKey, viewTitle } from "./state/commands";
import { FOLLOW_TEXT, following } from "./state/follow";
import { selectMatch } from "./state/search";
import { announcement, capture, change, details, problem, show, state } from "./state/store";
import { useSignal } from "./state/use_signal";
import { VIEWS } from "./state/view_state";
import { ExportDialog } from "./views/export_dialog";
import { Modal } from "./views/modal";
import { PassDetail } from "./views/pass_detail";
import { ResourceDetail } from "./views/resource_detail";
import { Strip } from "./views/strip";
import { viewOf } from "./views/registry";
import { isReport, openFiles, saveEmbedded } from "./ways_in";

export function App() {
  const opened = useSignal(capture);
  const { view } = useSignal(state);
  const beside = useSignal(details);
  const [dropping, setDropping] = useState(false);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setDropping(false);
    void openFiles([...(event.dataTransfer?.files ?? [])], event.shiftKey);
  };
  const View = viewOf(view);
  return (
    <div
      class={dropping ? "dropping" : ""}
      onDragOver={(event) => (event.preventDefault(), setDropping(true))}
      onDragLeave={() => setDropping(false)}
      onDrop={drop}
    >
      <Header />
      <Problem />
      {opened === null ? <Empty /> : null}
      {opened === null ? null : <Strip />}
      {opened === null ? null : <Tabs />}
      {opened === null ? null : (
        <main>
          <div class={beside ? "split" : "split alone"}>
            <div id="view" role="tabpanel" aria-labelledby={`tab-${view}`}>
              <h2 class="visually-hidden">{viewTitle(view)}</h2>
              <View />
            </div>
            <aside aria-label="Selection" hidden={!beside}>
              <PassDetail />
              <ResourceDetail />
            </aside>
          </div>
        </main>
      )}
      <Help />
      <ExportDialog />
      <LiveRegion />
    </div>
  );
}

function Tabs() {
  const { view } = useSignal(state);
  const beside = useSignal(details);
  return (
    <nav aria-label="Views">
      <div role="tablist">
        {VIEWS.map((name) => (
          <button
            key={name}
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === view}
            aria-controls="view"
            onClick={() => show(name)}
          >
            {viewTitle(name)}
          </button>
        ))}
      </div>
      <button aria-pressed={beside} title="I" onClick={() => (details.value = !beside)}>
        Details
      </button>
    </nav>
  );
}

function Header() {
  const opened = useSignal(capture);
  const { search } = useSignal(state);
  return (
    <header>
      <h1>{opened === null ? "framescope inspector" : opened.name}</h1>
      {opened === null ? null : <Context />}
      <div class="right">
        <label>
          <span class="visually-hidden">Search passes and resources</span>
          <input
            id="search"
            type="search"
            placeholder="search (/)"
            value={search}
            onInput={(event) => change({ search: event.currentTarget.value }, false)}
            onKeyDown={(event) => event.key === "Enter" && selectMatch(event.shiftKey ? -1 : 1)}
          />
        </label>
        <button id="open" onClick={() => document.getElementById("file")?.click()}>
          Open…
        </button>
        <input
          id="file"
          type="file"
          multiple
          hidden
          accept=".sgpt"
          onChange={(event) => void openFiles([...(event.currentTarget.files ?? [])])}
        />
        {isReport() ? <button onClick={() => void saveEmbedded()}>Save embedded capture</button> : null}
        {opened === null ? null : <button onClick={() => (dialog.value = "export")}>Export…</button>}
        <ThemeButton />
        <button onClick={() => (dialog.value = "help")}>Keys (?)</button>
      </div>
    </header>
  );
}

/** One line that says what this is a capture of, and what is wrong with it. */
function Context() {
  const opened = useSignal(capture)!;
  const adapter = opened.meta["adapter"];
  const device = typeof adapter === "object" && adapter !== null ? (adapter as Record<string, unknown>)["device"] : null;
  const said = [
    typeof device === "string" ? device : "adapter unknown",
    `level ${opened.level ?? "unknown"}`,
    `${opened.entries.length} frames`,
  ];
  const untimed = opened.entries.reduce((count, entry) => count + entry.untimed, 0);
  return (
    <span class="context">
      {said.join(" · ")}
      <Ending />
      {untimed > 0 ? <span class="bad"> · {untimed} GPU passes without a time</span> : null}
      {opened.lost.length > 0 ? <span class="bad"> · {opened.lost.length} losses, see Capture</span> : null}
    </span>
  );
}

/** How the file ends, or how following it goes. */
function Ending() {
  const opened = useSignal(capture)!;
  const followed = useSignal(following);
  if (followed !== null) {
    return <span class={followed === "growing" || followed === "ended" ? "" : "bad"}> · {FOLLOW_TEXT[followed]}</span>;
  }
  if (opened.state === "closed") return null;
  return <span class="bad"> · the recording was {opened.state === "cut off" ? "cut off" : "not closed"}</span>;
}

function ThemeButton() {
  const toggle = (): void => {
    const dark = matchMedia("(prefers-color-scheme: dark)").matches;
    const now = document.documentElement.dataset["theme"] ?? (dark ? "dark" : "light");
    document.documentElement.dataset["theme"] = now === "dark" ? "light" : "dark";
  };
  return <button onClick={toggle}>Light or dark</button>;
}

function Problem() {
  const text = useSignal(problem);
  if (text === null) return null;
  return (
    <p class="problem" role="alert">
      {text} <button onClick={() => (problem.value = null)}>Dismiss</button>
    </p>
  );
}

function Empty() {
  return (
    <main class="empty">
      <h2>Drop a .sgpt capture here</h2>
      <p class="quiet">
        or choose one with <kbd>O</kbd>. It stays on this machine: the page asks nothing from any network.
      </p>
    </main>
  );
}

function Help() {
  return useSignal(dialog) === "help" ? <Keys /> : null;
}

function Keys() {
  return (
    <Modal label="Keys">
      <table>
        <tbody>
          {commands.map((command) => (
            <tr key={command.id}>
              <td>{command.title}</td>
              <td>
                {command.keys.map((key) => (
                  <kbd key={key}>{spellKey(key)}</kbd>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Modal>
  );
}

function LiveRegion() {
  const text = useSignal(announcement);
  return (
    <output class="visually-hidden" aria-live="polite">
      {text}
    </output>
  );
}
