"""The bytes as SGPT_FORMAT.md says them, read here with struct alone."""

from __future__ import annotations

import json
import struct

from capture_builders import EPOCH, make_frame, make_work, offset_of, record_offsets, write_capture

from framescope.profile.sgpt.model import PassList, PassListEntry

ONE = PassList((PassListEntry("a/b", "c", "compute", 5),))
DATA = write_capture([make_frame(7, [(1, 5)], passes=ONE, work=make_work(ONE, compute=3), cpu_submit_ns=11)])


def payload(kind: bytes) -> bytes:
    """The payload of the first record of a type."""
    offset = offset_of(DATA, kind)
    (length,) = struct.unpack_from("<I", DATA, offset + 8)
    return DATA[offset + 16 : offset + 16 + length]


def test_the_header_is_little_endian() -> None:
    """Magic, versions 0, the closed flag, and the place of the directory."""
    directory = offset_of(DATA, b"DIRE")
    assert DATA[:12] == b"SGPT\x00\x00\x00\x00\x01\x00\x00\x00"
    assert (directory, len(DATA) - directory) == struct.unpack_from("<QQ", DATA, 16)


def test_records_come_in_the_order_in_which_they_are_needed() -> None:
    """Names before the pass list that uses them, the pass list before the frame."""
    assert [kind for _, kind in record_offsets(DATA)] == [b"META", b"SYMS", b"PLST", b"FRAM", b"DIRE"]
    assert all(offset % 8 == 0 for offset, _ in record_offsets(DATA))


def test_names_are_json_behind_their_first_number() -> None:
    """u32 first, u32 count, a JSON array padded with blanks."""
    assert struct.unpack_from("<II", payload(b"SYMS")) == (0, 2)
    assert json.loads(payload(b"SYMS")[8:]) == ["a/b", "c"]


def test_a_pass_list_is_columns_of_symbols() -> None:
    """Head of 32 bytes, then path, label, graph pass and the two prefix sums, then the kind."""
    body = payload(b"PLST")
    assert struct.unpack_from("<IIII", body) == (0, 1, 0, 0)
    assert ONE.digest == body[16:32]
    assert struct.unpack_from("<IIiIIB", body, 32) == (0, 1, 5, 0, 0, 0)


def test_a_frame_is_a_head_of_104_bytes_and_columns() -> None:
    """Every number stands where the text says, 8-byte columns first."""
    body = payload(b"FRAM")
    none = 0xFFFFFFFFFFFFFFFF
    assert struct.unpack_from("<IBBHQ", body) == (7, 0, 1, 104, 107)
    assert (none, none, 11, none, none, EPOCH + 1) == struct.unpack_from("<6Q", body, 16)
    assert struct.unpack_from("<4I", body, 64) == (0, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF)
    assert struct.unpack_from("<6I", body, 80) == (1, 0, 1, 0, 0, 0)
    assert struct.unpack_from("<4Q", body, 104) == (3, 3, 3, 3)
    assert struct.unpack_from("<4I", body, 136) == (0, 4, 3, 3)
    assert struct.unpack_from("<3B", body, 152) == (0, 0, 0)


def test_a_directory_lists_frames_and_other_records() -> None:
    """Head of 32 bytes, 56 bytes a frame, 16 bytes another record."""
    body = payload(b"DIRE")
    assert struct.unpack_from("<QQIIII", body) == (0, 0, 1, 3, 1, 0)
    frame = offset_of(DATA, b"FRAM")
    assert (frame, 4, 4, 0xFFFFFFFFFFFFFFFF, 11, 7, 1, 0, 0) == struct.unpack_from("<5QIIIB", body, 32)
    others = [struct.unpack_from("<Q4sI", body, 88 + 16 * place) for place in range(3)]
    assert [(32, b"META", 0), (offset_of(DATA, b"SYMS"), b"SYMS", 0), (offset_of(DATA, b"PLST"), b"PLST", 0)] == others
