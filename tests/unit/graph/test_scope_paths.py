"""Scope paths: every pass has its own, whatever the labels."""

from __future__ import annotations

import pytest
from graph_notation import step

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph


def paths(graph: FrameGraph) -> list[str]:
    """The path of every pass, in recording order."""
    return [node.path for node in graph.compile().plan.nodes]


def test_labels_are_joined_by_slashes() -> None:
    """Nested scopes come first."""
    graph = FrameGraph()
    with graph.scope("shadows"), graph.scope("sun"):
        step(graph, "cascade 0")
    step(graph, "sky")

    assert paths(graph) == ["shadows/sun/cascade 0", "sky"]


def test_slashes_and_percents_inside_labels_are_escaped() -> None:
    """A label cannot pretend to be a scope."""
    graph = FrameGraph()
    step(graph, "a/b")
    step(graph, "100%2F")
    with graph.scope("a"):
        step(graph, "b")

    assert paths(graph) == ["a%2Fb", "100%252F", "a/b"]


def test_equal_siblings_are_counted() -> None:
    """The second is ``#2``, per parent."""
    graph = FrameGraph()
    step(graph, "blur")
    step(graph, "blur")
    with graph.scope("s"):
        step(graph, "blur")
    step(graph, "blur")

    assert paths(graph) == ["blur", "blur#2", "s/blur", "blur#3"]


def test_a_scope_opened_twice_is_two_scopes() -> None:
    """Equal labels never merge."""
    graph = FrameGraph()
    for _ in range(2):
        with graph.scope("s"):
            step(graph, "p")

    assert paths(graph) == ["s/p", "s#2/p"]


def test_scopes_and_passes_are_siblings() -> None:
    """A pass named like the scope before it gets a number, so no path names both."""
    graph = FrameGraph()
    with graph.scope("s"):
        step(graph, "p")
    step(graph, "s")

    assert paths(graph) == ["s/p", "s#2"]


def test_a_label_that_ends_like_a_number_stays_apart() -> None:
    """Paths are unique also against ``x#2`` as a label."""
    graph = FrameGraph()
    for label in ("x#2", "x", "x", "x#2"):
        step(graph, label)

    found = paths(graph)

    assert len(set(found)) == 4
    assert found[:2] == ["x#2", "x"]


def test_a_scope_ends_with_its_block_also_on_an_exception() -> None:
    """What is declared after it is outside."""
    graph = FrameGraph()
    with pytest.raises(KeyError), graph.scope("s"):
        raise KeyError
    step(graph, "p")

    assert paths(graph) == ["p"]


def test_a_scope_has_a_name() -> None:
    """An empty one is FG2003."""
    with pytest.raises(GraphError) as caught:
        FrameGraph().scope("")

    assert caught.value.code == "FG2003"


def test_a_node_knows_its_scope() -> None:
    """``scope`` is the path of the scope, "" outside."""
    graph = FrameGraph()
    with graph.scope("a"), graph.scope("b"):
        step(graph, "p")
    step(graph, "q")

    assert [node.scope for node in graph.compile().plan.nodes] == ["a/b", ""]
