"""A node without a callback encodes its copies and clears itself, in order."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from copy_notation import LAYERS, PACKED, Copies, Refusal, bytes_to, to_buffer
from graph_notation import BUFFER, nothing, output_buffer, output_texture

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidCommandContext

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
    assert declare.__code__.co_filename in caught.value.declared_at[0]
