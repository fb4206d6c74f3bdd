"""Parts of a compiled model in words: descriptors, regions, sizes. A captured model's dicts serve as well."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

__all__ = ["bytes_text", "descriptor_text", "region_text"]

Fields = Mapping[str, Any]


def bytes_text(count: int | None) -> str:
    """``"4 MiB"``; ``"unknown size"`` for None."""
    if count is None:
        return "unknown size"
    size = float(count)
    for unit in ("B", "KiB", "MiB", "GiB"):
        if size < 1024 or unit == "GiB":
            break
        size /= 1024
    return f"{size:.4g} {unit}"


def descriptor_text(descriptor: Fields) -> str:
    """``"1024×1024 depth32float, 4 layers"`` for a texture, ``"buffer"`` for a buffer: its size is told in bytes."""
    if "format" not in descriptor:
        return "buffer"
    width, height, depth = descriptor["size"]
    volume = descriptor["dimension"] == "3d"
    words = [f"{width}×{height}{f'×{depth}' if volume else ''} {descriptor['format']}"]
    if depth > 1 and not volume:
        words.append(f"{depth} layers")
    if descriptor["mip_level_count"] > 1:
        words.append(f"{descriptor['mip_level_count']} mips")
    if descriptor["sample_count"] > 1:
        words.append(f"{descriptor['sample_count']} samples")
    return ", ".join(words)


def _span(what: str, first: int, count: int) -> str:
    return f"{what} {first}" if count == 1 else f"{what}s {first}–{first + count - 1}"


def region_text(region: Fields, descriptor: Fields) -> str:
    """A region in words, ``""`` where it is the whole resource."""
    if "offset" in region:
        whole = region["offset"] == 0 and region["size"] == descriptor["size"]
        return "" if whole else f"bytes {region['offset']}–{region['offset'] + region['size'] - 1}"
    words = []
    if region["mip_level_count"] != descriptor["mip_level_count"]:
        words.append(_span("mip", region["base_mip_level"], region["mip_level_count"]))
    depth = descriptor["size"][2]
    if "base_depth_slice" in region:
        if region["depth_slice_count"] != max(1, depth >> region["base_mip_level"]):
            words.append(_span("slice", region["base_depth_slice"], region["depth_slice_count"]))
    elif region["array_layer_count"] != depth:
        words.append(_span("layer", region["base_array_layer"], region["array_layer_count"]))
    if region["aspect"] != "all":
        words.append(region["aspect"].removesuffix("-only"))
    return ", ".join(words)
