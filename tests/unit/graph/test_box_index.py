"""The index of boxes answers as a list would, without looking at every box."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from graph_notation import step
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph import box_index
from framescope.shade.graph.box_index import BoxIndex, remainder
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import Box, BufferRegion, overlaps, subtract, subtract_all


class Held(NamedTuple):
    box: Box
    name: int


def _box(mask: int, mip: int, mips: int, low: int, size: int) -> Box:
    return (mask, mip, mip + mips, low, low + size)


BOXES = st.builds(
    _box,
    st.sampled_from([2, 4, 6]),
    st.integers(0, 2),
    st.integers(1, 2),
    st.integers(0, 60),
    st.sampled_from([1, 2, 5, 64]),
)


@settings(max_examples=60)
@given(st.lists(st.tuples(st.booleans(), BOXES), min_size=20, max_size=60), BOXES)
def test_it_finds_what_a_list_would(steps: list[tuple[bool, Box]], asked: Box) -> None:
    """Whatever is added and cut out, few or many: the same entries meet a box, in order of adding."""
    index: BoxIndex[Held] = BoxIndex()
    held: list[Held] = []
    for name, (cuts, box) in enumerate(steps):
        if cuts:
            found = [entry for entry in held if overlaps(box, entry.box)]
            assert index.take(box) == found
            pieces = [Held(piece, entry.name) for entry in found for piece in subtract(entry.box, box)]
            held = [entry for entry in held if entry not in found] + pieces
        index.add(Held(box, name))
        held.append(Held(box, name))

    assert index.meeting(asked) == [entry for entry in held if overlaps(asked, entry.box)]
    assert list(index) == held


@settings(max_examples=60)
@given(BOXES, st.lists(BOXES, max_size=8))
def test_the_remainder_is_what_subtraction_leaves(box: Box, cuts: list[Box]) -> None:
    """The sweep leaves the same cells as one subtraction after the other."""

    def cells(boxes: tuple[Box, ...]) -> set[tuple[int, int, int]]:
        return {
            (bit, mip, at)
            for mask, first, end, low, high in boxes
            for bit in (2, 4)
            if mask & bit
            for mip in range(first, end)
            for at in range(low, high)
        }

    assert cells(remainder(box, cuts)) == cells(subtract_all((box,), cuts))


@pytest.mark.parametrize("imported", [False, True])
def test_pieces_of_one_resource_do_not_look_at_each_other(imported: bool, monkeypatch: Any) -> None:
    """A buffer written range by range and read whole: comparisons grow with the ranges, not with their square."""
    asked = 0

    def counting(a: Box, b: Box) -> bool:
        nonlocal asked
        asked += 1
        return overlaps(a, b)

    monkeypatch.setattr(box_index, "overlaps", counting)
    graph, count = FrameGraph(), 1000
    descriptor = BufferDescriptor(16 * count)
    x: Any = (
        graph.import_buffer("x", object(), initial="undefined", descriptor=descriptor)
        if imported
        else graph.create_buffer("x", descriptor)
    )
    for number in range(count):
        x = step(graph, str(number), writes=[x], region=BufferRegion(16 * number, 16))
    step(graph, "sum", reads=[x], side_effect=True)

    assert len(graph.compile().passes) == count + 1
    assert asked < 8 * count
