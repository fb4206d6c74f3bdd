/** Where the columns of a `FRAM` lie, each of a width of its own, and what they hold. */

import { Malformed } from "./errors";

const COUNTS = ["spans", "exceptions", "compute", "render", "cpuPasses", "counters"] as const;
type Counts = Record<(typeof COUNTS)[number], number>;

/** In the order of the text: what it holds one of, and the least and the most bytes that an element may take. */
const COLUMNS = {
  exceptionBegin: ["exceptions", 0, 8],
  exceptionEnd: ["exceptions", 0, 8],
  workgroupsX: ["compute", 0, 8],
  workgroupsY: ["compute", 0, 8],
  workgroupsZ: ["compute", 0, 8],
  invocations: ["compute", 0, 8],
  vertices: ["render", 0, 8],
  indices: ["render", 0, 8],
  instances: ["render", 0, 8],
  counterValue: ["counters", 0, 8],
  begin: ["spans", 4, 4],
  duration: ["spans", 0, 4],
  exceptionSpan: ["exceptions", 0, 4],
  dispatches: ["compute", 0, 4],
  indirectDispatches: ["compute", 0, 4],
  draws: ["render", 0, 4],
  indirectDraws: ["render", 0, 4],
  cpuPassNs: ["cpuPasses", 1, 4],
  counterName: ["counters", 4, 4],
  state: ["spans", 0, 1],
  querySet: ["spans", 0, 1],
  computePartial: ["compute", 0, 1],
  renderPartial: ["render", 0, 1],
  counterKind: ["counters", 0, 1],
} as const satisfies Record<string, readonly [keyof Counts, number, number]>;

type Name = keyof typeof COLUMNS;
type Of<Widest> = { [K in Name]: (typeof COLUMNS)[K][2] extends Widest ? K : never }[Name];

const NAMES = Object.keys(COLUMNS) as Name[];
const WIDTHS = [8, 4, 2, 1, 0];
const [HEAD_SIZE_AT, COUNTS_AT, WIDTHS_AT, HEAD_SIZE] = [6, 80, 104, 128];
const LITTLE_ENDIAN = true;

interface Place {
  readonly at: number;
  readonly width: number;
  readonly count: number;
}

/** The columns of one frame, checked: whatever they announce is there. */
export class FrameColumns {
  private readonly places = new Map<Name, Place>();

  /** @throws Malformed where a width is none, or counts ask for more than there is. */
  constructor(private readonly bytes: Uint8Array<ArrayBuffer>) {
    if (bytes.byteLength < HEAD_SIZE) throw new Malformed(`a frame of ${bytes.byteLength} bytes`);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const headSize = view.getUint16(HEAD_SIZE_AT, LITTLE_ENDIAN);
    if (headSize < HEAD_SIZE || headSize % 8 !== 0) throw new Malformed(`a frame whose columns begin at byte ${headSize}`);
    const counts = Object.fromEntries(
      COUNTS.map((name, index) => [name, view.getUint32(COUNTS_AT + 4 * index, LITTLE_ENDIAN)]),
    ) as Counts;
    if (Math.max(counts.exceptions, counts.compute + counts.render) > counts.spans) {
      throw new Malformed(`more exceptions or passes with work than the ${counts.spans} spans`);
    }
    const end = this.place(headSize, counts);
    if (end > bytes.byteLength) {
      throw new Malformed(`columns of ${end - headSize} bytes announced, ${bytes.byteLength - headSize} there`);
    }
  }

  count(name: Name): number {
    return this.places.get(name)!.count;
  }

  u64s(name: Of<8>): BigUint64Array {
    return new BigUint64Array(this.widened(name, 8));
  }

  u32s(name: Of<4>): Uint32Array {
    return new Uint32Array(this.widened(name, 4));
  }

  u8s(name: Of<1>): Uint8Array {
    return new Uint8Array(this.widened(name, 1));
  }

  /** Wider columns lie first, those of one width in the order of the text; returns where the last one ends. */
  private place(start: number, counts: Counts): number {
    const widths = NAMES.map((name, index) => checkedWidth(name, this.bytes[WIDTHS_AT + index]!));
    let at = start;
    for (const width of WIDTHS) {
      for (const name of NAMES.filter((_, index) => widths[index] === width)) {
        const count = counts[COLUMNS[name][0]];
        this.places.set(name, { at, width, count });
        at += width * count;
      }
    }
    return at;
  }

  /** The elements of a column at `full` bytes each. */
  private widened(name: Name, full: number): ArrayBuffer {
    const { at, width, count } = this.places.get(name)!;
    if (width === full) return this.bytes.slice(at, at + count * width).buffer;
    const wide = new Uint8Array(count * full);
    for (let element = 0; element < count; element++) {
      for (let byte = 0; byte < width; byte++) wide[element * full + byte] = this.bytes[at + element * width + byte]!;
    }
    return wide.buffer;
  }
}

function checkedWidth(name: Name, width: number): number {
  const [, least, most] = COLUMNS[name];
  if (!WIDTHS.includes(width) || width < least || width > most) {
    throw new Malformed(`${width} bytes an element of ${name}`);
  }
  return width;
}
