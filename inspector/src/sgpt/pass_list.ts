/** Pass lists: what the GPU passes of a frame are. */

import { Malformed } from "./errors";
import { Payload } from "./payload";

export const NO_GRAPH_PASS = -1;
/** One of ours, or `unknown` and the number that a newer writer gave. */
export type PassKind = "compute" | "render" | `unknown ${number}`;

export interface Pipeline {
  readonly label: string;
  /** Null where it is unknown, or no compute pipeline. */
  readonly workgroupSize: readonly [number, number, number] | null;
}

export interface Attachment {
  readonly role: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly sampleCount: number;
  readonly loadOp: string;
  readonly storeOp: string;
}

export interface PassEntry {
  /** Scope path of the graph pass that opened it, "" where none did. */
  readonly path: string;
  readonly label: string;
  readonly kind: PassKind;
  /** Recording index of the graph pass, -1 outside of every graph pass. */
  readonly graphPass: number;
  readonly pipelines: readonly Pipeline[];
  readonly attachments: readonly Attachment[];
}

export interface PassList {
  readonly number: number;
  readonly entries: readonly PassEntry[];
}

const KINDS = ["compute", "render"] as const;
const ROLES = ["color", "depth", "resolve"] as const;

export function passListNumber(bytes: Uint8Array<ArrayBuffer>): number {
  return new Payload("a pass list", bytes).u32();
}

/** One `PLST` payload; `name` resolves a name's number. */
export function decodePassList(bytes: Uint8Array<ArrayBuffer>, name: (number: number) => string): PassList {
  const fields = new Payload("a pass list", bytes);
  const number = fields.u32();
  fields.u16();
  const headSize = fields.u16();
  const [count, pipelineCount, attachmentCount] = [fields.u32(), fields.u32(), fields.u32()];
  if (headSize < 40) throw new Malformed(`a pass list whose columns begin at byte ${headSize}`);
  fields.seek(headSize);
  const [path, label] = [fields.u32s(count), fields.u32s(count)];
  const graphPass = fields.i32s(count);
  const [pipelinesEnd, attachmentsEnd] = [fields.u32s(count), fields.u32s(count)];
  const pipelines = decodePipelines(fields, pipelineCount, name);
  const attachments = decodeAttachments(fields, attachmentCount, name);
  const kinds = fields.u8s(count);
  attachments.finish(fields);
  if ((pipelinesEnd.at(-1) ?? 0) !== pipelineCount || (attachmentsEnd.at(-1) ?? 0) !== attachmentCount) {
    throw new Malformed("a pass list whose pipelines or attachments are nobody's");
  }
  const entries = Array.from({ length: count }, (_, index): PassEntry => {
    return {
      path: name(path[index]!),
      label: name(label[index]!),
      kind: KINDS[kinds[index]!] ?? `unknown ${kinds[index]!}`,
      graphPass: graphPass[index]!,
      pipelines: slice(pipelines, pipelinesEnd, index),
      attachments: slice(attachments.list, attachmentsEnd, index),
    };
  });
  return { number, entries };
}

function slice<T>(all: readonly T[], ends: Uint32Array, index: number): T[] {
  const from = index === 0 ? 0 : ends[index - 1]!;
  const to = ends[index]!;
  if (to < from || to > all.length) throw new Malformed(`a pass owns ${from} to ${to} of ${all.length}`);
  return all.slice(from, to);
}

function decodePipelines(fields: Payload, count: number, name: (number: number) => string): Pipeline[] {
  const labels = fields.u32s(count);
  const [x, y, z] = [fields.u32s(count), fields.u32s(count), fields.u32s(count)];
  return Array.from(labels, (label, index) => {
    const size = [x[index]!, y[index]!, z[index]!] as const;
    return { label: name(label), workgroupSize: size.every((side) => side === 0) ? null : size };
  });
}

function decodeAttachments(
  fields: Payload,
  count: number,
  name: (number: number) => string,
): { list: Attachment[]; finish(fields: Payload): void } {
  const [format, loadOp, storeOp] = [fields.u32s(count), fields.u32s(count), fields.u32s(count)];
  const [width, height] = [fields.u32s(count), fields.u32s(count)];
  const list: Attachment[] = [];
  const finish = (after: Payload): void => {
    const [role, samples] = [after.u8s(count), after.u8s(count)]; // the narrow columns come last
    for (let index = 0; index < count; index++) {
      list.push({
        role: ROLES[role[index]!] ?? `role ${role[index]}`,
        format: name(format[index]!),
        width: width[index]!,
        height: height[index]!,
        sampleCount: samples[index]!,
        loadOp: name(loadOp[index]!),
        storeOp: name(storeOp[index]!),
      });
    }
  };
  return { list, finish };
}
