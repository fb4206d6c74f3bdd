"""Regions: what they resolve to, and the set arithmetic that dependencies rest on."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from graph_notation import BUFFER, MIPPED
from hypothesis import given
from hypothesis import strategies as st

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import Box, BufferRegion, TextureRegion, overlaps, resolve, subtract, subtract_all

VOLUME = TextureDescriptor((16, 16, 8), "r8unorm", dimension="3d", mip_level_count=3)
BOTH = TextureDescriptor((16, 16), "depth24plus-stencil8")


@st.composite
def boxes(draw: Any) -> Box:
    """Boxes within 3 aspects, 4 mips, 5 layers."""
    mask = draw(st.integers(1, 7))
    mip, mips = draw(st.integers(0, 3)), draw(st.integers(1, 4))
    low, layers = draw(st.integers(0, 4)), draw(st.integers(1, 5))
    return (mask, mip, min(4, mip + mips), low, min(5, low + layers))


def cells(box: Box) -> set[tuple[int, int, int]]:
    """Everything a box holds, one by one."""
    aspects = [bit for bit in (1, 2, 4) if box[0] & bit]
    return set(product(aspects, range(box[1], box[2]), range(box[3], box[4])))


@given(boxes(), boxes())
def test_subtraction_is_the_set_difference_in_disjoint_boxes(box: Box, cut: Box) -> None:
    """No cell is lost, none is kept that was cut, none is in two pieces."""
    pieces = [cells(piece) for piece in subtract(box, cut)]

    assert cells(box) - cells(cut) == set().union(*pieces)
    assert sum(map(len, pieces)) == len(set().union(*pieces))


@given(boxes(), boxes())
def test_overlap_is_a_common_cell(a: Box, b: Box) -> None:
    """Boxes overlap exactly if they share a cell."""
    assert bool(cells(a) & cells(b)) == overlaps(a, b)


@given(boxes(), st.lists(boxes(), max_size=5))
def test_subtracting_many_is_subtracting_their_union(box: Box, cuts: list[Box]) -> None:
    """The order and overlap of cuts do not matter."""
    left = subtract_all((box,), cuts)

    assert cells(box).difference(*map(cells, cuts)) == set().union(*map(cells, left))


@pytest.mark.parametrize(
    ("region", "descriptor", "expected"),
    [
        (None, BUFFER, ((1, 0, 1, 0, 256),)),
        (BufferRegion(16), BUFFER, ((1, 0, 1, 16, 256),)),
        (BufferRegion(16, 0), BUFFER, ()),
        (BufferRegion(256), BUFFER, ()),
        (None, MIPPED, ((1, 0, 3, 0, 1),)),
        (TextureRegion(1), MIPPED, ((1, 1, 3, 0, 1),)),
        (None, BOTH, ((6, 0, 1, 0, 1),)),
        (TextureRegion(aspect="stencil-only"), BOTH, ((4, 0, 1, 0, 1),)),
        (None, VOLUME, ((1, 0, 1, 0, 8), (1, 1, 2, 0, 4), (1, 2, 3, 0, 2))),
        (TextureRegion(1, 1, 2, 2), VOLUME, ((1, 1, 2, 2, 4),)),
    ],
)
def test_what_a_region_covers(region: Any, descriptor: Any, expected: tuple[Box, ...]) -> None:
    """None is everything; a volume has a box per level, since it gets shallower."""
    assert expected == resolve(region, descriptor)


@pytest.mark.parametrize(
    ("region", "descriptor", "code"),
    [
        (BufferRegion(0, 257), BUFFER, "FG1103"),
        (BufferRegion(-1), BUFFER, "FG1103"),
        (BufferRegion(257), BUFFER, "FG1103"),
        (BufferRegion(8, -8), BUFFER, "FG1103"),
        (TextureRegion(), BUFFER, "FG1104"),
        (TextureRegion(3), MIPPED, "FG1104"),
        (TextureRegion(0, 0), MIPPED, "FG1104"),
        (TextureRegion(0, 1, 1), MIPPED, "FG1104"),
        (TextureRegion(aspect="depth-only"), MIPPED, "FG1104"),
        (TextureRegion(aspect="all of it"), MIPPED, "FG1104"),
        (TextureRegion(2, 1, 0, 4), VOLUME, "FG1104"),
        (BufferRegion(), MIPPED, "FG1103"),
    ],
)
def test_a_region_outside_is_refused_where_it_is_declared(region: Any, descriptor: Any, code: str) -> None:
    """The error names the resource and shows the region."""
    graph = FrameGraph()
    builder: Any = graph.add("A", kind="compute")
    is_buffer = isinstance(descriptor, BufferDescriptor)
    handle = graph.create_buffer("x", descriptor) if is_buffer else graph.create_texture("x", descriptor)
    access = "buffer-storage-write" if is_buffer else "texture-storage-write"

    with pytest.raises(GraphError, match="'x'") as caught:
        builder.write(handle, access, contents="overwrite", region=region)

    assert (code, repr(region)) == (caught.value.code, caught.value.region)


@pytest.mark.parametrize(
    "descriptor",
    [
        TextureDescriptor((0, 4), "r8unorm"),
        TextureDescriptor((4,), "r8unorm"),  # type: ignore[arg-type]
        TextureDescriptor((4, 4), "r8unorm", mip_level_count=4),
        TextureDescriptor((4, 4), "r8unorm", mip_level_count=0),
        TextureDescriptor((4, 4), "r8unorm", sample_count=2),
        TextureDescriptor((4, 4), "r8unorm", dimension="4d"),
        TextureDescriptor((4, 1), "r8unorm", dimension="1d", mip_level_count=2),
        BufferDescriptor(0),
        BufferDescriptor(-4),
    ],
)
def test_an_impossible_descriptor_is_refused_where_it_is_declared(descriptor: Any) -> None:
    """No device could make it: FG1102."""
    graph = FrameGraph()
    create: Any = graph.create_buffer if isinstance(descriptor, BufferDescriptor) else graph.create_texture

    with pytest.raises(GraphError) as caught:
        create("x", descriptor)

    assert caught.value.code == "FG1102"


@pytest.mark.parametrize(
    "make",
    [lambda: BufferRegion(0, 4.0), lambda: BufferRegion(np.int64(0)), lambda: TextureRegion(0, 1.0)],  # type: ignore[arg-type]
)
def test_the_numbers_of_a_region_are_ints(make: Any) -> None:
    """1.0 equals 1, and a plan made with one would serve frames that declare the other."""
    with pytest.raises(TypeError, match="every number of a region is an int"):
        make()
