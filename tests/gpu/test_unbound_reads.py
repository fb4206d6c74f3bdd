"""What encoders tell the guard of a real frame: parts of buffers and mips of textures."""

from __future__ import annotations

from typing import Any

import pytest
import wgpu

from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not __debug__, reason="the guard is for development: python -O leaves it out"),
]

CODE = """
@group(0) @binding(0) var<storage, read> values: array<u32>;
@group(0) @binding(1) var picture: texture_2d<f32>;
@group(0) @binding(2) var<storage, read_write> result: array<u32>;
@compute @workgroup_size(1) fn main() {
    result[0] = values[0] + u32(textureLoad(picture, vec2(0, 0), 0).x);
}
"""
STORAGE = wgpu.BufferUsage.STORAGE


def lints(graphics: GraphicsContext, binding: Any, *, raw: bool) -> list[tuple[Any, ...]]:
    """Lints of a pass that declares to read a buffer of 512 bytes and a texture of two mips, and binds mip 1."""
    values = graphics.create_buffer(size=512, usage=STORAGE)
    picture = graphics.create_texture(
        size=(8, 8, 1), format="rgba8unorm", usage=wgpu.TextureUsage.TEXTURE_BINDING, mip_level_count=2
    )
    result = graphics.create_buffer(size=16, usage=STORAGE)
    pipeline = graphics.compute_pipeline(ComputePipelineDescriptor("sum", CODE))

    def execute(resources: Any, context: Any) -> None:
        view = graphics.view(picture, base_mip_level=1)
        bindings = {0: binding(values), 1: view, 2: result}
        group = graphics.bind_group(pipeline.get_bind_group_layout(0), bindings)
        with context.begin_compute_pass() as encoder:
            encoder.set_pipeline(pipeline)
            encoder.set_bind_group(0, group)
            if raw:
                del group.framescope_parts
                encoder.set_bind_group(0, group)
            encoder.dispatch_workgroups(1)

    graph = FrameGraph()
    graph.watch_bindings = True
    builder = graph.add("sum", kind="compute", execute=execute)
    builder.read(graph.import_buffer("values", values, initial="defined"), "buffer-storage-read")
    builder.read(graph.import_texture("picture", picture, initial="defined"), "texture-sampled")
    builder.write(
        graph.import_buffer("result", result, initial="undefined"), "buffer-storage-write", contents="overwrite"
    )
    context = graphics.create_command_context("frame")
    compiled = graph.compile()
    compiled.execute(context).finish().wait()
    return [(lint.code, lint.resource, lint.region) for lint in compiled.lints()]


def test_reads_of_more_than_is_bound(graphics: GraphicsContext) -> None:
    """Half of the buffer and one mip: the other halves are named."""
    assert lints(graphics, lambda values: (values, 0, 256), raw=False) == [
        ("FL2001", "values", "bytes 256–511"),
        ("FL2001", "picture", "mip 0"),
    ]


def test_a_whole_buffer_is_bound(graphics: GraphicsContext) -> None:
    """Without a range it is all of it."""
    assert lints(graphics, lambda values: values, raw=False) == [("FL2001", "picture", "mip 0")]


def test_a_bind_group_of_unknown_make_silences_the_rule(graphics: GraphicsContext) -> None:
    """What it holds is not known, so nothing is claimed."""
    assert lints(graphics, lambda values: (values, 0, 256), raw=True) == []
