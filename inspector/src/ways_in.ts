/** The ways a capture comes into the page: embedded in a report, named by the server, dropped, or chosen. */

import { announce, openCapture, problem } from "./state/store";
import { BytesSource, FileSource, RangeSource } from "./sgpt/source";

/** A report holds its capture in this element, gzipped, as base64. */
const EMBEDDED = "capture";

/** The bytes of the embedded capture as they were put there; null where the page is no report. */
export async function embeddedCapture(): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const element = document.getElementById(EMBEDDED);
  if (element === null) return null;
  const packed = Uint8Array.from(atob(element.textContent.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return { name: element.dataset["name"] ?? "capture.sgpt", bytes };
}

/** Open what the page was given: the embedded capture, or the one that the server was asked to show. */
export async function openFirst(): Promise<void> {
  try {
    const embedded = await embeddedCapture();
    if (embedded !== null) return await openCapture(new BytesSource(embedded.name, embedded.bytes));
    if (location.protocol !== "http:") return;
    const served = await servedCaptures();
    const wanted = new URLSearchParams(location.search).get("file") ?? served[0];
    if (wanted === undefined) return;
    await openCapture(new RangeSource(wanted, `captures/${encodeURIComponent(wanted)}`));
  } catch (error) {
    problem.value = `the capture of this page could not be opened: ${(error as Error).message}`;
    announce(problem.value);
  }
}

/** Names of the captures that the server shows; none where the page came from elsewhere. */
export async function servedCaptures(): Promise<string[]> {
  const answer = await fetch("captures.json", { cache: "no-store" }).catch(() => null);
  if (answer === null || !answer.ok) return [];
  const said = (await answer.json()) as { captures?: unknown };
  return Array.isArray(said.captures) ? said.captures.filter((name) => typeof name === "string") : [];
}

/** Open files a person gave: the first to look at, the second to compare with. */
export async function openFiles(files: readonly File[], asSecond = false): Promise<void> {
  const [first, second] = files;
  if (first !== undefined) await openCapture(new FileSource(first), asSecond);
  if (second !== undefined) await openCapture(new FileSource(second), true);
}
