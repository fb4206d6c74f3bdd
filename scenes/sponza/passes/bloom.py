"""Bloom: a pyramid of ever smaller pictures down, and their sum on the way up; a graph pass for each level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.scenes.sponza.bindings import sampled, storage_texture
from framescope.scenes.sponza.compute import ComputeKernel, Step, add_compute_pass
from framescope.scenes.sponza.passes.temporal import clamp_sampler
from framescope.scenes.sponza.render import HDR_FORMAT

if TYPE_CHECKING:
    from framescope.scenes.sponza.frame import Frame
    from framescope.shade.graph.handles import TextureHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Bloom", "bloom_levels"]

_MOST_LEVELS = 8


def bloom_levels(size: tuple[int, int]) -> int:
    """Levels of the pyramid of a picture: down to about three texels."""
    return max(2, min(_MOST_LEVELS, min(size).bit_length() - 2))


class Bloom:
    """The glow around what is bright."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self._down = ComputeKernel(graphics, "bloom down", ("bloom",), "down")
        self._up = ComputeKernel(graphics, "bloom up", ("bloom",), "up")
        self._sampler = clamp_sampler(graphics)

    def add_down(self, frame: Frame) -> None:
        """Sets ``frame.bloom_levels``, from half the picture's size down."""
        frame.bloom_levels = []
        source = frame.hdr
        with frame.graph.scope("bloom down"):
            for level in range(bloom_levels(frame.size)):
                table = {0: self._sampler, 1: sampled(source)}
                source = self._add_level(frame, "down", level, table, self._down)
                frame.bloom_levels.append(source)

    def add_up(self, frame: Frame) -> None:
        """Sets ``frame.bloom``."""
        levels = frame.bloom_levels
        frame.bloom = levels[-1]
        with frame.graph.scope("bloom up"):
            for level in reversed(range(len(levels) - 1)):
                table = {0: self._sampler, 1: sampled(frame.bloom), 2: sampled(levels[level])}
                frame.bloom = self._add_level(frame, "up", level, table, self._up)

    def _add_level(
        self, frame: Frame, way: str, level: int, reads: dict[int, object], kernel: ComputeKernel
    ) -> TextureHandle:
        divisor = 2 << level
        empty = frame.texture(f"bloom {way} {level}", HDR_FORMAT, divisor)
        groups = kernel.groups_for(*frame.size_over(divisor))
        step = Step(f"bloom {way} {level}", kernel, {**reads, 3: storage_texture(empty)}, groups)
        made: TextureHandle = add_compute_pass(frame.graph, f"level {level}", [step])[empty]
        return made
