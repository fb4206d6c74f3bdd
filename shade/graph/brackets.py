"""Running passes, each inside its bracket: ``on_pass_begin``, the callback, ``on_pass_end``.

Whatever happens inside, the bracket ends, and the callback's own exception reaches the caller as it was raised, with
a note that names the pass.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Generator, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from framescope.shade.errors import GraphError, annotate, describe_error
from framescope.shade.graph.binding_guard import BindingGuard
from framescope.shade.graph.bindings import BindingLog
from framescope.shade.graph.near_names import nearest
from framescope.shade.graph.places import spell
from framescope.shade.graph.plan import PassNode
from framescope.shade.graph.resources import Execution, PassResources
from framescope.shade.graph.segment_contexts import SegmentContexts
from framescope.shade.graph.segments import EXTERNAL
from framescope.shade.labels import device_label

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.signal import Signal

__all__ = [
    "FrameRun",
    "PassCallback",
    "no_callback",
    "nothing",
    "nothing_to_skip",
    "quietly",
    "run_passes",
]

PassCallback = Callable[[PassResources, Any], object]
Callbacks = Sequence[PassCallback] | Mapping[int, PassCallback]


class FrameRun(Protocol):
    """Whose passes run.

    Attributes:
        on_pass_begin: Sent with the ``PassNode`` before its callback runs.
        on_pass_end: Sent with the ``PassNode`` after it, also when it raised.
        failed_pass: The pass whose callback raised, None while none has.
    """

    on_pass_begin: Signal
    on_pass_end: Signal
    failed_pass: PassNode | None


def run_passes(
    run: FrameRun,
    graph: FrameGraph,
    nodes: Iterable[PassNode],
    callbacks: Callbacks,
    execution: Execution,
    contexts: SegmentContexts,
) -> BindingLog | None:
    """Run ``nodes`` in order; each has a callback in ``callbacks``, by its recording index.

    A pass that submits on its own gets the graphics context in place of a command context.

    Returns:
        What was bound, where the graph watches it; else, and under ``python -O``, None.
    """
    begin, end = run.on_pass_begin, run.on_pass_end
    log: BindingLog | None = [] if __debug__ and graph.watch_bindings else None
    guard = BindingGuard(execution, log) if __debug__ else None
    contexts.guard_with(guard)
    for node in nodes:
        resources = PassResources(execution, node)
        groups = graph.debug_groups
        if node.kind == EXTERNAL:
            contexts.submit()
            context, groups = contexts.graphics, False
        else:
            context = contexts.current
            if context is None:
                context = contexts.open()
            context.graph_pass = node
        if guard is not None:
            guard.node = node
        if groups:
            context.push_debug_group(device_label(node.path))
        try:
            if begin.handlers:  # inside, so that the end is sent though a handler is interrupted
                begin.send(node)
            answer = callbacks[node.index](resources, context)
            if answer is not None:
                _refuse_unfinished(answer, node)
        except BaseException as error:
            _fail(run, graph, node, error)
            resources._execution = None
            if end.handlers:
                end.send(node)
            if groups:
                quietly(error, context.pop_debug_group)
            raise
        resources._execution = None
        if end.handlers:
            end.send(node)
        if groups:
            context.pop_debug_group()
    return log


def _fail(run: FrameRun, graph: FrameGraph, node: PassNode, error: BaseException) -> None:
    run.failed_pass = node
    place = spell(graph._declarations.pass_places[node.index])
    annotate(error, f"raised in pass {node.path!r} of graph {graph.title}, declared at {place}")


def no_callback(graph: FrameGraph, node: PassNode) -> GraphError:
    """The pass would run and has nothing to run."""
    message = f"pass {node.path!r} survives and has no callback; give graph.add an execute="
    place = spell(graph._declarations.pass_places[node.index])
    return GraphError("FG4004", message, phase="execute", pass_label=node.path, declared_at=(place,))


def nothing_to_skip(path: str, paths: Collection[str], title: str) -> GraphError:
    """A path in ``skip`` that no pass has; ``paths`` are those there are."""
    message = f"no pass {path!r} to skip in graph {title}; {nearest(path, paths, 'no passes at all')}"
    return GraphError("FG2013", message, phase="execute")


def nothing(resources: PassResources, context: Any) -> None:
    """The callback of a skipped pass."""


def _refuse_unfinished(answer: object, node: PassNode) -> None:
    """A coroutine or generator would be dropped without having run: the pass would be silently empty."""
    if isinstance(answer, Coroutine | Generator | AsyncGenerator):
        if not isinstance(answer, AsyncGenerator):
            answer.close()  # else Python warns that it was never awaited
        message = f"pass {node.path!r} gave back {answer!r}; its callback has to encode before it returns"
        raise GraphError("FG4012", message, phase="execute", pass_label=node.path)


def quietly(error: BaseException, teardown: Callable[[], object]) -> None:
    """Run ``teardown`` after ``error``: its own failure becomes a note, never the exception the caller sees."""
    try:
        teardown()
    except Exception as second:
        annotate(error, f"while ending the frame after it: {describe_error(second)}")
