"""Creating and importing GPU resources so that their fate is known: marked, counted, refused with the label named."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from framescope.shade.bind_groups import bound_parts
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.footprint import texture_bytes
from framescope.shade.resource_state import LiveLedger, ResourceState, mark, state_of

__all__ = ["ResourceFactory"]

_QUERY_BYTES = 8
_BUFFER_USAGES = 0x3FF
_TEXTURE_USAGES = 0x1F  # TRANSIENT_ATTACHMENT, which wgpu-py names, ends the process too


class ResourceFactory:
    """The ``create_*`` half of :class:`~framescope.shade.graphics.GraphicsContext`.

    Every method takes wgpu-py's keyword arguments and gives wgpu-py's object, with one
    :class:`~framescope.shade.resource_state.ResourceState` on it.
    """

    def __init__(self, device: Any) -> None:
        self.device = device
        self._ledger = LiveLedger()
        self._samplers: dict[tuple[tuple[str, Any], ...], Any] = {}

    @property
    def live_bytes(self) -> int:
        """Declared bytes of the buffers, textures and query sets created here and still alive."""
        return self._ledger.bytes

    @property
    def live_unsized(self) -> int:
        """How many live textures :attr:`live_bytes` leaves out, because nobody can state the size of their format."""
        return self._ledger.unsized

    @property
    def live_counts(self) -> dict[str, int]:
        """How many resources of each kind were created here and are still alive."""
        return dict(self._ledger.counts)

    def create_buffer(self, *, label: str = "", size: int, usage: int, mapped_at_creation: bool = False) -> Any:
        """A buffer of ``size`` bytes; ValueError for a usage the driver does not take."""
        _check_usage("buffer", label, usage, _BUFFER_USAGES)
        buffer = self.device.create_buffer(label=label, size=size, usage=usage, mapped_at_creation=mapped_at_creation)
        self._mark(buffer, "buffer", size)
        return buffer

    def create_buffer_with_data(self, *, label: str = "", data: Any, usage: int) -> Any:
        """A buffer holding ``data`` (anything with the buffer protocol)."""
        _check_usage("buffer", label, usage, _BUFFER_USAGES)
        buffer = self.device.create_buffer_with_data(label=label, data=data, usage=usage)
        self._mark(buffer, "buffer", buffer.size)
        return buffer

    def create_texture(
        self,
        *,
        label: str = "",
        size: tuple[int, ...],
        format: str,
        usage: int,
        dimension: str = "2d",
        mip_level_count: int = 1,
        sample_count: int = 1,
        view_formats: Sequence[str] = (),
    ) -> Any:
        """A texture, counted alive until destroyed or dropped; ValueError for a usage the driver does not take."""
        _check_usage("texture", label, usage, _TEXTURE_USAGES)
        texture = self.device.create_texture(
            label=label,
            size=size,
            format=format,
            usage=usage,
            dimension=dimension,
            mip_level_count=mip_level_count,
            sample_count=sample_count,
            view_formats=list(view_formats),
        )
        self._mark(texture, "texture", _declared_texture_bytes(texture))
        texture.framescope_view_formats = tuple(view_formats)  # wgpu-py does not keep them
        return texture

    def create_query_set(self, *, label: str = "", type: str, count: int) -> Any:
        """A query set of ``count`` queries."""
        query_set = self.device.create_query_set(label=label, type=type, count=count)
        self._mark(query_set, "query set", count * _QUERY_BYTES)
        return query_set

    def create_sampler(self, **descriptor: Any) -> Any:
        """A sampler, by wgpu-py's keyword arguments."""
        return self.device.create_sampler(**descriptor)

    def sampler(self, **descriptor: Any) -> Any:
        """The sampler of this descriptor, made once."""
        key = tuple(sorted(descriptor.items()))
        found = self._samplers.get(key)
        if found is None:
            found = self._samplers[key] = self.create_sampler(**descriptor)
        return found

    def create_shader_module(self, *, label: str = "", code: str) -> Any:
        """A shader module from WGSL."""
        return self.device.create_shader_module(label=label, code=code)

    def create_bind_group_layout(self, *, label: str = "", entries: Sequence[dict[str, Any]]) -> Any:
        """A bind group layout."""
        return self.device.create_bind_group_layout(label=label, entries=list(entries))

    def create_pipeline_layout(self, *, label: str = "", bind_group_layouts: Sequence[Any], **more: Any) -> Any:
        """A pipeline layout."""
        return self.device.create_pipeline_layout(label=label, bind_group_layouts=list(bind_group_layouts), **more)

    def create_bind_group(self, *, label: str = "", layout: Any, entries: Sequence[dict[str, Any]]) -> Any:
        """A bind group that remembers its resources, which wgpu-py's does not.

        ``framescope_resources`` are the resources, ``framescope_parts`` the same with what of each is bound.
        """
        group = self.device.create_bind_group(label=label, layout=layout, entries=list(entries))
        parts = bound_parts(entries)
        group.framescope_parts = parts
        group.framescope_resources = tuple(resource for resource, _ in parts)
        return group

    def view(self, texture: Any, **descriptor: Any) -> Any:
        """The view of ``texture`` with these ``create_view`` arguments, made once per texture."""
        views = getattr(texture, "framescope_views", None)
        if views is None:
            views = texture.framescope_views = {}
        key = tuple(sorted(descriptor.items())) if descriptor else ()
        found = views.get(key)
        if found is None:
            found = views[key] = texture.create_view(**descriptor)
            found.framescope_view = key  # a view cannot be asked what it shows
        return found

    def import_resource(self, resource: Any) -> None:
        """Put marks on a texture, buffer or query set somebody else made; it does not count as ours alive.

        Known limit: what was done to it before the import (``destroy``, a map through C) cannot be seen.
        """
        if state_of(resource) is None and hasattr(resource, "destroy"):
            kind = (
                "texture"
                if hasattr(resource, "create_view")
                else "buffer"
                if hasattr(resource, "map_state")
                else "query set"
            )
            self._new_state(resource, kind, None, None)

    def _mark(self, resource: Any, kind: str, size: int | None) -> None:
        self._new_state(resource, kind, size, self._ledger)

    def _new_state(self, resource: Any, kind: str, size: int | None, ledger: LiveLedger | None) -> ResourceState:
        return mark(self, resource, kind, size, ledger)


def _check_usage(kind: str, label: str, usage: object, known: int) -> None:
    if isinstance(usage, int) and usage & ~known:  # the driver would end the process over it
        raise ValueError(f"{kind} {label!r}: usage {usage:#x} has bits the driver does not take: {usage & ~known:#x}")


def _declared_texture_bytes(texture: Any) -> int | None:
    return texture_bytes(
        TextureDescriptor(
            size=tuple(texture.size),
            format=texture.format,
            dimension=texture.dimension,
            mip_level_count=texture.mip_level_count,
            sample_count=texture.sample_count,
        )
    )
