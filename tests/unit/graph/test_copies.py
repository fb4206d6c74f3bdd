"""Copies and clears: what they touch follows from their arguments, and what WebGPU would refuse is refused."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, EVERY_TEXTURE_USAGE, nothing, output_buffer, output_texture

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics

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


def test_bytes_to_bytes() -> None:
    """Exactly the bytes named; what is left out of the size is the rest of the source."""
    copies = Copies()
    source, first, second = (copies.take(BUFFER) for _ in range(3))
    copies.node.copy_buffer_to_buffer(source, 8, first, 16, 32)
    copies.node.copy_buffer_to_buffer(source, 192, second, 0)

    assert copies.accesses() == [
        ("buffer-copy-src", None, (8, 32)),
        ("buffer-copy-src", None, (192, 64)),
        ("buffer-copy-dst", "overwrite", (16, 32)),
        ("buffer-copy-dst", "overwrite", (0, 64)),
    ]


@pytest.mark.parametrize(("arguments", "expected"), [((), (0, 256)), ((16,), (16, 240)), ((16, 32), (16, 32))])
def test_a_clear(arguments: tuple[int, ...], expected: tuple[int, int]) -> None:
    """Exactly the bytes named, all of them without a number."""
    copies = Copies("clear-buffer")
    copies.node.clear_buffer(copies.take(BUFFER), *arguments)

    assert copies.accesses() == [("buffer-copy-dst", "overwrite", expected)]


@pytest.mark.parametrize(
    ("descriptor", "layout", "extent", "expected"),
    [
        (COLOR, {}, (64, 1), (0, 256, "overwrite")),
        (COLOR, {"bytes_per_row": 256}, (64, 64), (0, 64 * 256, "overwrite")),
        (COLOR, {"bytes_per_row": 512, "offset": 4}, (64, 64), (4, 63 * 512 + 256, "preserve")),
        (COLOR, {"bytes_per_row": 4}, (1, 2), (0, 8, "overwrite")),
        (LAYERS, {"bytes_per_row": 32, "rows_per_image": 8}, (8, 8, 2), (0, 512, "overwrite")),
        (LAYERS, {"bytes_per_row": 32, "rows_per_image": 9}, (8, 8, 2), (0, 9 * 32 + 256, "preserve")),
        (LAYERS, {"bytes_per_row": 32, "rows_per_image": 1}, (8, 1, 3), (0, 96, "overwrite")),
        (LAYERS, {"bytes_per_row": 36, "rows_per_image": 1}, (8, 1, 3), (0, 104, "preserve")),
        (BLOCKS, {"bytes_per_row": 24}, (12, 12), (0, 72, "overwrite")),
        (BLOCKS, {"bytes_per_row": 256}, (8, 8), (0, 272, "preserve")),
        (PACKED, {"bytes_per_row": 8}, (8, 8), (0, 64, "overwrite")),
        (DEPTH, {"bytes_per_row": 32}, (8, 8), (0, 256, "overwrite")),
    ],
)
def test_texels_to_bytes(descriptor: Any, layout: Any, extent: Any, expected: tuple[int, int, str]) -> None:
    """From the first byte to the last; an overwrite only if no row or image is padded between them."""
    copies = Copies()
    aspect = "stencil-only" if descriptor is PACKED else "all"
    source = {"texture": copies.take(descriptor), "aspect": aspect}
    copies.node.copy_texture_to_buffer(source, {"buffer": copies.take(LARGE), **layout}, extent)
    offset, size, contents = expected

    assert copies.accesses()[-1] == ("buffer-copy-dst", contents, (offset, size))


@pytest.mark.parametrize(
    ("descriptor", "place", "extent", "expected"),
    [
        (LAYERS, {}, (8, 8), ((0, 1, 0, 1), "overwrite")),
        (LAYERS, {"origin": (0, 0, 1)}, (8, 8, 3), ((0, 1, 1, 3), "overwrite")),
        (LAYERS, {"mip_level": 1}, (4, 4), ((1, 1, 0, 1), "overwrite")),
        (LAYERS, {"mip_level": 1, "origin": {"z": 2}}, (4, 3), ((1, 1, 2, 1), "preserve")),
        (LAYERS, {"origin": (1, 0)}, (7, 8), ((0, 1, 0, 1), "preserve")),
        (VOLUME, {"mip_level": 1, "origin": (0, 0, 3)}, (4, 4, 1), ((1, 1, 3, 1), "overwrite")),
        (BLOCKS, {}, (12, 12), ((0, 1, 0, 1), "overwrite")),
        (BLOCKS, {"mip_level": 2}, {"width": 4, "height": 4}, ((2, 1, 0, 1), "overwrite")),
        (BLOCKS, {"origin": (4, 0)}, (8, 12), ((0, 1, 0, 1), "preserve")),
    ],
)
def test_bytes_to_texels(descriptor: Any, place: Any, extent: Any, expected: Any) -> None:
    """The subresources named; an overwrite only if all of their width and height is filled."""
    copies = Copies()
    destination = {"texture": copies.take(descriptor), **place}
    source = {"buffer": copies.take(LARGE), "bytes_per_row": 256, "rows_per_image": 64}
    copies.node.copy_buffer_to_texture(source, destination, extent)
    region, contents = expected

    assert copies.accesses()[-1] == ("texture-copy-dst", contents, region)


def test_texels_to_texels() -> None:
    """Both sides have their own mip and layers; -srgb is the one way in which formats may differ."""
    copies = Copies()
    taker = copies.take(TextureDescriptor((4, 4, 2), "rgba8unorm-srgb"))
    made = copies.node.copy_texture_to_texture(
        {"texture": copies.take(LAYERS), "mip_level": 1, "origin": (0, 0, 2)}, {"texture": taker}, (4, 4, 2)
    )

    assert made._version == 1
    assert copies.accesses() == [
        ("texture-copy-src", None, (1, 1, 2, 2)),
        ("texture-copy-dst", "overwrite", (0, 1, 0, 2)),
    ]


def test_a_texture_onto_itself_through_other_layers() -> None:
    """One node reads one subresource and makes the version with the other."""
    copies = Copies()
    texture = copies.take(LAYERS)
    layer = {"texture": texture, "origin": (0, 0, 1)}

    assert copies.node.copy_texture_to_texture({"texture": texture}, layer, (8, 8))._version == 1


def copy_bytes(copies: Copies) -> None:
    """Of no bytes."""
    source, taker = copies.take(BUFFER), copies.take(BUFFER)
    assert copies.node.copy_buffer_to_buffer(source, 256, taker, 256) is taker


def clear_bytes(copies: Copies) -> None:
    """Of no bytes."""
    taker = copies.take(BUFFER)
    assert copies.node.clear_buffer(taker, 256) is taker


def copy_texels(copies: Copies) -> None:
    """Of no layers, either way and between textures."""
    image, linear = {"texture": copies.take(LAYERS)}, {"buffer": copies.take(BUFFER)}
    other = {"texture": copies.take(LAYERS)}
    assert copies.node.copy_texture_to_buffer(image, linear, (8, 8, 0)) is linear["buffer"]
    assert copies.node.copy_buffer_to_texture(linear, image, (0, 8)) is image["texture"]
    assert copies.node.copy_texture_to_texture(image, other, (8, 0)) is other["texture"]


@pytest.mark.parametrize("declare", [copy_bytes, clear_bytes, copy_texels])
def test_nothing_copied_is_nothing_declared(declare: Callable[[Copies], None]) -> None:
    """No access, no new version, and nothing to encode."""
    copies = Copies("command")
    declare(copies)

    assert copies.graph._callbacks == [None]
    assert copies.accesses() == []


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


@pytest.mark.parametrize(
    ("declare", "code", "words"),
    [
        (bytes_to(0, 128, 256), "FG1103", "bytes 128 to 384 of a buffer of 256 bytes"),
        (bytes_to(260, 0, None), "FG1103", "bytes 260 to 256"),
        (bytes_to(-4, 0, 4), "FG1103", "bytes -4 to 0"),
        (into_itself, "FG1106", "a buffer into itself"),
        (lambda copies: copies.node.clear_buffer(copies.take(BUFFER), 0, 260), "FG1103", "clears 'r0': bytes 0 to 260"),
        (to_buffer(LAYERS), "FG1106", "bytes_per_row is missing; a copy of this size needs at least 32"),
        (to_buffer(LAYERS, bytes_per_row=28), "FG1106", "bytes_per_row 28 is less than the 32"),
        (to_buffer(LAYERS, (8, 8, 2), bytes_per_row=32), "FG1106", "rows_per_image is missing"),
        (to_buffer(LAYERS, (8, 8, 2), bytes_per_row=32, rows_per_image=7), "FG1106", "rows_per_image 7"),
        (to_buffer(LAYERS, taken=BUFFER, bytes_per_row=36), "FG1103", "bytes 0 to 284 of a buffer of 256 bytes"),
        (to_buffer(LAYERS, bytesPerRow=32), "FG1106", "unknown 'bytesPerRow'"),
        (to_buffer(LAYERS, bytes_per_row="32"), "FG1106", "a stride of '32'"),
        (to_buffer(LAYERS, "8x8", bytes_per_row=32), "FG1106", "up to three numbers"),
        (to_buffer(PACKED, bytes_per_row=32), "FG1106", "one aspect at a time"),
        (to_buffer(PACKED, bytes_per_row=32, image={"aspect": "depth-only"}), "FG1108", "not copied to a buffer"),
        (to_buffer(SAMPLES, bytes_per_row=32), "FG1106", "4 samples a texel"),
        (to_texture(DEPTH), "FG1108", "the depth of depth32float is not copied from a buffer"),
        (to_texture(TextureDescriptor((8, 8), "rgb9000")), "FG1108", "no known texel size"),
        (to_texture(LAYERS, (9, 8)), "FG1106", "x 0 to 9 of mip level 0, which has 8"),
        (to_texture(LAYERS, (8, 8, 3), origin=(0, 0, 2)), "FG1106", "z 2 to 5 of mip level 0, which has 4"),
        (to_texture(LAYERS, mip_level=2), "FG1106", "mip level 2 of a texture that has 2"),
        (to_texture(BLOCKS, (10, 12)), "FG1106", "x 0 to 10 cuts blocks of 4 texels"),
        (to_texture(BLOCKS, (8, 8), origin=(0, 2)), "FG1106", "y 2 to 10 cuts blocks of 4 texels"),
        (to_texture(LAYERS, aspect="depth-only"), "FG1104", "depth-only"),
        (between(LAYERS, TextureDescriptor((8, 8), "bgra8unorm")), "FG1106", "format rgba8unorm to format bgra8unorm"),
        (between(LAYERS, LAYERS, (8, 8, 2), origin=(0, 0, 1)), "FG1106", "a subresource onto itself"),
        (between(SAMPLES, COLOR), "FG1106", "4 samples a texel to 1"),
        (between(DEPTH, TextureDescriptor((8, 8), "depth32float"), (4, 8)), "FG1106", "which is copied whole"),
        (between(LAYERS, COLOR, aspect="depth-only"), "FG1106", "aspect 'all' to 'depth-only'"),
        (lambda c: c.node.copy_buffer_to_texture(c.take(BUFFER), {}, (1,)), "FG1106", "a dict with 'buffer'"),
    ],
)
def test_what_webgpu_would_refuse(declare: Refusal, code: str, words: str) -> None:
    """It is refused where it is declared, and leaves nothing behind."""
    copies = Copies()

    with pytest.raises(GraphError) as caught:
        declare(copies)

    assert (caught.value.code, caught.value.phase, caught.value.pass_label) == (code, "record", "A")
    assert words in str(caught.value)
    assert "test_copies.py" in caught.value.declared_at[0]
    assert copies.graph._declarations.accesses == []


def test_handles_are_checked_like_those_of_any_access() -> None:
    """A texture for a buffer, another graph's, what is none, a superseded one."""
    copies = Copies()
    buffer, source = copies.take(BUFFER), copies.take(BUFFER)
    later = copies.graph.add("B", kind="copy")
    copies.node.clear_buffer(buffer, 0, 4)
    wrong = [(copies.take(COLOR), "FG1109"), (Copies().take(BUFFER), "FG2001"), ("b", "FG2011"), (buffer, "FG2011")]
    for handle, code in wrong:
        with pytest.raises(GraphError) as caught:
            later.copy_buffer_to_buffer(source, 0, handle, 0)
        assert caught.value.code == code
        assert "test_copies.py" in caught.value.declared_at[-1]

    assert len(copies.graph._declarations.accesses) == 1


