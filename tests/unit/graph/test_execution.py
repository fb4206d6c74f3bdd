"""Execution: brackets around callbacks, and what a failure leaves behind."""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass
from typing import Any

import pytest
from graph_notation import BUFFER, nothing, output_buffer, step, transient

from framescope.shade.errors import GraphError, WrongThreadError
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics


class Fault(Exception):
    """What a user's callback raises."""


def three_passes(callback: Any = nothing) -> FrameGraph:
    """A, B (runs ``callback``), C: all kept, B and C use one transient."""
    graph = FrameGraph("three", frame_number=7)
    step(graph, "A", side_effect=True)
    x = step(graph, "B", writes=[transient(graph)], execute=callback, side_effect=True)
    step(graph, "C", reads=[x], side_effect=True)
    return graph


def listen(compiled: CompiledGraph) -> list[tuple[str, str]]:
    """What the signals send, as it comes."""
    seen: list[tuple[str, str]] = []
    compiled.on_pass_begin.add(lambda node: seen.append(("begin", node.path)))
    compiled.on_pass_end.add(lambda node: seen.append(("end", node.path)))
    compiled.on_executed.add(lambda done: seen.append(("executed", str(len(done.passes)))))
    return seen


def fail(*_: Any) -> None:
    """A callback that raises."""
    raise Fault


def test_every_pass_has_its_bracket() -> None:
    """Begin and end around each survivor in order, then executed once."""
    compiled = three_passes().compile()
    seen = listen(compiled)

    compiled.execute(VoidCommandContext())

    brackets = [(what, label) for label in "ABC" for what in ("begin", "end")]
    assert seen == [*brackets, ("executed", "3")]


def test_a_failed_pass_ends_its_bracket_and_the_frame() -> None:
    """The end is sent, later passes do not run, and executed is not sent."""
    compiled = three_passes(fail).compile()
    seen = listen(compiled)

    with pytest.raises(Fault):
        compiled.execute(VoidCommandContext())

    assert seen == [("begin", "A"), ("end", "A"), ("begin", "B"), ("end", "B")]
    assert compiled.failed_pass is compiled.passes[1]


def test_the_callers_exception_arrives_as_it_was_raised() -> None:
    """The same object, not wrapped, with one note of ours."""
    fault = Fault("mine")

    def raise_it(*_: Any) -> None:
        raise fault

    with pytest.raises(Fault) as caught:
        three_passes(raise_it).compile().execute(VoidCommandContext())

    assert caught.value is fault
    assert caught.value.__cause__ is None
    assert [note.split(",")[0] for note in fault.__notes__] == ["raised in pass 'B' of graph 'three' of frame 7"]


def test_two_hundred_failing_frames_leave_the_pool_flat() -> None:
    """A pass that raises every frame costs no resource."""
    graphics = VoidGraphics()
    context = graphics.create_command_context()
    for _ in range(200):
        graph = FrameGraph()
        x = transient(graph)
        for number in range(10):
            x = step(graph, str(number), writes=[x], side_effect=True, execute=fail if number == 5 else nothing)
        with pytest.raises(Fault):
            graph.compile(cache=graphics.plans).execute(context)

    assert graphics.transients.stats() == {
        "acquired": 200,
        "reused": 199,
        "created": 1,
        "retired": 0,
        "retained": 1,
        "retained_bytes": 256,
        "lent": 0,
        "bytes": 256,
    }


class FailingPool:
    """A pool whose release raises after taking everything back."""

    def __init__(self) -> None:
        self.released = 0

    def acquire(self, *_: Any) -> object:
        return object()

    def release(self, resources: list[Any]) -> None:
        self.released += len(resources)
        raise OSError("teardown")


def test_a_teardown_error_on_a_good_frame_propagates() -> None:
    """Nothing else went wrong, so the caller must hear of it."""
    context = VoidCommandContext()
    context.graphics.transients = FailingPool()  # type: ignore[assignment]

    with pytest.raises(OSError, match="teardown"):
        three_passes().compile().execute(context)

    assert (context.graph_pass, context.binding_guard) == (None, None)


