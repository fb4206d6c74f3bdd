"""Running each pass as it is added: when it runs, on what, and where its exception points."""

from __future__ import annotations

import traceback
from typing import Any

import pytest
from graph_notation import COLOR, nothing, output_buffer, step, transient

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.format_usages import permitted_usage
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import GraphSwitches
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics


def opened(**arguments: Any) -> tuple[FrameGraph, VoidCommandContext]:
    """A graph that runs as it is added, and its context."""
    graph, context = FrameGraph(switches=GraphSwitches(run_as_added=True)), VoidGraphics().create_command_context()
    graph.run_on(context, **arguments)
    return graph, context


def test_a_pass_runs_once_the_next_is_added() -> None:
    """Its declaration is complete then; the last one runs at compile, and execute runs nothing again."""
    graph, context = opened()
    ran: list[str] = []
    seen = []
    for label in "ABC":
        step(graph, label, execute=lambda *_: ran.append(context.graph_pass.path))
        seen.append("".join(ran))
    compiled = graph.compile()
    assert [*seen, "".join(ran)] == ["", "A", "AB", "ABC"]
    compiled.execute(context)
    assert "".join(ran) == "ABC"
    assert context.graph_pass is None


def test_a_callback_reaches_what_its_pass_declared_and_nothing_else() -> None:
    """Resources, descriptors and the refusal of what was not declared are as in an ordinary frame."""
    graph, context = opened()
    found: dict[str, Any] = {}

    def use(resources: Any, _: Any) -> None:
        found["texture"], found["descriptor"] = resources.texture(made), resources.descriptor(made)
        with pytest.raises(GraphError, match="FG4010"):
            resources.buffer(other)

    other = step(graph, "other", writes=[transient(graph)])
    node = graph.add("A", kind="render", execute=use)
    made = node.attach(node.create_texture("x", COLOR), load_op="clear")
    graph.compile().execute(context)
    assert (found["texture"].label, found["texture"].usage) == ("x", 0x1F)
    assert found["descriptor"].usage == 0x1F


def test_the_nodes_are_those_of_the_plan() -> None:
    """Brackets name passes as the compiled graph will: recording index, path, scope."""
    graph, context = opened()
    seen: list[tuple[int, str, str]] = []
    ended: list[str] = []
    graph.on_pass_begin.add(lambda node: seen.append((node.index, node.path, node.scope)))
    graph.on_pass_end.add(lambda node: ended.append(node.path))
    for _ in range(2):
        with graph.scope("s/t"):
            step(graph, "A")
            step(graph, "A")
    step(graph, "s/t")
    compiled = graph.compile()
    assert seen == [(node.index, node.path, node.scope) for node in compiled.passes]
    assert ended == [node.path for node in compiled.passes]
    compiled.execute(context)


def wire(graph: FrameGraph) -> None:
    """Wires a pass that fails up."""
    graph.add("bad", kind="compute", execute=fail)  # the wiring line


def fail(*_: Any) -> None:
    """Fails."""
    raise KeyError("mine")


@pytest.mark.parametrize("then", ["add", "compile"])
def test_an_exception_points_at_the_line_that_added_the_pass(then: str) -> None:
    """The traceback leads through the wiring line, with its file, function and text, down to the callback."""
    graph, context = opened()
    wire(graph)
    go_on = graph.compile if then == "compile" else lambda: step(graph, "next")
    with pytest.raises(KeyError) as caught:
        go_on()
    frames = traceback.extract_tb(caught.value.__traceback__)
    names = [frame.name for frame in frames]
    wiring = frames[names.index("wire")]
    assert (wiring.filename, wiring.line.partition("  # ")[2]) == (__file__, "the wiring line")
    assert names.index("wire") < names.index("fail") == len(names) - 1
    assert caught.value.args == ("mine",)
    assert context.graphics.transients.stats()["lent"] == 0
    with pytest.raises(GraphError, match="FG2007"):
        step(graph, "next")


def test_a_skipped_pass_does_not_run() -> None:
    """The paths are given with the context; one that no pass has is told at the end."""
    graph, context = opened(skip={"A", "gone"})
    step(graph, "A", execute=fail)
    compiled = graph.compile()
    with pytest.raises(GraphError, match="FG2013: no pass 'gone'"):
        compiled.execute(context)