@pytest.mark.parametrize("size", [4, 0])
@pytest.mark.parametrize("kind", ["render", "compute", "clear-buffer", "external-submission"])
def test_a_kind_of_node_that_does_not_copy(kind: Any, size: int) -> None:
    """FG1106, were it a copy of nothing; an external submission among them, in which the graph encodes nothing."""
    node = Copies(kind)
    with pytest.raises(GraphError, match="FG1106"):
        node.node.copy_buffer_to_buffer(node.take(BUFFER), 0, node.take(BUFFER), 0, size)


def test_a_copy_after_a_write_of_its_pass_cannot_take_what_was_before() -> None:
    """The graph encodes in order, so the copy would find the new value: FG2011. A callback may copy first."""
    copies = Copies()
    buffer, taken = copies.take(BUFFER), copies.take(BUFFER)
    cleared = copies.node.clear_buffer(buffer)

    for size in (None, 0):
        with pytest.raises(GraphError, match="FG2011"):
            copies.node.copy_buffer_to_buffer(buffer, 0, taken, 0, size)
    taken = copies.node.copy_buffer_to_buffer(cleared, 0, taken, 0)
    own = copies.graph.add("B", kind="copy", execute=nothing)
    own.clear_buffer(cleared)
    own.copy_buffer_to_buffer(cleared, 0, taken, 0)


