"""Copies written short: a graph with one copy node, and declarations of copies of every kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph_notation import BUFFER, EVERY_TEXTURE_USAGE

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.void import VoidGraphics

LAYERS = TextureDescriptor((8, 8, 4), "rgba8unorm", mip_level_count=2)
VOLUME = TextureDescriptor((8, 8, 8), "rgba8unorm", dimension="3d", mip_level_count=2)
BLOCKS = TextureDescriptor((10, 10), "bc1-rgba-unorm", mip_level_count=3)
PACKED = TextureDescriptor((8, 8), "depth24plus-stencil8")
DEPTH = TextureDescriptor((8, 8), "depth32float")
SAMPLES = TextureDescriptor((8, 8), "rgba8unorm", sample_count=4)
LARGE = BufferDescriptor(1 << 20)


def native(descriptor: TextureDescriptor | BufferDescriptor) -> Any:
    """Something to import, with every usage."""
    if isinstance(descriptor, BufferDescriptor):
        return VoidGraphics().create_buffer(size=descriptor.size, usage=0x3FF)
    fields = {name: getattr(descriptor, name) for name in ("size", "format", "dimension")}
    counts = {"mip_level_count": descriptor.mip_level_count, "sample_count": descriptor.sample_count}
    return VoidGraphics().create_texture(**fields, **counts, usage=EVERY_TEXTURE_USAGE)


class Copies:
    """A graph with one copy node and any defined imports."""

    def __init__(self, kind: Any = "copy") -> None:
        self.graph = FrameGraph()
        self.node: PassBuilder = self.graph.add("A", kind=kind)

    def take(self, descriptor: TextureDescriptor | BufferDescriptor) -> Any:
        """A defined import."""
        name = f"r{len(self.graph._current)}"
        if isinstance(descriptor, BufferDescriptor):
            return self.graph.import_buffer(name, native(descriptor), initial="defined", descriptor=descriptor)
        return self.graph.import_texture(name, native(descriptor), initial="defined", descriptor=descriptor)

    def accesses(self) -> list[tuple[str, str | None, tuple[int, ...]]]:
        """(access, contents, region as base and count numbers)."""
        return [
            (access["access"], access["contents"], tuple(v for v in access["region"].values() if isinstance(v, int)))
            for access in self.graph.compile().model()["accesses"]
        ]


Refusal = Callable[[Copies], Any]


def to_buffer(descriptor: Any, extent: Any = (8, 8), taken: Any = LARGE, image: Any = None, **layout: Any) -> Refusal:
    """A copy of texels to a buffer."""

    def declare(copies: Copies) -> None:
        source = {"texture": copies.take(descriptor), **({} if image is None else image)}
        copies.node.copy_texture_to_buffer(source, {"buffer": copies.take(taken), **layout}, extent)

    return declare


def to_texture(descriptor: Any, extent: Any = (8, 8), **image: Any) -> Refusal:
    """A copy of bytes to a texture."""

    def declare(copies: Copies) -> None:
        source = {"buffer": copies.take(LARGE), "bytes_per_row": 256, "rows_per_image": 64}
        copies.node.copy_buffer_to_texture(source, {"texture": copies.take(descriptor), **image}, extent)

    return declare


def between(given: Any, taken: Any, extent: Any = (8, 8), **image: Any) -> Refusal:
    """A copy between two textures, or inside one."""

    def declare(copies: Copies) -> None:
        source = copies.take(given)
        taker = source if taken is given else copies.take(taken)
        copies.node.copy_texture_to_texture({"texture": source}, {"texture": taker, **image}, extent)

    return declare


def bytes_to(source_offset: int, offset: int, size: int | None) -> Refusal:
    """A copy of bytes."""
    return lambda copies: copies.node.copy_buffer_to_buffer(
        copies.take(BUFFER), source_offset, copies.take(BUFFER), offset, size
    )


def into_itself(copies: Copies) -> None:
    """A buffer copied to its own other half."""
    buffer = copies.take(BUFFER)
    copies.node.copy_buffer_to_buffer(buffer, 0, buffer, 128, 128)
