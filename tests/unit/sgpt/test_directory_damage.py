"""Directories, and pointers to them, that were damaged or lie."""

from __future__ import annotations

import struct

import pytest
from capture_builders import PASSES, TOPOLOGY, make_frame, make_work, offset_of, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.sgpt.directory import decode_directory
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header

FRAMES = [
    make_frame(number, topology=TOPOLOGY, work=make_work(PASSES), counters={"live_bytes": number})
    for number in range(4)
]
CLOSED = write_capture(FRAMES)


def patched(data: bytes, offset: int, new: bytes) -> bytes:
    """``data`` with ``new`` in it."""
    return data[:offset] + new + data[offset + len(new) :]


@pytest.mark.parametrize("offset", [*range(8, 12), *range(16, 32)])
def test_a_flip_in_the_patched_part_of_the_header_is_told(offset: int) -> None:
    """No checksum covers flags and pointer, but they must agree with each other and with the last block."""
    for bit in range(8):
        capture = open_capture(patched(CLOSED, offset, bytes([CLOSED[offset] ^ 1 << bit])))
        assert (capture.frame_count, capture.state) == (4, "closed")
        assert [(lost.offset, lost.length) for lost in capture.lost] == [(8, 24)]


@pytest.mark.parametrize("offset", [1, 8, 33, len(CLOSED) - 8, len(CLOSED), len(CLOSED) + 5, 2**63, 2**64 - 1])
def test_a_directory_pointer_that_lies_costs_nothing(offset: int) -> None:
    """The records are scanned instead, and every frame is there."""
    capture = open_capture(patched(CLOSED, 16, struct.pack("<Q", offset)))
    assert capture.frame_count == 4
    assert len(capture.lost) == 1


def test_bytes_behind_the_end_are_told() -> None:
    """What follows the last block of a closed capture is no part of it, and is listed."""
    capture = open_capture(CLOSED + b"appended" * 3)
    assert capture.frame_count == 4
    assert len(CLOSED) in [lost.offset for lost in capture.lost]


@pytest.mark.parametrize("kind", [b"FRAM", b"SYMS"])
@pytest.mark.parametrize("lie", ["another's", 0, 1 << 40, 2**64 - 8])
def test_a_directory_whose_records_cannot_lie_there_is_not_used(kind: bytes, lie: int | str) -> None:
    """Twice the same place, none in the file: the records are scanned instead, and nothing is lost."""
    place = offset_of(CLOSED, b"DIRE")
    payload = bytearray(CLOSED[place + 16 :])
    entry = payload.index(struct.pack("<Q", offset_of(CLOSED, kind, 1)), 32)
    struct.pack_into("<Q", payload, entry, offset_of(CLOSED, kind) if isinstance(lie, str) else lie)
    capture = open_capture(CLOSED[:place] + encode_record(place, b"DIRE", bytes(payload)))
    assert [frame.spans[0].path for frame in capture.frames()] == ["hzb/build"] * 4
    assert [lost.offset for lost in capture.lost] == [8]


@pytest.mark.parametrize("kind", [b"SYMS", b"PLST", b"TOPO", b"FRAM"])
def test_a_directory_that_gives_a_record_another_number_is_not_believed(kind: bytes) -> None:
    """What lies there says itself which it is; a frame is not counted twice, nothing goes by another's name."""
    place = offset_of(CLOSED, b"DIRE")
    payload = bytearray(CLOSED[place + 16 :])
    target = struct.pack("<Q", offset_of(CLOSED, kind, 1 if kind == b"FRAM" else 0))
    entry = payload.index(target, 32)
    if kind == b"FRAM":
        payload[entry : entry + 8] = struct.pack("<Q", offset_of(CLOSED, kind, 1) + 8)
    else:
        struct.pack_into("<I", payload, entry + 12, 1)
    capture = open_capture(CLOSED[:place] + encode_record(place, b"DIRE", bytes(payload)))
    frames = list(capture.frames())
    if kind == b"FRAM":
        assert [frame.number for frame in frames] == [0, 2, 3]
        assert len(capture.lost) == 1
    elif kind == b"SYMS":
        assert all(str(span.path).startswith("<lost name ") for span in frames[0].spans)
    elif kind == b"PLST":
        assert frames[0].pass_list is None
    else:
        assert frames[0].topology is None


@pytest.mark.parametrize(("flags", "offset", "length"), [(1, 0, 0), (1, 0, 8), (0, 1, 1), (1, 1, 0), (0, 0, 1)])
def test_flags_and_pointer_that_disagree_are_told(flags: int, offset: int, length: int) -> None:
    """A header says that its writer reached the end and where the directory is, or neither."""
    place = offset_of(CLOSED, b"DIRE")
    said = Header(flags=flags, directory_offset=offset * place, directory_length=length * (len(CLOSED) - place))
    capture = open_capture(said.encode() + CLOSED[32:])
    assert (capture.frame_count, capture.state) == (4, "closed")
    assert [(lost.offset, lost.length) for lost in capture.lost] == [(8, 24)]


def test_a_last_block_that_is_not_marked_last_is_told() -> None:
    """The header says that the writer reached its end, the block says that it did not."""
    place = offset_of(CLOSED, b"DIRE")
    payload = patched(CLOSED[place + 16 :], 24, bytes(4))
    capture = open_capture(CLOSED[:place] + encode_record(place, b"DIRE", payload))
    assert (capture.frame_count, capture.state) == (4, "not closed")
    assert [(lost.offset, lost.length) for lost in capture.lost] == [(place, len(CLOSED) - place)]


@pytest.mark.parametrize(("offset", "size"), [(28, 55), (28, 0), (30, 15), (30, 0)])
def test_entries_shorter_than_they_were_in_version_1_are_malformed(offset: int, size: int) -> None:
    """Entries only grow."""
    payload = patched(CLOSED[offset_of(CLOSED, b"DIRE") + 16 :], offset, struct.pack("<H", size))
    with pytest.raises(ValueError, match="entries of"):
        decode_directory(payload)
