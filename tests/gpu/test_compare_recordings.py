"""Real recordings of the same work raise no alarm; that changes are found is simulated, for no machine is quiet."""

from __future__ import annotations

import numpy as np
import pytest

from framescope.harness.cli import main
from framescope.profile.analysis.grouping import stack_frames
from framescope.profile.analysis.pass_samples import Samples, gather_samples
from framescope.profile.analysis.pass_verdict import compare_pass, tail_of
from framescope.profile.capture import open_capture

FRAMES = 150
WARM_UP = 10


@pytest.fixture(scope="module")
def recordings(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, Samples]]:
    """The times of every pass in two recordings of one scene."""
    folder = tmp_path_factory.mktemp("recordings")
    found = []
    for name in ("a.sgpt", "b.sgpt"):
        path = folder / name
        command = ["record", "shadow-cubes", "-o", str(path), "--frames", str(FRAMES), "--size", "64x64"]
        assert main([*command, "--level", "timing"]) == 0
        with open_capture(path) as capture:
            passes = gather_samples(stack_frames(capture, WARM_UP)).passes
        found.append({key[0]: samples for key, samples in passes.items()})
    return found


def resplit(recordings: list[dict[str, Samples]], seed: int) -> dict[str, tuple[Samples, Samples]]:
    """Each frame's times go to one side from one recording, to the other from the other."""
    swap = np.random.default_rng(seed).random(FRAMES) < 0.5
    sides = {}
    for path, one in recordings[0].items():
        other = recordings[1][path]
        common = np.intersect1d(one.frames, other.frames)
        ours, theirs = (side.ticks[np.isin(side.frames, common)] for side in (one, other))
        mixed = [np.where(swap[common], *pair) for pair in ((ours, theirs), (theirs, ours))]
        sides[path] = Samples(common, mixed[0]), Samples(common, mixed[1])
    return sides


def alarms(recordings: list[dict[str, Samples]], resplits: int) -> int:
    """In how many resplits any pass is called slower or faster."""
    found = 0
    for seed in range(resplits):
        sides = resplit(recordings, seed)
        rows = [compare_pass((path, True), *pair, (1.0, 1.0), tail_of(len(sides))) for path, pair in sides.items()]
        found += any(row.verdict in ("slower", "faster") for row in rows)
    return found


def test_the_same_work_does_not_differ(recordings: list[dict[str, Samples]]) -> None:
    """None of ten resplits of two recordings has a pass that is called slower or faster: one would be unlikely."""
    assert alarms(recordings, 10) <= 1


@pytest.mark.campaign
def test_the_same_work_does_not_differ_a_hundred_times(recordings: list[dict[str, Samples]]) -> None:
    """At most five of a hundred resplits."""
    assert alarms(recordings, 100) <= 5
