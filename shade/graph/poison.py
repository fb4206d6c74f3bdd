"""Poison: every transient holds a garish value before its first user, so a read of what nobody wrote is seen.

Depth, stencil and multisampled textures can only be cleared by a render pass; everything else is filled by copies
from a buffer, which reach each mip, layer and slice of any colour format. These GPU passes run before the bracket of
the pass that needs the memory, are labelled ``poison: NAME``, and so appear unattributed in a capture.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.formats import format_info
from framescope.shade.labels import device_label

if TYPE_CHECKING:
    from framescope.shade.graph.plan import PassNode, Plan
    from framescope.shade.graph.segment_contexts import SegmentContexts

__all__ = ["FILL", "Poison", "poison_usage", "poisoned"]

FILL = 0xCD
"""The byte that fills memory: 0.8 as unorm8, -23 as float16, -4e8 as float32, 3.5e9 as uint32."""

_COPY_SRC, _BUFFER_COPY_DST = 0x04, 0x08
_TEXTURE_COPY_DST, _ATTACHED = 0x02, 0x10
_SOURCE = BufferDescriptor(1 << 20, _COPY_SRC | _BUFFER_COPY_DST)  # four rows of the widest texture there is
_ROW_ALIGNMENT = 256


def poison_usage(descriptor: Descriptor) -> int:
    """The usage bit that filling such a resource needs."""
    if isinstance(descriptor, BufferDescriptor):
        return _BUFFER_COPY_DST
    return _ATTACHED if _is_cleared(descriptor) else _TEXTURE_COPY_DST


def _is_cleared(descriptor: TextureDescriptor) -> bool:
    return descriptor.sample_count > 1 or "depth" in descriptor.format or "stencil" in descriptor.format


def poisoned(plan: Plan, natives: list[Any], poison: Poison) -> Iterator[PassNode]:
    """The passes of a plan, each once the transients that it is the first to use are filled."""
    fresh: dict[int, list[int]] = {}
    for resource, _ in plan.tenancies:
        span = plan.lifetimes[resource]
        if span is not None:
            fresh.setdefault(span[0], []).append(resource)
    for order, node in enumerate(plan.passes):
        poison.fill((plan.resources[r][0], natives[r], plan.descriptors[r]) for r in fresh.get(order, ()))
        yield node


class Poison:
    """Encodes the filling of resources.

    Args:
        contexts: Where to encode.
        taken: Pooled resources of the frame; the buffer that is copied from becomes one of them.
    """

    __slots__ = ("_contexts", "_source", "_taken")

    def __init__(self, contexts: SegmentContexts, taken: list[Any]) -> None:
        self._contexts = contexts
        self._taken = taken
        self._source: Any = None

    def fill(self, resources: Iterable[tuple[str, Any, Descriptor]]) -> None:
        """Fill resources, each given by name, native and descriptor. At most 3 bytes at a buffer's end stay out of
        reach: copies move words.
        """
        resources = list(resources)
        if not resources:
            return
        context = self._contexts.open()
        guard, context.binding_guard = context.binding_guard, None  # the pass it speaks for is not the one that binds
        for name, native, descriptor in resources:
            if isinstance(descriptor, BufferDescriptor):
                self._copy_to_buffer(native, descriptor.size & ~3)
            elif _is_cleared(descriptor):
                self._clear(name, native, descriptor)
            else:
                self._copy_to_texture(native, descriptor)
        context.binding_guard = guard

    def _filled(self) -> Any:
        if self._source is None:
            graphics = self._contexts.graphics
            self._source = graphics.transients.acquire(_SOURCE, "poison")
            self._taken.append(self._source)
            graphics.write_buffer(self._source, bytes([FILL]) * _SOURCE.size)
        return self._source

    def _copy_to_buffer(self, buffer: Any, size: int) -> None:
        for offset in range(0, size, _SOURCE.size):
            self._contexts.current.copy_buffer_to_buffer(
                self._filled(), 0, buffer, offset, min(_SOURCE.size, size - offset)
            )

    def _copy_to_texture(self, texture: Any, descriptor: TextureDescriptor) -> None:
        info = format_info(descriptor.format)
        if info is None:
            return  # a format of some extension, whose texels cannot be counted
        for mip, width, height, slices in _levels(descriptor):
            columns, rows = -(-width // info.block_width), -(-height // info.block_height)
            stride = -(-columns * info.block_bytes // _ROW_ALIGNMENT) * _ROW_ALIGNMENT
            at_once = _SOURCE.size // stride
            for layer in range(slices):
                for row in range(0, rows, at_once):
                    count = min(at_once, rows - row)
                    self._contexts.current.copy_buffer_to_texture(
                        {"buffer": self._filled(), "offset": 0, "bytes_per_row": stride, "rows_per_image": count},
                        {"texture": texture, "mip_level": mip, "origin": (0, row * info.block_height, layer)},
                        (columns * info.block_width, count * info.block_height, 1),
                    )

    def _clear(self, name: str, texture: Any, descriptor: TextureDescriptor) -> None:
        for mip, _, _, layers in _levels(descriptor):
            for layer in range(layers):
                view = self._contexts.graphics.view(
                    texture, dimension="2d", base_mip_level=mip, mip_level_count=1, base_array_layer=layer,
                    array_layer_count=1,
                )  # fmt: skip
                attachments = _cleared(view, descriptor.format)
                self._contexts.current.begin_render_pass(label=device_label(f"poison: {name}"), **attachments).end()


def _levels(descriptor: TextureDescriptor) -> Iterator[tuple[int, int, int, int]]:
    """Mip, width, height, and layers or slices of every level."""
    width, height, depth = descriptor.size
    for mip in range(descriptor.mip_level_count):
        slices = max(1, depth >> mip) if descriptor.dimension == "3d" else depth
        yield mip, max(1, width >> mip), max(1, height >> mip), slices


def _cleared(view: Any, texture_format: str) -> dict[str, Any]:
    """The attachments of a render pass that does nothing but clear."""
    depth, stencil = "depth" in texture_format, "stencil" in texture_format
    if not depth and not stencil:
        value = 77 if "int" in texture_format else FILL / 255 if "norm" in texture_format else float(FILL)
        color = {"view": view, "load_op": "clear", "store_op": "store", "clear_value": (value,) * 4}
        return {"color_attachments": [color]}
    attachment: dict[str, Any] = {"view": view}
    if depth:
        attachment |= {"depth_load_op": "clear", "depth_store_op": "store", "depth_clear_value": FILL / 255}
    if stencil:
        attachment |= {"stencil_load_op": "clear", "stencil_store_op": "store", "stencil_clear_value": FILL}
    return {"color_attachments": [], "depth_stencil_attachment": attachment}
