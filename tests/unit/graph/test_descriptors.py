"""Descriptors that no device honours, and imports described as more than they are."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, nothing, output_buffer, output_texture

from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion
from framescope.shade.graph.void import VoidGraphics


def create(descriptor: Descriptor) -> Any:
    """A transient of this descriptor."""
    graph = FrameGraph()
    if isinstance(descriptor, BufferDescriptor):
        return graph.create_buffer("x", descriptor)
    return graph.create_texture("x", descriptor)


@pytest.mark.parametrize(
    ("descriptor", "words"),
    [
        (BufferDescriptor(0), "a buffer of 0 bytes"),
        (BufferDescriptor(1 << 53), "bytes; a whole number from 1 to"),
        (BufferDescriptor(16.0), "a buffer of 16.0 bytes"),  # type: ignore[arg-type]
        (TextureDescriptor((8.0, 8), "r8unorm"), "each of it is an int"),  # type: ignore[arg-type]
        (TextureDescriptor((8, 0), "r8unorm"), "skip the frame while its target has no size"),
        (TextureDescriptor((8,), "r8unorm"), "(width, height) or"),  # type: ignore[arg-type]
        (TextureDescriptor((1 << 32, 8), "r8unorm"), "a texture of size (4294967296, 8, 1)"),
        (TextureDescriptor((8, 8), "r8unorm", dimension="cube"), "one of 1d, 2d, 3d"),
        (TextureDescriptor((8, 2), "r8unorm", dimension="1d"), "it has a width alone"),
        (TextureDescriptor((8, 8), "r8unorm", mip_level_count=5), "5 mip levels"),
        (TextureDescriptor((8, 8), "r8unorm", mip_level_count=0), "0 mip levels"),
        (TextureDescriptor((8, 1), "r8unorm", dimension="1d", mip_level_count=2), "2 mip levels"),
        (TextureDescriptor((8, 8), "r8unorm", sample_count=2), "sample count 2; 1 or 4"),
        (TextureDescriptor((8, 8, 2), "r8unorm", sample_count=4), "a multisampled texture that is not"),
        (TextureDescriptor((8, 8), "r8unorm", sample_count=4, mip_level_count=2), "a multisampled texture that is not"),
        (TextureDescriptor((8, 8), "rgba8unorm", view_formats=("bgra8unorm",)), "they may differ in -srgb alone"),
        (TextureDescriptor((8, 8), "rgba8unorm", view_formats=("rgba8unorm-srgb",) * 2), "a view format twice"),
    ],
)
def test_what_no_device_honours(descriptor: Descriptor, words: str) -> None:
    """FG1102 at the declaration names the resource."""
    with pytest.raises(GraphError) as caught:
        create(descriptor)

    assert (caught.value.code, caught.value.phase, caught.value.resource) == ("FG1102", "record", "x")
    assert words in str(caught.value)


def test_a_size_that_is_no_whole_number_says_nothing_of_the_one_that_is() -> None:
    """16.0 equals 16: neither verdict may be taken for the other."""
    for _ in range(2):
        with pytest.raises(GraphError, match="FG1102"):
            create(BufferDescriptor(16.0))  # type: ignore[arg-type]
        create(BufferDescriptor(16))
        with pytest.raises(GraphError, match="FG1102"):
            create(TextureDescriptor((16.0, 16), "r8unorm"))  # type: ignore[arg-type]
        create(TextureDescriptor((16, 16), "r8unorm"))


@pytest.mark.parametrize(
    "descriptor",
    [
        TextureDescriptor((8, 4, 2), "r8unorm", dimension="3d", mip_level_count=4),
        TextureDescriptor((8, 8), "rgba8unorm-srgb", view_formats=("rgba8unorm", "rgba8unorm-srgb")),
        TextureDescriptor((8, 1), "r8unorm", dimension="1d"),
        TextureDescriptor((8, 8), "depth32float", sample_count=4),
    ],
)
def test_what_devices_honour(descriptor: TextureDescriptor) -> None:
    """A volume may have as many mips as its longest side asks for; view formats may name the format itself."""
    assert create(descriptor)._version == 0


class Small(VoidGraphics):
    """A device with limits."""

    limits = {  # noqa: RUF012
        "max-buffer-size": 255, "max-texture-dimension-1d": 32, "max-texture-dimension-2d": 64,
        "max-texture-dimension-3d": 16, "max-texture-array-layers": 2,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("descriptor", "words"),
    [
        (BUFFER, "a buffer of 256 bytes; max-buffer-size of this device is 255"),
        (TextureDescriptor((65, 64), "rgba8unorm"), "65 texels along a side; max-texture-dimension-2d"),
        (TextureDescriptor((64, 64, 3), "rgba8unorm"), "3 layers; max-texture-array-layers"),
        (
            TextureDescriptor((8, 8, 17), "rgba8unorm", dimension="3d"),
            "17 texels along a side; max-texture-dimension-3d",
        ),
        (TextureDescriptor((33, 1), "rgba8unorm", dimension="1d"), "33 texels along a side; max-texture-dimension-1d"),
    ],
)
def test_what_is_larger_than_the_device_allows(descriptor: Descriptor, words: str) -> None:
    """FG1102 names resource and limit when it is to be made, and nothing stays lent."""
    graphics = Small()
    graph = FrameGraph()
    step = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    step.write(graph.create_texture("small", COLOR), "texture-storage-write", contents="overwrite")
    kind: Any = "buffer" if isinstance(descriptor, BufferDescriptor) else "texture"
    create_in = graph.create_buffer if kind == "buffer" else graph.create_texture
    step.write(create_in("large", descriptor), f"{kind}-storage-write", contents="overwrite")  # type: ignore

    with pytest.raises(GraphError) as caught:
        graph.compile().execute(graphics.create_command_context())

    assert (caught.value.code, caught.value.phase, caught.value.resource) == ("FG1102", "execute", "large")
    assert words in str(caught.value)
    assert graphics.transients.stats()["lent"] == 0


@pytest.mark.parametrize(
    ("exposed", "words"),
    [
        (BufferDescriptor(512), "512 of its 256 bytes"),
        (BufferDescriptor(256, 0x400), "usage 0x400, which it was made without"),
    ],
)
def test_a_buffer_described_as_more_than_it_is(exposed: BufferDescriptor, words: str) -> None:
    """FG4003: planning would rely on bytes or a usage that are not there."""
    with pytest.raises(GraphError) as caught:
        FrameGraph().import_buffer("x", output_buffer(), initial="defined", descriptor=exposed)

    assert (caught.value.code, caught.value.resource) == ("FG4003", "x")
    assert words in str(caught.value)


@pytest.mark.parametrize(
    "exposed",
    [
        TextureDescriptor((32, 64), "rgba8unorm"),
        TextureDescriptor((64, 64), "bgra8unorm"),
        TextureDescriptor((64, 64), "rgba8unorm", mip_level_count=2),
        TextureDescriptor((64, 64), "rgba8unorm", usage=0x20),
    ],
)
def test_a_texture_described_as_another(exposed: TextureDescriptor) -> None:
    """FG4003: of a texture only the usages can be narrowed."""
    with pytest.raises(GraphError, match="FG4003: import 'x' is described with"):
        FrameGraph().import_texture("x", output_texture(), initial="defined", descriptor=exposed)


def test_an_import_may_expose_less_than_it_is() -> None:
    """Its checks know the exposed part alone: a usage left out is refused, bytes left out are not there."""
    graph = FrameGraph()
    buffer = graph.import_buffer("x", output_buffer(), initial="defined", descriptor=BufferDescriptor(64, 0x40))
    builder = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    builder.read(buffer, "buffer-storage-read")

    with pytest.raises(GraphError, match="FG1103"):
        builder.read(buffer, "buffer-uniform", region=BufferRegion(0, 65))
    with pytest.raises(GraphError, match="FG1101"):
        graph.compile()


def test_view_formats_of_an_import_are_known_where_our_factory_made_it() -> None:
    """wgpu-py does not keep them, so the factory leaves them on the texture."""
    native = output_texture(view_formats=("rgba8unorm-srgb",))
    graph = FrameGraph()
    texture = graph.import_texture("x", native, initial="defined")
    graph.add("A", kind="compute", execute=nothing, side_effect=True).read(texture, "texture-sampled")

    assert graph.compile().model()["resources"][0]["descriptor"]["view_formats"] == ["rgba8unorm-srgb"]


@pytest.mark.parametrize("given", [BufferDescriptor(16), "r8unorm", {"size": (4, 4)}])
def test_a_texture_is_described_by_a_texture_s_descriptor(given: Any) -> None:
    """FG1102 at the declaration, of a transient and of an import."""
    graph = FrameGraph()

    for declare in (
        lambda: graph.create_texture("x", given),
        lambda: graph.add("A", kind="render").create_texture("x", given),
        lambda: graph.import_texture("x", output_texture(), initial="undefined", descriptor=given),
    ):
        with pytest.raises(GraphError, match=r"FG1102.*give a TextureDescriptor"):
            declare()


def test_a_size_may_be_a_list() -> None:
    """As in wgpu-py; it is the same size as a tuple."""
    assert TextureDescriptor([8, 8, 1], "r8unorm") == TextureDescriptor((8, 8), "r8unorm")  # type: ignore[arg-type]