def test_what_a_node_copied_itself_it_may_copy_on() -> None:
    """Through the version it made; the second copy depends on nobody else."""
    graph = FrameGraph()
    source = graph.import_buffer("source", output_buffer(), initial="defined")
    node = graph.add("A", kind="copy", side_effect=True)
    first = node.copy_buffer_to_buffer(source, 0, graph.create_buffer("first", BUFFER), 0)
    node.copy_buffer_to_buffer(first, 0, graph.create_buffer("second", BUFFER), 0)

    assert graph.compile().model()["edges"] == []


def test_a_partial_copy_over_nothing_is_a_preserve_over_nothing() -> None:
    """A subresource is the smallest part whose contents are followed."""
    copies = Copies()
    fresh = copies.graph.create_texture("fresh", COLOR)
    copies.node.copy_texture_to_texture({"texture": copies.take(COLOR)}, {"texture": fresh}, (32, 64))
    copies.node.make_side_effect()

    with pytest.raises(GraphError, match=r"FG1002.*'fresh'"):
        copies.graph.compile()


_COMMANDS = (
    "copy_buffer_to_buffer", "copy_buffer_to_texture", "copy_texture_to_buffer", "copy_texture_to_texture",
    "clear_buffer",
)  # fmt: skip


class Encoder(VoidCommandContext):
    """Remembers what it was told to copy."""

    def __init__(self) -> None:
        super().__init__()
        self.encoded: list[tuple[Any, ...]] = []
        for name in _COMMANDS:
            setattr(self, name, partial(self._note, name))

    def _note(self, name: str, *arguments: Any) -> None:
        self.encoded.append((name, *arguments))


