/** Everything the page knows at a moment. Views read these signals and call these functions, and nothing else. */

import { batch, computed, effect, signal } from "@preact/signals-core";
import { Capture } from "../sgpt/capture";
import { CaptureError } from "../sgpt/errors";
import type { FrameEntry } from "../sgpt/directory";
import type { ByteSource } from "../sgpt/source";
import { START, formatHash, parseHash, type FrameRange, type ViewName, type ViewState } from "./view_state";

/** The capture that is looked at, and the second one it is compared with. */
export const capture = signal<Capture | null>(null);
export const secondCapture = signal<Capture | null>(null);
/** Why the last file was not opened; the capture there was is still there. */
export const problem = signal<string | null>(null);
export const state = signal<ViewState>(START);
/** Whether what is known of the selection is shown beside the view. */
export const details = signal(true);
/** Said in the live region. */
export const announcement = signal("");

/** Places among the capture's entries that the range covers: from `first` to before `stop`. */
export const places = computed<FrameRange>(() => {
  const entries = capture.value?.entries ?? [];
  const { frames } = state.value;
  if (frames === null) return { first: 0, stop: entries.length };
  return { first: placeOf(entries, frames.first), stop: placeOf(entries, frames.stop) };
});

/** Place of the frame that is shown, null where there is none. */
export const place = computed<number | null>(() => {
  const entries = capture.value?.entries ?? [];
  const { frame } = state.value;
  if (entries.length === 0) return null;
  const wanted = frame === null ? places.value.first : placeOf(entries, frame);
  return Math.min(wanted, entries.length - 1);
});

/** Place of the first entry whose number is not below `number`. */
export function placeOf(entries: readonly FrameEntry[], number: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (entries[middle]!.number < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Open a capture; `second` keeps the first one to compare with. What cannot be opened changes nothing. */
export async function openCapture(source: ByteSource, second = false): Promise<void> {
  try {
    const opened = await Capture.open(source);
    batch(() => {
      problem.value = null;
      if (second) {
        secondCapture.value = opened;
      } else {
        capture.value = opened;
        secondCapture.value = null;
      }
    });
    announce(`${opened.name}: ${opened.entries.length} frames`);
  } catch (error) {
    if (!(error instanceof CaptureError || error instanceof TypeError || error instanceof Error)) throw error;
    problem.value = `${source.name}: ${error.message}`;
    announce(problem.value);
  }
}

export function announce(text: string): void {
  announcement.value = text;
}

/** Change the view's state. `step` makes it a step that the browser's back button takes back. */
export function change(part: Partial<ViewState>, step = true): void {
  const next = { ...state.peek(), ...part };
  const hash = formatHash(next);
  if (hash === formatHash(state.peek())) return;
  state.value = next;
  if (step) history.pushState(null, "", hash);
  else history.replaceState(null, "", hash);
}

/** Show a view; a selection alone never does. */
export function show(view: ViewName, part: Partial<ViewState> = {}): void {
  change({ ...part, view });
}

/** Select a pass; the view, its range and its scroll stay as they are. */
export function selectPass(path: string | null): void {
  change({ pass: path });
  announce(path === null ? "no pass selected" : `pass ${path}`);
}

export function selectResource(name: string | null): void {
  change({ resource: name });
  announce(name === null ? "no resource selected" : `resource ${name}`);
}

/** Show another frame, by steps among the frames there are. */
export function stepFrame(by: number): void {
  const entries = capture.peek()?.entries ?? [];
  const now = place.peek();
  if (now === null) return;
  const entry = entries[Math.max(0, Math.min(entries.length - 1, now + by))]!;
  change({ frame: entry.number }, false);
  announce(`frame ${entry.number}, ${entry.status}`);
}

/** Make the range reach to a frame some steps from the one that is shown; its other end stays where it is. */
export function extendRange(by: number): void {
  const entries = capture.peek()?.entries ?? [];
  const now = place.peek();
  if (now === null) return;
  const { frames } = state.peek();
  const range = frames === null ? { first: now, stop: now + 1 } : places.peek();
  const fixed = now === range.first ? range.stop - 1 : range.first;
  const reached = Math.max(0, Math.min(entries.length - 1, now + by));
  const [first, last] = [entries[Math.min(fixed, reached)]!.number, entries[Math.max(fixed, reached)]!.number];
  change({ frames: { first, stop: last + 1 }, frame: entries[reached]!.number }, false);
  announce(`frames ${first} to ${last}`);
}

/** Follow the address: what back, forward and a link say. */
export function followAddress(): void {
  state.value = parseHash(location.hash);
  addEventListener("popstate", () => (state.value = parseHash(location.hash)));
  addEventListener("hashchange", () => (state.value = parseHash(location.hash)));
  effect(() => {
    document.title = capture.value === null ? "framescope inspector" : `${capture.value.name} · framescope`;
  });
}
