"""What a reader must say of the recorded capture when it is cut at one byte, or one byte of it is flipped."""

from __future__ import annotations

import io
import struct
from bisect import bisect_right
from dataclasses import dataclass

from capture_builders import record_offsets
from golden_captures import SPONZA

from framescope.profile.capture import open_capture
from framescope.profile.errors import NotACapture
from framescope.profile.frame_arrays import span_table
from framescope.profile.sgpt.recover import recover_capture
from framescope.profile.sgpt.sink import StreamSink
from framescope.profile.sgpt.source import open_source
from framescope.profile.verify import Checksum, verify_capture

DATA = SPONZA.read_bytes()
RECORDS = record_offsets(DATA)
STARTS = [offset for offset, _ in RECORDS]
ENDS = [*STARTS[1:], len(DATA)]
FRAMES = [place for place, (_, kind) in enumerate(RECORDS) if kind == b"FRAM"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is said of a capture: how it ends, its frames, how many whole records there are, what is lost."""

    state: str
    frames: list[int]
    records: int
    lost: list[tuple[int, int]]


def said_of(data: bytes) -> Verdict | None:
    """What a reader that checks every record says; None when it refuses."""
    try:
        capture = open_capture(data, check=True)
    except NotACapture:
        return None
    lost = sorted((place.offset, place.length) for place in capture.lost)
    return Verdict(capture.state, capture.frame_numbers, capture.record_count, lost)


def cut(at: int) -> tuple[bytes, Verdict | None]:
    """The capture's first ``at`` bytes, and what must be said of them."""
    if at < 32:
        return DATA[:at], None
    whole = bisect_right(ENDS, at)
    frames = [number for number, place in enumerate(FRAMES) if place < whole]
    start = STARTS[whole]
    lost = [(start, at - start)] if at > start else []
    return DATA[:at], Verdict("cut off", frames, whole, lost)


def flip(at: int) -> tuple[bytes, Verdict]:
    """The capture with every bit of one byte changed, and what must be said of that."""
    data = DATA[:at] + bytes([DATA[at] ^ 0xFF]) + DATA[at + 1 :]
    numbers, records = list(range(len(FRAMES))), len(RECORDS) - 1
    if at < 32:
        checked = at < 8 or 12 <= at < 16
        return data, Verdict("closed", numbers, records, [(0, 32) if checked else (8, 24)])
    place = bisect_right(STARTS, at) - 1
    start, end = STARTS[place], ENDS[place]
    if RECORDS[place][1] == b"DIRE":
        (length,) = struct.unpack_from("<I", data, start + 8)
        torn = length > len(DATA) - start - 16 and length % 8 == 0 and length <= 1 << 28  # as if its end were missing
        return data, Verdict("cut off" if torn else "not closed", numbers, records, [(start, end - start)])
    frames = [number for number, frame in enumerate(FRAMES) if frame != place]
    return data, Verdict("closed", frames, records - 1, [(start, end - start)])


def check_recovery(data: bytes, expected: Verdict, checksum: Checksum) -> None:
    """``verify`` says what was expected, ``recover`` saves all of it, ``verify`` passes that, and it reads the same."""
    audit = verify_capture(open_source(data), checksum).audit
    assert [(lost.offset, lost.length) for lost in audit.lost] == expected.lost
    stream = io.BytesIO()
    recovery = recover_capture(open_source(data), StreamSink(stream, "memory"))
    saved = stream.getvalue()
    assert (recovery.frames, recovery.records) == (len(expected.frames), expected.records)
    assert verify_capture(open_source(saved), checksum).ok
    assert span_table(open_capture(saved)).begin.tolist() == span_table(open_capture(data)).begin.tolist()
