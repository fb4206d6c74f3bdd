"""What a malformed record costs: itself, and not its number; what a capture without META costs: nothing else."""

from __future__ import annotations

import io

import pytest
from capture_builders import offset_of
from golden_captures import GRAPH, WHOLE, again, payload_at
from malformed_captures import impostor_before, note_before_an_unknown_record, without_meta

from framescope.profile.capture import Capture, open_capture
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.framing import encode_record
from framescope.profile.sgpt.header import Header
from framescope.profile.sgpt.recover import recover_capture
from framescope.profile.sgpt.scan import Lost
from framescope.profile.sgpt.sink import StreamSink
from framescope.profile.sgpt.source import open_source
from framescope.profile.verify import verify_capture


def places(lost: list[Lost]) -> list[tuple[int, int]]:
    """Where something is lost."""
    return sorted((place.offset, place.length) for place in lost)


def read_all(data: bytes) -> Capture:
    """The capture with everything in it decoded."""
    capture = open_capture(data, check=True)
    capture.decode_all()
    return capture


@pytest.mark.parametrize("kind", [b"PLST", b"TOPO"])
def test_a_malformed_record_leaves_its_number_to_a_later_one(kind: bytes) -> None:
    """The reader, the audit and what is recovered agree: one loss, and every frame has its passes and its graph."""
    data, impostor = impostor_before(kind)
    capture = read_all(data)
    assert places(capture.lost) == places(audit_capture(open_source(data)).lost) == [impostor]
    frames = list(capture.frames())
    assert [frame.pass_list is None for frame in frames] == [False] * 3
    assert [frame.topology and frame.topology.model for frame in frames] == [GRAPH.model] * 3
    sink = StreamSink(io.BytesIO(), "memory")
    recovery = recover_capture(open_source(data), sink)
    assert places(list(recovery.lost)) == places(capture.lost)


@pytest.mark.parametrize("kind", [b"PLST", b"TOPO"])
def test_a_number_is_free_again_in_a_file_that_grows(kind: bytes) -> None:
    """What was read of it before, nothing, is not remembered, and its loss is told once."""
    data, impostor = impostor_before(kind)
    cut = sum(impostor)
    stream = io.BytesIO(data[:cut])
    with open_capture(stream) as capture:
        capture.decode_all()
        read = capture.pass_list if kind == b"PLST" else capture.topology
        assert (read(0), places(capture.lost)) == (None, [impostor])
        stream.seek(0, io.SEEK_END)
        stream.write(data[cut:])
        capture.refresh()
        assert read(0) is not None
        assert places(capture.lost) == [impostor]


def test_the_second_of_two_whole_records_with_one_number_is_the_one_too_many() -> None:
    """Nothing changes there: what the first says stands."""
    base = again(WHOLE, lambda _, payload: payload)
    first = payload_at(base, offset_of(base, b"PLST"))
    data = base + encode_record(len(base), b"PLST", first)
    capture = read_all(data)
    assert places(capture.lost) == [(len(base), len(data) - len(base))]
    assert capture.frame(0).pass_list is not None


def test_what_is_lost_of_a_malformed_record_ends_where_it_does() -> None:
    """The record behind it is not lost, whatever its type; reader and audit agree."""
    data = note_before_an_unknown_record()
    assert places(read_all(data).lost) == places(audit_capture(open_source(data)).lost)
    assert [place.length for place in read_all(data).lost] == [24]


@pytest.mark.parametrize("streamed", [True, False])
def test_a_capture_without_meta_is_told(streamed: bool) -> None:
    """META is the first record, and there is one: where it is missing nothing is lost but what it would have said."""
    data = without_meta(streamed=streamed)
    capture = read_all(data)
    assert (capture.state, [note.text for note in capture.notes]) == ("closed", ["x"])
    verification = verify_capture(open_source(data))
    assert not verification.ok
    assert places(verification.audit.lost) == places(capture.lost) == [(32, 0)]
    assert list(verification.audit.offsets) == [32]
    stream = io.BytesIO()
    recover_capture(open_source(data), StreamSink(stream, "memory"))
    saved = open_capture(stream.getvalue())
    assert (saved.meta, saved.notes[0].text, verify_capture(open_source(stream.getvalue())).ok) == (
        {"recovered": "META was lost"},
        "x",
        True,
    )


def test_a_header_alone_lacks_nothing_yet() -> None:
    """Nothing was written behind it: that is a recording which ended early, and not one without its META."""
    assert open_capture(Header().encode(), check=True).lost == []
