"""Two captures pass by pass: what became slower, and how sure that is.

The statistics, and how often they err, are described in ``docs/compare.md``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from framescope.profile.analysis.comparison import ComparedCapture, Comparison
from framescope.profile.analysis.frame_facts import FrameFacts
from framescope.profile.analysis.grouping import stack_frames
from framescope.profile.analysis.pass_samples import FrameSamples, gather_samples
from framescope.profile.analysis.pass_verdict import compare_pass, tail_of
from framescope.profile.analysis.setting_differences import (
    SettingDifference,
    adapter_name,
    scene_name,
    setting_differences,
    size_text,
)
from framescope.profile.analysis.topology_differences import TopologyDifference, topology_differences
from framescope.profile.capture import Capture
from framescope.profile.counted import counted

__all__ = ["WARM_UP", "NotComparable", "compare_captures"]

WARM_UP = 10
"""Frames left out at the start of a capture: pipelines are being compiled, clocks are ramping up."""


class NotComparable(ValueError):
    """The times of two captures have no unit in common."""


def compare_captures(
    a: Capture, b: Capture, *, warm_up: int | None = None, start: int | None = None, stop: int | None = None
) -> Comparison:
    """Compare two captures by the scope paths of their passes.

    Args:
        a: What to compare with.
        b: What is compared.
        warm_up: How many frames to leave out at the start of each capture; None for :data:`WARM_UP`, and for none
            where a range is given: that is taken as it is.
        start: The first frame number to look at; None for the first there is.
        stop: The frame number before which to stop; None for all.

    Raises:
        NotComparable: The unit of the GPU's clock is known in one capture alone, or in neither and the adapters differ.
    """
    if warm_up is None:
        warm_up = WARM_UP if start is None and stop is None else 0
    scales = _units(a, b)
    sides = [_read(capture, warm_up, start, stop) for capture in (a, b)]
    settings = tuple(setting_differences(a.meta, b.meta))
    samples = sides[0].samples, sides[1].samples
    joined = [key for key in samples[0].passes if key in samples[1].passes]
    tail = tail_of(len(joined) + 1)
    rows = [compare_pass(key, samples[0].passes[key], samples[1].passes[key], scales, tail) for key in joined]
    return Comparison(
        a=sides[0].described(a),
        b=sides[1].described(b),
        warm_up=warm_up,
        in_ticks=a.ns_per_tick is None,
        frame=compare_pass(("(whole frame)", False), samples[0].union, samples[1].union, scales, tail),
        passes=tuple(sorted(rows, key=lambda row: (-1 if row.a_median_ns is None else row.a_median_ns) * -1)),
        only_a=tuple(key[0] for key in samples[0].passes if key not in samples[1].passes),
        only_b=tuple(key[0] for key in samples[1].passes if key not in samples[0].passes),
        settings=settings,
        structure=_structure(a, b, sides),
        warnings=tuple(_warnings(a, b, sides, settings, warm_up)),
    )


def _units(a: Capture, b: Capture) -> tuple[float, float]:
    """Nanoseconds a tick of each, or 1 and 1 where ticks can be held against ticks."""
    if a.ns_per_tick is not None and b.ns_per_tick is not None:
        return a.ns_per_tick, b.ns_per_tick
    if a.ns_per_tick is None and b.ns_per_tick is None and adapter_name(a.meta) == adapter_name(b.meta):
        return 1.0, 1.0
    which = "A" if a.ns_per_tick is None else "B"
    raise NotComparable(
        f"the unit of the GPU's clock is unknown in {which}: its ticks cannot be held against another clock's"
    )


@dataclass(frozen=True, slots=True)
class _Side:
    """What was read of one capture."""

    samples: FrameSamples
    numbers: list[int]
    statuses: Counter[str]
    topologies: Counter[int]

    def described(self, capture: Capture) -> ComparedCapture:
        level, capture_id = capture.meta.get("level"), capture.meta.get("capture_id")
        return ComparedCapture(
            frames=len(self.numbers),
            first=self.numbers[0] if self.numbers else None,
            last=self.numbers[-1] if self.numbers else None,
            statuses=dict(self.statuses),
            topologies=len(self.topologies),
            capture_id=None if capture_id is None else str(capture_id),
            scene=scene_name(capture.meta),
            size=size_text(capture.meta),
            level=None if level is None else str(level),
            adapter=adapter_name(capture.meta),
        )


def _read(capture: Capture, warm_up: int, start: int | None, stop: int | None) -> _Side:
    numbers = capture.frame_numbers
    warm = numbers[warm_up] if warm_up < len(numbers) else (numbers[-1] + 1 if numbers else 0)
    facts = FrameFacts()
    samples = gather_samples(facts.watch(stack_frames(capture, max(warm, start or 0), stop)))
    return _Side(samples, facts.numbers, facts.statuses, facts.topologies)


def _structure(a: Capture, b: Capture, sides: list[_Side]) -> tuple[TopologyDifference, ...] | None:
    """Of the topologies that most of the frames have."""
    models = []
    for capture, side in zip((a, b), sides, strict=True):
        topology = capture.topology(side.topologies.most_common(1)[0][0]) if side.topologies else None
        if topology is None:
            return None
        models.append(topology.model)
    return tuple(topology_differences(*models))


def _warnings(
    a: Capture, b: Capture, sides: list[_Side], settings: tuple[SettingDifference, ...], warm_up: int
) -> Iterator[str]:
    yield from (str(difference) for difference in settings if difference.loud)
    if a.meta.get("capture_id") is not None and a.meta.get("capture_id") == b.meta.get("capture_id"):
        yield "A and B are the same recording"
    if a.ns_per_tick is None:
        yield "the unit of the GPU's clock is unknown in both: times are in ticks"
    for name, capture, side in zip("AB", (a, b), sides, strict=True):
        if not side.numbers:
            yield f"{name} has no frame in the range" + (f" behind its first {warm_up}" if warm_up else "")
        unusual = {status: count for status, count in side.statuses.items() if status != "complete"}
        if unusual:
            told = (f"{counted(count, 'frame')} {status}" for status, count in sorted(unusual.items()))
            yield f"{name}: {', '.join(told)}"
        if capture.lost or capture.state != "closed":
            yield f"{name} is not whole: {counted(len(capture.lost), 'place')} lost, {capture.state}"
