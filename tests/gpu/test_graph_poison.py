"""Poison on a device: every kind of transient holds it before its first user, fresh memory as well as reused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.footprint import texture_bytes
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.poison import FILL
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graphics import GraphicsContext

PLAIN = TextureDescriptor((64, 32), "rgba8unorm", 0x07)
DEPTH = TextureDescriptor((64, 32), "depth32float", 0x15)


def first_seen(graphics: GraphicsContext, descriptor: Descriptor, switches: GraphSwitches) -> Any:
    """A transient as its first user finds it: that user is told to write it, and does not."""
    found: list[Any] = []
    graph = FrameGraph(switches=switches)

    def look(resources: Any, _: Any) -> None:
        found.append(resources.buffer(handle) if buffer else resources.texture(handle))

    buffer = isinstance(descriptor, BufferDescriptor)
    node = graph.add("user", kind="command", execute=look)
    handle: Any
    if isinstance(descriptor, BufferDescriptor):
        handle = node.write(graph.create_buffer("x", descriptor), "buffer-copy-dst", contents="overwrite")
    else:
        access: Any = "texture-depth-write" if descriptor.usage == 0x15 else "texture-copy-dst"
        handle = node.write(graph.create_texture("x", descriptor), access, contents="overwrite")
    context = graphics.create_command_context()
    graph.compile().execute(context)
    context.finish()
    return found[0]


@pytest.mark.parametrize("reused", [False, True])
@pytest.mark.parametrize(
    "descriptor",
    [
        PLAIN,
        replace(PLAIN, format="rgba16float", size=(40, 30, 3), mip_level_count=4),
        replace(PLAIN, format="r32float", size=(17, 9, 5), dimension="3d"),
        replace(PLAIN, format="rgba8unorm", size=(5, 1, 1), dimension="1d"),
        replace(PLAIN, format="rgba8snorm", size=(3, 3, 1)),
        replace(PLAIN, format="rgba32uint", size=(2048, 40, 1)),
    ],
    ids=repr,
)
def test_a_color_texture_is_filled(shared_graphics: GraphicsContext, descriptor: Any, reused: bool) -> None:
    """Each byte of each mip, layer and slice; formats that cannot be rendered to as well."""
    if reused:
        native = first_seen(shared_graphics, descriptor, ORDINARY)
        layer_bytes = texture_bytes(replace(descriptor, size=(*descriptor.size[:2], 1), mip_level_count=1))
        shared_graphics.write_texture(native, bytes(layer_bytes or 0))
    else:
        shared_graphics.transients.clear()
    native = first_seen(shared_graphics, descriptor, GraphSwitches(poison=True))
    for mip in range(descriptor.mip_level_count):
        depth = max(1, descriptor.size[2] >> mip) if descriptor.dimension == "3d" else descriptor.size[2]
        for layer in range(depth):
            texels = shared_graphics.read_texture(native, layer, mip)
            assert np.unique(texels.view(np.uint8)).tolist() == [FILL]


def test_a_depth_texture_is_cleared(shared_graphics: GraphicsContext) -> None:
    """To the same share of its range, in each mip and layer."""
    descriptor = replace(DEPTH, size=(64, 32, 2), mip_level_count=2)
    native = first_seen(shared_graphics, descriptor, GraphSwitches(poison=True))
    for mip in range(2):
        for layer in range(2):
            texels = shared_graphics.read_texture(native, layer, mip, "depth-only")
            assert np.unique(texels) == pytest.approx([FILL / 255])


@pytest.mark.parametrize(
    "descriptor",
    [
        replace(DEPTH, format="stencil8"),
        replace(DEPTH, format="depth24plus-stencil8"),
        replace(DEPTH, format="depth16unorm", sample_count=4),
        *(
            replace(PLAIN, format=texture_format, usage=0x12, sample_count=4)
            for texture_format in ("rgba8unorm", "rgba16float", "rgba8uint", "rgba16sint")
        ),
    ],
    ids=repr,
)
def test_what_only_a_render_pass_fills_is_accepted(shared_graphics: GraphicsContext, descriptor: Any) -> None:
    """Stencil and multisampled textures of each number type: the device takes the clear."""
    first_seen(shared_graphics, descriptor, GraphSwitches(poison=True))


@pytest.mark.parametrize(("size", "reached"), [(256, 256), (6, 4), (2_500_000, 2_500_000)])
def test_a_buffer_is_filled(shared_graphics: GraphicsContext, size: int, reached: int) -> None:
    """To the last whole word, however long it is."""
    native = first_seen(shared_graphics, BufferDescriptor(size, 0x0C), GraphSwitches(poison=True))
    data = np.frombuffer(shared_graphics.read_buffer(native, 0, reached), np.uint8)
    assert np.unique(data).tolist() == [FILL]
