/** Looking again at a capture while it is recorded (`SGPT_FORMAT.md` §10.4). */

import { signal } from "@preact/signals-core";
import type { Glance, RangeSource } from "../sgpt/source";
import { announce, capture } from "./store";

/** Anything but "growing" is final. */
export type FollowState = "growing" | "ended" | "cut short" | "replaced" | "no answer";

/** How following the capture that is shown goes; null where it is not followed. */
export const following = signal<FollowState | null>(null);

export const FOLLOW_TEXT: Record<FollowState, string> = {
  growing: "being recorded",
  ended: "the recording ended",
  "cut short": "the file was cut short while it was followed",
  replaced: "another file took its place, or none: reload the page to see it",
  "no answer": "the server does not answer any more",
};

const POLL_MS = 500;
const HEAD = 48; // what of it no writer changes: bytes [0, 8), and [32, 48), the head of META

/** Follow the capture that is shown, which was opened from `source`, until it ends or another is shown. */
export function follow(source: RangeSource): void {
  const first = capture.peek()?.first;
  let before: Glance | null = null;
  const turn = async (): Promise<void> => {
    const shown = capture.peek();
    if (shown === null || shown.first !== first) {
      following.value = null;
      return;
    }
    const now = await source.glance(HEAD).catch(() => "no answer" as const);
    const state = now === "no answer" ? now : judge(shown.wholeBytes, before, now);
    if (state === "growing" && now !== "no answer" && now !== null) {
      before ??= now;
      if (now.size > shown.size && capture.peek() === shown) capture.value = await shown.grown(now.size);
    }
    const told = state === "growing" && capture.peek()?.state === "closed" ? "ended" : state;
    if (told !== following.peek()) announce(FOLLOW_TEXT[told]);
    following.value = told;
    if (told === "growing") setTimeout(() => void turn(), POLL_MS);
  };
  void turn();
}

function judge(wholeBytes: number, before: Glance | null, now: Glance | null): FollowState {
  if (now === null) return "replaced";
  if (before !== null && now.file !== before.file) return "replaced";
  if (now.size < wholeBytes) return "cut short";
  return before !== null && !sameHead(before.head, now.head) ? "replaced" : "growing";
}

function sameHead(before: Uint8Array, now: Uint8Array): boolean {
  const patched = (place: number): boolean => place >= 8 && place < 32;
  return before.length === now.length && before.every((byte, place) => patched(place) || byte === now[place]);
}
