"""Textures as large as a part of another: rounding, the least size, and sizes that change from frame to frame."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from graph_notation import nothing

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.relative_size import relative_to, scaled_size
from framescope.shade.graph.void import VoidGraphics


@pytest.mark.parametrize(
    ("size", "scale", "rounding", "expected"),
    [
        ((160, 90), 1, "down", (160, 90)),
        ((161, 91), 1 / 2, "down", (80, 45)),
        ((161, 91), 1 / 2, "up", (81, 46)),
        ((161, 90), 1 / 2, "nearest", (81, 45)),
        ((3, 300), 1 / 3, "down", (1, 100)),
        ((100, 10), 0.29, "down", (29, 2)),
        ((100, 10), 0.1, "up", (10, 1)),
        ((7, 5), Fraction(1, 8), "down", (1, 1)),
        ((7, 5), 2, "down", (14, 10)),
        ((7, 5), 1.5, "nearest", (11, 8)),
        ((700, 500), 1e-9, "up", (1, 1)),
    ],
)
def test_a_size_is_rounded_as_stated_and_at_least_one(
    size: tuple[int, int], scale: Any, rounding: Any, expected: tuple[int, int]
) -> None:
    """Exactly: a float stands for the simple fraction that it is meant to be."""
    assert scaled_size(size, scale, rounding) == expected


@pytest.mark.parametrize(
    ("scale", "rounding"), [(0, "down"), (-1, "down"), (float("nan"), "down"), (float("inf"), "down"), (1, "floor")]
)
def test_what_is_no_size_is_refused(scale: Any, rounding: Any) -> None:
    """A scale above 0, and one of three roundings."""
    with pytest.raises(ValueError, match=r"scale|rounding"):
        scaled_size((4, 4), scale, rounding)


def test_a_relative_texture_is_declared_with_an_absolute_size() -> None:
    """Of any version, mips or dimension of the other: what counts is its width and height."""
    graph = FrameGraph()
    base = graph.create_texture("base", TextureDescriptor((90, 50, 4), "r32float", mip_level_count=3))
    found = relative_to(graph, base, "rgba8unorm", scale=1 / 4, rounding="up", usage=0x10, sample_count=4)
    assert found == TextureDescriptor((23, 13, 1), "rgba8unorm", 0x10, sample_count=4)


@pytest.mark.parametrize("kind", ["foreign", "buffer"])
def test_it_is_relative_to_a_texture_of_this_frame(kind: str) -> None:
    """Another frame's size is just what must not be met."""
    graph, last = FrameGraph(), FrameGraph()
    handle: Any = last.create_texture("x", TextureDescriptor((4, 4), "r32float"))
    if kind == "buffer":
        handle = object()
    with pytest.raises(GraphError) as caught:
        relative_to(graph, handle, "r32float")
    assert caught.value.code == {"foreign": "FG2001", "buffer": "FG2011"}[kind]
    assert caught.value.declared_at[-1].startswith(__file__)


class Window:
    """A window whose frames keep ``count`` textures of a scaled size alive at once."""

    def __init__(self, count: int = 4) -> None:
        self.graphics = VoidGraphics()
        self.size = (200, 120)
        self.count = count
        self.met: set[tuple[int, int]] = set()

    def frame(self, scale: float) -> set[tuple[int, int]]:
        """Run one; returns the sizes that its passes met."""
        graph = FrameGraph()
        native = self.graphics.create_texture(size=(*self.size, 1), format="rgba8unorm", usage=0x10)
        target = graph.import_texture("target", native, initial="undefined")
        self.met = set()

        def look(resources: Any, _: Any) -> None:
            self.met |= {resources.texture(handle).size[:2] for handle in handles}

        node = graph.add("scene", kind="render", execute=look)
        fresh = [
            graph.create_texture(f"t{i}", relative_to(graph, target, "r32float", scale=scale))
            for i in range(self.count)
        ]
        handles = [node.write(texture, "texture-storage-write", contents="overwrite") for texture in fresh]
        last = graph.add("present", kind="render", execute=nothing)
        for handle in handles:
            last.read(handle, "texture-sampled")
        last.attach(target, load_op="clear")
        graph.compile(cache=self.graphics.plans).execute(self.graphics.create_command_context())
        return self.met


def test_a_changed_scale_or_window_meets_no_stale_size() -> None:
    """Half and full every ten frames, another window, and back: each frame has its own size, old ones are retired."""
    window = Window()
    pool = window.graphics.transients
    for size in ((200, 120), (333, 77), (200, 120)):
        window.size = size
        for number in range(60):
            scale = 1.0 if number // 10 % 2 else 0.5
            assert window.frame(scale) == {scaled_size(size, scale)}
    for _ in range(pool.max_age + 2):
        window.frame(1.0)
    assert pool.stats()["retained"] == window.count
    assert pool.created - pool.retired == window.count


def test_a_scale_that_comes_and_goes_creates_nothing_after_warm_up() -> None:
    """1000 frames of four textures alive at once, at two scales in turn: eight are made, in the first frames."""
    window = Window()
    for number in range(1000):
        window.frame(1.0 if number // 10 % 2 else 0.5)
        if number == 20:
            warm = window.graphics.transients.created
    assert warm == window.graphics.transients.created == 8
