"""What compute and render pass encoders share: bindings, debug groups, statistics, timestamps, the end.

The two decorators are hand-written and are the only pass types this project hands out, profiled or not (the pass
encoder proposal §3.1): a method that is missing here fails loudly on the first frame of every program, not
silently in a capture. A forwarder gives on exactly the arguments it was given; an argument the caller left out is
left out (§3.2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Self

from wgpu.backends.wgpu_native import extras

from framescope.shade.errors import SubmitError
from framescope.shade.resource_state import state_of

if TYPE_CHECKING:
    from types import TracebackType

    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.profiling import PassWork

__all__ = ["ABSENT", "PassEncoder"]

ABSENT: Any = type("Absent", (), {"__repr__": lambda self: "ABSENT", "__slots__": ()})()
"""The argument was not given. Neither None nor a default: what it means is for wgpu-py to say."""


class PassEncoder:
    """Base of the two pass decorators.

    Args:
        context: The command context that opened the pass.
        gpu_pass: wgpu-py's encoder.
        work: Where draws and dispatches are tallied, or None when nothing is profiling.
        label: The pass's label; readable and writable here, which wgpu-py's is not.
    """

    __slots__ = ("_context", "_ended", "_guard", "_hot", "_note", "_pass", "_work", "label")

    kind = "pass"

    def __init__(self, context: ShadeGPUCommandContext, gpu_pass: Any, work: PassWork | None, label: str) -> None:
        self._context = context
        self._pass = gpu_pass
        self._hot = gpu_pass  # the frequent calls go here; a decorator may put something quicker in
        self._work = work
        self._note: Callable[[Any], None] = context.given.append
        self._guard: Callable[..., None] | None = context.binding_guard
        self._ended = False
        self.label = label
        context.open_pass = self

    def _name(self, resource: Any) -> None:
        """The pass names this buffer, texture or query set."""
        if state_of(resource) is None:  # made by raw wgpu: from here on its destruction is seen
            self._context.graphics.import_resource(resource)
        self._note(resource)
        if self._guard is not None:
            self._guard(resource)

    # --- pipeline and bindings ------------------------------------------------------------------

    def set_pipeline(self, pipeline: Any) -> None:
        """Bind a compiled pipeline. Its workgroup size is known if our caches made it."""
        self._hot.set_pipeline(pipeline)
        if self._work is not None:
            self._work.bind_pipeline(pipeline)

    def record_pipeline(self, descriptor: Any) -> None:
        """State which pipeline descriptor this pass runs, where ``set_pipeline`` got a pipeline of unknown make."""
        if self._work is not None:
            self._work.record_pipeline(descriptor)

    def set_bind_group(self, index: int, bind_group: Any, dynamic_offsets_data: Sequence[int] = ABSENT) -> None:
        """Bind a bind group; the slice form of the offsets is :meth:`set_bind_group_range`."""
        self._note(bind_group)
        if self._guard is not None:
            self._guard_group(bind_group, moved=dynamic_offsets_data is not ABSENT)
        if dynamic_offsets_data is ABSENT:
            self._hot.set_bind_group(index, bind_group)
        else:
            self._pass.set_bind_group(index, bind_group, dynamic_offsets_data)

    def set_bind_group_range(
        self,
        index: int,
        bind_group: Any,
        dynamic_offsets_data: Sequence[int],
        dynamic_offsets_data_start: int,
        dynamic_offsets_data_length: int,
    ) -> None:
        """Bind a bind group with a slice of an array of dynamic offsets."""
        self._note(bind_group)
        if self._guard is not None:
            self._guard_group(bind_group, moved=True)
        self._pass.set_bind_group(
            index, bind_group, dynamic_offsets_data, dynamic_offsets_data_start, dynamic_offsets_data_length
        )

    def _guard_group(self, bind_group: Any, *, moved: bool) -> None:
        """Show the guard what the group binds; dynamic offsets move parts to where nobody here knows."""
        guard = self._guard
        if guard is not None:
            for resource, part in getattr(bind_group, "framescope_parts", ((bind_group, None),)):
                guard(resource, None if moved else part)

    def set_immediates(self, range_offset: int, data: Any, *args: Any, **kwargs: Any) -> None:
        """Set immediate data (feature ``immediates``); wgpu-py's optional arguments are given on as given."""
        self._pass.set_immediates(range_offset, data, *args, **kwargs)

    # --- debug groups ---------------------------------------------------------------------------

    def push_debug_group(self, group_label: str) -> None:
        """Open a debug group."""
        self._pass.push_debug_group(group_label)

    def pop_debug_group(self) -> None:
        """Close the innermost debug group."""
        self._pass.pop_debug_group()

    def insert_debug_marker(self, marker_label: str) -> None:
        """Insert a debug marker."""
        self._pass.insert_debug_marker(marker_label)

    # --- wgpu-native's functions on encoders ------------------------------------------------------

    def write_timestamp(self, query_set: Any, query_index: int) -> None:
        """Write a timestamp here (feature ``timestamp-query-inside-passes``)."""
        self._name(query_set)
        extras.write_timestamp(self._pass, query_set, query_index)

    def begin_pipeline_statistics_query(self, query_set: Any, query_index: int) -> None:
        """Begin collecting pipeline statistics (feature ``pipeline-statistics-query``)."""
        from framescope.shade.native import begin_pipeline_statistics_query

        self._name(query_set)
        begin_pipeline_statistics_query(self._pass, query_set, query_index)

    def end_pipeline_statistics_query(self) -> None:
        """End collecting pipeline statistics."""
        extras.end_pipeline_statistics_query(self._pass)

    # --- the end --------------------------------------------------------------------------------

    @property
    def ended(self) -> bool:
        """True once :meth:`end` was called."""
        return self._ended

    def end(self) -> None:
        """End the pass.

        Raises:
            SubmitError: It was ended before.
        """
        if self._ended:
            raise SubmitError(f"{self.kind} pass {self.label!r} was already ended")
        self._ended = True
        self._hot = self._pass  # what comes after the end has to be reported at the call
        self._context.open_pass = None
        self._pass.end()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        # Ended by hand inside the block is fine, and an error in the block leaves the pass open on purpose:
        # its context will be abandoned, and a complaint from end() must not cover the error.
        if not self._ended and error is None:
            self.end()
