"""Captures that were cut, flipped, or lie."""

from __future__ import annotations

import io
import struct
import zlib

import numpy as np
import pytest
from capture_builders import EPOCH, PASSES, TOPOLOGY, make_frame, make_work, offset_of, record_offsets, write_capture

from framescope.profile.capture import open_capture
from framescope.profile.errors import CaptureDamaged, CaptureTooNew, CaptureTooOld, CaptureTruncated, NotACapture
from framescope.profile.sgpt.frame_layout import column_places, frame_shape
from framescope.profile.sgpt.framing import Damage, NeedMore, Record, encode_record, read_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.model import PassList, PassListEntry
from framescope.profile.sgpt.scan import scan_records
from framescope.profile.sgpt.source import BytesSource

FRAMES = [
    make_frame(number, topology=TOPOLOGY, work=make_work(PASSES), counters={"live_bytes": number})
    for number in range(4)
]
CLOSED = write_capture(FRAMES)
OPEN = write_capture(FRAMES, close=False)
STARTS = [offset for offset, _ in record_offsets(CLOSED)]
FRAME_ENDS = [
    [*STARTS, len(CLOSED)][place + 1] for place, (_, kind) in enumerate(record_offsets(CLOSED)) if kind == b"FRAM"
]


def patched(data: bytes, offset: int, new: bytes) -> bytes:
    """``data`` with ``new`` in it."""
    return data[:offset] + new + data[offset + len(new) :]


@pytest.mark.parametrize("data", [CLOSED, OPEN], ids=["closed", "never closed"])
def test_a_capture_cut_at_any_byte_opens_and_counts_its_frames(data: bytes) -> None:
    """Whatever the cut, the frames before it are all there, and a cut inside a record is told from a missing stop."""
    for cut in range(32, len(data)):
        capture = open_capture(data[:cut])
        assert sum(end <= cut for end in FRAME_ENDS) == capture.frame_count
        assert [frame.number for frame in capture.frames()] == capture.frame_numbers
        whole = cut in STARTS or cut == 32
        expected = "not closed" if whole and data is OPEN else "cut off"
        assert expected == capture.state
        assert ([] if whole else [data[:cut][max(start for start in STARTS if start < cut) :]]) == [
            data[lost.offset :][: lost.length] for lost in capture.lost
        ]


@pytest.mark.parametrize("size", range(0, 32))
def test_fewer_bytes_than_a_header_are_no_capture(size: int) -> None:
    """An empty file and a header cut short are refused by name."""
    with pytest.raises(NotACapture) as refused:
        open_capture(CLOSED[:size])
    assert refused.value.offset == 0


def test_a_foreign_file_is_no_capture() -> None:
    """A PNG is refused, and the error is a ValueError too."""
    with pytest.raises(ValueError, match="no capture"):
        open_capture(b"\x89PNG\r\n\x1a\n" + bytes(100))


def test_a_capture_for_newer_readers_is_refused() -> None:
    """`min_reader_version` above this reader's gives its own error."""
    data = Header(min_reader_version=9).encode() + CLOSED[32:]
    with pytest.raises(CaptureTooNew, match="version 9"):
        open_capture(data)


def test_a_newer_format_that_older_readers_understand_opens() -> None:
    """`format_version` alone refuses nothing."""
    assert open_capture(Header(format_version=9).encode() + CLOSED[32:]).frame_count == 4