def test_a_teardown_error_does_not_replace_the_passs_own() -> None:
    """It becomes a note on the exception the caller sees."""
    context = VoidCommandContext()
    context.graphics.transients = FailingPool()  # type: ignore[assignment]

    with pytest.raises(Fault) as caught:
        three_passes(fail).compile().execute(context)

    assert caught.value.__notes__[1] == "while ending the frame after it: OSError: teardown"


def test_a_resource_that_cannot_be_made_returns_the_others() -> None:
    """When the second transient fails to be created, the first goes back to the pool."""
    graphics = VoidGraphics()
    made = graphics.create_buffer

    def second_fails(**attributes: Any) -> Any:
        if graphics.transients.created:
            raise MemoryError
        return made(**attributes)

    graphics.create_buffer = second_fails  # type: ignore[method-assign]
    graph = FrameGraph()
    step(graph, "A", writes=[transient(graph, "x"), transient(graph, "y")], side_effect=True)

    with pytest.raises(MemoryError):
        graph.compile().execute(graphics.create_command_context())

    assert (graphics.transients.retained, graphics.transients.stats()["lent"]) == (1, 0)


def test_a_raising_listener_is_dropped_and_its_end_still_sent(caplog: pytest.LogCaptureFixture) -> None:
    """The frame goes on; the listener's begin is gone for good, its end is sent, the log has one line."""
    compiled = three_passes().compile()
    ends: list[str] = []
    compiled.on_pass_begin.add(fail)
    compiled.on_pass_end.add(lambda node: ends.append(node.label))

    with caplog.at_level(logging.ERROR, logger="framescope.signal"):
        compiled.execute(VoidCommandContext())

    assert ends == ["A", "B", "C"]
    assert len(caplog.records) == 1


def test_the_context_names_the_pass_in_progress() -> None:
    """``graph_pass`` is the node inside the callback and None after the frame."""
    context = VoidCommandContext()
    seen: list[Any] = []
    compiled = three_passes(lambda _, c: seen.append(c.graph_pass)).compile()

    compiled.execute(context)

    assert seen == [compiled.passes[1]]
    assert context.graph_pass is None


def test_debug_groups_are_pushed_on_request() -> None:
    """Off by default; on, each pass is one balanced group, also when it raises."""
    contexts = [VoidCommandContext() for _ in range(3)]
    for context, callback, wanted in zip(contexts, (nothing, nothing, fail), (False, True, True), strict=True):
        graph = three_passes(callback)
        graph.debug_groups = wanted
        compiled = graph.compile()
        if callback is nothing:
            compiled.execute(context)
        else:
            with pytest.raises(Fault):
                compiled.execute(context)

    assert [context.groups for context in contexts] == [
        [],
        ["A", None, "B", None, "C", None],
        ["A", None, "B", None],
    ]


def test_a_skipped_pass_keeps_its_bracket_and_does_nothing() -> None:
    """``skip`` leaves out the callback alone."""
    ran: list[str] = []
    compiled = three_passes(lambda *_: ran.append("B")).compile()
    seen = listen(compiled)

    compiled.execute(VoidCommandContext(), skip=frozenset({"B"}))

    assert ran == []
    assert ("begin", "B") in seen
    assert seen[-1] == ("executed", "3")


def test_skipping_a_pass_that_is_not_there() -> None:
    """A misspelt path would switch off nothing: FG2013."""
    with pytest.raises(GraphError) as caught:
        three_passes().compile().execute(VoidCommandContext(), skip={"b"})

    assert caught.value.code == "FG2013"


def test_a_survivor_without_a_callback() -> None:
    """FG4004 before anything runs; a culled one needs none."""
    graph = FrameGraph()
    graph.add("culled", kind="compute")
    graph.add("kept", kind="compute", side_effect=True)

    with pytest.raises(GraphError, match="pass 'kept'") as caught:
        graph.compile().execute(VoidCommandContext())

    assert caught.value.code == "FG4004"


