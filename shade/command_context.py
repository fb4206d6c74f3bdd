"""``ShadeGPUCommandContext``: one command encoder, the passes opened on it, and its one submit."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from threading import get_ident
from typing import TYPE_CHECKING, Any, NoReturn

from framescope.shade.compute_pass import ShadeGPUComputePassEncoder
from framescope.shade.encoder_commands import EncoderCommands
from framescope.shade.errors import SubmitError, WrongThreadError, annotate, describe_error
from framescope.shade.native import released
from framescope.shade.readback import Readback
from framescope.shade.render_pass import ShadeGPURenderPassEncoder
from framescope.shade.resource_state import is_destroyed, state_of

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext
    from framescope.shade.pass_encoder import PassEncoder
    from framescope.shade.profiling import ContextProfiler, FrameRecorder

__all__ = ["ShadeGPUCommandContext"]

_OPEN, _SUBMITTED, _ABANDONED = "open", "submitted", "abandoned"
_NOBODY = 0  # no thread has this identity


class ShadeGPUCommandContext(EncoderCommands):
    """Records commands and submits them once. Made by ``GraphicsContext.create_command_context``.

    Attributes:
        graph_pass: The frame graph pass in progress, or None.
        open_pass: The pass encoder that has not ended yet, or None.
    """

    __slots__ = (
        "__weakref__", "_done", "_has_unprofiled", "_profiler", "_recorder", "_state", "_usable_by", "graph_pass",
        "graphics", "label", "open_pass",
    )  # fmt: skip

    def __init__(self, graphics: GraphicsContext, label: str) -> None:
        super().__init__(graphics.device.create_command_encoder(label=label))
        self.graphics = graphics
        self.label = label
        self.graph_pass: Any = None
        self.open_pass: PassEncoder | None = None
        self._profiler: ContextProfiler | None = None
        self._recorder: FrameRecorder | None = None
        self._has_unprofiled = False  # a pass was begun that nobody recorded
        self._done: Readback | None = None
        self._state = _OPEN
        self._usable_by = get_ident()  # the thread that made it; nobody once it is closed

    # --- state ----------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """True until the context is submitted or abandoned."""
        return self._state == _OPEN

    @property
    def is_abandoned(self) -> bool:
        """True once the commands were given up: they never run."""
        return self._state == _ABANDONED

    @property
    def done(self) -> Readback:
        """Resolves when the submitted commands were executed; pending for ever if they never are submitted."""
        if self._done is None:
            self._done = Readback(self.graphics.pump)
        return self._done

    @property
    def profiling_absorbed(self) -> Readback:
        """Resolves when the timestamps were read back or given up; at once when nothing is profiling."""
        return Readback.resolved() if self._profiler is None else self._profiler.absorbed

    @property
    def transients(self) -> Any:
        """The frame graph's pool of transient resources."""
        return self.graphics.transients

    def enable_profiling(self, recorder: FrameRecorder) -> None:
        """Profile this context's passes; before its first pass.

        Raises:
            SubmitError: It is profiled already or commands were recorded.
        """
        if self._profiler is not None or self._has_unprofiled or self.given:
            raise SubmitError(f"context {self.label!r}: profiling starts before the first pass, and once")
        self._profiler = recorder.open_context(self)
        self._recorder = recorder

    def successor(self) -> ShadeGPUCommandContext:
        """A new context for what comes after this one is submitted, profiled by the same recorder if it was."""
        context = self.graphics.create_unprofiled_context(self.label)
        if self._recorder is not None:
            context.enable_profiling(self._recorder)
        return context

    # --- passes ---------------------------------------------------------------------------------

    def begin_compute_pass(self, **descriptor: Any) -> ShadeGPUComputePassEncoder:
        """Open a compute pass by wgpu-py's keyword arguments; none at all is legal.

        Raises:
            SubmitError: It is timed with a query set that was destroyed.
        """
        if get_ident() != self._usable_by:
            self._refuse()
        if "timestamp_writes" in descriptor:
            self._name_timestamp_writes(descriptor)
        profiler = self._profiler
        if profiler is None:
            self._has_unprofiled = True
            gpu_pass = self.gpu_encoder.begin_compute_pass(**descriptor)
            return ShadeGPUComputePassEncoder(self, gpu_pass, None, descriptor.get("label", ""))
        return profiler.begin_compute_pass(self, descriptor)

    def begin_render_pass(self, **descriptor: Any) -> ShadeGPURenderPassEncoder:
        """Open a render pass by wgpu-py's keyword arguments.

        Raises:
            SubmitError: It is timed with a query set that was destroyed.
        """
        if get_ident() != self._usable_by:
            self._refuse()
        if "timestamp_writes" in descriptor:
            self._name_timestamp_writes(descriptor)
        self._name_attachments(descriptor)
        profiler = self._profiler
        if profiler is None:
            self._has_unprofiled = True
            gpu_pass = self.gpu_encoder.begin_render_pass(**descriptor)
            return ShadeGPURenderPassEncoder(self, gpu_pass, None, descriptor.get("label", ""))
        return profiler.begin_render_pass(self, descriptor)

    def construct_compute_pass(
        self, pipeline: Any, bind_groups: Mapping[int, Any], *, label: str | None = None, immediates: Any = None
    ) -> ShadeGPUComputePassEncoder:
        """Open a compute pass with pipeline and bindings set, ready to dispatch.

        Args:
            pipeline: A ``ComputePipelineDescriptor``; compiled once per device, and what the capture names.
            bind_groups: Bind groups by group index.
            label: The pass's label; the pipeline's if left out.
            immediates: Immediate data to set at offset 0, or None.
        """
        compiled = self.graphics.compute_pipeline(pipeline)
        encoder = self.begin_compute_pass(label=pipeline.label if label is None else label)
        encoder.set_pipeline(compiled)
        encoder.record_pipeline(pipeline)
        for index, group in bind_groups.items():
            encoder.set_bind_group(index, group)
        if immediates is not None:
            encoder.set_immediates(0, immediates, 0, memoryview(immediates).nbytes)  # wgpu-py fails without the size
        return encoder

    def _name_timestamp_writes(self, descriptor: Mapping[str, Any]) -> None:
        writes = descriptor["timestamp_writes"]
        if writes is None:
            return
        query_set = writes["query_set"]
        if is_destroyed(query_set) or released(
            query_set
        ):  # here beginning the pass already ends the process, not only the submit
            raise SubmitError(
                f"context {self.label!r}: pass {descriptor.get('label', '')!r} is timed with query set "
                f"{query_set.label!r}, which was destroyed; end query sets with graphics.retire()"
            )
        if state_of(query_set) is None:
            self.graphics.import_resource(query_set)
        self.given.append(query_set)

    def _name_attachments(self, descriptor: Mapping[str, Any]) -> None:
        for attachment in descriptor.get("color_attachments", ()):
            if attachment is not None:
                if "depth_slice" in attachment:
                    self._refuse_slice(attachment, descriptor)
                self._name_view(attachment["view"])
                if attachment.get("resolve_target") is not None:
                    self._name_view(attachment["resolve_target"])
        depth = descriptor.get("depth_stencil_attachment")
        if depth is not None:
            self._name_view(depth["view"])
        queries = descriptor.get("occlusion_query_set")
        if queries is not None:
            self._name(queries)

    def _refuse_slice(self, attachment: Mapping[str, Any], descriptor: Mapping[str, Any]) -> None:
        if attachment["depth_slice"] is not None:
            raise SubmitError(
                f"context {self.label!r}: pass {descriptor.get('label', '')!r} attaches slice "
                f"{attachment['depth_slice']} of a volume, and wgpu-py does not pass that on; write slices as storage, "
                "or attach a layered texture and copy"
            )

    def _name(self, resource: Any) -> None:
        if state_of(resource) is None:  # made by raw wgpu: from here on its destruction is seen
            self.graphics.import_resource(resource)
        super()._name(resource)

    # --- the end --------------------------------------------------------------------------------

    def finish(self) -> Readback:
        """SUBMIT the commands, after checking them, and start the readback of their timestamps. Never blocks.

        Returns:
            :attr:`done`.

        Raises:
            SubmitError: Finished before, a pass is open, or the driver would have ended the process; the context
                is abandoned then.
            wgpu.GPUValidationError: A mistake in the commands; the context is abandoned then.
        """
        self._check_usable()
        if self.open_pass is not None:
            raise SubmitError(
                f"context {self.label!r}: {self.open_pass.kind} pass {self.open_pass.label!r} was not ended"
            )
        try:
            if self._profiler is not None:
                self._profiler.resolve(self)
            submitted = self.graphics.submit(self)
        except BaseException as error:
            self.abandon(describe_error(error))
            annotate(error, f"while finishing command context {self.label!r}")
            raise
        done = self.done
        submitted.add_done_callback(partial(_resolve_alike, done))
        if self._profiler is not None:
            self._profiler.submitted(self)
        return done

    def take_commands(self) -> Any:
        """The finished command buffer, once: called by ``GraphicsContext.submit`` after its checks."""
        self._check_usable()
        commands = self.gpu_encoder.finish(label=self.label)
        self._state = _SUBMITTED
        self._release()
        return commands

    def abandon(self, reason: str) -> None:
        """Give the commands up: they are never submitted. Idempotent, and harmless after :meth:`finish`.

        Raises:
            WrongThreadError: From another thread than the one that made the context.
        """
        if self._state != _OPEN:
            return
        self._check_usable()
        self._state = _ABANDONED
        self._release()
        if self._profiler is not None:
            self._profiler.abandoned(self, reason)

    def _release(self) -> None:
        """Let go of everything the commands named, so that no cycle or stale reference outlives the frame."""
        self._usable_by = _NOBODY
        self.given.clear()
        self.graph_pass = None
        self.binding_guard = None
        self.open_pass = None

    def _check_usable(self) -> None:
        if get_ident() != self._usable_by:
            self._refuse()

    def _refuse(self) -> NoReturn:
        if self._state != _OPEN:
            raise SubmitError(f"context {self.label!r} was already {self._state}; make one per submit")
        raise WrongThreadError(f"context {self.label!r} belongs to the thread that made it")


def _resolve_alike(follower: Readback, leader: Readback) -> None:
    if leader.result is not None:
        follower.resolve(*leader.result)
