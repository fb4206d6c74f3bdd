/** The page: what is always there around a view. */

import { useState } from "preact/hooks";
import { commands, dialog, spellKey, viewTitle } from "./state/commands";
import { announcement, capture, change, problem, show, state } from "./state/store";
import { useSignal } from "./state/use_signal";
import { VIEWS } from "./state/view_state";
import { PassDetail } from "./views/pass_detail";
import { Strip } from "./views/strip";
import { viewOf } from "./views/registry";
import { openFiles } from "./ways_in";

export function App() {
  const opened = useSignal(capture);
  const { view } = useSignal(state);
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
      {opened === null ? null : (
        <nav role="tablist" aria-label="Views">
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
        </nav>
      )}
      {opened === null ? null : (
        <main>
          <div class="split">
            <div id="view" role="tabpanel" aria-labelledby={`tab-${view}`}>
              <View />
            </div>
            <aside aria-label="Selection">
              <PassDetail />
            </aside>
          </div>
        </main>
      )}
      <Help />
      <LiveRegion />
    </div>
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
      {opened.state === "closed" ? "" : ` · the recording was ${opened.state === "cut off" ? "cut off" : "not closed"}`}
      {untimed > 0 ? <span class="bad"> · {untimed} GPU passes without a time</span> : null}
      {opened.lost.length > 0 ? <span class="bad"> · {opened.lost.length} losses, see Capture</span> : null}
    </span>
  );
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
  const open = useSignal(dialog) === "help";
  if (!open) return null;
  return (
    <dialog open aria-label="Keys" ref={(element) => element?.querySelector("button")?.focus()}>
      <h2>Keys</h2>
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
      <button onClick={() => (dialog.value = null)}>Close</button>
    </dialog>
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
