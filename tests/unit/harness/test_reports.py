"""Reports as data: what doctor concludes, and what a recording says is missing."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from capture_builders import capture_of

from framescope.harness.capture_info import capture_info, render_info
from framescope.harness.cli import main
from framescope.harness.diagnosis import outcomes, render_diagnosis
from framescope.harness.graph_report import explanations, explanations_text, lint_text
from framescope.harness.recording_summary import loss_line, summarize_recording, summary_lines
from framescope.harness.whole import wholeness
from framescope.profile.sgpt.scan import Lost
from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.frame_graph import FrameGraph

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
    assert loss_line(summary) == "LOST: 1 frame skipped, 1 frame aborted, 1 span untimed (array full)"
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
    plain = render_info(capture_info(capture_of([], {"note": "x"})), "a")
    heads = [[line[:12] for line in lines.split("\n") if line[:12].strip()] for lines in (text, plain)]
    assert heads[0][1:] == heads[1][1:]
    text.encode()


def test_no_line_of_what_is_known_is_wider_than_a_terminal() -> None:
    """80 columns hold scene and recording, and what goes on stands under what it belongs to."""
    scene = {"name": "sponza", "parameters": {f"parameter_{number}": "auto" for number in range(9)}}
    meta = {"scene": scene, "size": [1920, 1080], "adapter": {"device": "llvmpipe " * 9}}
    lines = render_info(capture_info(capture_of([], meta)), "a").split("\n")
    assert max(map(len, lines)) <= 80
    assert [line[:12].strip() for line in lines[1:] if line[:12].strip()] == [
        "frames",
        "holds",
        "recorded",
        "clock",
        "scene",
    ]


def test_the_answers_about_a_graph_fit_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines of ``explain`` and lints are wrapped, and files below the working directory are named from there."""
    monkeypatch.chdir(Path(__file__).parents[1])
    graph = FrameGraph()
    for number in range(9):
        node = graph.add(f"a pass with a long name {number}", kind="compute", side_effect=True)
        x = graph.create_buffer(f"a resource with a long name {number}", BufferDescriptor(16))
        node.write(x, "buffer-storage-write", contents="overwrite")
    compiled = graph.compile()
    found = explanations(compiled, "a pass with a long name 3")
    text = explanations_text(found) + "\n" + lint_text(compiled.lints())
    assert max(map(len, text.splitlines())) <= 80
    assert "harness/test_reports.py:" in text
    assert __file__ not in text


def test_doctor_fits_a_terminal() -> None:
    """However many features there are."""
    device = {
        "available": True,
        "device": "llvmpipe " * 5,
        "software": True,
        "backend": "Vulkan",
        "driver": "Mesa " * 9,
    }
    device |= {"features": [f"feature-{number}" for number in range(20)], "features_missing": [], "native": True}
    device |= {"ns_per_tick": 1.0, "max_texture_size": 16384}
    facts = {"python": "3.11", "platform": "linux", "display": False, "versions": {"framescope": "0.1"}, "adapters": []}
    text = render_diagnosis(facts | {"device": device, "outcomes": outcomes(device, False)})
    assert max(map(len, text.splitlines())) <= 80


def test_the_scenes_fit_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    """Every flag and its meaning."""
    assert main(["scenes"]) == 0
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 80
