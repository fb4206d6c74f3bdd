"""Lengths, counts and numbers that lie, under wrong checksums and under right ones."""

from __future__ import annotations

import struct
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from capture_builders import offset_of, record_offsets
from golden_captures import WHOLE, again, payload_at, put
from sgpt_fuzz import read_whatever

from framescope.profile.capture import open_capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.source import open_source

STARTS = [offset for offset, _ in record_offsets(WHOLE)]
FIELDS = [
    *((b"FRAM", offset, "<I") for offset in (80, 84, 88, 92, 96, 100)),
    *((b"FRAM", offset, "<B") for offset in (104 + 5, 104 + 10, 104 + 19)),
    *((kind, 6, "<H") for kind in (b"FRAM", b"PLST", b"TOPO")),
    *((b"PLST", offset, "<I") for offset in (8, 12, 16)),
    (b"SYMS", 4, "<I"),
    *((b"TOPO", offset, "<I") for offset in (24, 28)),
    *((b"DIRE", offset, "<I") for offset in (16, 20)),
    *((b"DIRE", offset, "<H") for offset in (28, 30)),
]
UNSTOPPED = Header().encode() + WHOLE[32 : offset_of(WHOLE, b"DIRE")]
_SMALL = 4 << 20


@contextmanager
def flat_memory() -> Iterator[None]:
    """What happens inside takes no more than 4 MiB at once."""
    tracemalloc.start()
    try:
        yield
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < _SMALL


def figures(frame: CapturedFrame) -> tuple[object, ...]:
    """What a frame says, as plain data."""
    columns = (frame.begin, frame.end, frame.state, frame.query_set)
    return (frame.number, frame.renderer_index, *(column.tolist() for column in columns), frame.cpu_submit_ns)


TRUE = [figures(frame) for frame in open_capture(WHOLE).frames()]


@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x80000000, 0, "one less", "one more", "a unit less", "a unit more"])
@pytest.mark.parametrize("place", range(len(STARTS)))
def test_a_length_that_lies_costs_its_record(place: int, length: int | str) -> None:
    """Whichever record it is in: no memory, no false record, no other loss."""
    start, end = STARTS[place], [*STARTS, len(WHOLE)][place + 1]
    true = end - start - 16
    changes = {"one less": -1, "one more": 1, "a unit less": -8, "a unit more": 8}
    value = length if isinstance(length, int) else true + changes[length]
    with flat_memory():
        capture = open_capture(put(WHOLE, start + 8, struct.pack("<I", value)), check=True)
        frames = [figures(frame) for frame in capture.frames()]
    assert [(lost.offset, lost.length) for lost in capture.lost] == [(start, end - start)]
    hit = [number for number in range(3) if offset_of(WHOLE, b"FRAM", number) == start]
    assert frames == [figure for number, figure in enumerate(TRUE) if number not in hit]


@pytest.mark.parametrize("lie", ["most", "none", "one less", "one more"])
@pytest.mark.parametrize(("kind", "offset", "code"), FIELDS)
def test_a_count_that_lies_under_a_right_checksum_costs_its_record(
    kind: bytes, offset: int, code: str, lie: str
) -> None:
    """Columns are compared with the payload before they are looked at; every frame that does not lie reads the same."""
    last = [place for place, found in record_offsets(WHOLE) if found == kind][-1]
    payload = payload_at(WHOLE, last)
    (true,) = struct.unpack_from(code, payload, offset)
    most = 256 ** struct.calcsize(code) - 1
    value = {"most": most, "none": 0, "one less": max(true - 1, 0), "one more": min(true + 1, most)}[lie]
    lying = put(payload, offset, struct.pack(code, value))
    data = WHOLE[:last] + encode_record(last, kind, lying) + WHOLE[last + 16 + len(payload) :]
    with flat_memory():
        frames = [figures(frame) for frame in open_capture(data).frames()]
        audit_capture(open_source(data))
        read_whatever(b"\x02" + data)
    honest = TRUE if kind != b"FRAM" else TRUE[:2]
    assert [frame for frame in frames if frame in TRUE][: len(honest)] == honest