def test_a_node_without_a_callback_encodes_its_operations_in_order() -> None:
    """With natives for handles, and a stride where it was left out: wgpu-py asks for one even of a single row."""
    graph = FrameGraph()
    names = {"buffer": output_buffer(), "texture": output_texture()}
    buffer = graph.import_buffer("buffer", names["buffer"], initial="defined")
    texture = graph.import_texture("texture", names["texture"], initial="defined")
    node = graph.add("A", kind="command")
    buffer = node.clear_buffer(buffer, 0, 16)
    node.copy_buffer_to_texture({"buffer": buffer}, {"texture": texture, "mip_level": 0}, (4, 1))
    encoder = Encoder()
    graph.compile().execute(encoder)

    linear = {"offset": 0, "bytes_per_row": 256, "buffer": names["buffer"]}
    image = {"mip_level": 0, "origin": (0, 0, 0), "aspect": "all", "texture": names["texture"]}
    assert encoder.encoded == [
        ("clear_buffer", names["buffer"], 0, 16),
        ("copy_buffer_to_texture", linear, image, (4, 1, 1)),
    ]


def test_a_callback_encodes_instead() -> None:
    """Then the operations are declarations, and nothing is encoded twice."""
    graph = FrameGraph()
    graph.add("A", kind="command", execute=nothing).clear_buffer(
        graph.import_buffer("buffer", output_buffer(), initial="defined")
    )
    encoder = Encoder()
    graph.compile().execute(encoder)

    assert encoder.encoded == []


@pytest.mark.parametrize(
    ("declare", "words"),
    [
        (bytes_to(2, 0, 4), "source_offset 2"),
        (bytes_to(0, 0, 6), "size 6"),
        (lambda copies: copies.node.clear_buffer(copies.take(BUFFER), 2, 4), "offset 2"),
        (to_buffer(LAYERS, bytes_per_row=32), "bytes_per_row 32 of 'r1' is no multiple of 256"),
        (to_buffer(LAYERS, bytes_per_row=256, offset=2), "offset 2 of 'r1' is no multiple of 4"),
        (to_buffer(PACKED, bytes_per_row=256, offset=2, image={"aspect": "stencil-only"}), "offset 2"),
        (to_buffer(TextureDescriptor((8, 8), "depth16unorm"), bytes_per_row=256, offset=2), "multiple of 4"),
        (to_buffer(TextureDescriptor((8, 8), "r16float"), bytes_per_row=256, offset=1), "multiple of 2"),
    ],
)
def test_alignment_is_asked_for_when_it_is_encoded(declare: Refusal, words: str) -> None:
    """A plan does not need it; FG1106 then names the pass and the line of the operation."""
    copies = Copies("command")
    declare(copies)
    compiled = copies.graph.compile()

    with pytest.raises(GraphError, match="FG1106") as caught:
        compiled.execute(Encoder())

    assert words in str(caught.value)
    assert (caught.value.phase, caught.value.pass_label) == ("execute", "A")
    assert "test_copies.py" in caught.value.declared_at[0]