@pytest.mark.parametrize("bit", range(0, 64, 5))
def test_a_damaged_header_costs_the_header_alone(bit: int) -> None:
    """Where META is whole the records are read all the same, and the loss is told."""
    flipped = patched(CLOSED, bit // 8, bytes([CLOSED[bit // 8] ^ 1 << bit % 8]))
    capture = open_capture(flipped)
    assert (capture.frame_count, capture.state) == (4, "closed")
    assert [(lost.offset, lost.length) for lost in capture.lost] == [(0, 32)]


@pytest.mark.parametrize(("magic", "refusal"), [(b"SGPT", CaptureDamaged), (b"SGPX", NotACapture)])
def test_a_damaged_header_and_a_damaged_first_record_are_refused(magic: bytes, refusal: type[Exception]) -> None:
    """Nothing says any more that it is a capture, or only the magic does."""
    data = patched(patched(CLOSED, 4, b"\xff\xff"), 40, b"\xff\xff")
    with pytest.raises(refusal):
        open_capture(patched(data, 0, magic))


def test_a_capture_from_before_the_format_was_settled_is_refused() -> None:
    """Version 0 was never promised to; the error says what to do."""
    with pytest.raises(CaptureTooOld, match="record it again"):
        open_capture(Header(format_version=0, min_reader_version=0).encode() + CLOSED[32:])


@pytest.mark.parametrize("place", range(len(STARTS)))
def test_a_flipped_bit_anywhere_in_a_record_is_found(place: int) -> None:
    """A check names the record that was hit, and every other frame is still there."""
    hit, end = STARTS[place], [*STARTS, len(CLOSED)][place + 1]
    frames = 3 if record_offsets(CLOSED)[place][1] == b"FRAM" else 4
    for bit in range(8 * hit + place, 8 * end, 37):
        flipped = patched(CLOSED, bit // 8, bytes([CLOSED[bit // 8] ^ 1 << bit % 8]))
        capture = open_capture(flipped, check=True)
        assert (frames, True) == (capture.frame_count, hit in [lost.offset for lost in capture.lost])


def test_a_damaged_frame_costs_itself_alone() -> None:
    """Without a check, damage shows when the frame is read; iterating leaves it out and lists it as lost."""
    hit = offset_of(CLOSED, b"FRAM", 1)
    capture = open_capture(patched(CLOSED, hit + 16, b"\xff\xff"))
    with pytest.raises(CaptureDamaged) as damaged:
        capture.frame(1)
    assert hit == damaged.value.offset
    assert [frame.number for frame in capture.frames()] == [0, 2, 3]
    assert [hit] == [lost.offset for lost in capture.lost]


def test_a_file_that_shrinks_while_it_is_open_is_truncated() -> None:
    """A frame whose bytes went away since the capture was opened gives the error for that."""
    file = io.BytesIO(CLOSED)
    capture = open_capture(file)
    file.truncate(offset_of(CLOSED, b"FRAM", 3) + 20)
    with pytest.raises(CaptureTruncated):
        capture.frame(3)


@pytest.mark.parametrize("kind", [b"SYMS", b"PLST", b"TOPO", b"META"])
def test_a_frame_outlives_what_it_refers_to(kind: bytes) -> None:
    """Lost names, pass lists, topologies or META leave the frames with their times; what is unknown says so."""
    capture = open_capture(patched(CLOSED, offset_of(CLOSED, kind) + 16, b"\xee" * 8), check=True)
    frame = capture.frame(2)
    assert frame.duration_ticks.tolist() == [4, 3, 0]
    expected = {
        b"SYMS": "<lost name 0>",
        b"PLST": None,
        b"TOPO": "hzb/build",
        b"META": "hzb/build",
    }
    assert expected[kind] == frame.spans[0].path
    assert (kind == b"TOPO") == (frame.topology is None)
    assert (kind == b"META") == (capture.meta == {})


def test_a_whole_record_inside_a_payload_is_no_record() -> None:
    """Bytes of a valid record in a name are skipped with the damaged record around them: they lie elsewhere."""
    inner = CLOSED[offset_of(CLOSED, b"FRAM") :][:16].decode("latin-1") * 8
    passes = PassList((PassListEntry("SREC" * 40, inner, "compute", 0),))
    data = write_capture([make_frame(0, [(1, 2)], passes=passes), make_frame(1, [(1, 2)], passes=passes)])
    frame = data[offset_of(data, b"FRAM") : offset_of(data, b"FRAM", 1)]
    outer = encode_record(len(data), b"NOTE", frame + bytes(-len(frame) % 8))
    hidden = data + patched(outer, 12, b"\x00\x00\x00\x00") + encode_record(len(data) + len(outer), b"ZZZZ", b"")
    capture = open_capture(hidden, check=True)
    assert capture.frame_numbers == [0, 1]
    assert len(data) in [lost.offset for lost in capture.lost]


def test_a_name_that_spells_the_marker_does_not_resynchronise() -> None:
    """When a record full of sync markers is damaged, reading goes on at the next whole record."""
    passes = PassList((PassListEntry("SREC" * 100, "SREC" * 99, "compute", 0),))
    data = write_capture([make_frame(number, [(1, 2)], passes=passes) for number in range(3)])
    capture = open_capture(patched(data, offset_of(data, b"SYMS") + 12, b"\x00\x00\x00\x00"), check=True)
    assert [offset_of(data, b"SYMS")] == [lost.offset for lost in capture.lost]
    assert capture.frame_count == 3


@pytest.mark.parametrize("length", [0xFFFFFFFF, 0x80000000, 0xFFFFFFF8, 0, 8, 7, 1 << 28, len(CLOSED)])
@pytest.mark.parametrize("place", [0, 3])
def test_a_lying_length_costs_one_record_and_no_memory(length: int, place: int) -> None:
    """A length is compared with what is left before anything is read; the other frames are found."""
    hit = offset_of(CLOSED, b"FRAM", place)
    capture = open_capture(patched(CLOSED, hit + 8, struct.pack("<I", length)), check=True)
    assert capture.frame_count == 3
    assert [hit] == [lost.offset for lost in capture.lost]


@pytest.mark.parametrize("delta", [-1, 1, -8, 8])
def test_a_length_off_by_a_little_is_damage(delta: int) -> None:
    """One byte or one unit of padding less or more fails the checksum, or reaches into the next record."""
    hit = offset_of(CLOSED, b"FRAM", 1)
    (length,) = struct.unpack_from("<I", CLOSED, hit + 8)
    capture = open_capture(patched(CLOSED, hit + 8, struct.pack("<I", length + delta)), check=True)
    assert capture.frame_numbers == [0, 2, 3]


def forged(kind: bytes, payload: bytes) -> bytes:
    """The closed capture with one record replaced by ``payload`` under a right checksum, cut behind it."""
    offset = offset_of(CLOSED, kind)
    return patched(CLOSED[:offset], 16, bytes(16)) + encode_record(offset, kind, payload)


@pytest.mark.parametrize("kind", [b"META", b"SYMS", b"PLST", b"TOPO", b"FRAM", b"DIRE"])
@pytest.mark.parametrize("payload", [b"", b"\xff" * 8, b"\xff" * 4096, b"[" * 4096, b"\x00" * 256])
def test_a_well_checksummed_lie_is_malformed_and_not_a_crash(kind: bytes, payload: bytes) -> None:
    """Counts and JSON inside a payload are checked like lengths: the record is lost, or says little."""
    capture = open_capture(forged(kind, payload), check=True)
    read = (list(capture.frames()), capture.pass_lists, capture.topologies, capture.name(0), capture.meta)
    assert len(read) == 5


def test_reading_one_record_has_three_answers() -> None:
    """A whole record, one that may still grow, and damage with its place, expectation and finding."""
    record = encode_record(8, b"NOTE", b"{}      ")
    at_8 = bytes(8) + record
    assert Record(8, b"NOTE", b"{}      ") == read_record(BytesSource(at_8), 8)
    assert NeedMore(8, 12) == read_record(BytesSource(at_8[:12]), 8)
    assert NeedMore(8, 3) == read_record(BytesSource(at_8[:-3]), 8)
    damage = read_record(BytesSource(patched(at_8, 12, b"TOPO")), 8)
    assert isinstance(damage, Damage)
    assert damage.offset == 8
    assert "checksum" in damage.expected


def test_a_record_that_moved_is_damage() -> None:
    """The checksum covers the record's own offset."""
    moved = bytes(16) + encode_record(8, b"NOTE", b"{}      ")
    assert isinstance(read_record(BytesSource(moved), 16), Damage)


def test_the_checksum_is_the_common_crc_over_offset_type_length_and_payload() -> None:
    """Any CRC-32 implementation verifies a record from these four parts, little-endian."""
    record = encode_record(40, b"NOTE", b"{}      ")
    assert zlib.crc32(struct.pack("<Q4sI", 40, b"NOTE", 8) + b"{}      ") == struct.unpack_from("<I", record, 12)[0]


def test_records_of_unknown_types_are_skipped() -> None:
    """A newer writer's record between ours is no damage."""
    body = OPEN + encode_record(len(OPEN), b"VERB", b"anything")
    capture = open_capture(body, check=True)
    assert (capture.frame_count, capture.lost) == (4, [])


def test_a_frame_with_states_of_a_newer_writer_opens() -> None:
    """An unknown span state is an untimed span with an unknown reason."""
    states = np.array([0, 77, 0], np.uint8)
    (frame,) = open_capture(write_capture([make_frame(0, state=states)])).frames()
    assert frame.untimed == {"unknown 77": 1}


class Counting(BytesSource):
    """Counts the bytes that are read."""

    read = 0

    def read_at(self, offset: int, length: int) -> bytes:
        self.read += length
        return super().read_at(offset, length)


def test_a_file_full_of_far_reaching_markers_costs_a_bounded_effort() -> None:
    """Thousands of false records, each claiming the rest of the file, are not checksummed one by one."""
    count = 20_000
    fakes = b"".join(
        struct.pack("<4s4sII", b"SREC", b"FRAM", 16 * (count - place) & ~7, 0) for place in range(1, count)
    )
    source = Counting(Header().encode() + fakes)
    assert len(list(scan_records(source))) == 1
    assert source.read < 20 * source.size


def test_a_lost_record_found_late_says_how_long_it_is() -> None:
    """The loss of a frame that is only noticed when it is read reaches to the next record."""
    hit = offset_of(CLOSED, b"FRAM", 1)
    capture = open_capture(patched(CLOSED, hit + 20, b"\x01\x02\x03"))
    list(capture.frames())
    assert [(lost.offset, lost.length) for lost in capture.lost] == [(hit, offset_of(CLOSED, b"FRAM", 2) - hit)]


def test_a_frame_that_lies_about_its_ticks_has_no_time() -> None:
    """A span called timed whose ticks are impossible is invalid for the reader too."""
    state = np.array([0, 4, 0], np.uint8)
    begin = np.array([EPOCH, EPOCH + 9, EPOCH], np.uint64)
    data = write_capture([make_frame(0, begin=begin, end=begin - np.uint64(5), state=state)])
    offset = offset_of(data, b"FRAM")
    (length,) = struct.unpack_from("<I", data, offset + 8)
    payload = bytearray(data[offset + 16 : offset + 16 + length])
    states = column_places(frame_shape(bytes(payload)))["state"]
    payload[states.start : states.stop] = bytes(3)
    (frame,) = open_capture(data[:offset] + encode_record(offset, b"FRAM", bytes(payload))).frames()
    assert (frame.untimed, frame.gpu_extent_ticks) == ({"invalid_ticks": 3}, None)


@pytest.mark.parametrize(
    "text",
    [
        b'{"note":NaN}',
        b'{"note":-Infinity}',
        b'{"note":1e999}',
        b'{"note":"\xff"}',
        b"[" * 9999,
        '{"a":1}'.encode("utf-16"),
    ],
)
def test_a_meta_that_is_no_strict_json_is_malformed(text: bytes) -> None:
    """What no JSON parser takes back must not come out of ``--json`` again."""
    data = Header().encode() + encode_record(32, b"META", text + b" " * (-len(text) % 8))
    capture = open_capture(data)
    assert (capture.meta, [lost.offset for lost in capture.lost]) == ({}, [32])


def test_names_nested_too_deep_are_lost() -> None:
    """Brackets cost an attacker one byte each; they must not cost the reader its stack."""
    start, data = offset_of(OPEN, b"SYMS"), OPEN
    rest = [(offset, kind) for offset, kind in record_offsets(data) if offset > start]
    out = data[:start] + encode_record(start, b"SYMS", struct.pack("<II", 0, 1) + b"[" * 8000)
    for offset, kind in rest:
        length = int.from_bytes(data[offset + 8 : offset + 12], "little")
        out += encode_record(len(out), kind, data[offset + 16 : offset + 16 + length])
    capture = open_capture(out)
    assert [frame.spans[0].path for frame in capture.frames()] == ["<lost name 0>"] * len(FRAMES)
    assert [lost.offset for lost in capture.lost] == [start]
