"""Copies, clears and resolves that the frame graph encodes or declares, and its views, on a real device."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import SubmitError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext

_COPIES = 0x3  # COPY_SRC | COPY_DST of textures
_BUFFER_COPIES = 0xC
_ROW = 256


def run(graph: FrameGraph, graphics: GraphicsContext) -> None:
    """Execute and submit."""
    context = graphics.create_command_context()
    graph.compile(cache=graphics.plans).execute(context)
    context.finish()


def test_texels_travel_through_every_kind_of_copy(shared_graphics: GraphicsContext) -> None:
    """Buffer, buffer, texture, texture, buffer: what comes out is what went in."""
    graphics = shared_graphics
    rows = np.zeros((8, _ROW), np.uint8)
    rows[:, :32] = np.arange(256, dtype=np.uint8).reshape(8, 32)
    given = graphics.create_buffer_with_data(data=rows, usage=_BUFFER_COPIES)
    taken = graphics.create_buffer(size=8 * _ROW, usage=_BUFFER_COPIES)
    graph = FrameGraph()
    source = graph.import_buffer("given", given, initial="defined")
    result = graph.import_buffer("taken", taken, initial="undefined")
    with graph.scope("round trip"):
        staged = graph.add("stage", kind="copy").copy_buffer_to_buffer(
            source, 0, graph.create_buffer("staged", BufferDescriptor(8 * _ROW)), 0
        )
        image = graph.add("upload", kind="copy").copy_buffer_to_texture(
            {"buffer": staged, "bytes_per_row": _ROW},
            {"texture": graph.create_texture("image", TextureDescriptor((8, 8), "rgba8unorm"))},
            (8, 8),
        )
        layer = graph.create_texture("layers", TextureDescriptor((8, 8, 2), "rgba8unorm"))
        layer = graph.add("layer", kind="copy").copy_texture_to_texture(
            {"texture": image}, {"texture": layer, "origin": (0, 0, 1)}, (8, 8)
        )
        node = graph.add("download", kind="command")
        result = node.clear_buffer(result)
        node.copy_texture_to_buffer(
            {"texture": layer, "origin": (0, 0, 1)}, {"buffer": result, "bytes_per_row": _ROW}, (8, 8)
        )
    run(graph, graphics)

    np.testing.assert_array_equal(np.frombuffer(graphics.read_buffer(taken), np.uint8).reshape(8, _ROW), rows)


@pytest.mark.parametrize(
    ("layout", "extent", "written"),
    [({"bytes_per_row": 256}, (2, 2), [(0, 8), (256, 264)]), ({"offset": 16}, (2, 1), [(16, 24)])],
)
def test_the_declared_bytes_are_those_the_device_writes(
    shared_graphics: GraphicsContext, layout: dict[str, int], extent: Any, written: list[tuple[int, int]]
) -> None:
    """The range ends where the last texel ends, and what lies between rows is as it was."""
    graphics = shared_graphics
    white = graphics.create_texture(size=(2, 2, 1), format="rgba8unorm", usage=_COPIES)
    graphics.write_texture(white, np.full((2, 2, 4), 255, np.uint8))
    taken = graphics.create_buffer_with_data(data=np.full(512, 7, np.uint8), usage=_BUFFER_COPIES)
    graph = FrameGraph()
    source = graph.import_texture("white", white, initial="defined")
    result = graph.import_buffer("taken", taken, initial="defined")
    graph.add("copy", kind="copy").copy_texture_to_buffer({"texture": source}, {"buffer": result, **layout}, extent)
    (region,) = [a["region"] for a in graph.compile().model()["accesses"] if a["mode"] == "write"]
    graph = FrameGraph()
    source = graph.import_texture("white", white, initial="defined")
    result = graph.import_buffer("taken", taken, initial="defined")
    graph.add("copy", kind="copy").copy_texture_to_buffer({"texture": source}, {"buffer": result, **layout}, extent)
    run(graph, graphics)
    found = np.frombuffer(graphics.read_buffer(taken), np.uint8)
    expected = np.full(512, 7, np.uint8)
    for first, end in written:
        expected[first:end] = 255

    np.testing.assert_array_equal(found, expected)
    assert (region["offset"], region["offset"] + region["size"]) == (written[0][0], written[-1][1])


def test_a_pass_clears_the_mip_of_its_declared_view(shared_graphics: GraphicsContext) -> None:
    """The view of the callback is the one that was declared: the other mip keeps its texels."""
    graphics = shared_graphics
    native = graphics.create_texture(size=(8, 8, 1), format="rgba8unorm", usage=0x13, mip_level_count=2)
    graph = FrameGraph()
    texture = graph.import_texture("mips", native, initial="undefined")
    colors = {0: (1.0, 0.0, 0.0, 1.0), 1: (0.0, 1.0, 0.0, 1.0)}
    for mip, color in colors.items():
        view = graph.create_view(texture, f"mip {mip}", base_mip_level=mip, mip_level_count=1)

        def clear(resources: Any, context: Any, view: Any = view, color: Any = color) -> None:
            attachment = {"view": resources.view(view), "load_op": "clear", "store_op": "store", "clear_value": color}
            context.begin_render_pass(color_attachments=[attachment]).end()

        texture = graph.add(f"clear {mip}", kind="render", execute=clear).attach(texture, load_op="clear", view=view)
    run(graph, graphics)

    assert [graphics.read_texture(native, mip_level=mip)[0, 0].tolist() for mip in (0, 1)] == [
        [255, 0, 0, 255],
        [0, 255, 0, 255],
    ]


def test_a_multisampled_attachment_resolves_to_its_declared_target(shared_graphics: GraphicsContext) -> None:
    """What the graph calls an overwrite of the target is one: its old texels are gone."""
    graphics = shared_graphics
    native = graphics.create_texture(size=(4, 4, 1), format="rgba8unorm", usage=0x13)
    graphics.write_texture(native, np.full((4, 4, 4), 9, np.uint8))
    graph = FrameGraph()
    target = graph.import_texture("target", native, initial="undefined")

    def clear(resources: Any, context: Any) -> None:
        attachment = {"view": resources.view(samples), "resolve_target": resources.view(target)}
        operations = {"load_op": "clear", "store_op": "discard", "clear_value": (0.0, 0.0, 1.0, 1.0)}
        context.begin_render_pass(color_attachments=[{**attachment, **operations}]).end()

    node = graph.add("clear", kind="render", execute=clear)
    samples = node.create_texture("samples", TextureDescriptor((4, 4), "rgba8unorm", sample_count=4))
    samples = node.attach(samples, load_op="clear", store_op="discard")
    target = node.resolve(samples, target)
    run(graph, graphics)

    assert graphics.read_texture(native)[3, 3].tolist() == [0, 0, 255, 255]


def test_what_wgpu_leaves_out_is_refused_where_it_is_encoded(shared_graphics: GraphicsContext) -> None:
    """One aspect of two, and a slice of a volume: a ``SubmitError`` that names the pass."""
    graphics = shared_graphics
    taken = graphics.create_buffer(size=1024, usage=_BUFFER_COPIES)
    native = graphics.create_texture(size=(4, 4, 1), format="depth24plus-stencil8", usage=0x11)
    graph = FrameGraph()
    result = graph.import_buffer("taken", taken, initial="defined")
    both = graph.import_texture("both", native, initial="defined")
    graph.add("stencil", kind="copy").copy_texture_to_buffer(
        {"texture": both, "aspect": "stencil-only"}, {"buffer": result, "bytes_per_row": _ROW}, (4, 4)
    )
    with pytest.raises(SubmitError, match="'stencil-only'") as caught:
        run(graph, graphics)
    assert "raised in pass 'stencil'" in caught.value.__notes__[0]

    context = graphics.create_command_context()
    volume = graphics.create_texture(size=(4, 4, 4), dimension="3d", format="rgba8unorm", usage=0x10)
    attachment = {"view": volume.create_view(), "load_op": "clear", "store_op": "store", "depth_slice": 1}
    with pytest.raises(SubmitError, match="attaches slice 1 of a volume"):
        context.begin_render_pass(color_attachments=[attachment])
    context.abandon("refused")
