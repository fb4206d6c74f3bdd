"""What a comparison of two captures says."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from capture_builders import capture_of, make_frame

from framescope.profile.analysis.compare import NotComparable, compare_captures
from framescope.profile.analysis.comparison import Comparison, PassComparison
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.capture import Capture
from framescope.profile.sgpt.model import FrameData, FrameStatus, PassList, PassListEntry, Topology

A, B, C = (PassListEntry(path, "", "compute", index) for index, path in enumerate("abc"))
META = {"ns_per_tick": 1.0, "size": [64, 32], "level": "timing", "adapter": {"device": "one", "backend_type": "Vulkan"}}


def frames(
    *means: int, count: int = 110, entries: Sequence[PassListEntry] = (A, B, C), **changes: Any
) -> list[FrameData]:
    """Frames whose passes take about so many ticks, with 1 % of noise, one after the other."""
    passes = PassList(tuple(entries[: len(means)]))
    rng = np.random.default_rng(sum(means))
    made = []
    for number in range(count):
        ends = np.cumsum([round(mean * (1 + 0.01 * rng.standard_normal())) for mean in means]) + 1
        spans = list(zip([1, *ends[:-1].tolist()], ends.tolist(), strict=True))
        made.append(make_frame(number, spans, passes=passes, **changes))
    return made


def captured(*means: int, meta: dict[str, Any] | None = None, **changes: Any) -> Capture:
    """An opened capture of :func:`frames`."""
    return capture_of(frames(*means, **changes), META | (meta or {}))


def row(comparison: Comparison, path: str) -> PassComparison:
    """The row of one pass."""
    (found,) = [row for row in comparison.rows if row.path == path]
    return found


def test_a_pass_that_became_slower_is_found_and_nothing_else() -> None:
    """Ten percent in one pass are told with an interval that holds them; the others do not change."""
    comparison = compare_captures(captured(10_000, 20_000, 5_000), captured(10_000, 22_000, 5_000))
    slower = row(comparison, "b")
    assert [row(comparison, path).verdict for path in "abc"] == ["no change", "slower", "no change"]
    assert slower.low < 0.10 < slower.high
    assert slower.change == slower.b_median_ns / slower.a_median_ns - 1


def test_the_other_way_round_is_faster() -> None:
    """What is slower from A to B is faster from B to A."""
    one, other = captured(10_000, 20_000), captured(10_000, 22_000)
    assert row(compare_captures(other, one), "b").verdict == "faster"


def test_the_whole_frame_is_a_row_of_its_own() -> None:
    """The union of its passes is compared as a pass is, and stands apart from them."""
    comparison = compare_captures(captured(10_000, 20_000), captured(20_000, 20_000))
    assert (comparison.frame.path, comparison.frame.verdict) == ("(whole frame)", "slower")
    assert [row.path for row in comparison.passes] == ["b", "a"]


def test_medians_are_those_of_the_statistics() -> None:
    """The same frames have one median, whoever asks."""
    capture = captured(10_000, 20_001, meta={"ns_per_tick": 83.333})
    comparison = compare_captures(capture, capture, warm_up=7)
    stats = frame_stats(capture, 7)
    assert {row.path: row.a_median_ns for row in comparison.passes} == {r.path: r.ns.median for r in stats.passes}


def test_the_warm_up_is_left_out() -> None:
    """The first frames of each capture are looked at by nobody, and the report says how many those were."""
    slow_start = frames(90_000, count=10) + [frame for frame in frames(10_000) if frame.number >= 10]
    comparison = compare_captures(capture_of(slow_start, META), captured(10_000), warm_up=10)
    assert (comparison.warm_up, comparison.a.first, comparison.a.frames) == (10, 10, 100)
    assert row(comparison, "a").verdict == "no change"


def test_a_range_of_frames_is_half_open() -> None:
    """Frames are chosen by number, as everywhere."""
    comparison = compare_captures(captured(10_000), captured(10_000), warm_up=0, start=20, stop=50)
    assert (comparison.a.first, comparison.a.last, comparison.a.frames) == (20, 49, 30)


@pytest.mark.parametrize("count", [0, 5, 19])
def test_few_frames_give_no_verdict(count: int) -> None:
    """Fewer than 20 frames say too little, and the row says how many there are; the medians are there all the same."""
    comparison = compare_captures(captured(10_000), captured(20_000, count=count), warm_up=0)
    if count:
        few = row(comparison, "a")
        assert (few.verdict, few.reason, few.low, few.high) == ("too few samples", f"{count} frames", None, None)
        assert few.change == pytest.approx(1.0, abs=0.05)
    else:
        assert comparison.passes == ()
        assert comparison.frame.change is None


@pytest.mark.parametrize("count", [5, 19])
def test_few_frames_say_how_many_would_do(count: int) -> None:
    """As many as are told, the warm-up included, and the pass has a verdict."""
    told = compare_captures(captured(10_000, count=count + 10), captured(20_000, count=count + 10)).frames_to_record
    assert told is not None
    enough = compare_captures(captured(10_000, count=told), captured(20_000, count=told))
    assert (row(enough, "a").verdict, enough.frames_to_record) == ("slower", None)


def test_a_pass_in_every_other_frame_needs_twice_as_many() -> None:
    """The estimate is of frames to record, and not of those in which the pass has a time."""
    comparison = compare_captures(captured(10_000, count=19), captured(10_000, count=19), warm_up=0)
    rare = replace(row(comparison, "a"), enough=30, a_n=9, b_n=9)
    sides = {"a": replace(comparison.a, frames=18), "b": replace(comparison.b, frames=18)}
    assert replace(comparison, frame=rare, passes=(rare,), **sides).frames_to_record == 60


def test_long_stretches_ask_for_many_frames() -> None:
    """The estimate goes by the stretches there are: two of fifty frames are a seventh of what it takes, or less."""
    stretches = [
        make_frame(number, [(1, 1001 if number < 50 else 2001)], passes=PassList((A,))) for number in range(100)
    ]
    comparison = compare_captures(capture_of(stretches, META), captured(10_000), warm_up=0)
    found = row(comparison, "a")
    assert found.enough is not None
    assert found.enough >= 150
    assert found.to_dict()["enough"] == found.enough


def test_frames_that_all_stay_alike_give_no_verdict() -> None:
    """Two long stretches of equal frames are two samples, however many frames they have."""
    stretches = [
        make_frame(number, [(1, 1001 if number < 50 else 2001)], passes=PassList((A,))) for number in range(100)
    ]
    comparison = compare_captures(capture_of(stretches, META), captured(10_000), warm_up=0)
    assert row(comparison, "a").verdict == "too few samples"


def test_a_wide_interval_around_nothing_is_no_absence_of_change() -> None:
    """Where anything from half to double is possible, the samples are too few, and the interval says so."""

    def wild(seed: int) -> Capture:
        times = 1000 * np.exp(1.5 * np.random.default_rng(seed).standard_normal(110))
        spans = [[(1, 2 + int(time))] for time in times]
        return capture_of([make_frame(n, span, passes=PassList((A,))) for n, span in enumerate(spans)], META)

    found = row(compare_captures(wild(7), wild(8), warm_up=0), "a")
    assert (found.verdict, found.reason) == ("too few samples", "too wide")
    assert found.low < -0.2 < 0.5 < found.high


def test_a_change_of_less_than_a_hundredth_is_none() -> None:
    """A clock that is sure of half a percent shows that two recordings differ, and not why: the interval is there."""
    found = row(compare_captures(captured(10_000, count=600), captured(10_050, count=600)), "a")
    assert (found.verdict, found.low > 0, found.high < 0.01) == ("no change", True, True)


def walk(change: float, *, first: int = 0, step: int = 1, seed: int = 1) -> Capture:
    """A camera's walk: frames take from 1 to 3 ms by where they are, give or take 1 %, and ``change`` more."""
    rng = np.random.default_rng(seed)
    made = []
    for number in range(first, 300, step):
        ticks = 1e6 * (2 + np.sin(number / 40)) * (1 + 0.01 * rng.standard_normal()) * (1 + change)
        made.append(make_frame(number, [(1, 1 + round(ticks))], passes=PassList((A,))))
    return capture_of(made, META)


