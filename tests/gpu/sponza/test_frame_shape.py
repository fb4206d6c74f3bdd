"""What a frame of the atrium consists of, as a recorded session tells it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.session import GPUProfileSession

if TYPE_CHECKING:
    from .conftest import AtriumRig

SIZE = (320, 180)  # what the scene chooses on a software adapter
FRAMES = range(4)  # every cascade has its turn


@pytest.fixture(scope="module")
def capture(shared_atrium: AtriumRig) -> Iterator[Capture]:
    """Frames at the default size and settings, after the first one, which draws all cascades."""
    shared_atrium.restart(SIZE)
    shared_atrium.frame(3)
    with GPUProfileSession() as session:
        shared_atrium.renderer.profile_session = session
        for index in FRAMES:
            shared_atrium.frame(index)
        shared_atrium.renderer.profile_session = None
        recorded = session.stop()
    yield recorded
    recorded.close()


@pytest.fixture(params=FRAMES)
def frame(capture: Capture, request: pytest.FixtureRequest) -> CapturedFrame:
    """Each of the frames."""
    return capture.frame(request.param)


def test_a_frame_has_the_length_of_a_modern_renderers(frame: CapturedFrame) -> None:
    """At least 35 graph passes, 70 GPU passes and 300 draws, whichever cascades it draws."""
    assert frame.topology is not None
    assert frame.work is not None
    graph_passes = {span.path for span in frame.spans}
    assert len(graph_passes) >= 35
    assert len(frame.spans) >= 70
    assert frame.work.render.draws.sum() >= 300


def test_every_gpu_pass_belongs_to_a_graph_pass_and_has_a_label(frame: CapturedFrame) -> None:
    """None is opened outside of the graph's passes."""
    assert [span.label for span in frame.spans if span.path == "" or span.label == ""] == []


def test_hierarchical_z_owns_one_gpu_pass_a_mip(frame: CapturedFrame) -> None:
    """One graph pass, eight levels from 160×90 to 1×1, each with a label of its own."""
    labels = [span.label for span in frame.spans if span.path == "visibility/hierarchical z"]
    assert labels == [f"hierarchical z mip {level}" for level in range(8)]


def test_the_first_cascade_is_drawn_in_every_frame_and_the_others_in_turn(capture: Capture) -> None:
    """Over four frames: four times, twice, once and once."""
    drawn = Counter(
        span.path for number in FRAMES for span in capture.frame(number).spans if span.label and "opaque" in span.label
    )
    turns = {path: count for path, count in drawn.items() if path is not None and path.startswith("shadows/")}
    assert turns == {f"shadows/cascade {cascade}": count for cascade, count in enumerate((4, 2, 1, 1))}


def test_the_scene_counts_the_draws_that_it_encodes(capture: Capture, shared_atrium: AtriumRig) -> None:
    """The counter of the last frame equals what the recorder tallied."""
    frame = capture.frame(FRAMES[-1])
    assert frame.work is not None
    assert shared_atrium.scene.counters()["draws"] == frame.work.render.draws.sum()


@pytest.mark.parametrize(
    ("settings", "absent"),
    [
        ({"taa": False}, "temporal anti-aliasing/"),
        ({"shadow_refresh": "hold"}, "shadows/"),
    ],
)
def test_a_setting_takes_its_passes_out(atrium: AtriumRig, settings: dict[str, object], absent: str) -> None:
    """What is switched off is not in the graph; what the first frame needs is there all the same."""
    atrium.restart(**settings)
    atrium.frame(0)
    atrium.frame(1)
    assert [path for path in atrium.passes if path.startswith(absent)] == []
