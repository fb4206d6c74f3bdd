"""Copies and clears that WebGPU would refuse, or that do not fit their node, are refused where they are declared."""

from __future__ import annotations

from typing import Any

import pytest
from copy_notation import (
    BLOCKS,
    DEPTH,
    LAYERS,
    PACKED,
    SAMPLES,
    Copies,
    Refusal,
    between,
    bytes_to,
    into_itself,
    to_buffer,
    to_texture,
)
from graph_notation import BUFFER, COLOR, nothing, output_buffer

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph


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
    assert declare.__code__.co_filename in caught.value.declared_at[0]
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
        assert "test_refused_copies.py" in caught.value.declared_at[-1]

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