def test_names_that_do_not_exist_are_named_so() -> None:
    """In a pass list, in a frame, in a counter; the times stay, and the audit counts what leads nowhere."""

    def change(kind: bytes, payload: bytes) -> bytes:
        if kind == b"PLST":
            return put(payload, 40, struct.pack("<I", 0x7FFFFFFF))
        if kind == b"FRAM":
            return put(payload, 72, struct.pack("<I", 0xFFFFFFFE))
        return payload

    data = again(WHOLE, change)
    frames = list(open_capture(data).frames())
    assert (frames[0].spans[0].path, frames[0].reason) == ("<lost name 2147483647>", "<lost name 4294967294>")
    assert [figures(frame) for frame in frames] == TRUE
    assert audit_capture(open_source(data)).references.counts() == {"names": 2, "pass_lists": 0, "topologies": 0}


@pytest.mark.parametrize("field", [64, 68])
def test_a_pass_list_or_a_graph_that_does_not_exist_leaves_the_times(field: int) -> None:
    """What is not there is unknown, not empty."""

    def change(kind: bytes, payload: bytes) -> bytes:
        return put(payload, field, struct.pack("<I", 77)) if kind == b"FRAM" else payload

    data = again(WHOLE, change)
    frames = list(open_capture(data).frames())
    assert [figures(frame) for frame in frames] == TRUE
    assert (frames[0].pass_list is None, frames[0].topology is None) == (field == 64, field == 68)
    counts = audit_capture(open_source(data)).references.counts()
    assert (counts["pass_lists"], counts["topologies"]) == (int(field == 64), int(field == 68))


@pytest.mark.parametrize("shift", range(0, 16, 4))
@pytest.mark.parametrize("damaged", [False, True])
def test_a_whole_capture_inside_a_payload_is_no_capture(shift: int, damaged: bool) -> None:
    """Its records lie elsewhere than they say, aligned or not, whether the record around them is whole or damaged."""
    base = UNSTOPPED
    inner = bytes(shift) + WHOLE
    outer = encode_record(len(base), b"NEWR", inner + bytes(-len(inner) % 8))
    if damaged:
        outer = put(outer, 12, b"\x00\x00\x00\x00")
    behind = len(base) + len(outer)
    data = base + outer + encode_record(behind, b"NOTE", b'{"frame":null,"text":"behind"}  ')
    with flat_memory():
        capture = open_capture(data, check=True)
        frames = [figures(frame) for frame in capture.frames()]
    assert (frames, capture.notes[-1].text, capture.meta["note"]) == (TRUE, "behind", "golden")
    assert [(lost.offset, lost.length) for lost in capture.lost] == ([(len(base), len(outer))] if damaged else [])


def test_a_payload_full_of_markers_is_passed_in_one_step() -> None:
    """Damaged or not: ten thousand places that look like records are none."""
    base = UNSTOPPED
    outer = encode_record(len(base), b"NEWR", b"SRECFRAM\x10\x00\x00\x00\x00\x00\x00\x00" * 10_000)
    data = base + put(outer, 12, b"\x00\x00\x00\x00") + encode_record(len(base) + len(outer), b"NEWR", b"")
    capture = open_capture(data, check=True)
    assert [(lost.offset, lost.length) for lost in capture.lost] == [(len(base), len(outer))]
    assert capture.frame_count == 3


def test_a_frame_that_cannot_be_read_forbids_no_number() -> None:
    """One that is malformed and calls itself the last there can be costs itself, and not those behind it."""
    place = offset_of(WHOLE, b"FRAM", 1)
    lying = put(put(payload_at(WHOLE, place), 80, b"\xff" * 4), 0, b"\xff" * 4)
    data = WHOLE[:place] + encode_record(place, b"FRAM", lying) + WHOLE[place + 16 + len(lying) :]
    capture = open_capture(data, check=True)
    assert [figures(frame) for frame in capture.frames()] == [TRUE[0], TRUE[2]]
    assert [lost.offset for lost in capture.lost] == [place]
