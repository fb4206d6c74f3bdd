"""Bindings said once: what a pass declares to the graph and what its bind group holds come from the same table.

A table maps binding numbers to :class:`Bound` resources or to samplers. ``declare`` tells the graph, ``resolve``
makes the bind group's entries while the pass runs; the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle
from framescope.shade.graph.regions import BufferRegion, TextureRegion

if TYPE_CHECKING:
    from framescope.shade.graph.pass_builder import PassBuilder

__all__ = [
    "Bound",
    "Table",
    "Versions",
    "declare",
    "resolve",
    "sampled",
    "sampled_array",
    "storage",
    "storage_texture",
    "storage_write",
    "uniform",
]

Versions: TypeAlias = dict[ResourceHandle, Any]
"""The version a pass made of each resource it writes, by the version it was given."""


class Bound(NamedTuple):
    """One resource as a shader sees it.

    Attributes:
        handle: The resource.
        access: An access kind of the frame graph.
        contents: ``"overwrite"`` or ``"preserve"`` for a write, None for a read.
        part: ``(offset, size)`` in bytes of a buffer; None for all of it.
        level: The one mip level bound of a texture; None for all of them.
        layers: Whether the shader sees an array of layers.
    """

    handle: ResourceHandle
    access: Any
    contents: Any = None
    part: tuple[int, int] | None = None
    level: int | None = None
    layers: bool = False


Table: TypeAlias = Mapping[int, Any]
"""By binding number: a :class:`Bound`, or a sampler."""


def uniform(handle: BufferHandle, part: tuple[int, int] | None = None) -> Bound:
    """A uniform buffer."""
    return Bound(handle, "buffer-uniform", None, part)


def storage(handle: BufferHandle) -> Bound:
    """A storage buffer that the shader reads."""
    return Bound(handle, "buffer-storage-read")


def storage_write(handle: BufferHandle, contents: str = "overwrite", part: tuple[int, int] | None = None) -> Bound:
    """A storage buffer that the shader writes."""
    return Bound(handle, "buffer-storage-write", contents, part)


def sampled(handle: TextureHandle, level: int | None = None) -> Bound:
    """A texture that the shader samples or loads from."""
    return Bound(handle, "texture-sampled", None, None, level)


def sampled_array(handle: TextureHandle) -> Bound:
    """A texture array that the shader samples."""
    return Bound(handle, "texture-sampled", layers=True)


def storage_texture(handle: TextureHandle, level: int | None = None) -> Bound:
    """A storage texture, every texel of which the shader writes."""
    return Bound(handle, "texture-storage-write", "overwrite", None, level)


def declare(builder: PassBuilder, table: Table, made: Versions, *, stacklevel: int = 1) -> None:
    """Declare every access of ``table``; the versions the pass makes are put into ``made``.

    Args:
        builder: The pass.
        table: What it binds.
        made: Versions it made so far, by the version it was given.
        stacklevel: How many calls up the line stands that the graph names, as for ``PassBuilder.read``.
    """
    level = stacklevel + 1
    for bound in table.values():
        if not isinstance(bound, Bound):
            continue
        handle = made.get(bound.handle, bound.handle)
        if bound.contents is None:
            builder.read(handle, bound.access, region=_region(bound), stacklevel=level)
        else:
            made[bound.handle] = builder.write(
                handle, bound.access, contents=bound.contents, region=_region(bound), stacklevel=level
            )


def _region(bound: Bound) -> BufferRegion | TextureRegion | None:
    if bound.part is not None:
        return BufferRegion(*bound.part)
    if bound.level is not None:
        return TextureRegion(base_mip_level=bound.level, mip_level_count=1)
    return None


def resolve(resources: Any, table: Table, made: Versions) -> dict[int, Any]:
    """The bind group entries of ``table``, inside the callback of the pass that declared it."""
    entries: dict[int, Any] = {}
    for number, bound in table.items():
        entries[number] = _resource(resources, bound, made) if isinstance(bound, Bound) else bound
    return entries


def _resource(resources: Any, bound: Bound, made: Versions) -> Any:
    handle = made.get(bound.handle, bound.handle)
    if isinstance(handle, TextureHandle):
        if bound.layers:
            return resources.view(handle, dimension="2d-array")
        if bound.level is None:
            return resources.view(handle)
        return resources.view(handle, base_mip_level=bound.level, mip_level_count=1)
    if bound.part is None:
        return resources.buffer(handle)
    return (resources.buffer(handle), *bound.part)
