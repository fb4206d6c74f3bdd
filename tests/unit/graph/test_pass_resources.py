"""What a callback may touch: the resources its pass declared, while it runs."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import COLOR, output_buffer, output_texture, step, transient

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidCommandContext


def run_with(use: Any, *, declare: bool = True) -> Any:
    """Run one pass over an import and a transient; ``use(resources, texture, buffer)`` is its callback."""
    graph = FrameGraph()
    native = output_texture()
    texture = graph.import_texture("t", native, initial="defined")
    buffer = transient(graph)
    answers: list[Any] = []
    builder = graph.add(
        "A", kind="compute", side_effect=True, execute=lambda r, _: answers.append(use(r, texture, buffer))
    )
    if declare:
        builder.read(texture, "texture-sampled")
        buffer = builder.write(buffer, "buffer-storage-write", contents="overwrite")
    graph.compile().execute(VoidCommandContext())
    return native, answers[0]


def test_imports_reach_the_callback_as_they_are() -> None:
    """``texture`` gives the imported object itself."""
    native, answer = run_with(lambda r, texture, _: r.texture(texture))

    assert answer is native


def test_views_come_from_the_graphics_context() -> None:
    """Keywords are passed on as given."""
    native, view = run_with(lambda r, texture, _: r.view(texture, base_mip_level=0))

    assert (view.texture, view.base_mip_level) == (native, 0)


def test_a_transient_has_its_resolved_descriptor() -> None:
    """The usage that was inferred can be read."""
    _, descriptor = run_with(lambda r, _, buffer: r.descriptor(buffer))

    assert (descriptor.size, descriptor.usage) == (256, 0x80)


@pytest.mark.parametrize(
    ("use", "declare", "code"),
    [
        (lambda r, texture, _: r.texture(texture), False, "FG4010"),
        (lambda r, texture, _: r.view(texture), False, "FG4010"),
        (lambda r, _, buffer: r.buffer(buffer), False, "FG4010"),
        (lambda r, _, buffer: r.descriptor(buffer), False, "FG4010"),
        (lambda r, texture, _: r.buffer(texture), True, "FG1109"),
        (lambda r, _, buffer: r.texture(buffer), True, "FG1109"),
        (lambda r, _, __: r.texture(None), True, "FG1109"),
        (lambda r, _, __: r.texture(FrameGraph().create_texture("t", COLOR)), True, "FG2001"),
    ],
)
def test_a_callback_reaches_only_what_its_pass_declared(use: Any, declare: bool, code: str) -> None:
    """Undeclared, of the wrong type, or of another recording: an error that names the pass."""
    with pytest.raises(GraphError, match="pass 'A'") as caught:
        run_with(use, declare=declare)

    assert (caught.value.code, caught.value.phase) == (code, "execute")


def test_resources_expire_with_the_callback() -> None:
    """Kept resources are refused, in the next pass and after the frame: FG4011."""
    kept: list[Any] = []
    codes: list[str] = []
    graph = FrameGraph()

    def try_kept(*_: Any) -> None:
        with pytest.raises(GraphError) as caught:
            kept[0].buffer(x)
        codes.append(caught.value.code)

    x = step(graph, "A", writes=[transient(graph)], side_effect=True, execute=lambda r, _: kept.append(r))
    step(graph, "B", reads=[x], side_effect=True, execute=try_kept)
    graph.compile().execute(VoidCommandContext())
    try_kept()

    assert codes == ["FG4011", "FG4011"]


@pytest.mark.skipif(not __debug__, reason="the walk is for development: python -O leaves it out")
def test_binding_around_the_graph_is_refused() -> None:
    """A resource the graph knows and the pass did not declare is FG4010; strangers are let through."""
    known, stranger = output_buffer(), output_buffer()
    graph = FrameGraph()
    declared = graph.import_buffer("known", known, initial="defined")
    reader = step(graph, "reader", reads=[declared], side_effect=True, execute=lambda _, c: c.binding_guard(known))
    step(graph, "thief", side_effect=True, execute=lambda _, c: (c.binding_guard(stranger), c.binding_guard(known)))

    with pytest.raises(GraphError, match="pass 'thief' binds 'known'") as caught:
        graph.compile().execute(VoidCommandContext())

    assert (reader, caught.value.code) == (None, "FG4010")
