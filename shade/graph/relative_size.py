"""Textures as large as another resource of the frame, or a part or multiple of it.

The size is worked out where the texture is declared, so what is declared is an ordinary descriptor: the plan's key
and the pool see the number of texels and nothing else, and no size of an earlier frame can be met.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import inf
from sys import _getframe
from typing import TYPE_CHECKING, Literal

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph import refusals
from framescope.shade.graph.handles import TextureHandle

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["Rounding", "relative_to", "scaled_size"]

Rounding = Literal["down", "nearest", "up"]
_LARGEST_DENOMINATOR = 1 << 14  # no texture has more texels along a side, and 0.1 or 1 / 3 come out as they are meant


def relative_to(
    graph: FrameGraph,
    handle: TextureHandle,
    texture_format: str,
    *,
    scale: float | Fraction = 1,
    rounding: Rounding = "down",
    usage: int | None = None,
    sample_count: int = 1,
) -> TextureDescriptor:
    """The descriptor of a 2D texture whose sides are those of ``handle`` times ``scale``, at least one texel.

    Args:
        graph: The frame.
        handle: A texture of it, of any version.
        texture_format: The new texture's.
        scale: Above 0; a float stands for the nearest fraction with a denominator up to 16384.
        rounding: What becomes of a part of a texel: ``"down"`` as mip levels do, ``"up"`` so that none of
            ``handle`` is left out, ``"nearest"`` with a half going up.
        usage: The new texture's, None to infer it.
        sample_count: The new texture's.

    Raises:
        GraphError: FG2001 for a handle of another recording, FG2011 for what is no texture's.
        ValueError: ``scale`` is no number above 0, or no such ``rounding``.
    """
    if not isinstance(handle, TextureHandle) or handle._frame != graph._frame:
        raise _refused(graph, handle)
    of = graph._resources[handle._index][3]
    assert isinstance(of, TextureDescriptor)
    return _descriptor(of.size[:2], texture_format, scale, rounding, usage, sample_count)


def _refused(graph: FrameGraph, handle: object) -> Exception:
    frame = _getframe(2)
    place = ("", frame.f_code, frame.f_lasti)
    if isinstance(handle, TextureHandle):
        return refusals.foreign(handle, graph._frame, place, None)
    return refusals.record_error("FG2011", f"a size relative to {handle!r}; it takes a TextureHandle", place)


@lru_cache(maxsize=256)
def _descriptor(
    size: tuple[int, int],
    texture_format: str,
    scale: float | Fraction,
    rounding: Rounding,
    usage: int | None,
    sample_count: int,
) -> TextureDescriptor:
    return TextureDescriptor((*scaled_size(size, scale, rounding), 1), texture_format, usage, sample_count=sample_count)


@lru_cache(maxsize=256)
def scaled_size(size: tuple[int, int], scale: float | Fraction, rounding: Rounding = "down") -> tuple[int, int]:
    """Width and height times ``scale``; arguments and errors as of :func:`relative_to`."""
    if rounding not in ("down", "nearest", "up"):
        raise ValueError(f"rounding {rounding!r}; one of down, nearest, up")
    if not 0 < scale < inf:
        raise ValueError(f"a size of {scale!r} times another; the scale is a number above 0")
    exact = Fraction(scale).limit_denominator(_LARGEST_DENOMINATOR)
    width, height = (max(1, _rounded(exact * extent, rounding)) for extent in size)
    return width, height


def _rounded(value: Fraction, rounding: Rounding) -> int:
    if rounding == "down":
        return value.__floor__()
    return value.__ceil__() if rounding == "up" else (value + Fraction(1, 2)).__floor__()
