"""The nine graphs that producers of FrameGraph Snapshot 1.2 record alike, by their names in the conformance data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graph_notation import nothing

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.regions import BufferRegion
from framescope.shade.graph.void import VoidGraphics

BYTES = BufferDescriptor(64)
MIPPED = TextureDescriptor((8, 8), "rgba8unorm", mip_level_count=2)
LAYERED = TextureDescriptor((8, 8, 2), "rgba8unorm", mip_level_count=2)


def _command(graph: FrameGraph, label: str, *, kept: bool = False) -> PassBuilder:
    return graph.add(label, kind="command", execute=nothing, side_effect=kept)


def _overwrite(builder: PassBuilder, handle: BufferHandle) -> BufferHandle:
    return builder.write(handle, "buffer-storage-write", contents="overwrite")


def linear_dependency() -> FrameGraph:
    """Write, transform, in nested groups."""
    graph = FrameGraph()
    with graph.scope("linear.group"):
        source, result = graph.create_buffer("linear.input", BYTES), graph.create_buffer("linear.output", BYTES)
        with graph.scope("linear.work"):
            source = _overwrite(_command(graph, "linear.write"), source)
            transform = _command(graph, "linear.transform")
            transform.read(source, "buffer-storage-read")
            result = _overwrite(transform, result)
    graph.mark(result, "output")
    return graph


def overwrite_culling() -> FrameGraph:
    """Two overwrites, one reader."""
    graph = FrameGraph()
    value = graph.create_buffer("overwrite.value", BYTES)
    for label in ("overwrite.dead-write", "overwrite.live-write"):
        value = _overwrite(_command(graph, label), value)
    _command(graph, "overwrite.consume", kept=True).read(value, "buffer-storage-read")
    return graph


def preserve_discard() -> FrameGraph:
    """Clear and load of one mip, clear and discard of the other."""
    graph = FrameGraph()
    texture = graph.create_texture("preserve-discard.texture", MIPPED)
    views = [
        graph.create_view(texture, f"preserve-discard.mip-{mip}", dimension="2d", base_mip_level=mip, mip_level_count=1)
        for mip in (0, 1)
    ]
    attached: list[tuple[str, int, Any, Any, bool]] = [
        ("preserve.seed", 0, "clear", "store", False),
        ("preserve.load", 0, "load", "store", True),
        ("discard.seed", 1, "clear", "store", False),
        ("discard.overwrite-discard", 1, "clear", "discard", True),
    ]
    for label, mip, load_op, store_op, kept in attached:
        builder = graph.add(label, kind="render", execute=nothing, side_effect=kept)
        texture = builder.attach(texture, load_op=load_op, store_op=store_op, view=views[mip])
    return graph


def buffer_range() -> FrameGraph:
    """Two halves, a read across them, four marks."""
    graph = FrameGraph()
    buffer = graph.create_buffer("range.buffer", BYTES)
    for label, offset in (("range.write-left", 0), ("range.write-right", 8)):
        builder = _command(graph, label)
        buffer = builder.write(buffer, "buffer-storage-write", contents="overwrite", region=BufferRegion(offset, 8))
    reader = _command(graph, "range.read-crossing", kept=True)
    reader.read(buffer, "buffer-storage-read", region=BufferRegion(4, 8))
    for offset, size in ((0, 16), (0, 8), (8, 8), (0, 16)):
        graph.mark(buffer, "output", region=BufferRegion(offset, size))
    return graph


def texture_subresource() -> FrameGraph:
    """Two subresources, one of them used."""
    graph = FrameGraph()
    texture = graph.create_texture("subresource.texture", LAYERED)

    def view(label: str, mip: int, layer: int) -> Any:
        one = {"mip_level_count": 1, "array_layer_count": 1}
        return graph.create_view(texture, label, base_mip_level=mip, base_array_layer=layer, **one)

    other = view("subresource.other-mip-0-layer-0", 0, 0)
    target = view("subresource.target-mip-1-layer-1", 1, 1)
    for label, seen in (("subresource.dead-non-overlap", other), ("subresource.write-target", target)):
        builder = _command(graph, label)
        texture = builder.write(texture, "texture-storage-write", contents="overwrite", view=seen)
    _command(graph, "subresource.read-target", kept=True).read(texture, "texture-sampled", view=target)
    graph.mark(texture, "output", view=target)
    graph.mark(texture, "output", view=view("", 1, 1))
    return graph


def external_submission() -> FrameGraph:
    """A pass of ours, one that submits on its own, a pass of ours."""
    graph = FrameGraph()
    value = _overwrite(_command(graph, "external.before"), graph.create_buffer("external.value", BYTES))
    submit = graph.add("external.submit", kind="external-submission", execute=nothing, side_effect=False)
    value = submit.write(value, "buffer-storage-write", contents="preserve")
    _command(graph, "external.after", kept=True).read(value, "buffer-storage-read")
    return graph


def aliasing() -> FrameGraph:
    """Two short lifetimes and one across both."""
    graph = FrameGraph()
    first, second, overlap = (graph.create_buffer(f"alias.{name}", BYTES) for name in ("first", "second", "overlap"))
    builder = _command(graph, "alias.write-first")
    first, overlap = _overwrite(builder, first), _overwrite(builder, overlap)
    builder = _command(graph, "alias.consume-first")
    builder.read(first, "buffer-storage-read")
    overlap = builder.write(overlap, "buffer-storage-write", contents="preserve")
    builder = _command(graph, "alias.write-second")
    builder.read(overlap, "buffer-storage-read")
    second = _overwrite(builder, second)
    builder = _command(graph, "alias.consume-second", kept=True)
    builder.read(second, "buffer-storage-read")
    builder.read(overlap, "buffer-storage-read")
    return graph


def _texture_to_buffer(prefix: str, size: int, bytes_per_row: int, rows_per_image: int, covered: int) -> FrameGraph:
    graph = FrameGraph()
    native = VoidGraphics().create_texture(size=(1, 2, 2), format="rgba8unorm", usage=1)
    source = graph.import_texture(f"{prefix}.source", native, initial="defined")
    destination = graph.create_buffer(f"{prefix}.destination", BufferDescriptor(size))
    clear = graph.add(f"{prefix}.initialize", kind="clear-buffer")
    destination = clear.clear_buffer(destination, 4, covered)
    copy = graph.add(f"{prefix}.copy", kind="copy")
    destination = copy.copy_texture_to_buffer(
        {"texture": source},
        {"buffer": destination, "offset": 4, "bytes_per_row": bytes_per_row, "rows_per_image": rows_per_image},
        (1, 2, 2),
    )
    graph.mark(destination, "output", region=BufferRegion(4, covered))
    return graph


def texture_buffer_contiguous() -> FrameGraph:
    """A copy without gaps over a clear."""
    return _texture_to_buffer("contiguous", 20, 4, 2, 16)


def texture_buffer_padding() -> FrameGraph:
    """A copy with padded rows and images over a clear."""
    return _texture_to_buffer("padding", 1288, 256, 4, 1284)


PRODUCER_GRAPHS: dict[str, Callable[[], FrameGraph]] = {
    build.__name__.replace("_", "-"): build
    for build in (
        linear_dependency,
        overwrite_culling,
        preserve_discard,
        buffer_range,
        texture_subresource,
        external_submission,
        aliasing,
        texture_buffer_contiguous,
        texture_buffer_padding,
    )
}
