"""What a render pass draws to, read off the descriptor it was begun with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from framescope.profile.sgpt.model import Attachment

__all__ = ["AttachmentKey", "attachment_keys", "attachments_of"]

Extent = tuple[str, int | None, int | None, int]
"""``(format, width, height, sample_count)``."""

AttachmentKey = tuple[str, Extent, str, str]
"""``(role, extent, load_op, store_op)``: plain tuples, quick to compare."""

_CACHE = "framescope_extent"
_NO_ACCESS = ("read-only", "read-only")


def attachment_keys(descriptor: Mapping[str, Any]) -> tuple[AttachmentKey, ...]:
    """The attachments of a ``begin_render_pass`` descriptor: colours with their resolve targets, then depth."""
    keys: list[AttachmentKey] = []
    for color in descriptor.get("color_attachments", ()):
        if color is None:
            continue
        keys.append(("color", _extent(color["view"]), color["load_op"], color["store_op"]))
        resolve = color.get("resolve_target")
        if resolve is not None:
            keys.append(("resolve", _extent(resolve), "clear", "store"))  # a resolve writes every texel
    depth = descriptor.get("depth_stencil_attachment")
    if depth is not None:
        keys.append(("depth", _extent(depth["view"]), *_depth_ops(depth)))
    return tuple(keys)


def attachments_of(keys: tuple[AttachmentKey, ...]) -> tuple[Attachment, ...]:
    """The model's attachments behind ``keys``."""
    return tuple(
        Attachment(cast("Literal['color', 'depth', 'resolve']", role), *extent, load_op, store_op)
        for role, extent, load_op, store_op in keys
    )


def _depth_ops(depth: Mapping[str, Any]) -> tuple[str, str]:
    load, store = depth.get("depth_load_op"), depth.get("depth_store_op")
    if load is None or store is None:  # a stencil-only format, or a read-only attachment
        load, store = depth.get("stencil_load_op"), depth.get("stencil_store_op")
    return _NO_ACCESS if load is None or store is None else (load, store)


def _extent(view: Any) -> Extent:
    """Format, size and samples, kept on the view: views are cached, and their properties are slow to ask."""
    found: Extent | None = getattr(view, _CACHE, None)
    if found is None:
        found = _ask(view)
        setattr(view, _CACHE, found)
    return found


def _ask(view: Any) -> Extent:
    texture = view.texture
    described = _view_descriptor(view, texture)
    if described is None:
        if texture.mip_level_count > 1:
            return (texture.format, None, None, texture.sample_count)
        described = {}
    level = described.get("base_mip_level", 0)
    width, height = (max(1, extent >> level) for extent in texture.size[:2])
    return (described.get("format") or texture.format, width, height, texture.sample_count)


def _view_descriptor(view: Any, texture: Any) -> dict[str, Any] | None:
    """How our cache of views made it; None for a view of another make, which says the size of mip 0 of any mip."""
    for key, cached in getattr(texture, "framescope_views", {}).items():
        if cached is view:
            return dict(key)
    return None
