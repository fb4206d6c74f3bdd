"""``CompiledGraph``: runs the surviving passes of one frame.

Around each callback goes a bracket: ``on_pass_begin``, the callback, ``on_pass_end``. Whatever happens inside, the
bracket ends, the transients go back to the pool, the graph is cleared, and the callback's own exception reaches
the caller as it was raised, with a note that names the pass.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Collection, Coroutine, Generator
from threading import get_ident
from typing import TYPE_CHECKING, Any

from framescope.shade.errors import GraphError, WrongThreadError, annotate, describe_error
from framescope.shade.graph.binding_guard import BindingGuard
from framescope.shade.graph.places import spell
from framescope.shade.graph.plan import PassNode, Plan
from framescope.shade.graph.resources import Execution, PassResources
from framescope.shade.labels import device_label

if TYPE_CHECKING:
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["CompiledGraph", "PassCallback"]

PassCallback = Callable[[PassResources, Any], object]


class CompiledGraph:
    """One frame, ready to run once. Made by :meth:`FrameGraph.compile`.

    Attributes:
        plan: What runs and what it needs; shared with every frame that declared the same.
        on_pass_begin: As on the graph.
        on_pass_end: As on the graph.
        on_executed: As on the graph.
        failed_pass: The pass whose callback raised, None while none has.
    """

    __slots__ = ("_graph", "_thread", "failed_pass", "on_executed", "on_pass_begin", "on_pass_end", "plan")

    def __init__(self, graph: FrameGraph, plan: Plan) -> None:
        self._graph: FrameGraph | None = graph
        self._thread = get_ident()
        self.plan = plan
        self.on_pass_begin = graph.on_pass_begin
        self.on_pass_end = graph.on_pass_end
        self.on_executed = graph.on_executed
        self.failed_pass: PassNode | None = None

    @property
    def passes(self) -> tuple[PassNode, ...]:
        """The surviving passes, in order of execution."""
        return self.plan.passes

    @property
    def culled(self) -> list[tuple[PassNode, str]]:
        """The passes that do not run, each with the reason."""
        return list(self.plan.culled)

    def model(self) -> dict[str, Any]:
        """The whole compiled model as a JSON-able dict, made once per plan: treat it as read only."""
        return self.plan.model

    def export_dot(self, title: str = "frame") -> str:
        """The graph as Graphviz DOT; see :func:`~framescope.shade.graph.export_dot.model_to_dot`."""
        from framescope.shade.graph.export_dot import model_to_dot  # a frame that is not drawn does not load it

        return model_to_dot(self.plan.model, title)

    def export_json(self) -> str:
        """The graph as JSON keyed by resource version; see :mod:`framescope.shade.graph.export_json`."""
        from framescope.shade.graph.export_json import model_to_json

        return model_to_json(self.plan.model)

    def execute(self, context: Any, *, skip: Collection[str] = frozenset()) -> None:
        """Run the surviving passes.

        Args:
            context: The command context the callbacks encode on. Its ``graphics`` provides transients and views;
                its ``graph_pass`` names the pass in progress.
            skip: Paths of passes whose callback is not run; a switch for debugging.

        Raises:
            GraphError: FG2007 when it ran before, FG4004 for a surviving pass without a callback, FG4012 for one
                that is asynchronous or a generator, FG2013 for a path in ``skip`` that no pass has.
            WrongThreadError: Called from another thread than the graph was made on.
            BaseException: Whatever a callback raised.
        """
        graph = self._take()
        try:
            pool = context.graphics.transients
            taken: list[Any] = []
            try:
                callbacks = self._callbacks(graph, skip)
                execution = self._acquire(graph, context.graphics, pool, taken)
                self._run(graph, callbacks, execution, context)
            except BaseException as error:
                _quietly(error, lambda: _tear_down(context, pool, taken))
                raise
            _tear_down(context, pool, taken)
        finally:
            graph._clear()
        if self.on_executed.handlers:
            self.on_executed.send(self)

    def _take(self) -> FrameGraph:
        if get_ident() != self._thread:
            raise WrongThreadError("this compiled graph belongs to the thread that made it")
        graph, self._graph = self._graph, None
        if graph is None:
            raise GraphError("FG2007", "a compiled graph runs once; record the next frame's", phase="execute")
        return graph

    def _callbacks(self, graph: FrameGraph, skip: Collection[str]) -> list[PassCallback]:
        callbacks = list(graph._callbacks)
        if skip:
            nodes = {node.path: node for node in self.plan.nodes}
            for path in skip:
                if path not in nodes:
                    raise GraphError("FG2013", f"no pass {path!r} to skip in graph {graph.title}", phase="execute")
                callbacks[nodes[path].index] = _nothing
        for node in self.plan.passes if None in callbacks else ():
            if callbacks[node.index] is None:
                message = f"pass {node.path!r} survives and has no callback; give graph.add an execute="
                place = spell(graph._declarations.pass_places[node.index])
                raise GraphError("FG4004", message, phase="execute", pass_label=node.path, declared_at=(place,))
        return callbacks  # type: ignore[return-value]  # the None that are left belong to culled passes

    def _acquire(self, graph: FrameGraph, graphics: Any, pool: Any, taken: list[Any]) -> Execution:
        plan = self.plan
        for native in graph._natives:
            if native is not None:
                graphics.import_resource(native)
        for allocation in plan.allocations:
            taken.append(pool.acquire(allocation.descriptor, device_label(allocation.label)))
        natives = graph._natives
        for resource, slot in plan.tenancies:
            natives[resource] = taken[slot]
        return Execution(graph._frame, natives, plan, graphics)

    def _run(self, graph: FrameGraph, callbacks: list[PassCallback], execution: Execution, context: Any) -> None:
        begin, end = self.on_pass_begin, self.on_pass_end
        guard = BindingGuard(execution) if __debug__ else None
        context.binding_guard = guard
        groups = graph.debug_groups
        for node in self.plan.passes:
            resources = PassResources(execution, node)
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
                self._fail(graph, node, error)
                resources._execution = None
                if end.handlers:
                    end.send(node)
                if groups:
                    _quietly(error, context.pop_debug_group)
                raise
            resources._execution = None
            if end.handlers:
                end.send(node)
            if groups:
                context.pop_debug_group()

    def _fail(self, graph: FrameGraph, node: PassNode, error: BaseException) -> None:
        self.failed_pass = node
        place = spell(graph._declarations.pass_places[node.index])
        annotate(error, f"raised in pass {node.path!r} of graph {graph.title}, declared at {place}")


def _nothing(resources: PassResources, context: Any) -> None:
    """The callback of a skipped pass."""


def _refuse_unfinished(answer: object, node: PassNode) -> None:
    """A coroutine or generator would be dropped without having run: the pass would be silently empty."""
    if isinstance(answer, Coroutine | Generator | AsyncGenerator):
        if not isinstance(answer, AsyncGenerator):
            answer.close()  # else Python warns that it was never awaited
        message = f"pass {node.path!r} gave back {answer!r}; its callback has to encode before it returns"
        raise GraphError("FG4012", message, phase="execute", pass_label=node.path)


def _quietly(error: BaseException, teardown: Callable[[], object]) -> None:
    """Run ``teardown`` after ``error``: its own failure becomes a note, never the exception the caller sees."""
    try:
        teardown()
    except Exception as second:
        annotate(error, f"while ending the frame after it: {describe_error(second)}")


def _tear_down(context: Any, pool: Any, taken: list[Any]) -> None:
    context.graph_pass = None
    context.binding_guard = None
    pool.release(taken)
