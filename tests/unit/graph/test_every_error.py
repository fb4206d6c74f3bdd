"""Every code of docs/frame-graph.md, provoked once: what the error carries, and that it says what to do."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from graph_notation import COLOR, MIPPED, nothing, output_buffer, output_texture, step, transient

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion, TextureRegion
from framescope.shade.graph.switches import GraphSwitches
from framescope.shade.graph.void import VoidGraphics

PAGE = (Path(__file__).parents[3] / "docs" / "frame-graph.md").read_text(encoding="utf-8")
STORED = "buffer-storage-read"


def run(graph: FrameGraph) -> None:
    """Compile and execute."""
    graph.compile().execute(VoidGraphics().create_command_context())


def user(graph: FrameGraph, kind: Any = "compute", execute: Any = nothing) -> Any:
    """The pass at fault, in a scope, so that its path is not its label."""
    with graph.scope("s"):
        return graph.add("user", kind=kind, execute=execute, side_effect=True)


def _unwritten_read(graph: FrameGraph) -> None:
    user(graph).read(transient(graph), STORED, region=BufferRegion(0, 16))
    run(graph)


def _unwritten_preserve(graph: FrameGraph) -> None:
    user(graph).write(transient(graph), "buffer-storage-write", contents="preserve")
    run(graph)


def _discarded_read(graph: FrameGraph) -> None:
    x = step(graph, "maker", writes=[transient(graph)], store=False)
    user(graph).read(x, STORED)
    run(graph)


def _undefined_root(graph: FrameGraph) -> None:
    graph.mark(step(graph, "maker", writes=[transient(graph)], region=BufferRegion(0, 128)), "output")
    run(graph)


def _missing_usage(graph: FrameGraph) -> None:
    x = graph.create_buffer("x", BufferDescriptor(256, 0x40))
    user(graph).write(x, "buffer-storage-write", contents="overwrite")
    run(graph)


def _no_size(graph: FrameGraph) -> None:
    graph.create_buffer("x", BufferDescriptor(0))


def _outlying_range(graph: FrameGraph) -> None:
    user(graph).read(transient(graph), STORED, region=BufferRegion(0, 999))


def _outlying_mip(graph: FrameGraph) -> None:
    user(graph).read(graph.create_texture("x", MIPPED), "texture-sampled", region=TextureRegion(7))


def _attached_and_sampled(graph: FrameGraph) -> None:
    node = user(graph, "render")
    node.read(node.attach(graph.create_texture("x", COLOR), load_op="clear"), "texture-sampled")


def _wrong_kind(graph: FrameGraph) -> None:
    user(graph).read(transient(graph), "buffer-vertex")


def _wrong_reason(graph: FrameGraph) -> None:
    graph.mark(transient(graph), "present")


def _wrong_format(graph: FrameGraph) -> None:
    user(graph, "render").read(graph.create_texture("x", COLOR), "texture-depth-read")


def _wrong_mode(graph: FrameGraph) -> None:
    word: Any = "buffer-storage-write"
    user(graph).read(transient(graph), word)


def _foreign(graph: FrameGraph) -> None:
    user(graph).read(transient(FrameGraph()), STORED)


def _out_of_order(graph: FrameGraph) -> None:
    node = user(graph)
    node.read(step(graph, "maker", writes=[transient(graph)]), STORED)
    run(graph)


def _nameless(graph: FrameGraph) -> None:
    graph.add("", kind="compute")


def _used_up(graph: FrameGraph) -> None:
    graph.compile()
    graph.add("late", kind="compute")


def _imported_twice(graph: FrameGraph) -> None:
    native = output_buffer()
    graph.import_buffer("first", native, initial="defined")
    graph.import_buffer("x", native, initial="defined")


def _superseded(graph: FrameGraph) -> None:
    x = transient(graph)
    step(graph, "maker", writes=[x])
    user(graph).read(x, STORED)


def _nothing_to_skip(graph: FrameGraph) -> None:
    graph.compile().execute(VoidGraphics().create_command_context(), skip={"nobody"})


def _no_resource(graph: FrameGraph) -> None:
    graph.import_texture("x", object(), initial="defined")


def _no_callback(graph: FrameGraph) -> None:
    user(graph, execute=None)
    run(graph)


def _undeclared(graph: FrameGraph) -> None:
    x = graph.import_texture("x", output_texture(), initial="defined")
    user(graph, execute=lambda resources, context: resources.texture(x))
    run(graph)


def _expired(graph: FrameGraph) -> None:
    kept: list[Any] = []
    x = graph.import_buffer("x", output_buffer(), initial="defined")
    node = user(graph, execute=lambda resources, context: kept.append(resources))
    node.read(x, STORED)
    run(graph)
    kept[0].buffer(x)


def _asynchronous(graph: FrameGraph) -> None:
    async def draw(resources: Any, context: Any) -> None:
        """Would run later, if ever."""

    user(graph, execute=draw)
    run(graph)


def _no_context(graph: FrameGraph) -> None:
    graph.run_on(VoidGraphics().create_command_context())


def _no_switch(graph: FrameGraph) -> None:
    word: Any = "no"
    GraphSwitches(cull=word)


def _run_on_nothing(graph: FrameGraph) -> None:
    graph.compile().execute(None)


def _broken(graph: FrameGraph) -> None:
    VoidGraphics().transients.release([object()])


class Expected(NamedTuple):
    """What the error of a code carries; ``advice`` is part of its words."""

    provoke: Callable[[FrameGraph], None]
    phase: str
    pass_label: str | None
    resource: str | None
    region: str | None
    places: int
    advice: str


CASES = {
    "FG1001": Expected(_unwritten_read, "compile", "s/user", "x", "bytes 0–15", 1, "write it in an earlier pass"),
    "FG1002": Expected(_unwritten_preserve, "compile", "s/user", "x", "all", 1, "first write overwrites"),
    "FG1003": Expected(_discarded_read, "compile", "s/user", "x", "all", 2, "store it there"),
    "FG1004": Expected(_undefined_root, "compile", None, "x", "bytes 128–255", 2, "write and store it, or mark less"),
    "FG1101": Expected(_missing_usage, "compile", "s/user", "x", None, 2, "add the bit"),
    "FG1102": Expected(_no_size, "record", None, "x", None, 1, "a whole number from 1 to"),
    "FG1103": Expected(_outlying_range, "record", "s/user", "x", "BufferRegion(offset=0, size=999)", 2, "one inside"),
    "FG1104": Expected(_outlying_mip, "record", "s/user", "x", repr(TextureRegion(7)), 2, "give one inside"),
    "FG1105": Expected(_attached_and_sampled, "record", "s/user", "x", "all", 2, "disjoint regions"),
    "FG1106": Expected(_wrong_kind, "record", "s/user", "x", None, 1, "these kinds can: render"),
    "FG1107": Expected(_wrong_reason, "record", None, "x", None, 2, "only an imported texture or a surface"),
    "FG1108": Expected(
        _wrong_format, "record", "s/user", "x", None, 1, "depth and stencil formats are attached as depth"
    ),
    "FG1109": Expected(_wrong_mode, "record", "s/user", "x", None, 1, "is declared by write()"),
    "FG2001": Expected(_foreign, "record", "s/user", "x", None, 2, "declare the resource in this graph"),
    "FG2002": Expected(_out_of_order, "compile", "s/user", "x", None, 2, "declare each pass before adding the next"),
    "FG2003": Expected(_nameless, "record", None, None, None, 1, "a non-empty string"),
    "FG2007": Expected(_used_up, "record", None, None, None, 0, "make a new one a frame"),
    "FG2010": Expected(_imported_twice, "record", None, "x", None, 2, "use that handle, or pass alias=True"),
    "FG2011": Expected(_superseded, "record", "s/user", "x", None, 2, "use the handle that write() returned"),
    "FG2013": Expected(_nothing_to_skip, "execute", None, None, None, 0, "the nearest: no passes at all"),
    "FG2014": Expected(_no_switch, "record", None, None, None, 1, "a switch is True or False"),
    "FG4003": Expected(_no_resource, "record", None, "x", None, 1, "give one, or pass descriptor="),
    "FG4004": Expected(_no_callback, "execute", "s/user", None, None, 1, "give graph.add an execute="),
    "FG4010": Expected(_undeclared, "execute", "s/user", "x", None, 1, "add a read or write to the pass"),
    "FG4011": Expected(_expired, "execute", "s/user", "x", None, 1, "valid only inside its callback"),
    "FG4012": Expected(_asynchronous, "execute", "s/user", None, None, 0, "has to encode before it returns"),
    "FG4013": Expected(_no_context, "record", None, None, None, 0, "give it GraphSwitches(run_as_added=True)"),
    "FG4014": Expected(_run_on_nothing, "execute", None, None, None, 0, "graphics.create_command_context()"),
    "FG9001": Expected(_broken, "execute", None, None, None, 0, "was not lent by this pool"),
}


@pytest.mark.parametrize("code", CASES)
def test_an_error_says_where_it_is_and_what_to_do(code: str) -> None:
    """Code, phase, scope path of the pass, resource, region, every place of declaration, and the way out."""
    expected = CASES[code]

    with pytest.raises(GraphError) as caught:
        expected.provoke(FrameGraph())

    error = caught.value
    found = (error.code, error.phase, error.pass_label, error.resource, error.region, len(error.declared_at))
    assert found == (code, *expected[1:6])
    assert expected.advice in str(error)
    assert all(re.fullmatch(r".+\.py:\d+", place) for place in error.declared_at)
    assert str(error).startswith(f"{code}: ")


def test_every_code_of_the_page_is_here() -> None:
    """A code that nothing provokes may be one that nothing can."""
    assert set(CASES) == set(re.findall(r"FG\d{4}", PAGE))
