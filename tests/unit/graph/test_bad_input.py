"""Whatever a frame gets wrong, it is told by name, and the next frame of the same context is whole."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from graph_notation import COLOR, MIPPED, labels, nothing, output_texture, step, transient

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import BufferHandle
from framescope.shade.graph.regions import TextureRegion
from framescope.shade.graph.void import VoidGraphics

KEPT: list[BufferHandle] = []
NATIVE = output_texture()


def frame(graphics: VoidGraphics, wrong: Callable[[FrameGraph], object] = lambda graph: None) -> list[str]:
    """A frame of two passes, with something wrong between their declaration and compiling."""
    graph = FrameGraph()
    with graph.scope("s"):
        x = step(graph, "A", writes=[transient(graph)])
        wrong(graph)
    step(graph, "B", reads=[x], side_effect=True)
    compiled = graph.compile(cache=graphics.plans)
    compiled.execute(graphics.create_command_context())
    return [node.path for node in compiled.passes]


def _reads_before_write(graph: FrameGraph) -> None:
    step(graph, "bad", reads=[transient(graph)], side_effect=True)


def _samples_what_it_attaches(graph: FrameGraph) -> None:
    node = graph.add("bad", kind="render", execute=nothing)
    node.read(
        node.attach(graph.create_texture("x", MIPPED), load_op="clear", region=TextureRegion(0, 1)), "texture-sampled"
    )


def _has_no_size(graph: FrameGraph) -> None:
    graph.create_texture("x", TextureDescriptor((0, 8), "rgba8unorm"))


def _is_too_large(graph: FrameGraph) -> None:
    step(graph, "bad", writes=[graph.create_buffer("x", BufferDescriptor(1 << 62))], side_effect=True)


def _keeps_a_handle(graph: FrameGraph) -> None:
    step(graph, "bad", reads=KEPT, side_effect=True)


def _unwraps_what_it_did_not_declare(graph: FrameGraph) -> None:
    x = graph.import_texture("x", NATIVE, initial="defined")
    graph.add("bad", kind="command", execute=lambda resources, context: resources.view(x))


def _binds_what_it_did_not_declare(graph: FrameGraph) -> None:
    graph.import_texture("x", NATIVE, initial="defined")
    graph.add("bad", kind="command", execute=lambda resources, context: context.binding_guard(NATIVE))


def _raises_in_setup(graph: FrameGraph) -> None:
    with graph.scope("deeper"):
        graph.add("bad", kind="compute", execute=nothing)
        raise GraphError("FG4003", "what the caller's own setup raises", phase="record")


CASES = {
    "read before write": (_reads_before_write, "FG1001"),
    "attached and sampled": (_samples_what_it_attaches, "FG1105"),
    "zero size": (_has_no_size, "FG1102"),
    "too large": (_is_too_large, "FG1102"),
    "last frame's handle": (_keeps_a_handle, "FG2001"),
    "undeclared resource": (_unwraps_what_it_did_not_declare, "FG4010"),
    "undeclared binding": (_binds_what_it_did_not_declare, "FG4010"),
    "exception in setup": (_raises_in_setup, "FG4003"),
}


@pytest.mark.parametrize("case", CASES)
def test_the_frame_after_a_wrong_one_is_whole(case: str) -> None:
    """Three wrong frames among right ones: each is refused with its code, nothing stays lent, no plan is kept of it."""
    wrong, code = CASES[case]
    if case == "undeclared binding" and not __debug__:
        pytest.skip("the binding guard is for development and goes with python -O")
    graphics = VoidGraphics()
    KEPT[:] = [transient(FrameGraph())]

    for _ in range(3):
        with pytest.raises(GraphError) as caught:
            frame(graphics, wrong)
        assert caught.value.code == code
        assert frame(graphics) == ["s/A", "B"]

    assert graphics.transients.stats()["lent"] == 0
    assert graphics.plans.hits >= 2


def test_an_exception_inside_a_scope_leaves_the_scope() -> None:
    """A caller that catches it goes on recording outside, and the half-declared pass is culled like any other."""
    graph = FrameGraph()
    with suppress(ZeroDivisionError), graph.scope("outer"), graph.scope("inner"):
        graph.add("half", kind="compute", execute=nothing)
        raise ZeroDivisionError
    step(graph, "after", side_effect=True)

    compiled = graph.compile()

    assert [node.path for node in compiled.passes] == ["after"]
    assert labels(node for node, _ in compiled.culled) == ["half"]


def test_what_a_refused_declaration_began_is_not_declared() -> None:
    """An access that raises leaves no trace: the handle is current as before, and the pass may go on without it."""
    graph = FrameGraph()
    x: Any = graph.create_texture("x", COLOR)
    node = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    with pytest.raises(GraphError, match="FG1104"):
        node.write(x, "texture-storage-write", contents="overwrite", region=TextureRegion(5))
    x = node.write(x, "texture-storage-write", contents="overwrite")
    step(graph, "B", reads=[x], side_effect=True)

    model = graph.compile().model()

    assert [(access["pass"], access["version"]) for access in model["accesses"]] == [(0, 1), (1, 1)]


def test_what_the_device_refuses_names_the_resource() -> None:
    """Whatever creation raises comes as it is, with a note of which resource of the graph it was for."""

    class Full(VoidGraphics):
        def create_buffer(self, **attributes: Any) -> Any:
            raise MemoryError("not enough memory left")

    with pytest.raises(MemoryError) as caught:
        frame(Full())

    assert caught.value.__notes__[0].startswith("while making 'x' for a frame graph: BufferDescriptor(size=256")
