"""One pass over frames, as arrays."""

from __future__ import annotations

import pytest
from capture_builders import capture_of, make_frame

from framescope.profile.analysis.pass_times import pass_times
from framescope.profile.capture import Capture
from framescope.profile.sgpt.model import PassList, PassListEntry

BOTH = PassList((PassListEntry("a", "x", "compute", 0), PassListEntry("a", "y", "compute", 0)))
OTHER = PassList((PassListEntry("b", "z", "render", 0),))
LOOSE = PassList((PassListEntry("", "post", "render", -1),))


def capture(meta: dict[str, object]) -> Capture:
    """Frames with the pass, without it, and with an invalid time of it."""
    return capture_of(
        [
            make_frame(0, [(10, 20), (15, 30)], passes=BOTH),
            make_frame(1, [(10, 20)], passes=OTHER),
            make_frame(2, [(30, 10), (9, 3)], passes=BOTH),
            make_frame(3, [(10, 20), (40, 45)], passes=BOTH),
            make_frame(4, [(1, 8)], passes=LOOSE),
        ],
        meta,
    )


def test_times_are_unions_by_frame_number() -> None:
    """Frames that lack the pass, or a time of it, are left out; they are not 0."""
    frames, times = pass_times(capture({"ns_per_tick": 2.0}), "a")
    assert (frames.tolist(), times.tolist()) == ([0, 3], [40.0, 30.0])


def test_a_range_is_half_open() -> None:
    """As everywhere: the first frame is in, the last is not."""
    frames, _ = pass_times(capture({"ns_per_tick": 1.0}), "a", 0, 3)
    assert frames.tolist() == [0]


def test_a_loose_pass_goes_by_its_name_in_the_table() -> None:
    """What `framescope stats` prints can be asked for."""
    assert pass_times(capture({"ns_per_tick": 1.0}), "(unattributed)/post")[1].tolist() == [7.0]


def test_a_name_that_no_pass_has_is_answered_with_the_nearest() -> None:
    """A typing mistake is no empty plot."""
    with pytest.raises(ValueError, match=r"a pass 'pots'; the nearest: .*post"):
        pass_times(capture({"ns_per_tick": 1.0}), "pots")


def test_without_a_unit_there_are_no_nanoseconds() -> None:
    """Ticks are not passed off as time."""
    with pytest.raises(ValueError, match="unit"):
        pass_times(capture({}), "a")
