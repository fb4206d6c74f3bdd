/** Every command of the page, once: the keys, the help, the menus and the tests are drawn from this table. */

import { signal } from "@preact/signals-core";
import { takeRange } from "./sides";
import { change, details, selectPass, selectResource, show, state, stepFrame } from "./store";
import { VIEWS, type ViewName } from "./view_state";

export interface Command {
  readonly id: string;
  readonly title: string;
  /** As `KeyboardEvent.code`, with `Shift+`, `Ctrl+` in front; the position of the key, whatever the layout. */
  readonly keys: readonly string[];
  readonly run: () => void;
}

/** Which dialog is open. */
export const dialog = signal<"help" | "export" | null>(null);

const NAMES: Record<ViewName, string> = {
  timeline: "Timeline",
  statistics: "Statistics",
  structure: "Structure",
  resources: "Resources",
  compare: "Compare",
  capture: "Capture",
};

export function viewTitle(view: ViewName): string {
  return NAMES[view];
}

export const commands: Command[] = [
  ...VIEWS.map((view, index) => ({
    id: `view-${view}`,
    title: `Show ${NAMES[view].toLowerCase()}`,
    keys: [`Digit${index + 1}`],
    run: () => show(view),
  })),
  { id: "next-frame", title: "Next frame", keys: ["BracketRight"], run: () => stepFrame(1) },
  { id: "previous-frame", title: "Previous frame", keys: ["BracketLeft"], run: () => stepFrame(-1) },
  { id: "all-frames", title: "Every frame again", keys: ["Digit0"], run: () => change({ frames: null }) },
  { id: "search", title: "Search passes and resources", keys: ["Slash", "Ctrl+KeyF"], run: () => focus("search") },
  { id: "set-a", title: "Take these frames as A of a comparison", keys: ["KeyM"], run: () => takeRange("a") },
  { id: "set-b", title: "Take these frames as B", keys: ["Shift+KeyM"], run: () => takeRange("b") },
  { id: "details", title: "Show or hide the details of the selection", keys: ["KeyI"], run: () => (details.value = !details.peek()) },
  { id: "export", title: "Export", keys: ["KeyE"], run: () => (dialog.value = "export") },
  { id: "open", title: "Open a capture", keys: ["KeyO"], run: () => focus("open")?.click() },
  { id: "help", title: "Keys", keys: ["Shift+Slash", "F1"], run: () => (dialog.value = "help") },
  { id: "close", title: "Close or deselect", keys: ["Escape"], run: closeInnermost },
];

/** A view adds its own commands while it is shown; the returned function takes them away. */
export function addCommands(own: readonly Command[]): () => void {
  commands.push(...own);
  return () => {
    for (const command of own) commands.splice(commands.indexOf(command), 1);
  };
}

/** The innermost thing only: a dialog, then the search, then the selection. */
function closeInnermost(): void {
  if (dialog.value !== null) dialog.value = null;
  else if (state.peek().search !== "") change({ search: "" }, false);
  else if (state.peek().pass !== null) selectPass(null);
  else if (state.peek().resource !== null) selectResource(null);
}

function focus(id: string): HTMLElement | null {
  const found = document.getElementById(id);
  found?.focus();
  return found;
}

function keyOf(event: KeyboardEvent): string {
  return `${event.ctrlKey || event.metaKey ? "Ctrl+" : ""}${event.shiftKey ? "Shift+" : ""}${event.code}`;
}

/** Run the command of a key that was pressed; text fields keep their keys. */
export function onKey(event: KeyboardEvent): void {
  const inText = event.target instanceof HTMLInputElement && event.target.type !== "checkbox";
  const key = keyOf(event);
  if (event.altKey || (inText && key !== "Escape" && !key.startsWith("Ctrl+"))) return;
  if (event.target instanceof HTMLSelectElement && key !== "Escape") return;
  if (dialog.peek() !== null && key !== "Escape") return;
  const command = commands.find((candidate) => candidate.keys.includes(key));
  if (command === undefined) return;
  event.preventDefault();
  command.run();
}

/** A key as a person reads it. */
export function spellKey(key: string): string {
  const names: Record<string, string> = { BracketLeft: "[", BracketRight: "]", Slash: "/", Comma: ",", Period: "." };
  return key
    .split("+")
    .map((part) => names[part] ?? part.replace(/^(Key|Digit|Arrow)/, ""))
    .join(" + ")
    .replace("Shift + /", "?");
}
