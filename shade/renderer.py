"""``Renderer``: one frame's life, from room in the queue to the submit, with an optional profile session.

The renderer never makes a session and does not know what one is: it holds a nullable field and tells it where
frames begin and end (the profiler proposal §6.1).
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from framescope.shade.errors import DeviceUnavailable, describe_error
from framescope.shade.frame_throttle import FrameThrottle
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import ORDINARY, GraphSwitches

if TYPE_CHECKING:
    from framescope.shade.command_context import ShadeGPUCommandContext
    from framescope.shade.graph.compiled import CompiledGraph
    from framescope.shade.graphics import GraphicsContext
    from framescope.shade.profiling import FrameRecorder, ProfileSession

__all__ = ["FrameOutcome", "Renderer"]


class FrameOutcome(enum.Enum):
    """What became of a frame."""

    RENDERED = "rendered"
    SKIPPED = "skipped"


class Renderer:
    """Renders frame graphs on one graphics context.

    Args:
        graphics: Where to render.
        profile_session: A ``GPUProfileSession`` or None; also a field, settable between any two frames.
        frames_in_flight: How far the CPU may run ahead of the GPU.
        debug_groups: Push a debug group per graph pass, for RenderDoc and its kind. Costs half a pass of CPU time.
        switches: How frames are planned and run, for debugging; also a field, settable between any two frames.

    Attributes:
        frame_index: Number of the next frame, counted from 0.
        skip_passes: Paths of graph passes whose callback is not run: a debugging switch.
        compiled: The last compiled graph, or None; its passes and culled passes may be read until the next frame.
    """

    def __init__(
        self,
        graphics: GraphicsContext,
        profile_session: ProfileSession | None = None,
        *,
        frames_in_flight: int = 3,
        debug_groups: bool = False,
        switches: GraphSwitches = ORDINARY,
    ) -> None:
        self.graphics = graphics
        self.profile_session = profile_session
        self.debug_groups = debug_groups
        self.switches = switches
        self.frame_index = 0
        self.skip_passes: frozenset[str] = frozenset()
        self.compiled: CompiledGraph | None = None
        self._throttle = FrameThrottle(frames_in_flight)

    def render(self, record: Callable[[FrameGraph, int], object], size: tuple[int, int] | None = None) -> FrameOutcome:
        """Record, compile, execute and submit one frame.

        Args:
            record: Called with the new graph and the frame's index; adds passes and marks roots.
            size: Target size in pixels, if there is one to check; a zero skips the frame, with the reason recorded.

        Returns:
            Whether the frame was rendered.

        Raises:
            DeviceUnavailable: The GPU has not finished a frame for a minute.
        """
        graphics = self.graphics
        graphics.begin_frame()
        if not self._throttle.wait_for_room():
            raise DeviceUnavailable("the GPU has not finished a frame for 60 s; the device hangs or was lost")
        index = self.frame_index
        self.frame_index += 1
        session = self.profile_session
        recorder = session.begin_frame(graphics, index) if session is not None else None
        if size is not None and 0 in size:
            if recorder is not None:
                recorder.skip(f"the target has no size ({size[0]}x{size[1]})")
            return FrameOutcome.SKIPPED
        outer = graphics.recorder  # a frame that this one is drawn inside of is recorded on afterwards
        if recorder is not None:
            graphics.recorder = recorder
        try:
            self._run(record, index, recorder)
        finally:
            graphics.recorder = outer
        return FrameOutcome.RENDERED

    def _run(self, record: Callable[[FrameGraph, int], object], index: int, recorder: FrameRecorder | None) -> None:
        try:
            self._record_and_submit(record, index, recorder)
        except BaseException as error:
            if recorder is not None:
                failed = None if self.compiled is None else self.compiled.failed_pass
                recorder.abort(error, None if failed is None else failed.path)
            raise
        if recorder is not None:
            recorder.end()

    def _record_and_submit(
        self, record: Callable[[FrameGraph, int], object], index: int, recorder: FrameRecorder | None
    ) -> None:
        self.compiled = None
        graph = FrameGraph("frame", frame_number=index, switches=self.switches)
        graph.debug_groups = self.debug_groups
        try:
            if self.switches.run_as_added:
                self._run_as_added(graph, record, index, recorder)
            else:
                record(graph, index)
                compiled = self.compiled = graph.compile(cache=self.graphics.plans)
                if recorder is not None:
                    recorder.attach_graph(compiled)
                self._submit(partial(compiled.execute, skip=self.skip_passes))
        finally:
            graph.discard()  # executed, it is empty; else its callbacks may hold what holds them

    def _run_as_added(
        self, graph: FrameGraph, record: Callable[[FrameGraph, int], object], index: int, recorder: FrameRecorder | None
    ) -> None:
        def run_all(context: ShadeGPUCommandContext) -> ShadeGPUCommandContext:
            run = graph.run_on(context, skip=self.skip_passes)
            if recorder is not None:
                recorder.listen_to(run)
            record(graph, index)
            compiled = self.compiled = graph.compile(cache=self.graphics.plans)
            if recorder is not None:
                recorder.describe_graph(compiled)
            last: ShadeGPUCommandContext = compiled.execute(context)
            return last

        self._submit(run_all)

    def _submit(self, run: Callable[[ShadeGPUCommandContext], ShadeGPUCommandContext]) -> None:
        """Submit what ``run`` encodes, and abandon it where it cannot be; a frame may take several contexts."""
        context = self.graphics.create_command_context("frame")
        try:
            self._throttle.submitted(run(context).finish())
        except BaseException as error:
            context.abandon(describe_error(error))
            raise
