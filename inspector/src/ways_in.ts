/** The ways a capture comes into the page: embedded in a report, named by the server, dropped, or chosen. */

import { follow } from "./state/follow";
import { announce, capture, openCapture, problem } from "./state/store";
import { BytesSource, FileSource, RangeSource } from "./sgpt/source";

/** A report holds its capture in this element, gzipped, as base64. */
const EMBEDDED = "capture";

/** The capture of a report as it was put there; null where the page is no report. */
export async function embeddedCapture(): Promise<{ name: string; bytes: Uint8Array<ArrayBuffer> } | null> {
  const element = document.getElementById(EMBEDDED);
  if (element === null) return null;
  const stream = new Blob([fromBase64(element.textContent)]).stream().pipeThrough(new DecompressionStream("gzip"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return { name: element.dataset["name"] ?? "capture.sgpt", bytes };
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const native = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> }).fromBase64;
  if (native !== undefined) return native.call(Uint8Array, text);
  const letters = atob(text);
  const bytes = new Uint8Array(letters.length);
  for (let place = 0; place < letters.length; place++) bytes[place] = letters.charCodeAt(place);
  return bytes;
}

export function isReport(): boolean {
  return document.getElementById(EMBEDDED) !== null;
}

/** Give the capture of a report back as the file it was. */
export async function saveEmbedded(): Promise<void> {
  const embedded = await embeddedCapture();
  if (embedded === null) return;
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([embedded.bytes], { type: "application/octet-stream" }));
  link.download = embedded.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000); // the download reads it after the click
}

/** Open what the page was given: the embedded capture, or what the server shows, its second to compare with. */
export async function openFirst(): Promise<void> {
  try {
    const embedded = await embeddedCapture();
    if (embedded !== null) return await openCapture(new BytesSource(embedded.name, embedded.bytes));
    if (location.protocol === "http:") await openServed();
  } catch (error) {
    problem.value = `the capture of this page could not be opened: ${(error as Error).message}`;
    announce(problem.value);
  }
}

async function openServed(): Promise<void> {
  const { captures, follow: toFollow } = await servedCaptures();
  const wanted = new URLSearchParams(location.search).get("file") ?? captures[0];
  if (wanted === undefined) return;
  const source = served(wanted);
  await openCapture(source);
  if (toFollow && capture.peek() !== null) follow(source);
  const second = captures.find((name) => name !== wanted);
  if (second !== undefined) await openCapture(served(second), true);
}

function served(name: string): RangeSource {
  return new RangeSource(name, `captures/${encodeURIComponent(name)}`);
}

/** What the server shows, and whether it is to be followed; nothing where the page came from elsewhere. */
async function servedCaptures(): Promise<{ captures: string[]; follow: boolean }> {
  const answer = await fetch("captures.json", { cache: "no-store" }).catch(() => null);
  if (answer === null || !answer.ok) return { captures: [], follow: false };
  const said = (await answer.json()) as { captures?: unknown; follow?: unknown };
  const names = Array.isArray(said.captures) ? said.captures.filter((name) => typeof name === "string") : [];
  return { captures: names, follow: said.follow === true };
}

/** Open files a person gave: the first to look at, the second to compare with. */
export async function openFiles(files: readonly File[], asSecond = false): Promise<void> {
  const [first, second] = files;
  if (first !== undefined) await openCapture(new FileSource(first), asSecond);
  if (second !== undefined) await openCapture(new FileSource(second), true);
}
