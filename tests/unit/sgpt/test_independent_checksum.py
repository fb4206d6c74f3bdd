"""The checksums in a capture, recomputed by an implementation that the writer did not use."""

from __future__ import annotations

import struct

import crcmod.predefined
from capture_builders import make_frame, record_offsets, write_capture


def test_every_record_carries_the_crc32_of_offset_type_length_and_payload() -> None:
    """CRC-32 (ISO-HDLC) over the record's own offset, its type, its length and its payload, little-endian."""
    crc32 = crcmod.predefined.mkCrcFun("crc-32")
    data = write_capture([make_frame(number) for number in range(3)])
    records = record_offsets(data)
    assert len(records) > 5
    for offset, fourcc in records:
        length, stored = struct.unpack_from("<II", data, offset + 8)
        payload = data[offset + 16 : offset + 16 + length]
        assert (fourcc, crc32(struct.pack("<Q4sI", offset, fourcc, length) + payload)) == (fourcc, stored)


def test_the_header_carries_the_crc32_of_its_first_eight_bytes() -> None:
    """What is patched at the end of a recording is not under the header's checksum."""
    data = write_capture([make_frame(0)])
    crc32 = crcmod.predefined.mkCrcFun("crc-32")
    assert crc32(data[:8]) == struct.unpack_from("<I", data, 12)[0]
