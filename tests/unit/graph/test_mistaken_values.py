"""Values of another type, misspelt names, and whose line an error names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from graph_notation import nothing, output_buffer, output_texture, step, transient

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import GraphSwitches
from framescope.shade.graph.void import VoidGraphics


def user(graph: FrameGraph, kind: Any = "compute") -> Any:
    """The pass at fault."""
    return graph.add("user", kind=kind, execute=nothing, side_effect=True)


def _unhashable_kind(graph: FrameGraph) -> None:
    user(graph, [])


def _unhashable_read(graph: FrameGraph) -> None:
    user(graph).read(transient(graph), [])


def _unhashable_write(graph: FrameGraph) -> None:
    user(graph).write(transient(graph), {}, contents="overwrite")


def _size_of_one_number(graph: FrameGraph) -> None:
    size: Any = 4
    graph.create_texture("x", TextureDescriptor(size, "rgba8unorm"))


def _run_as_added_on_nothing(_: FrameGraph) -> None:
    FrameGraph(switches=GraphSwitches(run_as_added=True)).run_on(None)


MISTAKEN_TYPES = [
    (_unhashable_kind, "FG1106", "unknown kind []"),
    (_unhashable_read, "FG1109", "unknown access []"),
    (_unhashable_write, "FG1109", "unknown access {}"),
    (_size_of_one_number, "FG1102", "a texture of size 4; (width, height)"),
    (_run_as_added_on_nothing, "FG4014", "None is no command context"),
]


@pytest.mark.parametrize(
    ("provoke", "code", "words"), MISTAKEN_TYPES, ids=[case[0].__name__ for case in MISTAKEN_TYPES]
)
def test_a_value_of_another_type_is_told_as_any_other_mistake(
    provoke: Callable[[FrameGraph], None], code: str, words: str
) -> None:
    """No TypeError or AttributeError of the graph's inside, but the code and what was expected."""
    with pytest.raises(GraphError) as caught:
        provoke(FrameGraph())

    assert caught.value.code == code
    assert words in str(caught.value)


def test_a_frame_that_was_given_no_context_can_still_run() -> None:
    """The mistake uses nothing up."""
    graph = FrameGraph()
    user(graph)
    compiled = graph.compile()
    with pytest.raises(GraphError, match="FG4014"):
        compiled.execute(None)

    compiled.execute(VoidGraphics().create_command_context())

    assert compiled.failed_pass is None


def test_what_is_asked_for_by_a_misspelt_name_is_told_the_nearest_ones() -> None:
    """In ``skip`` the paths of passes, in ``explain`` those and the names of resources."""
    graph = FrameGraph()
    step(graph, "lighting", writes=[transient(graph, "light list")], side_effect=True)
    compiled = graph.compile()

    with pytest.raises(GraphError, match="the nearest: 'light list', 'lighting'"):
        compiled.explain("light lits")
    with pytest.raises(GraphError, match=r"the nearest: 'lighting'$"):
        compiled.execute(VoidGraphics().create_command_context(), skip={"lihgting"})


def test_a_pass_and_an_import_name_the_line_that_their_maker_asks_for() -> None:
    """``stacklevel`` counts calls up, as everywhere."""
    graph = FrameGraph()

    def made() -> Any:
        graph.import_buffer("x", output_buffer(), initial="defined", stacklevel=2)
        graph.import_texture("y", output_texture(), initial="defined", stacklevel=2)
        return graph.add("pass", kind="compute", execute=nothing, stacklevel=2)

    places = {graph.explain(what).declared_at for what in (made(), "x", "y")}

    assert places == {f"{__file__}:{made.__code__.co_firstlineno + 5}"}
