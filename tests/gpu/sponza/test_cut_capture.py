"""A recording of the atrium that was cut off: what was closed is readable, and the count is told."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from framescope.profile.capture import open_capture
from framescope.profile.session import GPUProfileSession

if TYPE_CHECKING:
    from .conftest import AtriumRig

FRAMES = 6
CUTS = 60


@pytest.fixture(scope="module")
def recorded(shared_atrium: AtriumRig) -> tuple[bytes, list[int]]:
    """A WORKLOAD capture, and the offset at which each frame's record ends."""
    shared_atrium.restart()
    ends = []
    session = GPUProfileSession()
    session.on_bytes_written.add(lambda written: ends.append(int(written)))
    with session:
        shared_atrium.renderer.profile_session = session
        for index in range(FRAMES):
            shared_atrium.frame(index)
        shared_atrium.renderer.profile_session = None
        capture = session.stop()
    return capture.to_bytes(), ends


def test_a_capture_cut_anywhere_after_its_first_frame_opens(recorded: tuple[bytes, list[int]]) -> None:
    """It opens with every frame whose record was whole, each with its times and its graph."""
    data, ends = recorded
    assert len(ends) == FRAMES
    generator = random.Random(5)
    cuts = [generator.randrange(ends[0], len(data)) for _ in range(CUTS)]
    for cut in [ends[0], *ends, *(end - 1 for end in ends[1:]), *cuts]:
        with open_capture(data[:cut]) as capture:
            whole = sum(end <= cut for end in ends)
            assert (cut, capture.frame_count) == (cut, whole)
            assert capture.state != "closed"
            for frame in capture.frames():
                assert frame.timed.all()
                assert frame.topology is not None
