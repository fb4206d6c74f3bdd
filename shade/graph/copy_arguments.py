"""wgpu-py's arguments of a copy, read once: where in a texture, how in a buffer, how much."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from framescope.shade.graph.copy_footprints import CopyFault, Extent, Layout, Texels

__all__ = ["extent_of", "image_arguments", "linear_arguments"]


def linear_arguments(given: Any) -> tuple[Any, Layout]:
    """The buffer and the layout of ``{"buffer", "offset", "bytes_per_row", "rows_per_image"}``.

    Raises:
        CopyFault: FG1106 for what is no such dict.
    """
    _check_keys(given, "buffer", ("offset", "bytes_per_row", "rows_per_image"))
    strides = [given.get(name) for name in ("bytes_per_row", "rows_per_image")]
    row, image = (None if stride is None else _integer(stride, "a stride of") for stride in strides)
    return given["buffer"], Layout(_integer(given.get("offset", 0), "offset"), row, image)


def image_arguments(given: Any) -> tuple[Any, Texels]:
    """The texture and the place of ``{"texture", "mip_level", "origin", "aspect"}``.

    Raises:
        CopyFault: FG1106 for what is no such dict.
    """
    _check_keys(given, "texture", ("mip_level", "origin", "aspect"))
    origin = _triple(given.get("origin", ()), ("x", "y", "z"), 0)
    return given["texture"], Texels(
        _integer(given.get("mip_level", 0), "mip_level"), origin, given.get("aspect", "all")
    )


def extent_of(copy_size: Any) -> Extent:
    """Width, height, layers or slices; what is left out is 1.

    Raises:
        CopyFault: FG1106 for what is no size.
    """
    return _triple(copy_size, ("width", "height", "depth_or_array_layers"), 1)


def _check_keys(given: Any, resource: str, others: Collection[str]) -> None:
    if not isinstance(given, Mapping) or resource not in given:
        raise CopyFault(
            "FG1106", f"{given!r} where a dict with {resource!r} and any of {', '.join(others)} is expected"
        )
    unknown = [key for key in given if key != resource and key not in others]
    if unknown:
        raise CopyFault("FG1106", f"unknown {unknown[0]!r}; one of {resource}, {', '.join(others)}")


def _triple(given: Any, names: tuple[str, str, str], default: int) -> Extent:
    values = [given.get(name, default) for name in names] if isinstance(given, Mapping) else given
    if not isinstance(values, list | tuple) or len(values) > 3:
        raise CopyFault("FG1106", f"{given!r} where up to three numbers ({', '.join(names)}) are expected")
    first, second, third = (
        *(_integer(value, names[place]) for place, value in enumerate(values)),
        default,
        default,
        default,
    )[:3]
    return first, second, third


def _integer(value: Any, what: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise CopyFault("FG1106", f"{what} {value!r}; a number from 0 on")
    return value
