"""Reports as data: what doctor concludes, and what a recording says is missing."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from capture_builders import capture_of

from framescope.harness.capture_info import capture_info, render_info, wholeness
from framescope.harness.diagnosis import outcomes
from framescope.harness.recording_summary import loss_line, summarize_recording, summary_lines
from framescope.profile.sgpt.scan import Lost

WHOLE_DEVICE = {"available": True, "features": ["timestamp-query"], "native": True, "ns_per_tick": 1.0}
OFFLINE = "read and check captures"
OFFSCREEN = "record a scene offscreen"
TIMED = "time passes on the GPU"
IN_NS = "show times in nanoseconds"
NO_STALL = "read back without stalling the frame"
WINDOW = "record in a window (--window)"


@pytest.mark.parametrize(
    ("device", "display", "fails"),
    [
        (WHOLE_DEVICE, True, set()),
        (WHOLE_DEVICE, False, {WINDOW}),
        (WHOLE_DEVICE | {"native": False, "ns_per_tick": None}, True, {IN_NS, NO_STALL}),
        (WHOLE_DEVICE | {"features": []}, True, {TIMED, IN_NS}),
        ({"available": False}, True, {OFFSCREEN, TIMED, IN_NS, NO_STALL, WINDOW}),
    ],
)
def test_doctor_concludes_what_will_work(device: dict[str, Any], display: bool, fails: set[str]) -> None:
    """What fails says why, what works does not, and reading files always works."""
    concluded = outcomes(device, display)
    assert {outcome["what"] for outcome in concluded if not outcome["works"]} == fails
    assert {outcome["what"] for outcome in concluded if outcome["why_not"] is not None} == fails


def frame(status: str = "complete", timed: tuple[bool, ...] = (True, True), order: int | None = 0) -> Any:
    """A frame as the summary reads it, with a graph of two passes, the second of which ran if ``order`` says."""
    states = np.array(timed)
    topology = SimpleNamespace(model={"passes": [{"order": 0}, {"order": order}]})
    untimed = {"array_full": int((~states).sum())} if not states.all() else {}
    return SimpleNamespace(status=status, state=states, timed=states, untimed=untimed, topology=topology)


def capture(*frames: Any) -> Any:
    """A capture as the summary reads it."""
    return SimpleNamespace(frames=lambda: iter(frames), topology_count=1, pass_list_count=2, size_bytes=1000)


def summarize(*frames: Any) -> dict[str, Any]:
    """The figures of a capture of these frames."""
    return summarize_recording(capture(*frames), adapter="card", level="workload", size=(4, 3), seconds=1.23456)


def test_a_summary_counts_what_is_there_and_what_is_not() -> None:
    """Shares are of all spans of all frames; passes are the median complete frame's."""
    summary = summarize(frame(), frame(order=None), frame(timed=(True, False)), frame("aborted", (True,)))
    assert summary["timed_share"] == 6 / 7
    assert (summary["graph_passes"], summary["gpu_passes"]) == (2, 2)
    assert (summary["untimed"], summary["aborted"], summary["skipped"]) == ({"array_full": 1}, 1, 0)
    assert (summary["bytes_per_frame"], summary["size"], summary["seconds"]) == (250, [4, 3], 1.235)


def test_a_summary_of_nothing_is_unknown_not_zero() -> None:
    """No spans have no timed share, no frames no bytes a frame."""
    summary = summarize()
    unknown = ("timed_share", "graph_passes", "gpu_passes", "bytes_per_frame")
    assert [summary[key] for key in unknown] == [None] * 4
    assert "no GPU passes" in summary_lines(summary, "a.sgpt")


def test_what_was_not_recorded_is_unknown() -> None:
    """Without the graph nobody knows how many passes survived."""
    bare = frame()
    bare.topology = None
    assert summarize(bare)["graph_passes"] is None


def test_the_loss_line_names_everything_that_is_missing() -> None:
    """Frames by what became of them, spans by reason; nothing missing, no line."""
    summary = summarize(frame(timed=(False, True)), frame("skipped", ()), frame("aborted", ()))
    assert loss_line(summary) == "LOST: 1 frames skipped, 1 frames aborted, 1 spans untimed (array full)"
    assert loss_line(summarize(frame())) is None


@pytest.mark.parametrize(
    ("state", "lost", "words"),
    [
        ("cut off", [], ["cut off"]),
        ("not closed", [], ["never stopped"]),
        ("closed", [Lost(64, 8, "a wrong checksum")], ["byte 64", "a wrong checksum"]),
        ("closed", [Lost(64, 8, "a wrong checksum"), Lost(99, 8, "b")], ["byte 64", "1 more"]),
    ],
)
def test_a_capture_that_is_not_whole_says_why(state: str, lost: list[Lost], words: list[str]) -> None:
    """The three answers are told apart: cut off, not stopped, damaged here."""
    fault = wholeness(SimpleNamespace(state=state, lost=lost))  # type: ignore[arg-type]
    assert fault is not None
    assert [word for word in words if word not in fault] == []


def test_a_whole_capture_has_no_fault() -> None:
    """Stopped, and read to its end."""
    assert wholeness(SimpleNamespace(state="closed", lost=[])) is None  # type: ignore[arg-type]


def test_what_a_foreign_file_says_of_itself_cannot_steer_the_terminal() -> None:
    """META holds whatever its writer put there; every line of ``info`` stays the line it is."""
    nasty = "\x1b[2J\ud800\n\u202ex"
    facts = capture_info(capture_of([], {"adapter": {"device": nasty}, "driver": nasty, "level": nasty, "note": nasty}))
    text = render_info(facts, f"{nasty}.sgpt")
    assert all(line.isprintable() for line in text.split("\n"))
    assert len(text.split("\n")) == len(render_info(capture_info(capture_of([], {"note": "x"})), "a").split("\n"))
    text.encode()
