"""The frame being recorded: the graph, its fixed facts, and the current version of what passes hand to each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.graph.relative_size import relative_to, scaled_size

if TYPE_CHECKING:
    from framescope.scenes.sponza.settings import Settings
    from framescope.shade.extensions.frame_context import FrameContext
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graph.handles import BufferHandle, TextureHandle

__all__ = ["ArgumentLists", "Frame", "Geometry", "MaterialHandles"]


@dataclass(frozen=True, slots=True)
class Geometry:
    """Handles of the atrium's vertex, index and draw buffers."""

    positions: BufferHandle
    attributes: BufferHandle
    indices: BufferHandle
    draws: BufferHandle


@dataclass(frozen=True, slots=True)
class MaterialHandles:
    """Handles of the material set."""

    base_colour: TextureHandle
    normal: TextureHandle
    surface: TextureHandle
    parameters: BufferHandle


@dataclass(slots=True)
class ArgumentLists:
    """Indirect arguments that culling wrote: what last frame's depth lets through, what it hid wrongly, and both."""

    first_seen: BufferHandle
    revealed: BufferHandle
    all_seen: BufferHandle


class Frame:
    """What passes need of the frame, and what they leave for the passes after them.

    A pass reads handles here, and puts the version it made back. Attributes without a value yet are set by the pass
    that makes the resource; reading one too early is an ``AttributeError`` that names it.
    """

    __slots__ = (
        "albedo", "atlas", "bins", "block_sums", "bloom", "bloom_levels", "bounce_points", "cascade_arguments",
        "cascades", "clusters", "constants", "contact", "counts", "depth", "display", "distances", "draw_calls",
        "exposure", "extensions", "geometry", "graph", "hdr", "history", "lamps", "light_list", "lights", "list_ranges",
        "main_arguments", "materials", "motion", "normal", "occlusion", "occupied", "probes", "pyramid", "resolved",
        "settings", "size", "sky_coefficients", "sky_map", "surface", "target", "verdicts", "views",
    )  # fmt: skip

    graph: FrameGraph
    extensions: FrameContext
    settings: Settings
    size: tuple[int, int]
    cascades: tuple[int, ...]  # those drawn in this frame
    draw_calls: int  # encoded by this frame's passes

    # what outlives the frame
    target: TextureHandle
    constants: BufferHandle
    views: BufferHandle
    geometry: Geometry
    materials: MaterialHandles
    lamps: BufferHandle
    counts: BufferHandle
    atlas: TextureHandle
    pyramid: TextureHandle
    history: TextureHandle | None  # None where no frame left one
    resolved: TextureHandle
    exposure: BufferHandle

    # what passes make
    lights: BufferHandle
    sky_map: TextureHandle
    sky_coefficients: BufferHandle
    verdicts: BufferHandle
    main_arguments: ArgumentLists
    cascade_arguments: dict[int, BufferHandle]
    bounce_points: BufferHandle
    probes: BufferHandle
    depth: TextureHandle
    distances: TextureHandle
    albedo: TextureHandle
    normal: TextureHandle
    surface: TextureHandle
    motion: TextureHandle
    occlusion: TextureHandle
    contact: TextureHandle
    clusters: BufferHandle
    occupied: BufferHandle
    list_ranges: BufferHandle
    block_sums: BufferHandle
    light_list: BufferHandle
    hdr: TextureHandle
    bloom_levels: list[TextureHandle]
    bloom: TextureHandle
    bins: BufferHandle
    display: TextureHandle

    def size_over(self, divisor: int) -> tuple[int, int]:
        """A fraction of the frame's size, rounded down, at least one pixel."""
        return scaled_size(self.size, 1 / divisor)

    def texture(self, name: str, texture_format: str, divisor: int = 1) -> TextureHandle:
        """A transient texture of the target's size, or of the fraction of it that :meth:`size_over` gives."""
        descriptor = relative_to(self.graph, self.target, texture_format, scale=1 / divisor)
        return self.graph.create_texture(name, descriptor)

    def buffer(self, name: str, size: int) -> BufferHandle:
        """A transient buffer of ``size`` bytes."""
        return self.graph.create_buffer(name, BufferDescriptor(size))
