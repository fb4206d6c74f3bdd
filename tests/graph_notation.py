"""Short notation for small frame graphs: ``A>X`` is ``step(graph, "A", writes=[x])``."""

from __future__ import annotations

from typing import Any

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle, ResourceHandle
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.regions import Region
from framescope.shade.graph.void import VoidGraphics, VoidResource

BUFFER = BufferDescriptor(256)
COLOR = TextureDescriptor((64, 64), "rgba8unorm")
MIPPED = TextureDescriptor((64, 64), "rgba8unorm", mip_level_count=3)
SLICED = TextureDescriptor((64, 64, 3), "rgba8unorm")
DEPTH = TextureDescriptor((64, 64), "depth32float")
EVERY_BUFFER_USAGE = 0x1FF | 0x200
EVERY_TEXTURE_USAGE = 0x1F


def nothing(resources: Any, context: Any) -> None:
    """The callback of a pass whose work does not matter."""


def _access(handle: ResourceHandle, mode: str) -> Any:
    kind = "buffer" if isinstance(handle, BufferHandle) else "texture"
    return f"{kind}-storage-{mode}"


def step(
    graph: FrameGraph,
    label: str,
    *,
    reads: Any = (),
    writes: Any = (),
    contents: Any = "overwrite",
    region: Region | None = None,
    side_effect: bool = False,
    execute: Any = nothing,
    root: bool = True,
    store: bool = True,
) -> Any:
    """Add a compute pass; returns the version it makes of ``writes``: none, one handle, or a list."""
    builder = graph.add(label, kind="compute", execute=execute, side_effect=side_effect)
    for handle in reads:
        builder.read(handle, _access(handle, "read"))
    made = [
        builder.write(handle, _access(handle, "write"), contents=contents, region=region, root=root, store=store)
        for handle in writes
    ]
    return made[0] if len(made) == 1 else made or None


def transient(graph: FrameGraph | PassBuilder, name: str = "x") -> BufferHandle:
    """A transient buffer."""
    return graph.create_buffer(name, BUFFER)


def output_buffer() -> VoidResource:
    """A native buffer to import."""
    return VoidGraphics().create_buffer(size=256, usage=EVERY_BUFFER_USAGE)


def output_texture(**attributes: Any) -> VoidResource:
    """A native texture to import."""
    fields = {"size": (64, 64, 1), "format": "rgba8unorm", "usage": EVERY_TEXTURE_USAGE, **attributes}
    return VoidGraphics().create_texture(**fields)


def labels(passes: Any) -> list[str]:
    """The labels of some pass nodes."""
    return [node.label for node in passes]


def allocation_of(compiled: Any, handle: ResourceHandle) -> int | None:
    """The allocation a transient lives in, None when it has none."""
    found: int | None = compiled.plan.allocation_of.get(handle._index)
    return found


def lifetime_of(compiled: Any, handle: ResourceHandle) -> tuple[int, int] | None:
    """First and last use of a resource, in order of execution."""
    span: tuple[int, int] | None = compiled.plan.lifetimes[handle._index]
    return span
