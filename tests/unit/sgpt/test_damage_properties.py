"""Whatever happens to a capture: what was not touched is read, what is read was written, and what is lost is told."""

from __future__ import annotations

import io
from collections.abc import Callable

from capture_builders import record_offsets
from golden_captures import WHOLE
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.profile.capture import open_capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.errors import CaptureError
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.recover import recover_capture
from framescope.profile.sgpt.sink import StreamSink
from framescope.profile.sgpt.source import open_source

RECORDS = record_offsets(WHOLE)
ENDS = [*(offset for offset, _ in RECORDS[1:]), len(WHOLE)]
PLACES = st.integers(0, len(WHOLE) - 1)
LENGTHS = st.integers(1, 400)

Edit = Callable[[bytes], bytes]


def figures(frame: CapturedFrame) -> tuple[object, ...]:
    """A frame as plain data, names left out: these may be lost without it."""
    columns = (frame.begin, frame.end, frame.state, frame.query_set)
    return (frame.number, frame.renderer_index, frame.status, *(column.tolist() for column in columns))


TRUE = {frame.number: figures(frame) for frame in open_capture(WHOLE).frames()}


def overwritten(at: int, new: bytes) -> Edit:
    """Bytes replaced; the file stays as long as it is."""
    return lambda data: data[:at] + new[: max(len(data) - at, 0)] + data[at + len(new) :]


def copied(source: int, target: int, length: int) -> Edit:
    """A part of the file written over another: records that are whole and in the wrong place."""
    return lambda data: overwritten(target, data[source : source + length])(data)


OVERWRITES = st.one_of(
    st.builds(overwritten, PLACES, st.binary(min_size=1, max_size=40)),
    st.builds(overwritten, PLACES, LENGTHS.map(bytes)),
    st.builds(overwritten, PLACES, st.sampled_from([b"SREC", b"SRECFRAM", b"\xff\xff\xff\xff"])),
    st.builds(copied, PLACES, PLACES, LENGTHS),
)
CHANGES_OF_LENGTH = st.one_of(
    st.builds(lambda at, length: lambda data: data[:at] + data[at + length :], PLACES, LENGTHS),
    st.builds(lambda at, new: lambda data: data[:at] + new + data[at:], PLACES, st.binary(min_size=1, max_size=40)),
    st.builds(lambda at: lambda data: data[:at], PLACES),
)


def untouched(data: bytes) -> list[int]:
    """Numbers of the frames whose records are where they were, byte for byte."""
    frames = [(offset, end) for (offset, kind), end in zip(RECORDS, ENDS, strict=True) if kind == b"FRAM"]
    return [number for number, (start, end) in enumerate(frames) if data[start:end] == WHOLE[start:end]]


def check(data: bytes) -> None:
    """The three rules, for the reader, the audit and what is recovered."""
    try:
        capture = open_capture(data, check=True)
    except CaptureError:
        assert data[:8] != WHOLE[:8] or data[:16] != WHOLE[:16] or len(data) < 32
        return
    frames = {frame.number: figures(frame) for frame in capture.frames()}
    assert frames == {number: TRUE[number] for number in untouched(data)}
    audit = audit_capture(open_source(data))
    assert sorted((lost.offset, lost.length) for lost in capture.lost) == [
        (lost.offset, lost.length) for lost in audit.lost
    ]
    if data != WHOLE:
        assert audit.lost or audit.state != "closed"
    stream = io.BytesIO()
    recover_capture(open_source(data), StreamSink(stream, "memory"))
    saved = open_capture(stream.getvalue(), check=True)
    assert (saved.state, saved.lost) == ("closed", [])
    assert {frame.number: figures(frame) for frame in saved.frames()} == frames


@settings(deadline=None, max_examples=150)
@given(st.lists(OVERWRITES, max_size=4))
def test_what_is_overwritten_costs_itself_alone(edits: list[Edit]) -> None:
    """Every record that was not touched is read, however many others were."""
    data = WHOLE
    for edit in edits:
        data = edit(data)
    check(data)


@settings(deadline=None, max_examples=150)
@given(st.lists(OVERWRITES, max_size=2), CHANGES_OF_LENGTH)
def test_what_is_cut_out_or_put_in_costs_what_it_moved(edits: list[Edit], change: Edit) -> None:
    """Records before it are read; a moved one is none, though every byte of it is right."""
    data = WHOLE
    for edit in edits:
        data = edit(data)
    check(change(data))
