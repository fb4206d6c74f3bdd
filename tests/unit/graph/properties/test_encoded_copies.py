"""Copies that the graph encodes, interpreted: however the frame is planned, the bytes are those of the program."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.shade.descriptors import BufferDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics

BUFFERS, IMPORTS, WORDS = 3, 1, 2  # the first buffers are imports; few, so that steps meet
UNDEFINED = "undefined"


class Step(NamedTuple):
    """A copy of words, or a clear where ``source`` is the target itself."""

    source: int
    first: int
    target: int
    at: int
    count: int


@st.composite
def steps(draw: Any) -> Step:
    """A step inside of the buffers."""
    count = draw(st.integers(1, WORDS))
    place = st.integers(0, WORDS - count)
    return Step(draw(st.integers(0, BUFFERS - 1)), draw(place), draw(st.integers(0, BUFFERS - 1)), draw(place), count)


Memory = list[list[Any]]
NODES = st.lists(st.lists(steps(), min_size=1, max_size=5), min_size=1, max_size=4)
FILLED = [[Step(0, 0, buffer, 0, WORDS)] for buffer in range(IMPORTS, BUFFERS)]
PROGRAMS = st.one_of(NODES, NODES.map(lambda nodes: FILLED + nodes))


def interpreted(program: list[list[Step]]) -> Memory | None:
    """What the program leaves, None where it copies what nobody wrote."""
    memory: Memory = [[(b, w) if b < IMPORTS else UNDEFINED for w in range(WORDS)] for b in range(BUFFERS)]
    for step in [step for node in program for step in node]:
        moved: list[Any] = [0] * step.count
        if step.source != step.target:
            moved = memory[step.source][step.first : step.first + step.count]
        if UNDEFINED in moved:
            return None
        memory[step.target][step.at : step.at + step.count] = moved
    return memory


class Interpreter(VoidCommandContext):
    """Moves the words of buffers that have a ``words`` list; a fresh one holds rubbish."""

    def words(self, buffer: Any) -> list[Any]:
        """The contents of a buffer."""
        words: list[Any] = buffer.__dict__.setdefault("words", ["rubbish"] * WORDS)
        return words

    def copy_buffer_to_buffer(self, source: Any, source_offset: int, destination: Any, at: int, size: int) -> None:
        """Copy."""
        moved = self.words(source)[source_offset // 4 : (source_offset + size) // 4]
        self.words(destination)[at // 4 : (at + size) // 4] = moved

    def clear_buffer(self, buffer: Any, offset: int, size: int) -> None:
        """Zero."""
        self.words(buffer)[offset // 4 : (offset + size) // 4] = [0] * (size // 4)


def run(program: list[list[Step]], switches: GraphSwitches) -> Memory:
    """The program as a frame, and what it leaves in the imports."""
    graphics, graph = VoidGraphics(), FrameGraph(switches=switches)
    context = Interpreter(graphics, "interpreted")
    if switches.run_as_added:
        graph.run_on(context)
    natives = [graphics.create_buffer(size=4 * WORDS, usage=0xC) for _ in range(IMPORTS)]
    handles = [graph.import_buffer(f"b{n}", native, initial="defined") for n, native in enumerate(natives)]
    handles += [graph.create_buffer(f"t{n}", BufferDescriptor(4 * WORDS)) for n in range(BUFFERS - IMPORTS)]
    for number, native in enumerate(natives):
        native.words = [(number, word) for word in range(WORDS)]
    for steps_of_node in program:
        node = graph.add("node", kind="copy")
        for source, first, target, at, count in steps_of_node:
            if source == target:
                handles[target] = node.clear_buffer(handles[target], 4 * at, 4 * count)
            else:
                taken = handles[target]
                handles[target] = node.copy_buffer_to_buffer(handles[source], 4 * first, taken, 4 * at, 4 * count)
    graph.compile().execute(context)
    return [context.words(native) for native in natives]


@pytest.mark.parametrize(
    "switches",
    [ORDINARY, GraphSwitches(reuse=False), GraphSwitches(cull=False), GraphSwitches(run_as_added=True)],
    ids=["ordinary", "no reuse", "no culling", "run as added"],
)
@settings(deadline=None)
@given(program=PROGRAMS)
def test_the_bytes_are_those_of_the_program(switches: GraphSwitches, program: list[list[Step]]) -> None:
    """A copy of what nobody wrote is FG1001; else culling and shared memory change nothing that the frame leaves."""
    expected = interpreted(program)
    if expected is None:
        with pytest.raises(GraphError, match="FG1001"):
            run(program, switches)
    else:
        assert run(program, switches) == expected[:IMPORTS]
