"""No pass of the atrium is there for show."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from sample_extensions import added

from framescope.scenes.overlay.overlay import Overlay

if TYPE_CHECKING:
    from .conftest import AtriumRig, Image

BEFORE, CUT = 360, 50  # two frames of the walk: some of what the one cannot see for what is before it, the other can


def pictures(atrium: AtriumRig, skip: str | None = None, **settings: Any) -> list[Image]:
    """The two pictures of a cut from one place to another, with one pass switched off from the start."""
    atrium.restart(**settings)
    left_out = frozenset() if skip is None else frozenset({skip})
    return [atrium.frame(index, left_out) for index in (BEFORE, CUT)]


def test_switching_any_pass_off_changes_the_picture(atrium: AtriumRig) -> None:
    """Each pass of the compiled graph, left out, changes a pixel of one of two frames."""
    with added(atrium.scene, "before-present", Overlay()):
        whole = pictures(atrium, shadow_refresh="all")
        idle = [path for path in atrium.passes if np.array_equal(whole, pictures(atrium, path, shadow_refresh="all"))]
    assert idle == []


def test_a_frame_depends_on_its_number_and_on_those_before_it_alone(atrium: AtriumRig) -> None:
    """The same frames give the same pictures again: a difference above means the pass that was left out."""
    assert np.array_equal(pictures(atrium), pictures(atrium))
