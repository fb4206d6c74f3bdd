"""Captures of every version and defect, as they were written once, and what is said of them for good."""

from __future__ import annotations

import json
from typing import Any

import pytest
from capture_builders import record_offsets
from golden_captures import FOLDER, SPONZA, WHOLE, captures, expected

from framescope.profile.capture import Capture, open_capture
from framescope.profile.errors import CaptureTooNew, CaptureTooOld, NotACapture
from framescope.profile.sgpt.audit import audit_capture
from framescope.profile.sgpt.source import open_source
from framescope.profile.verify import verify_capture

GOLDEN = {name: (data, facts) for name, data, facts in captures()}
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="ascii"))
READABLE = [name for name, (_, facts) in GOLDEN.items() if facts["refused"] is None]
ERRORS = {"no capture": NotACapture, "too old": CaptureTooOld, "too new": CaptureTooNew}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_golden_capture_is_what_the_writer_writes(name: str) -> None:
    """A difference is a change of the format: a new version has a new file, and the old one stays."""
    assert GOLDEN[name][0] == (FOLDER / name).read_bytes()


def test_nothing_else_lies_there() -> None:
    """Each file has its line in expected.json, which is what the generator makes."""
    names = {path.name for path in FOLDER.iterdir() if path.suffix == ".sgpt"} - {SPONZA.name}
    assert names == set(GOLDEN) == set(EXPECTED["files"])
    assert json.loads(expected()) == EXPECTED


@pytest.mark.parametrize("name", READABLE)
def test_a_reader_says_what_is_expected(name: str) -> None:
    """State, frames, and every loss with its offset and length; the audit says the same as the capture."""
    facts = EXPECTED["files"][name]
    audit = audit_capture(open_source((FOLDER / name).read_bytes()))
    assert (facts["state"], facts["lost"]) == (audit.state, [[lost.offset, lost.length] for lost in audit.lost])
    with open_capture(FOLDER / name, check=True) as capture:
        assert facts["frames"] == [frame.number for frame in capture.frames()]
        assert facts["state"] == capture.state
        _ = (capture.topologies, capture.pass_lists, capture.notes)  # what is malformed shows when it is read
        assert sorted(facts["lost"]) == sorted([lost.offset, lost.length] for lost in capture.lost)


@pytest.mark.parametrize("name", [name for name in GOLDEN if name not in READABLE])
def test_a_reader_refuses_what_it_must(name: str) -> None:
    """By an error of its own for each kind."""
    with pytest.raises(ERRORS[EXPECTED["files"][name]["refused"]]):
        open_capture(FOLDER / name)


@pytest.fixture(scope="module")
def whole() -> Capture:
    """The capture with everything in it."""
    return open_capture(FOLDER / "v1-whole.sgpt")


@pytest.mark.parametrize("name", ["v1-whole.sgpt", "grown.sgpt", "grown-directory.sgpt", "never-stopped.sgpt"])
def test_every_figure_of_the_whole_capture_is_read(name: str) -> None:
    """By readers of version 1 in what a newer writer wrote, too."""
    values = EXPECTED["v1-whole.sgpt"]
    with open_capture(FOLDER / name) as capture:
        frames = list(capture.frames())
        assert values["ns_per_tick"] == capture.ns_per_tick
        assert values["begin"] == [[str(tick) for tick in frame.begin.tolist()] for frame in frames]
        assert values["end"] == [[str(tick) for tick in frame.end.tolist()] for frame in frames]
        assert values["extent_ticks"] == [str(frame.gpu_extent_ticks) for frame in frames]
        assert values["union_ticks"] == [str(frame.gpu_union_ticks) for frame in frames]
        assert values["status"] == [frame.status for frame in frames]
        assert values["reason"] == [frame.reason for frame in frames]
        counters = {name: str(value) if value > 2**53 else value for name, value in frames[2].counters.items()}
        assert values["counters"] == counters
        assert values["passes"] == [span.path for span in frames[0].spans]
        assert values["labels"] == [span.label for span in frames[0].spans]
        assert values["notes"] == [{"text": note.text, "frame": note.frame_number} for note in capture.notes]
        assert [frame.topology.model for frame in frames if frame.topology is not None] == [values["graph"]] * 3


def test_kinds_of_a_newer_writer_are_named_and_cost_nothing() -> None:
    """A status, a state and a kind of pass that this reader does not know."""
    with open_capture(FOLDER / "newer-kinds.sgpt") as capture:
        frame = capture.frame(2)
        assert (frame.status, frame.untimed) == ("unknown 9", {"unknown 77": 1})
        passes = capture.pass_list(0)
        assert passes is not None
        assert [entry.kind for entry in passes.entries] == ["unknown 7", "render", "compute"]


def test_the_recorded_capture_of_version_1_passes() -> None:
    """Ten frames of the atrium, as they were recorded the day the format was settled."""
    verification = verify_capture(open_source(SPONZA.read_bytes()))
    assert (verification.ok, verification.audit.frames) == (True, 10)
    with open_capture(SPONZA) as capture:
        frame = capture.frame(9)
        assert (len(frame.spans), frame.untimed, frame.status) == (69, {}, "complete")
        assert frame.topology is not None
        assert len(frame.topology.model["passes"]) >= 49


def test_the_whole_capture_has_every_kind_of_record() -> None:
    """So that the defects above are of all of them."""
    kinds = {kind for _, kind in record_offsets(WHOLE)}
    assert kinds == {b"META", b"SYMS", b"PLST", b"TOPO", b"FRAM", b"NOTE", b"DIRE"}
