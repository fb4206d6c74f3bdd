"""The usages that every device permits of a texture or buffer: WebGPU's tables without optional features."""

from __future__ import annotations

from functools import lru_cache

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor

__all__ = ["COLOR_ATTACHMENT_FORMATS", "STORAGE_FORMATS", "permitted_usage", "usage_text"]

_COPIED_AND_SAMPLED = 0x07  # COPY_SRC, COPY_DST, TEXTURE_BINDING
_STORAGE = 0x08
_ATTACHED = 0x10
_TEXTURE_NAMES = ("COPY_SRC", "COPY_DST", "TEXTURE_BINDING", "STORAGE_BINDING", "RENDER_ATTACHMENT")
_BUFFER_NAMES = (
    "MAP_READ", "MAP_WRITE", "COPY_SRC", "COPY_DST", "INDEX", "VERTEX", "UNIFORM", "STORAGE", "INDIRECT",
    "QUERY_RESOLVE",
)  # fmt: skip
_BUFFER = 0x3FC  # all but MAP_READ and MAP_WRITE, which go with copies alone

COLOR_ATTACHMENT_FORMATS = frozenset(
    "r8unorm r8uint r8sint rg8unorm rg8uint rg8sint rgba8unorm rgba8unorm-srgb rgba8uint rgba8sint bgra8unorm "
    "bgra8unorm-srgb r16uint r16sint r16float rg16uint rg16sint rg16float rgba16uint rgba16sint rgba16float r32uint "
    "r32sint r32float rg32uint rg32sint rg32float rgba32uint rgba32sint rgba32float rgb10a2uint rgb10a2unorm".split()
)
"""Colour formats that can be rendered to."""

STORAGE_FORMATS = frozenset(
    "rgba8unorm rgba8snorm rgba8uint rgba8sint rgba16uint rgba16sint rgba16float r32uint r32sint r32float rg32uint "
    "rg32sint rg32float rgba32uint rgba32sint rgba32float".split()
)
"""Formats of storage textures."""


@lru_cache(maxsize=256)
def permitted_usage(descriptor: Descriptor) -> int:
    """Every usage bit that such a resource may have on any device (WebGPU, "Texture Format Capabilities")."""
    if isinstance(descriptor, BufferDescriptor):
        return _BUFFER
    usage = _COPIED_AND_SAMPLED
    if descriptor.format in STORAGE_FORMATS and descriptor.sample_count == 1:
        usage |= _STORAGE
    if _can_be_attached(descriptor):
        usage |= _ATTACHED
    return usage


def _can_be_attached(descriptor: TextureDescriptor) -> bool:
    depth_or_stencil = "depth" in descriptor.format or "stencil" in descriptor.format
    return descriptor.dimension != "1d" and (depth_or_stencil or descriptor.format in COLOR_ATTACHMENT_FORMATS)


def usage_text(usage: int, *, buffer: bool) -> str:
    """Usage bits by WebGPU's names, ``"COPY_SRC | INDEX"``; those it does not name as a number, none as ``"none"``."""
    names = _BUFFER_NAMES if buffer else _TEXTURE_NAMES
    words = [name for bit, name in enumerate(names) if usage >> bit & 1]
    unnamed = usage >> len(names) << len(names)
    return " | ".join([*words, *([f"{unnamed:#x}"] if unnamed else [])]) or "none"
