"""``FrameGraph``: the recorder of one frame.

A frame is declared in full before any of it runs: imports, scopes, passes with what they read and write, roots.
``compile()`` turns the declarations into a plan, or finds the plan of an earlier frame that declared the same.
A graph serves one frame and one thread.
"""

from __future__ import annotations

from collections.abc import Collection
from sys import _getframe
from threading import get_ident
from typing import TYPE_CHECKING, Any, Literal

from framescope.shade.errors import GraphError
from framescope.shade.graph import refusals
from framescope.shade.graph.access import NODE_KINDS, NodeKind, RootReason
from framescope.shade.graph.brackets import PassCallback
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.handles import ResourceHandle, ViewHandle
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.plan import build_plan
from framescope.shade.graph.regions import Region
from framescope.shade.graph.resource_recording import ResourceRecording
from framescope.shade.graph.root_rules import check_root
from framescope.shade.graph.run_as_added import RunAsAdded
from framescope.shade.graph.scope import Scope
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.signal import Signal

if TYPE_CHECKING:
    from framescope.shade.graph.explanation import PassExplanation, ResourceExplanation
    from framescope.shade.graph.plan_cache import PlanCache

__all__ = ["FrameGraph"]


class FrameGraph(ResourceRecording):
    """The passes and resources of one frame.

    Args:
        name: Shown in errors.
        frame_number: The caller's number of the frame; only shown.
        switches: How it is planned and run; for debugging.

    Attributes:
        on_pass_begin: Sent with the ``PassNode`` before its callback runs.
        on_pass_end: Sent with the ``PassNode`` after it, also when it raised.
        on_executed: Sent with the ``CompiledGraph`` after a frame whose every pass was recorded.
        debug_groups: Whether execution pushes a debug group around each pass. Off: a pair costs half a pass.
        watch_bindings: Whether execution notes what each pass binds, for the lint FL2001. Does nothing under
            ``python -O``.
        switches: As given.
    """

    __slots__ = (
        "__weakref__",
        "_added",
        "debug_groups",
        "on_executed",
        "on_pass_begin",
        "on_pass_end",
        "watch_bindings",
    )

    def __init__(
        self, name: str = "frame", *, frame_number: int | None = None, switches: GraphSwitches = ORDINARY
    ) -> None:
        super().__init__(name, frame_number, switches)
        self.debug_groups = False
        self.watch_bindings = False
        self.on_pass_begin = Signal("on_pass_begin")
        self.on_pass_end = Signal("on_pass_end")
        self.on_executed = Signal("on_executed")
        self._added = RunAsAdded(self.on_pass_begin, self.on_pass_end) if switches.run_as_added else None

    def __repr__(self) -> str:
        return f"<FrameGraph {self.title}, {len(self._passes)} passes>"

    def scope(self, label: str) -> Scope:
        """A named group: ``with graph.scope("shadows"):``. What is declared inside belongs to it.

        Raises:
            GraphError: FG2003 for an empty label.
        """
        self._check_open()
        if not isinstance(label, str) or not label:
            raise refusals.record_error("FG2003", f"scope label {label!r}", self._outside(_getframe(1)))
        return Scope(self, label)

    def add(
        self,
        label: str,
        *,
        kind: NodeKind,
        execute: PassCallback | None = None,
        side_effect: bool | None = None,
        stacklevel: int = 1,
    ) -> PassBuilder:
        """Add a pass. Passes run in the order of their adding; those nobody needs do not run.

        Args:
            label: Its name; equal names stay apart through their paths.
            kind: What it does; decides which accesses it may declare.
            execute: ``execute(resources, context)`` encodes its work. None plans a graph that cannot run.
            side_effect: Whether it is kept for its own sake. None takes the kind's own answer: True for
                ``"command"`` and ``"external-submission"``, False for the others.
            stacklevel: How many calls up the line stands that errors name, as for ``warnings.warn``.

        Raises:
            GraphError: FG1106 for an unknown kind, FG2003 for an empty label, FG4004 for an ``execute`` that
                cannot be called.
        """
        if get_ident() != self._thread:
            self._check_open()
        try:
            rules = NODE_KINDS.get(kind)
        except TypeError:  # what has no hash is no kind
            rules = None
        frame = _getframe(stacklevel)
        place = (label, frame.f_code, frame.f_lasti)
        if rules is None or not label or not isinstance(label, str) or not (execute is None or callable(execute)):
            raise refusals.bad_pass(label, kind, execute, self._outside(frame))
        if self._added is not None:
            self._added.advance(self)
        index = len(self._passes)
        kept = rules.side_effect if side_effect is None else bool(side_effect)
        self._passes.append((label, kind, kept, self._scope))
        self._declarations.pass_places.append(place)
        self._callbacks.append(execute)
        return PassBuilder(self, index, label, rules)

    def mark(
        self,
        handle: ResourceHandle,
        reason: RootReason,
        *,
        region: Region | None = None,
        view: ViewHandle | None = None,
    ) -> None:
        """Keep whatever makes the final contents of a resource.

        Args:
            handle: Its current version.
            reason: ``"present"``, ``"output"``, ``"readback"``, ``"debug-capture"`` or ``"persistent-state"``.
            region: The part that counts; None for the whole resource.
            view: A declared view of it, in place of ``region``.

        Raises:
            GraphError: FG1107 for a reason that does not fit the resource, FG1103 or FG1104 for an empty or
                outlying region or another texture's view, FG2001 or FG2011 for a foreign or superseded handle.
        """
        self._check_open()
        place = self._outside(_getframe(1))
        if not isinstance(handle, ResourceHandle):
            raise refusals.not_a_handle(handle, place, None)
        if handle._frame != self._frame:
            raise refusals.foreign(handle, self._frame, place, None)
        if self._current[handle._index] is not handle:
            raise refusals.superseded(handle, self._declarations, place, None)
        if view is not None:
            self._check_view(view, region, handle, place, None)
            region = view._part.region
        check_root(handle._index, reason, region, self._declarations, place)
        self._declarations.roots.append((handle._index, reason, region))
        self._declarations.root_places.append(place)

    def explain(
        self, what: object, *, kind: Literal["pass", "resource"] | None = None
    ) -> PassExplanation | ResourceExplanation:
        """What :meth:`CompiledGraph.explain` says of the declarations so far; recording goes on.

        Raises:
            GraphError: As :meth:`compile` where the declarations so far are wrong, and as
                :meth:`CompiledGraph.explain`.
        """
        from framescope.shade.graph.explain import Explainer

        self._check_open()
        return Explainer(build_plan(self._declarations), self._declarations, self._frame).explain(what, kind)

    def compile(self, *, cache: PlanCache | None = None) -> CompiledGraph:
        """Validate, cull and plan; ends recording.

        Args:
            cache: Where plans of earlier frames are looked up and this one's is kept.

        Raises:
            GraphError: The declarations are wrong; the graph stays as it was.
        """
        self._check_open()
        if self._added is not None:
            self._added.advance(self)
        declarations = self._declarations
        plan = build_plan(declarations) if cache is None else cache.plan_for(declarations)
        self._thread = None
        return CompiledGraph(self, plan)

    def run_on(self, context: Any, *, skip: Collection[str] = frozenset()) -> RunAsAdded:
        """Give a graph that runs as it is added the context to run on, before its first pass.

        Args:
            context: As for :meth:`CompiledGraph.execute`, which is then called with the same one and ends the frame.
            skip: As for :meth:`CompiledGraph.execute`.

        Returns:
            What a recorder listens to while the passes run; its ``failed_pass`` is the one that raised.

        Raises:
            GraphError: FG4013 when the graph does not run as it is added, or has begun.
        """
        self._check_open()
        if self._added is None:
            message = f"graph {self.title} does not run as it is added; give it GraphSwitches(run_as_added=True)"
            raise GraphError("FG4013", message, phase="record")
        self._added.begin(self, context, skip)
        return self._added

    def discard(self) -> None:
        """Give the recording up: what it holds is let go, and it takes no more declarations. Idempotent."""
        self._thread = None
        if self._added is not None:
            self._added.close(f"graph {self.title} was discarded")
        self._clear()
