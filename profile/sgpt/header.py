"""The 32 bytes a capture begins with (the profiler proposal §5.2).

The checksum covers the first 8 bytes only: everything after them is patched when the recording stops, and a
recording that never stops must still have a header that can be trusted.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from framescope.profile.errors import CaptureDamaged, CaptureTooNew, CaptureTooOld, NotACapture

__all__ = ["CLOSED", "FORMAT_VERSION", "HEADER_SIZE", "MAGIC", "READER_VERSION", "Header", "decode_header"]

MAGIC = b"SGPT"
FORMAT_VERSION = 1
"""What the writer writes. 1 is the first version that stays readable for good; 0 was never promised to."""

READER_VERSION = 1
"""The newest ``min_reader_version`` this reader satisfies."""

CLOSED = 1
"""Flag bit 0: the writer reached its end."""

HEADER_SIZE = 32
_CHECKED = struct.Struct("<4sHH")
_PATCHED = struct.Struct("<IIQQ")
PATCH_OFFSET = _CHECKED.size


@dataclass(frozen=True, slots=True)
class Header:
    """A decoded header. ``directory_offset`` and ``directory_length`` are 0 while there is no directory."""

    format_version: int = FORMAT_VERSION
    min_reader_version: int = READER_VERSION
    flags: int = 0
    directory_offset: int = 0
    directory_length: int = 0

    @property
    def reserved_flags(self) -> int:
        """The flags that version 1 gives no meaning to."""
        return self.flags & ~CLOSED

    @property
    def closed(self) -> bool:
        """True when the writer reached its end."""
        return bool(self.flags & CLOSED)

    def encode(self) -> bytes:
        """All 32 bytes."""
        checked = _CHECKED.pack(MAGIC, self.format_version, self.min_reader_version)
        return checked + _PATCHED.pack(self.flags, zlib.crc32(checked), self.directory_offset, self.directory_length)

    def encode_patch(self) -> bytes:
        """The bytes from :data:`PATCH_OFFSET` on, which are rewritten when the recording stops."""
        return self.encode()[PATCH_OFFSET:]


def decode_header(data: bytes) -> Header:
    """Read a header.

    Args:
        data: The first :data:`HEADER_SIZE` bytes of the file, or fewer when it is shorter.

    Raises:
        NotACapture: Too short, or no capture.
        CaptureDamaged: The magic is right and the checksum is not.
        CaptureTooNew: The capture asks for a newer reader.
        CaptureTooOld: It was recorded before the format was settled.
    """
    if len(data) < HEADER_SIZE:
        raise NotACapture(f"no capture: {len(data)} bytes, and the header alone has {HEADER_SIZE}", offset=0)
    magic, version, min_reader = _CHECKED.unpack_from(data)
    if magic != MAGIC:
        raise NotACapture(f"no capture: begins with {magic!r}, not {MAGIC!r}", offset=0)
    flags, checksum, directory_offset, directory_length = _PATCHED.unpack_from(data, PATCH_OFFSET)
    computed = zlib.crc32(data[:PATCH_OFFSET])
    if checksum != computed:
        raise CaptureDamaged(
            "the header is damaged", offset=0, expected=f"checksum {computed:#010x}", found=f"{checksum:#010x}"
        )
    if min_reader > READER_VERSION:
        raise CaptureTooNew(
            f"needs a reader of version {min_reader}, this one has version {READER_VERSION}: upgrade framescope",
            offset=6,
        )
    if version == 0:
        raise CaptureTooOld("format version 0, from before the format was settled: record it again", offset=4)
    return Header(version, min_reader, flags, directory_offset, directory_length)
