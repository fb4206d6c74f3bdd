"""How often a comparison cries wolf, and whether it hears one: simulated recordings, judged like real ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from framescope.profile.analysis.pass_samples import Samples
from framescope.profile.analysis.pass_verdict import compare_pass, tail_of

PASSES = 5
RECORDINGS = 60
FRAMES = 150
Noise = Callable[[np.random.Generator, int], np.ndarray]


def independent(rng: np.random.Generator, frames: int) -> np.ndarray:
    """3 % of noise around 100 µs, each frame for itself."""
    return 100_000 + 3_000 * rng.standard_normal(frames)


def coarse(rng: np.random.Generator, frames: int) -> np.ndarray:
    """The same in the steps of a clock that ticks every 2 µs."""
    return np.round(independent(rng, frames) / 2_000) * 2_000


def spiky(rng: np.random.Generator, frames: int) -> np.ndarray:
    """The same, and every twentieth frame takes six times as long."""
    return independent(rng, frames) + 500_000 * (rng.random(frames) < 0.05)


def two_modes(rng: np.random.Generator, frames: int) -> np.ndarray:
    """A clock that runs at one of two speeds, decided for each frame."""
    return np.where(rng.random(frames) < 0.5, 100_000, 130_000) + 1_000 * rng.standard_normal(frames)


def drifting(rng: np.random.Generator, frames: int, alike: float = 0.5) -> np.ndarray:
    """Frames that are half like the one before."""
    noise = rng.standard_normal(frames)
    for frame in range(1, frames):
        noise[frame] = alike * noise[frame - 1] + np.sqrt(1 - alike**2) * noise[frame]
    return 100_000 + 3_000 * noise


def drifting_far(rng: np.random.Generator, frames: int) -> np.ndarray:
    """Frames that are nearly like the one before: stretches of tens of frames are slow or fast."""
    return drifting(rng, frames, 0.9)


def verdicts(noise: Noise, planted: float) -> list[Counter[str]]:
    """The verdicts on all passes but the first, and behind them on the first, which is slower by ``planted``."""
    rng = np.random.default_rng(11)
    found = []
    for _ in range(RECORDINGS):
        compared = []
        for number in range(PASSES):
            a, b = (np.rint(noise(rng, FRAMES)).astype(np.uint64) for _ in "AB")
            slower = np.rint(b * (1 + planted)).astype(np.uint64) if number == 0 else b
            samples = [Samples(np.arange(FRAMES), ticks) for ticks in (a, slower)]
            compared.append(compare_pass((str(number), True), *samples, (1.0, 1.0), tail_of(PASSES)).verdict)
        found.append(Counter({f"planted {compared[0]}": 1}) + Counter(compared[1:]))
    return found


@pytest.mark.parametrize("noise", [independent, coarse, spiky, two_modes, drifting, drifting_far])
def test_two_recordings_of_the_same_work_do_not_differ(noise: Noise) -> None:
    """At most one recording in twenty has a pass, among all of its passes, that is called slower or faster."""
    alarms = sum(bool(found["slower"] + found["faster"] + found["planted slower"]) for found in verdicts(noise, 0.0))
    assert alarms / RECORDINGS <= 0.05


@pytest.mark.parametrize("noise", [independent, coarse, spiky, drifting])
def test_ten_percent_in_one_pass_are_found_and_nothing_else_is(noise: Noise) -> None:
    """The planted change is found in nearly every recording; the other passes stay as they are."""
    found = verdicts(noise, 0.10)
    assert sum(bool(counts["planted slower"]) for counts in found) / RECORDINGS >= 0.95
    assert sum(bool(counts["slower"] + counts["faster"]) for counts in found) / RECORDINGS <= 0.05