@pytest.mark.parametrize(
    ("one", "other"),
    [({}, {}), ({"step": 2}, {"first": 1, "step": 2}), ({"step": 2}, {})],
    ids=["same frames", "the frames between", "every other frame"],
)
def test_frames_that_do_the_same_work_are_held_against_each_other(one: dict[str, int], other: dict[str, int]) -> None:
    """What the camera sees makes frames differ threefold; four percent show all the same, and so do none."""
    slower, same = (row(compare_captures(walk(0, **one), walk(by, seed=2, **other)), "a") for by in (0.04, 0.0))
    assert (slower.paired, slower.verdict, same.verdict) == (True, "slower", "no change")
    assert slower.low < 0.04 < slower.high


def test_frames_of_another_walk_are_not_held_against_each_other() -> None:
    """Noise that has nothing in common is no pair, nor are frames whose numbers are far apart."""
    assert row(compare_captures(captured(10_000), captured(10_001)), "a").paired is False
    assert row(compare_captures(walk(0), walk(0, first=200)), "a").paired is False


def test_pairs_of_two_clocks_are_compared_in_nanoseconds() -> None:
    """A tick of B may last longer than one of A."""
    ours = walk(0)
    theirs = capture_of(
        [
            make_frame(frame.number, [(1, 1 + int(frame.duration_ticks[0]) // 10)], passes=PassList((A,)))
            for frame in ours.frames()
        ],
        META | {"ns_per_tick": 10.0},
    )
    found = row(compare_captures(ours, theirs), "a")
    assert (found.paired, found.verdict) == (True, "no change")
    assert abs(found.change) < 1e-4


def test_a_pass_that_takes_no_time_has_no_share() -> None:
    """A median of 0 is a measured 0: what it grew to is no multiple of it, and shows all the same."""
    zero = capture_of([make_frame(number, [(1, 1)], passes=PassList((A,))) for number in range(30)], META)
    both = row(compare_captures(zero, zero, warm_up=0), "a")
    grown = row(compare_captures(zero, captured(1_000), warm_up=0), "a")
    assert (both.a_median_ns, both.change, both.verdict) == (0, None, "no change")
    assert (grown.change, grown.low, grown.verdict, grown.exceeds(0.05)) == (None, None, "slower", True)


def test_passes_of_one_side_are_listed() -> None:
    """What only A or only B has is compared with nothing, not with 0."""
    comparison = compare_captures(captured(10, 20, entries=(A, B)), captured(10, 20, entries=(A, C)))
    assert ([row.path for row in comparison.passes], comparison.only_a, comparison.only_b) == (["a"], ("b",), ("c",))


def test_the_clocks_of_two_captures_may_differ() -> None:
    """Ticks become nanoseconds by the unit of their own capture."""
    comparison = compare_captures(captured(10_000), captured(1_000, meta={"ns_per_tick": 10.0}))
    assert row(comparison, "a").verdict == "no change"


def test_ticks_of_an_unknown_unit_are_compared_on_one_adapter_alone() -> None:
    """Ticks against ticks of the same clock are told as such; against nanoseconds or another clock they are refused."""
    unknown = {"ns_per_tick": None}
    comparison = compare_captures(captured(10_000, meta=unknown), captured(20_000, meta=unknown))
    assert (comparison.in_ticks, row(comparison, "a").verdict, comparison.to_dict()["unit"]) == (
        True,
        "slower",
        "ticks",
    )
    for meta in ({}, unknown | {"adapter": {"device": "two"}}):
        with pytest.raises(NotComparable, match=r"unknown in B|unknown in A"):
            compare_captures(captured(10_000, meta=unknown), captured(10_000, meta=meta))


@pytest.mark.parametrize(
    ("meta", "warning"),
    [
        ({"size": [128, 32]}, "size: 64x32 in A, 128x32 in B"),
        ({"level": "workload"}, "level: timing in A, workload in B"),
        ({"adapter": {"device": "two", "backend_type": "Vulkan"}}, "adapter: one, Vulkan in A, two, Vulkan in B"),
        ({"driver": "31"}, "driver: not said in A, 31 in B"),
        ({"scene": {"name": "atrium"}}, "scene: not said in A, atrium in B"),
    ],
)
def test_what_makes_times_incomparable_is_a_warning(meta: dict[str, Any], warning: str) -> None:
    """Another adapter, size, level or scene is told before any figure."""
    assert warning in compare_captures(captured(10), captured(10, meta=meta)).warnings


def test_other_settings_are_told_without_a_warning() -> None:
    """Another version of a library may be the very thing to compare."""
    comparison = compare_captures(captured(10), captured(10, meta={"versions": {"wgpu": "0.33"}}))
    assert [str(d) for d in comparison.settings] == ["versions.wgpu: not said in A, 0.33 in B"]
    assert comparison.warnings == ()


def test_frames_that_are_not_complete_are_a_warning() -> None:
    """Aborted frames are in the figures with what was timed of them, and the report says that there are some."""
    broken = frames(10_000, count=30, status=FrameStatus.ABORTED, reason="KeyError", failed_pass="a")
    assert "B: 30 frames aborted" in compare_captures(captured(10_000), capture_of(broken, META), warm_up=0).warnings


def test_the_structure_is_that_of_most_frames() -> None:
    """One odd frame does not stand for its capture; without a topology nothing is said of structure."""

    def graph(*paths: str) -> Topology:
        return Topology({"passes": [{"path": path, "kind": "render"} for path in paths]}, "".join(paths).encode())

    ours = frames(10, topology=graph("a"))
    ours[0].topology = graph("a", "odd")
    comparison = compare_captures(capture_of(ours, META), captured(10, topology=graph("a", "b")))
    assert [str(difference) for difference in comparison.structure] == ["pass b: only in B"]
    assert compare_captures(captured(10), captured(10)).structure is None


def test_it_is_json_with_stable_keys() -> None:
    """The keys are those that the command line documents, and no value is NaN."""
    document = json.loads(json.dumps(compare_captures(captured(10), captured(10)).to_dict(), allow_nan=False))
    assert list(document) == (
        "a b warm_up confidence unit frame passes only_a only_b settings structure warnings".split()
    )
    assert list(document["passes"][0]) == (
        "pass attributed a_n b_n a_median_ns b_median_ns change low high paired verdict reason enough".split()
    )
