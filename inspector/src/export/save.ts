/** Files that leave the page: they are made here and handed to the browser's own saving. */

import { announce, capture, places } from "../state/store";
import { csvTable } from "./csv_table";
import { chromeTrace } from "./chrome_trace";

/** Frames of the range as a Chrome trace. */
export async function saveTrace(): Promise<void> {
  await saveFrames(chromeTrace, "trace.json", "application/json");
}

/** Frames of the range as CSV, one row a GPU pass. */
export async function saveCsv(): Promise<void> {
  await saveFrames(csvTable, "csv", "text/csv");
}

async function saveFrames(write: typeof csvTable, ending: string, type: string): Promise<void> {
  const opened = capture.peek();
  const { first, stop } = places.peek();
  if (opened === null || stop <= first) return announce("there is no frame to export");
  const pieces: string[] = [];
  for await (const piece of write(opened, first, stop)) {
    pieces.push(piece);
    if (pieces.length % 64 === 0) await new Promise((resume) => setTimeout(resume)); // the page stays alive
  }
  const [from, to] = [opened.entries[first]!.number, opened.entries[stop - 1]!.number + 1];
  save(new Blob(pieces, { type }), `${stem(opened.name)}-${from}-${to}.${ending}`);
}

/** What the largest canvas of the view shows, on the page's colour; tables have none. */
export async function savePicture(): Promise<void> {
  const all = [...document.querySelectorAll<HTMLCanvasElement>("#view canvas")];
  const largest = all.sort((a, b) => b.width * b.height - a.width * a.height)[0];
  if (largest === undefined) return announce("this view has no picture, it is a table");
  const copy = document.createElement("canvas");
  [copy.width, copy.height] = [largest.width, largest.height];
  const context = copy.getContext("2d")!;
  context.fillStyle = getComputedStyle(largest.closest(".panel") ?? document.body).backgroundColor;
  context.fillRect(0, 0, copy.width, copy.height);
  context.drawImage(largest, 0, 0);
  const blob = await new Promise<Blob | null>((done) => copy.toBlob(done, "image/png"));
  const view = document.querySelector<HTMLElement>("[role=tab][aria-selected=true]")?.textContent.toLowerCase() ?? "view";
  if (blob !== null) save(blob, `${stem(capture.peek()?.name ?? "capture")}-${view}.png`);
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the browser may still be reading
  announce(`saved ${name}, ${blob.size.toLocaleString("en")} bytes`);
}

/** What a file of this capture is called before its ending. */
function stem(name: string): string {
  return name.replace(/\.sgpt$/, "").replace(/[^\p{L}\p{N}._ -]/gu, "_").slice(0, 80);
}
