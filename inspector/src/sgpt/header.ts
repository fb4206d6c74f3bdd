/** The first 32 bytes of a capture. */

import { crc32 } from "./crc32";
import { CaptureError } from "./errors";
import { Payload } from "./payload";

export const HEADER_SIZE = 32;
export const READER_VERSION = 1;
const MAGIC = 0x54504753; // "SGPT" as a little-endian u32

export interface Header {
  readonly formatVersion: number;
  readonly flags: number;
  readonly directoryOffset: number;
  readonly directoryLength: number;
}

/** The header; null where it is damaged, and only a scan can tell whether a capture lies behind it.
 *
 * @throws CaptureError where this is no capture, or one that this page cannot read.
 */
export function decodeHeader(bytes: Uint8Array<ArrayBuffer>): Header | null {
  if (bytes.byteLength === 0) throw new CaptureError("an empty file is no capture");
  if (bytes.byteLength < HEADER_SIZE) throw new CaptureError("this is no .sgpt capture: it is too short");
  const fields = new Payload("the header", bytes);
  const magic = fields.u32();
  const formatVersion = fields.u16();
  const minReaderVersion = fields.u16();
  const flags = fields.u32();
  if (magic !== MAGIC || fields.u32() !== crc32(bytes.subarray(0, 8))) return null;
  if (minReaderVersion > READER_VERSION) {
    throw new CaptureError(
      `this capture asks for a reader of version ${minReaderVersion}, this page has ${READER_VERSION}: ` +
        "open it with the inspector of a newer framescope",
    );
  }
  if (formatVersion === 0) {
    throw new CaptureError("this capture is of format version 0, which no reader promises to read: record it again");
  }
  return { formatVersion, flags, directoryOffset: fields.offset(), directoryLength: fields.offset() };
}
