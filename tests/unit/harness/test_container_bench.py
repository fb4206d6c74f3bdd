"""The benchmark of the container gives every container the same spans, and gets the same statistics back."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from framescope.harness.bench import container_peers
from framescope.harness.bench.container import measure
from framescope.harness.bench.container_content import Content, recorded, synthetic
from framescope.harness.bench.container_peers import CAPTURE, CHROME, PEERS
from framescope.harness.cli import main
from framescope.profile.sgpt.writer import CaptureWriter

RECORDING = Path(__file__).parents[2] / "data" / "sgpt" / "v1-sponza-workload.sgpt"
LEVELS = ("timing", "workload")


def test_every_container_gives_the_captures_statistics(tmp_path: Path) -> None:
    """On made-up frames every pass opens one GPU pass, and every figure is the same to the nanosecond."""
    content = synthetic(frames=7, spans=20)
    found = {}
    for peer in (CAPTURE, *(peer for peer in PEERS if peer.missing is None)):
        peer.write(content, tmp_path / "file.json")
        found[peer.name] = peer.statistics(tmp_path / "file.json")
    assert len(found[CAPTURE.name]) == 20
    assert all(figures == found[CAPTURE.name] for figures in found.values())


def test_no_peer_leaves_a_profiler_behind(tmp_path: Path) -> None:
    """What one container leaves running would be measured with the next."""
    before = sys.getprofile(), threading.getprofile()
    for peer in (peer for peer in PEERS if peer.missing is None):
        peer.write(synthetic(frames=1, spans=2), tmp_path / "file.json")
        assert (sys.getprofile(), threading.getprofile()) == before


def test_figures_are_held_to_their_bounds_and_sizes_are_told(tmp_path: Path) -> None:
    """A ratio to each peer for both levels, and the figures behind them; a recording is measured likewise."""
    ratios, figures = measure({"synthetic": synthetic(4, 10), "recorded": recorded(RECORDING)}, tmp_path, rounds=2)

    measured = [peer.name for peer in PEERS if peer.missing is None]
    expected = {"not measured", *(f"{name}, {level}" for name in ("synthetic", "recorded") for level in LEVELS)}
    assert (set(figures), set(figures["not measured"])) == (expected, {peer.name for peer in PEERS} - set(measured))
    assert set(figures["synthetic, timing"]) == {"frames", "spans", CAPTURE.name, *measured}
    assert (ratios["synthetic, timing: bytes a span"].target, ratios["synthetic, workload: bytes a frame"].target) == (
        12,
        6000,
    )
    assert "recorded, workload: bytes a frame" not in ratios


def test_a_peer_that_is_not_installed_is_told_and_fails_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its ratios are not there, and the figures say why."""
    monkeypatch.setattr(container_peers, "find_spec", lambda name: None)
    ratios, figures = measure({"synthetic": synthetic(2, 5)}, tmp_path, rounds=1)
    assert figures["not measured"][CHROME.name] == "orjson is not installed"
    assert list(ratios) == ["synthetic, timing: bytes a span", "synthetic, workload: bytes a frame"]


def test_statistics_that_differ_are_no_benchmark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A container that holds something else is not compared."""
    other = container_peers.Peer("other", (), CAPTURE.write, lambda path: {})
    monkeypatch.setattr("framescope.harness.bench.container.PEERS", (other,))
    with pytest.raises(AssertionError, match="other does not give the statistics"):
        measure({"synthetic": synthetic(2, 5)}, tmp_path, rounds=1)


def test_a_recording_is_written_again_as_it_was(tmp_path: Path) -> None:
    """Times, counts, counters and graphs of the frames are those of the capture."""
    content = recorded(RECORDING)
    writer = CaptureWriter(tmp_path / "again.sgpt", {"ns_per_tick": 1.0})
    for frame in content.frames:
        writer.write_frame(frame)
    writer.close()
    again = recorded(tmp_path / "again.sgpt")
    assert (len(again.frames), again.spans) == (len(content.frames), content.spans)
    for one, other in zip(content.frames, again.frames, strict=True):
        assert (one.pass_list, one.topology is None, one.counters) == (
            other.pass_list,
            other.topology is None,
            other.counters,
        )
        assert np.array_equal(one.begin, other.begin)
        assert np.array_equal(one.work.render.draws, other.work.render.draws)


def test_at_timing_a_content_has_times_alone() -> None:
    """The same spans, no counts and no graph."""
    frames = Content.timing(recorded(RECORDING)).frames
    assert {(frame.work is None, frame.topology is None, frame.cpu_pass_ns is None) for frame in frames} == {
        (True,) * 3
    }


def test_a_capture_is_for_the_benchmark_that_measures_on_one(capsys: pytest.CaptureFixture[str]) -> None:
    """Elsewhere it would be ignored, so it is refused before a device is asked for."""
    assert main(["bench", "encode-cost", "--capture", str(RECORDING)]) == 2
    assert "bench container" in capsys.readouterr().err
