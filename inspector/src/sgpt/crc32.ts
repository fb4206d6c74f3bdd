/** CRC-32 (ISO-HDLC), four bytes a step. */

const TABLES: Uint32Array[] = makeTables();

function makeTables(): Uint32Array[] {
  const first = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    first[byte] = value;
  }
  const tables = [first];
  for (let step = 1; step < 4; step++) {
    const before = tables[step - 1]!;
    tables.push(before.map((value) => (value >>> 8) ^ first[value & 0xff]!));
  }
  return tables;
}

/** The checksum of `bytes`, continued from the checksum of what came before them. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [zero, one, two, three] = TABLES as [Uint32Array, Uint32Array, Uint32Array, Uint32Array];
  let value = ~before;
  let at = 0;
  for (const end = bytes.length - 3; at < end; at += 4) {
    value ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    value = three[value & 0xff]! ^ two[(value >>> 8) & 0xff]! ^ one[(value >>> 16) & 0xff]! ^ zero[value >>> 24]!;
  }
  for (; at < bytes.length; at++) value = (value >>> 8) ^ zero[(value ^ bytes[at]!) & 0xff]!;
  return ~value >>> 0;
}
