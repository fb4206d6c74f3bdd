"""Rules from the frame graph correctness ledger that no other test of the graph states; the number is its section."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from graph_notation import step, transient
from software_device import SoftwareDevice

from framescope.profile.session import GPUProfileSession
from framescope.shade.descriptors import BufferDescriptor, Descriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph import frame_graph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidGraphics
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer


class BadBackend(VoidGraphics):
    """A void device whose every buffer is ``answer``."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def create_buffer(self, **attributes: Any) -> Any:
        return self.answer


@pytest.mark.parametrize("answer", [None, "one and the same"])
def test_01_a_backend_that_makes_one_thing_twice_is_named(answer: Any) -> None:
    """§1. Two live transients never become one: the backend and the descriptor are named, and the pool stays whole."""
    graphics = BadBackend(answer)
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    step(graph, "C", reads=[y], side_effect=True)

    with pytest.raises(GraphError, match=r"BadBackend made .* BufferDescriptor") as caught:
        graph.compile().execute(graphics.create_command_context())

    assert (caught.value.code, caught.value.phase) == ("FG9001", "execute")
    assert graphics.transients.stats()["lent"] == 0


def test_08_descriptors_of_two_types_that_collide_stay_apart() -> None:
    """§8. A texture and a buffer in one table with one hash are two keys, whichever is asked for first."""
    texture, buffer = TextureDescriptor((8, 8), "rgba8unorm"), BufferDescriptor(64)
    object.__setattr__(buffer, "_hash", hash(texture))
    keys: dict[Descriptor, str] = {texture: "texture"}

    assert hash(texture) == hash(buffer)
    assert buffer not in keys
    keys[buffer] = "buffer"
    assert [keys[texture], keys[buffer]] == ["texture", "buffer"]


def test_16_a_pass_learns_the_size_it_asked_for() -> None:
    """§16. What a pass is told of its buffer, and the buffer itself, have the declared size whatever the pool holds."""
    graphics = VoidGraphics()
    seen: list[tuple[int, int]] = []

    def look(resources: Any, context: Any) -> None:
        seen.append((resources.descriptor(x).size, resources.buffer(x).size))

    for size in (1024, 256, 512):
        graph = FrameGraph()
        builder = graph.add("A", kind="compute", execute=look, side_effect=True)
        x = builder.create_buffer("x", BufferDescriptor(size, 0x80))
        x = builder.write(x, "buffer-storage-write", contents="overwrite")
        graph.compile().execute(graphics.create_command_context())

    assert seen == [(1024, 1024), (256, 256), (512, 512)]


def test_21_a_pass_that_raises_ends_the_recording_of_its_frame() -> None:
    """§21. The frame is aborted with pass and error, nobody listens to its graph on, and the next frame is whole."""
    graphics = GraphicsContext(SoftwareDevice())
    session = GPUProfileSession().start()
    renderer = Renderer(graphics, session)
    graphs: list[FrameGraph] = []

    def record(graph: FrameGraph, index: int) -> None:
        graphs.append(graph)
        graph.add("pass", kind="command", execute=lambda resources, context: 1 // index)

    with pytest.raises(ZeroDivisionError):
        renderer.render(record)
    renderer.render(record)
    failed, whole = session.stop().frames()

    assert (failed.status, whole.status) == ("aborted", "complete")
    assert "ZeroDivisionError" in failed.reason
    assert [signal.handlers for graph in graphs for signal in (graph.on_pass_begin, graph.on_pass_end)] == [()] * 4


FAULTS = """
from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidGraphics

def unwritten(graph):
    graph.add("A", kind="compute", side_effect=True).read(graph.create_buffer("x", BufferDescriptor(16)), STORAGE)

def superseded(graph):
    x = graph.create_buffer("x", BufferDescriptor(16))
    graph.add("A", kind="compute").write(x, "buffer-storage-write", contents="overwrite")
    graph.add("B", kind="compute").read(x, STORAGE)

def foreign(graph):
    graph.add("A", kind="compute").read(FrameGraph().create_buffer("x", BufferDescriptor(16)), STORAGE)

def imported_twice(graph):
    native = VoidGraphics().create_buffer(size=16, usage=0x80)
    graph.import_buffer("x", native, initial="defined")
    graph.import_buffer("y", native, initial="defined")

def attached_and_sampled(graph):
    x = graph.create_texture("x", TextureDescriptor((8, 8), "rgba8unorm"))
    builder = graph.add("A", kind="render")
    builder.read(builder.attach(x, load_op="clear"), "texture-sampled")

def unallocated(graph):
    x = graph.create_buffer("x", BufferDescriptor(16))
    graph.add("A", kind="compute", side_effect=True, execute=lambda resources, context: resources.buffer(x))

STORAGE = "buffer-storage-read"
for fault in (unwritten, superseded, foreign, imported_twice, attached_and_sampled, unallocated):
    graph = FrameGraph()
    try:
        fault(graph)
        graph.compile().execute(VoidGraphics().create_command_context())
        print(fault.__name__, "passed")
    except GraphError as error:
        print(fault.__name__, error.code)
"""


@pytest.mark.parametrize("flags", [[], ["-O"]], ids=["plain", "optimized"])
def test_13_what_guards_memory_and_data_guards_in_every_build(flags: list[str]) -> None:
    """§7, §13. Python's -O takes asserts out, and none of these checks with them."""
    ran = subprocess.run([sys.executable, *flags, "-c", FAULTS], capture_output=True, text=True, check=True)

    assert dict(line.split() for line in ran.stdout.splitlines()) == {
        "unwritten": "FG1001",
        "superseded": "FG2011",
        "foreign": "FG2001",
        "imported_twice": "FG2010",
        "attached_and_sampled": "FG1105",
        "unallocated": "FG4010",
    }


def _narrows(test: ast.expr) -> bool:
    """Whether a condition only tells the type checker what holds: ``isinstance(…)`` or ``x is not None``."""
    if isinstance(test, ast.BoolOp):
        return all(map(_narrows, test.values))
    if isinstance(test, ast.Call):
        return isinstance(test.func, ast.Name) and test.func.id == "isinstance"
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], ast.IsNot)


def test_07_no_check_of_the_graph_is_an_assert() -> None:
    """§7. An assert in the graph narrows a type; whatever a caller can get wrong raises an error of its own."""
    asserts = [
        f"{path.name}:{node.lineno}"
        for path in sorted(Path(frame_graph.__file__).parent.glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assert) and not _narrows(node.test)
    ]

    assert asserts == []