async def coroutine(*_: Any) -> None:
    """A callback that would not run."""
    raise AssertionError


def generator(*_: Any) -> Any:
    """Another one."""
    yield


async def asynchronous_generator(*_: Any) -> Any:
    """And a third."""
    yield


@pytest.mark.parametrize("draw", [coroutine, generator, asynchronous_generator])
def test_a_callback_that_would_not_run_is_refused(draw: Any) -> None:
    """Coroutines and generators would be dropped unrun: FG4012, and no warning about them."""
    with pytest.raises(GraphError, match="pass 'B' gave back") as caught:
        three_passes(draw).compile().execute(VoidCommandContext())

    assert caught.value.code == "FG4012"


def test_one_exception_raised_every_frame_gets_one_note() -> None:
    """A fault that is made once and raised again does not grow."""
    fault = Fault()

    def raise_it(*_: Any) -> None:
        raise fault

    for _ in range(3):
        with pytest.raises(Fault):
            three_passes(raise_it).compile().execute(VoidCommandContext())

    assert len(fault.__notes__) == 1


def test_a_compiled_graph_runs_once() -> None:
    """The second execution is FG2007."""
    compiled = three_passes().compile()
    compiled.execute(VoidCommandContext())

    with pytest.raises(GraphError) as caught:
        compiled.execute(VoidCommandContext())

    assert caught.value.code == "FG2007"


def test_execution_stays_on_its_thread() -> None:
    """Another thread is refused and the frame can still run on its own."""
    compiled = three_passes().compile()
    refused: list[BaseException] = []

    def elsewhere() -> None:
        try:
            compiled.execute(VoidCommandContext())
        except WrongThreadError as error:
            refused.append(error)

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    compiled.execute(VoidCommandContext())

    assert len(refused) == 1


def test_nothing_of_a_frame_is_kept_after_it() -> None:
    """Callbacks, natives and handles are dropped when the frame ends, whoever keeps the graph."""
    graph = three_passes()
    graph.import_buffer("b", output_buffer(), initial="defined")
    graph.compile().execute(VoidCommandContext())

    assert [graph._callbacks, graph._natives, graph._current, graph._resources] == [[], [], [], []]
    assert graph._holders == {}


def test_the_pool_gives_equal_transients_of_one_frame_different_resources() -> None:
    """Two live transients of one descriptor are two tokens, also on the void device."""
    seen: list[Any] = []
    graph = FrameGraph()
    x, y = graph.create_buffer("x", BUFFER), graph.create_buffer("y", BUFFER)
    pair = step(graph, "A", writes=[x, y], side_effect=True, execute=lambda r, _: seen.extend(map(r.buffer, pair)))
    graph.compile().execute(VoidCommandContext())

    assert seen[0] is not seen[1]


@dataclass(frozen=True)
class Frozen(Exception):
    """Takes no note, and no other attribute either."""

    what: str = "cold"


class Speechless(Exception):
    """Cannot be put into words."""

    def __str__(self) -> str:
        raise ValueError("no words")


@pytest.mark.parametrize("error", [Frozen(), Speechless(), KeyboardInterrupt(), StopIteration()])
def test_whatever_a_callback_raises_arrives_as_it_is(error: BaseException) -> None:
    """The note that names the pass is left out rather than raised about."""

    def raise_it(*_: Any) -> None:
        raise error

    with pytest.raises(type(error)) as raised:
        three_passes(raise_it).compile().execute(VoidCommandContext())
    assert raised.value is error


def test_an_interrupt_in_a_handler_ends_the_bracket_too() -> None:
    """What began is ended, whatever it was that came between."""
    compiled = three_passes().compile()
    seen = listen(compiled)

    def interrupt(_: Any) -> None:
        raise KeyboardInterrupt

    compiled.on_pass_begin.add(interrupt)
    with pytest.raises(KeyboardInterrupt):
        compiled.execute(VoidCommandContext())
    assert seen == [("begin", "A"), ("end", "A")]
    assert compiled.failed_pass is compiled.passes[0]
