"""``CompiledGraph``: one frame, planned, and run once.

Whatever happens in a pass, the transients go back to the pool and the graph is cleared.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import partial
from threading import get_ident
from typing import TYPE_CHECKING, Any, Literal

from framescope.shade.errors import GraphError, WrongThreadError, describe_error
from framescope.shade.graph.brackets import (
    PassCallback,
    no_callback,
    nothing,
    nothing_to_skip,
    quietly,
    run_passes,
)
from framescope.shade.graph.plan import PassNode, Plan
from framescope.shade.graph.poison import Poison, poisoned
from framescope.shade.graph.resources import Execution
from framescope.shade.graph.segment_contexts import SegmentContexts, check_context
from framescope.shade.labels import device_label

if TYPE_CHECKING:
    from framescope.shade.graph.bindings import BindingLog
    from framescope.shade.graph.explanation import PassExplanation, ResourceExplanation
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graph.lint import Lint

__all__ = ["CompiledGraph"]


class CompiledGraph:
    """One frame, ready to run once. Made by :meth:`FrameGraph.compile`.

    Attributes:
        plan: What runs and what it needs; shared with every frame that declared the same.
        on_pass_begin: As on the graph.
        on_pass_end: As on the graph.
        on_executed: As on the graph.
        failed_pass: The pass whose callback raised, None while none has.
        context: While ``on_executed`` is sent, the command context that :meth:`execute` returns; else None.
    """

    __slots__ = (
        "_bound",
        "_declarations",
        "_frame",
        "_graph",
        "_thread",
        "context",
        "failed_pass",
        "on_executed",
        "on_pass_begin",
        "on_pass_end",
        "plan",
    )

    def __init__(self, graph: FrameGraph, plan: Plan) -> None:
        self._graph: FrameGraph | None = graph
        self._frame = graph._frame
        self._declarations = graph._declarations  # outlives the graph's clearing: it holds no natives and no callbacks
        self._bound: BindingLog | None = None
        self._thread = get_ident()
        self.plan = plan
        self.on_pass_begin = graph.on_pass_begin
        self.on_pass_end = graph.on_pass_end
        self.on_executed = graph.on_executed
        self.failed_pass: PassNode | None = None
        self.context: Any = None

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

    def explain(
        self, what: object, *, kind: Literal["pass", "resource"] | None = None
    ) -> PassExplanation | ResourceExplanation:
        """Why a pass runs or does not, what it waits for; who keeps a resource, who wrote it last, where it lives.

        Args:
            what: A pass builder or node, a handle of any version, a pass's path or a resource's name (``#k`` behind
                the k-th of equal ones).
            kind: Which one, where a name is both a pass's and a resource's.

        Returns:
            The facts; ``str()`` of them is the text.

        Raises:
            GraphError: FG2001 for something of another frame, FG2013 for a name that nothing has or two things have.
        """
        from framescope.shade.graph.explain import Explainer  # a frame that is not asked about does not load it

        return Explainer(self.plan, self._declarations, self._frame).explain(what, kind)

    def lints(self) -> tuple[Lint, ...]:
        """What the frame declares that costs something and buys nothing; ``docs/frame-graph.md`` states the rules.

        After a frame with ``watch_bindings`` ran, also what its passes declare to read and did not bind.
        """
        from framescope.shade.graph.bindings import Bindings
        from framescope.shade.graph.lint_bindings import unbound_reads
        from framescope.shade.graph.lint_rules import PlanLinter
        from framescope.shade.graph.plan_facts import PlanFacts

        facts = PlanFacts(self.plan, self._declarations)
        found = [*PlanLinter(self.plan, facts).lints()]
        if self._bound is not None:
            found += unbound_reads(self.plan, facts, Bindings(self._bound))
        return tuple(found)

    def export_dot(self, title: str = "frame") -> str:
        """The graph as Graphviz DOT; see :func:`~framescope.shade.graph.export_dot.model_to_dot`."""
        from framescope.shade.graph.export_dot import model_to_dot  # a frame that is not drawn does not load it

        return model_to_dot(self.plan.model, title)

    def export_json(self) -> str:
        """The graph as JSON keyed by resource version; see :mod:`framescope.shade.graph.export_json`."""
        from framescope.shade.graph.export_json import model_to_json

        return model_to_json(self.plan.model)

    def execute(self, context: Any, *, skip: Collection[str] = frozenset()) -> Any:
        """Run the surviving passes.

        Args:
            context: The command context the callbacks encode on. Its ``graphics`` provides transients and views;
                its ``graph_pass`` names the pass in progress.
            skip: Paths of passes whose callback is not run; a switch for debugging.

        Returns:
            The command context to finish: the given one, unless a pass submitted on its own. Before such a pass the
            context in use is submitted; what comes after is encoded on a new one, profiled as the given one is.

        Raises:
            GraphError: FG4014 for what is no command context, FG2007 when it ran before, FG4004 for a surviving pass
                without a callback, FG4012 for one that is asynchronous or a generator, FG2013 for a path in ``skip``
                that no pass has.
            WrongThreadError: Called from another thread than the graph was made on.
            BaseException: Whatever a callback raised.
        """
        check_context(context)
        graph = self._take()
        try:
            if graph._added is not None:
                last = graph._added.finish(self.plan, context, skip)
            else:
                last = self._run(graph, SegmentContexts(context), skip)
        finally:
            graph._clear()
        if self.on_executed.handlers:
            self.context = last
            self.on_executed.send(self)
            self.context = None  # a recorder that keeps the plan must not keep what keeps the recorder
        return last

    def _run(self, graph: FrameGraph, contexts: SegmentContexts, skip: Collection[str]) -> Any:
        graphics = contexts.graphics
        pool = graphics.transients
        taken: list[Any] = []
        try:
            callbacks = self._callbacks(graph, skip)
            execution = self._acquire(graph, graphics, pool, taken)
            nodes = self._poisoned(execution, contexts, taken) if self.plan.switches.poison else self.plan.passes
            self._bound = run_passes(self, graph, nodes, callbacks, execution, contexts)
            last = contexts.end()
        except BaseException as error:
            quietly(error, partial(contexts.give_up, describe_error(error)))
            quietly(error, lambda: pool.release(taken))
            raise
        pool.release(taken)
        return last

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
                    raise nothing_to_skip(path, nodes, graph.title)
                callbacks[nodes[path].index] = nothing
        for node in self.plan.passes if None in callbacks else ():
            if callbacks[node.index] is None:
                raise no_callback(graph, node)
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

    def _poisoned(self, execution: Execution, contexts: SegmentContexts, taken: list[Any]) -> Iterator[PassNode]:
        return poisoned(self.plan, execution.natives, Poison(contexts, taken))
