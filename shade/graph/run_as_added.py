"""Running each pass as it is added: the frame graph as an immediate mode, for debugging.

A pass runs once its declaration is complete: when the next one is added, or at ``compile()``. Nothing is known of what
comes after it, so nothing is culled, no transient shares memory, and a transient has every usage that its format
permits. ``compile()`` then plans the frame as ever, with its errors, and ``execute()`` only ends it.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import partial
from typing import TYPE_CHECKING, Any

from framescope.shade.errors import GraphError, describe_error
from framescope.shade.graph.access import ACCESS_USAGE
from framescope.shade.graph.allocation import provided
from framescope.shade.graph.brackets import no_callback, nothing, nothing_to_skip, quietly, run_passes
from framescope.shade.graph.plan import PassNode
from framescope.shade.graph.poison import Poison
from framescope.shade.graph.resources import Execution
from framescope.shade.graph.scope_paths import PathSpeller
from framescope.shade.graph.segment_contexts import SegmentContexts, check_context
from framescope.shade.graph.views import ViewPart
from framescope.shade.graph.wiring import wired
from framescope.shade.labels import device_label

if TYPE_CHECKING:
    from framescope.shade.descriptors import Descriptor
    from framescope.shade.graph.declarations import ResourceDeclaration
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graph.plan import Plan
    from framescope.shade.signal import Signal

__all__ = ["RunAsAdded"]


class RunAsAdded:
    """What a graph that runs as it is added keeps beside its declarations; holds no reference to the graph.

    Args:
        on_pass_begin: The graph's.
        on_pass_end: The graph's.

    Attributes:
        on_pass_begin: As given.
        on_pass_end: As given.
        failed_pass: The pass whose callback raised, None while none has.
        descriptors: The descriptor of each resource so far, its usage resolved.
        resources: The declarations of the resources so far.
    """

    def __init__(self, on_pass_begin: Signal, on_pass_end: Signal) -> None:
        self.on_pass_begin = on_pass_begin
        self.on_pass_end = on_pass_end
        self.failed_pass: PassNode | None = None
        self.descriptors: list[Descriptor] = []
        self.resources: list[ResourceDeclaration] = []
        self._contexts: SegmentContexts | None = None
        self._given: Any = None
        self._poison: Poison | None = None
        self._skip: frozenset[str] = frozenset()
        self._skipped: set[str] = set()
        self._running: str | None = None
        self._ran = 0
        self._seen = 0  # accesses of the passes that ran
        self._paths = PathSpeller()
        self._taken: list[Any] = []

    def begin(self, graph: FrameGraph, context: Any, skip: Collection[str]) -> None:
        """Run the passes that will be added on ``context``."""
        if self._contexts is not None or graph._passes:
            raise _misused(f"graph {graph.title} has begun; give it its context once, before the first pass", "record")
        check_context(context)
        self._given = context
        self._contexts = SegmentContexts(context)
        self._skip = frozenset(skip)

    def advance(self, graph: FrameGraph) -> None:
        """Run what was added and has not run.

        Raises:
            GraphError: FG4013 without a context, or while a pass runs; FG4004 for a pass without a callback.
            BaseException: Whatever the callback raised; its traceback leads through the line that added the pass.
        """
        if self._running is not None:
            raise _misused(f"pass {self._running!r} adds to graph {graph.title} while it runs", "record")
        while self._ran < len(graph._passes):
            if self._contexts is None:
                raise _misused(
                    f"graph {graph.title} runs as it is added, on no context yet; call run_on() first", "record"
                )
            place = graph._declarations.pass_places[self._ran]
            try:
                self._run(graph, self._node(graph), self._contexts)
            except BaseException as error:
                graph.discard()
                error.__traceback__ = wired(error.__traceback__, place)  # in no variable: that would be a cycle
                raise

    def finish(self, plan: Plan, context: Any, skip: Collection[str]) -> Any:
        """The frame is whole: give its transients back, and the command context that is left to be finished.

        Raises:
            GraphError: FG4013 for another context than the passes ran on, or paths to skip that come too late; FG2013
                for a path to skip that no pass has.
        """
        try:
            if context is not self._given and plan.passes:
                raise _misused("the passes ran on another context, as they were added", "execute")
            if not self._skip.issuperset(skip):
                raise _misused("the passes have run; give run_on() the paths to skip", "execute")
            for path in self._skip - self._skipped:
                raise nothing_to_skip(path, [node.path for node in plan.nodes], "that ran as it was added")
            last = context if self._contexts is None else self._contexts.end()
        except BaseException as error:
            quietly(error, partial(self.close, describe_error(error)))
            raise
        self._release()
        return last

    def close(self, reason: str) -> None:
        """End a frame that was not finished: give back what was taken, abandon what is ours. Idempotent."""
        if self._contexts is not None:
            self._contexts.give_up(reason)
            self._release()

    def _release(self) -> None:
        contexts, self._contexts, self._given = self._contexts, None, None
        if contexts is not None:
            taken, self._taken = self._taken, []
            self.descriptors, self.resources = [], []
            contexts.graphics.transients.release(taken)

    def _node(self, graph: FrameGraph) -> PassNode:
        index = self._ran
        self._ran += 1
        declarations = graph._declarations
        label, kind, side_effect, scope = declarations.passes[index]
        path = self._paths.of_pass(index, label, scope, declarations.scopes)
        node = PassNode(index, label, kind, side_effect, path, self._paths.scopes[scope] if scope >= 0 else "")
        node.scope_index, node.order = scope, index
        return node

    def _run(self, graph: FrameGraph, node: PassNode, contexts: SegmentContexts) -> None:
        self._provide(graph, node, contexts)
        callback = graph._callbacks[node.index]
        if node.path in self._skip:
            self._skipped.add(node.path)
            callback = nothing
        if callback is None:
            raise no_callback(graph, node)
        execution = Execution(graph._frame, graph._natives, self, contexts.graphics)
        self._running = node.path
        try:
            run_passes(self, graph, (node,), {node.index: callback}, execution, contexts)
        finally:
            self._running = None

    def _provide(self, graph: FrameGraph, node: PassNode, contexts: SegmentContexts) -> None:
        """Acquire the transients that the pass is the first to use."""
        accesses = graph._accesses[self._seen :]
        self._seen += len(accesses)
        node.declared = frozenset(access[1] for access in accesses)
        node.declared_views = frozenset(part.view for _, _, _, _, part, *_ in accesses if isinstance(part, ViewPart))
        self.resources = graph._resources
        graphics = contexts.graphics
        needed: dict[int, int] = {}
        for _, resource, _, kind, *_ in accesses:
            needed[resource] = needed.get(resource, 0) | ACCESS_USAGE[kind]
        for resource in range(len(self.descriptors), len(self.resources)):
            declared = self.resources[resource][3]
            transient = self.resources[resource][1] == "transient"
            self.descriptors.append(
                provided(declared, needed.get(resource, 0), graph.switches) if transient else declared
            )
        for resource in sorted(needed):
            if graph._natives[resource] is None:
                self._acquire(graph, resource, contexts)
            else:
                graphics.import_resource(graph._natives[resource])

    def _acquire(self, graph: FrameGraph, resource: int, contexts: SegmentContexts) -> None:
        name, descriptor = self.resources[resource][0], self.descriptors[resource]
        native = contexts.graphics.transients.acquire(descriptor, device_label(name))
        self._taken.append(native)
        graph._natives[resource] = native
        if graph.switches.poison:
            if self._poison is None:
                self._poison = Poison(contexts, self._taken)
            self._poison.fill([(name, native, descriptor)])


def _misused(message: str, phase: str) -> GraphError:
    return GraphError("FG4013", message, phase=phase)
