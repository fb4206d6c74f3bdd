"""Attachments: those of one GPU pass agree, what one attaches nothing else of its node touches, resolves overwrite."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from graph_notation import COLOR, DEPTH, MIPPED, SLICED, nothing, output_buffer, output_texture

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.access import ACCESS_USAGE, NODE_KINDS
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.regions import TextureRegion

SMALL = TextureDescriptor((32, 32), "rgba8unorm")
SAMPLES = TextureDescriptor((64, 64), "rgba8unorm", sample_count=4)
PACKED = TextureDescriptor((64, 64), "depth24plus-stencil8")
READ_WRITE = TextureDescriptor((64, 64), "r32uint")


class Node:
    """A graph with one node, and textures of any descriptor."""

    def __init__(self, kind: Any = "render") -> None:
        self.graph = FrameGraph()
        self.node: PassBuilder = self.graph.add("A", kind=kind, execute=nothing, side_effect=True)

    def new(self, descriptor: TextureDescriptor) -> Any:
        """A transient."""
        return self.graph.create_texture(f"t{len(self.graph._current)}", descriptor)

    def old(self, **attributes: Any) -> Any:
        """A defined import."""
        return self.graph.import_texture(
            f"t{len(self.graph._current)}", output_texture(**attributes), initial="defined"
        )

    def attach(self, handle: Any, **given: Any) -> Any:
        """Attach by a clear."""
        return self.node.attach(handle, load_op="clear", **given)


def refused(declare: Callable[[], Any], code: str) -> GraphError:
    """The error of a declaration, with its pass and two places."""
    with pytest.raises(GraphError) as caught:
        declare()
    error = caught.value
    assert (error.code, error.phase, error.pass_label, len(error.declared_at)) == (code, "record", "A", 2)
    return error


@pytest.mark.parametrize(("first", "second"), [(COLOR, SMALL), (COLOR, SAMPLES), (DEPTH, SMALL), (MIPPED, None)])
def test_attachments_of_one_gpu_pass_agree(first: TextureDescriptor, second: TextureDescriptor | None) -> None:
    """In extent and sample count; FG1106 names both. Of another GPU pass of the node they need not."""
    node = Node()
    level = TextureRegion(1, 1) if second is None else None
    node.attach(node.new(first), region=level)
    other = node.new(COLOR if second is None else second)
    error = refused(lambda: node.attach(other), "FG1106")

    assert "'t0'" in str(error)
    assert "'t1'" in str(error)
    assert len(node.graph._declarations.accesses) == 1
    node.attach(other, gpu_pass=1)


def test_an_attachment_of_no_certain_mip_agrees_with_all() -> None:
    """The whole of a texture with mips may be attached level by level: nothing is known of its extent."""
    node = Node()
    node.attach(node.new(MIPPED))
    node.attach(node.new(COLOR))


def test_no_subresource_is_attached_twice_in_one_gpu_pass() -> None:
    """FG1105; another layer, and the same one in another GPU pass, are fine."""
    node = Node()
    layers = node.new(SLICED)
    layers = node.attach(layers, region=TextureRegion(0, 1, 0, 1))
    layers = node.attach(layers, region=TextureRegion(0, 1, 1, 1))
    refused(lambda: node.attach(layers, region=TextureRegion(0, 1, 1, 2)), "FG1105")

    assert node.node.attach(layers, load_op="load", region=TextureRegion(0, 1, 1, 1), gpu_pass=1) is layers


@pytest.mark.parametrize(
    ("write", "read"),
    [
        ("texture-color-attachment-write", "texture-sampled"),
        ("texture-color-attachment-write", "texture-storage-read"),
        ("texture-storage-write", "texture-sampled"),
        ("texture-storage-write", "texture-storage-read"),
    ],
)
@pytest.mark.parametrize("kind", ["render", "compute", "command"])
def test_what_a_render_node_writes_it_does_not_read(write: Any, read: Any, kind: str) -> None:
    """FG1105 in a render node, in either order; a node of dispatches or commands has scopes of its own between."""
    for writes_first in (True, False):
        node = Node(kind)
        if write not in NODE_KINDS[kind].writes:
            return
        handle = node.old()
        declarations = [
            lambda node=node, handle=handle: node.node.write(handle, write, contents="preserve"),
            lambda node=node, handle=handle: node.node.read(node.graph._current[0], read),
        ]
        first, second = declarations if writes_first else reversed(declarations)
        first()
        if kind == "render":
            assert refused(second, "FG1105").region == "all"
        else:
            second()


def test_two_ways_of_writing_clash() -> None:
    """An attachment is no storage at the same time."""
    node = Node()
    handle = node.attach(node.new(COLOR))

    refused(lambda: node.node.write(handle, "texture-storage-write", contents="preserve"), "FG1105")


def test_storage_that_one_binding_reads_and_writes() -> None:
    """Both accesses of one region, in a format that has such bindings."""
    node = Node()
    handle = node.old(format="r32uint")
    node.node.read(handle, "texture-storage-read")
    node.node.write(handle, "texture-storage-write", contents="preserve")


def test_depth_that_is_tested_and_sampled() -> None:
    """Read-only depth goes with sampling it, and with writing the stencil beside it."""
    node = Node()
    handle = node.old(format="depth24plus-stencil8")
    depth = TextureRegion(aspect="depth-only")
    node.node.read(handle, "texture-depth-read", region=depth)
    node.node.read(handle, "texture-sampled", region=depth)
    stencil = node.attach(handle, region=TextureRegion(aspect="stencil-only"))
    (write,) = [access for access in node.graph.compile().model()["accesses"] if access["mode"] == "write"]

    assert stencil._version == 1
    assert (write["access"], write["region"]["aspect"]) == ("texture-depth-write", "stencil-only")


def test_a_resolve_overwrites_its_target() -> None:
    """It needs nothing of what was there, and is a write like any other."""
    node = Node()
    samples = node.attach(node.new(SAMPLES), store_op="discard")
    target = node.node.resolve(samples, node.new(COLOR))
    node.graph.mark(target, "output")
    model = node.graph.compile().model()

    assert [(a["access"], a["contents"], a["produces_value"]) for a in model["accesses"]] == [
        ("texture-color-attachment-write", "overwrite", False),
        ("texture-color-attachment-write", "overwrite", True),
    ]
    assert model["roots"][0]["producers"] == [0]


@pytest.mark.parametrize(
    ("source", "target", "words"),
    [
        (SAMPLES, SMALL, "different extents"),
        (SAMPLES, SAMPLES, "to one sample what has several"),
        (COLOR, COLOR, "to one sample what has several"),
        (SAMPLES, TextureDescriptor((64, 64), "bgra8unorm"), "from one format to another"),
    ],
)
def test_what_does_not_resolve(source: TextureDescriptor, target: TextureDescriptor, words: str) -> None:
    """FG1106 names the attachment and the target, and declares nothing."""
    node = Node()
    attached = node.attach(node.new(source))
    error = refused(lambda: node.node.resolve(attached, node.new(target)), "FG1106")

    assert words in str(error)
    assert len(node.graph._declarations.accesses) == 1


def test_only_what_the_pass_attached_is_resolved() -> None:
    """Not another texture, and not in another GPU pass."""
    node = Node()
    attached = node.attach(node.new(SAMPLES))
    for source, gpu_pass in ((node.new(SAMPLES), 0), (attached, 1), (None, 0)):
        with pytest.raises(GraphError, match=r"FG1106.*which it did not attach"):
            node.node.resolve(source, node.new(COLOR), gpu_pass=gpu_pass)


@pytest.mark.parametrize(
    ("descriptor", "access"),
    [
        (TextureDescriptor((64, 64), "bc1-rgba-unorm"), "texture-color-attachment-write"),
        (TextureDescriptor((64, 64), "bc1-rgba-unorm"), "texture-storage-write"),
        (TextureDescriptor((64, 1), "rgba8unorm", dimension="1d"), "texture-color-attachment-write"),
        (TextureDescriptor((64, 64), "stencil8"), "texture-color-attachment-write"),
        (SAMPLES, "texture-storage-write"),
    ],
)
def test_a_texture_that_no_device_uses_so(descriptor: TextureDescriptor, access: Any) -> None:
    """FG1108 names format and access."""
    node = Node("command")

    with pytest.raises(GraphError, match=f"FG1108.*{access}.*{descriptor.format}"):
        node.node.write(node.new(descriptor), access, contents="overwrite")


def test_stencil_alone_is_attached_as_depth_is() -> None:
    """The Snapshot has one access kind for both aspects."""
    node = Node()
    node.attach(node.new(TextureDescriptor((64, 64), "stencil8")))

    assert [access["access"] for access in node.graph.compile().model()["accesses"]] == ["texture-depth-write"]


COPIES = {"texture-copy-src", "texture-copy-dst", "buffer-copy-src", "buffer-copy-dst"}
ATTACHED = {"texture-color-attachment-write", "texture-depth-write", "texture-depth-read"}
DISPATCHED = {
    "texture-sampled", "texture-storage-read", "texture-storage-write", "buffer-uniform", "buffer-storage-read",
    "buffer-storage-write", "buffer-indirect",
}  # fmt: skip
GEOMETRY = {"buffer-vertex", "buffer-index"}
EVERYTHING = COPIES | ATTACHED | DISPATCHED | GEOMETRY


@pytest.mark.parametrize("access", sorted(EVERYTHING))
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("render", ATTACHED | DISPATCHED | GEOMETRY),
        ("compute", DISPATCHED),
        ("copy", COPIES),
        ("clear-buffer", {"buffer-copy-dst"}),
        ("command", EVERYTHING),
        ("external-submission", EVERYTHING),
    ],
)
def test_which_kind_of_node_declares_which_access(kind: Any, expected: set[str], access: Any) -> None:
    """Six kinds, sixteen accesses; what a kind does not have is FG1106."""
    graph = FrameGraph()
    builder = graph.add("A", kind=kind, execute=nothing)
    texture_format = "depth32float" if "depth" in access else "rgba8unorm"
    handle: Any = graph.import_texture("x", output_texture(format=texture_format), initial="defined")
    if access.startswith("buffer"):
        handle = graph.import_buffer("b", output_buffer(), initial="defined")
    code = None
    try:
        if access.endswith(("write", "dst")):
            builder.write(handle, access, contents="preserve")
        else:
            builder.read(handle, access)
    except GraphError as error:
        code = error.code

    assert code == (None if access in expected else "FG1106")
    assert set(ACCESS_USAGE) == EVERYTHING