def test_declarations_are_checked_as_ever() -> None:
    """A read of what nobody wrote is refused at compile, and what was lent comes back."""
    graph, context = opened()
    step(graph, "A", reads=[transient(graph)])
    with pytest.raises(GraphError, match="FG1001"):
        graph.compile()
    graph.discard()
    assert context.graphics.transients.stats()["lent"] == 0


def test_without_a_context_nothing_can_run() -> None:
    """The first pass that would run says what is missing."""
    graph = FrameGraph(switches=GraphSwitches(run_as_added=True))
    step(graph, "A")
    with pytest.raises(GraphError, match=r"FG4013: .*run_on"):
        step(graph, "B")


def misuse_ordinary() -> None:
    """An ordinary graph gets its context from execute."""
    FrameGraph().run_on(VoidCommandContext())


def misuse_late() -> None:
    """A pass is there already."""
    graph = FrameGraph(switches=GraphSwitches(run_as_added=True))
    step(graph, "A")
    graph.run_on(VoidCommandContext())


def misuse_twice() -> None:
    """It has a context."""
    graph, context = opened()
    graph.run_on(context)


def misuse_other_context() -> None:
    """It ends on another context than it ran on."""
    graph, _ = opened()
    step(graph, "A")
    graph.compile().execute(VoidCommandContext())


def misuse_late_skip() -> None:
    """The passes have run."""
    graph, context = opened()
    step(graph, "A")
    graph.compile().execute(context, skip={"A"})


def misuse_inside() -> None:
    """A pass adds a pass while it runs."""
    graph, _ = opened()
    step(graph, "A", execute=lambda *_: step(graph, "B"))
    graph.compile()


@pytest.mark.parametrize(
    "misuse", [misuse_ordinary, misuse_late, misuse_twice, misuse_other_context, misuse_late_skip, misuse_inside]
)
def test_misuse_is_refused(misuse: Any) -> None:
    """Each way to use it wrongly is FG4013."""
    with pytest.raises(GraphError) as caught:
        misuse()
    assert caught.value.code == "FG4013"


def test_a_pass_without_a_callback_cannot_run() -> None:
    """It would be culled in an ordinary frame perhaps; here it is FG4004 with its place."""
    graph, _ = opened()
    graph.add("A", kind="compute")
    with pytest.raises(GraphError, match="FG4004") as caught:
        graph.compile()
    assert __file__ in caught.value.declared_at[0]


def test_a_given_usage_is_kept() -> None:
    """Only what was to be inferred gets every usage."""
    graph, context = opened()
    node = graph.add("A", kind="compute", execute=nothing)
    node.write(graph.create_buffer("x", BufferDescriptor(64, 0x80)), "buffer-storage-write", contents="overwrite")
    out = graph.import_buffer("out", output_buffer(), initial="undefined")
    node.write(out, "buffer-storage-write", contents="overwrite")
    compiled = graph.compile()
    compiled.execute(context)
    assert [held.descriptor.usage for held in compiled.plan.allocations] == [0x80]


@pytest.mark.parametrize(
    ("descriptor", "usage"),
    [
        (BufferDescriptor(4), 0x3FC),
        (TextureDescriptor((4, 4), "rgba16float"), 0x1F),
        (TextureDescriptor((4, 4), "rgba8unorm-srgb"), 0x17),
        (TextureDescriptor((4, 4), "rgba8snorm"), 0x0F),
        (TextureDescriptor((4, 4), "rgba16float", sample_count=4), 0x17),
        (TextureDescriptor((4, 1), "rgba16float", dimension="1d"), 0x0F),
        (TextureDescriptor((4, 4), "depth32float"), 0x17),
        (TextureDescriptor((4, 4), "bc1-rgba-unorm"), 0x07),
    ],
)
def test_a_transient_has_every_usage_its_format_permits(descriptor: Any, usage: int) -> None:
    """WebGPU's table of format capabilities, without optional features."""
    assert permitted_usage(descriptor) == usage
