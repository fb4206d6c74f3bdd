/** Why there is no graph to show; the reasons differ, and so does what to do. */

import type { Frame } from "../sgpt/capture";

export function noGraphReason(shown: Frame | "damaged" | null, level: string | null): string {
  if (shown === null) return "Reading the frame…";
  if (shown === "damaged") return "This frame's record is damaged; the losses are listed under Capture.";
  if (shown.topology !== null) return "The graph of this frame was lost; the losses are listed under Capture.";
  if (level === "timing") return "This capture was recorded at level timing, which keeps no graph: record with --level structure or above.";
  return "This frame ran outside of a frame graph.";
}
