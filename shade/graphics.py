"""``GraphicsContext``: one device and everything the renderer keeps per device.

Device and queue, caches of views, samplers, bind groups and pipelines, the pool of the frame graph, the count of
live bytes, deferred destruction, and the pump that lets readbacks arrive without blocking a frame.
"""

from __future__ import annotations

import threading
import weakref
from collections.abc import Iterable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from framescope.shade.bind_groups import BindGroupCache
from framescope.shade.command_context import ShadeGPUCommandContext
from framescope.shade.device_pump import device_pump
from framescope.shade.errors import SubmitError, WrongThreadError
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.pool import TransientPool
from framescope.shade.pipelines.cache import PipelineCache
from framescope.shade.readback import BufferReadback, Readback
from framescope.shade.resource_factory import ResourceFactory
from framescope.shade.resource_state import state_of
from framescope.shade.retire import RetireQueue
from framescope.shade.submit_checks import check_submit
from framescope.shade.transfers import read_buffer, read_texture, write_texture

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from framescope.shade.profiling import FrameRecorder

__all__ = ["GraphicsContext"]

_AUTO: Any = object()
_MAP_READ = 0x1  # of GPUBufferUsage


class GraphicsContext(ResourceFactory):
    """A device with its caches.

    Args:
        device: A wgpu-py device, or one shaped like it.
        adapter: The adapter it came from; None leaves ``adapter_info`` empty.
        features_requested: What was asked for, so that what is missing can be told.
        ns_per_tick: Nanoseconds per timestamp tick; left out, the device is asked. None means unknown.

    Attributes:
        recorder: The recorder of the frame in progress, or None: the ordinary case.
        transients: The frame graph's pool of transient resources.
        plans: The frame graph's cache of compiled plans.
        lost: True once the device was destroyed or reported lost.
        hot_compute: Gives the quickest way to make the frequent calls of an open compute pass; for pass encoders.
        hot_render: The same for a render pass.
    """

    def __init__(
        self,
        device: Any,
        *,
        adapter: Any = None,
        features_requested: Iterable[str] = (),
        ns_per_tick: float | None = _AUTO,
    ) -> None:
        super().__init__(device)
        self.queue = device.queue
        self.adapter_info: dict[str, Any] = dict(adapter.info) if adapter is not None else {}
        self.features_requested = tuple(sorted(features_requested))
        self.features_granted = tuple(sorted(device.features))
        self.features_missing = tuple(sorted(set(self.features_requested) - set(self.features_granted)))
        self.limits: dict[str, int] = dict(device.limits)
        self.recorder: FrameRecorder | None = None
        self.lost = False
        self.thread_id = threading.get_ident()
        self._pump = device_pump(device)
        self.hot_compute = self._pump.hot_compute
        self.hot_render = self._pump.hot_render
        self.ns_per_tick = self._ask_period() if ns_per_tick is _AUTO else ns_per_tick
        self._pipelines = PipelineCache(device)
        self._bind_groups = BindGroupCache(self._create_bind_group)
        self._retired = RetireQueue()
        self._open_contexts: weakref.WeakSet[ShadeGPUCommandContext] = weakref.WeakSet()
        self._submitted_serial = 0
        self._completed_serial = 0
        self.transients = TransientPool(self)
        self.plans = PlanCache()
        self._watch_destroy()

    def _ask_period(self) -> float | None:
        return self._pump.timestamp_period() if "timestamp-query" in self.features_granted else None

    def _watch_destroy(self) -> None:
        device, reference = self.device, weakref.ref(self)
        device.destroy = partial(_destroy_device, weakref.ref(device), reference)

    @property
    def native(self) -> bool:
        """True where readbacks take the C library's non-blocking path."""
        return self._pump.native

    @property
    def is_software(self) -> bool:
        """True on an adapter that renders on the CPU; its times say nothing of a GPU."""
        return self.adapter_info.get("adapter_type") == "CPU"

    # --- caches ---------------------------------------------------------------------------------

    def compute_pipeline(self, descriptor: Any) -> Any:
        """The compiled pipeline of a ``ComputePipelineDescriptor``, made once."""
        return self._pipelines.compute(descriptor)

    def render_pipeline(self, descriptor: Any) -> Any:
        """The compiled pipeline of a ``RenderPipelineDescriptor``, made once."""
        return self._pipelines.render(descriptor)

    def bind_group(self, layout: Any, bindings: Mapping[int, Any], label: str = "") -> Any:
        """The bind group of ``layout`` with these bindings, made once.

        Args:
            layout: A bind group layout.
            bindings: By binding number: a buffer, a view, a sampler, or ``(buffer, offset, size)``.
            label: Used when it has to be made.
        """
        return self._bind_groups.get(layout, bindings, label)

    def _create_bind_group(self, layout: Any, entries: list[dict[str, Any]], label: str) -> Any:
        return self.create_bind_group(label=label, layout=layout, entries=entries)

    # --- transfers ------------------------------------------------------------------------------

    def write_buffer(self, buffer: Any, data: Any, offset: int = 0) -> None:
        """Schedule a write of ``data`` at byte ``offset``, before the next submit."""
        self.queue.write_buffer(buffer, offset, data)

    def write_texture(self, texture: Any, data: Any, mip_level: int = 0, layer: int = 0) -> None:
        """Upload one tightly packed mip level of one layer."""
        write_texture(self, texture, data, mip_level, layer)

    def read_buffer(self, buffer: Any, offset: int = 0, size: int | None = None) -> bytes:
        """Copy a buffer out. Blocks: for tests and tools, never inside a frame."""
        return read_buffer(self, buffer, offset, size)

    def read_texture(self, texture: Any, layer: int = 0, mip_level: int = 0, aspect: str = "all") -> NDArray[Any]:
        """Copy one layer of one mip level out as ``(height, width, components)``. Blocks."""
        return read_texture(self, texture, layer, mip_level, aspect)

    def map_read(self, buffer: Any, size: int) -> BufferReadback:
        """Start reading ``buffer[0:size]`` back without blocking; the result's ``data`` is a copy.

        The buffer counts as mapped until then: a submit that names it is refused, another readback of it fails.

        Raises:
            ValueError: ``size`` is no multiple of 4 between 4 and the buffer's size, or its usage lacks MAP_READ.
        """
        if not buffer.usage & _MAP_READ:  # found out by wgpu-py, it would leave the buffer pending for ever
            raise ValueError(f"buffer {buffer.label!r} cannot be read; its usage lacks MAP_READ")
        if not 0 < size <= buffer.size or size % 4:
            raise ValueError(
                f"{size} of {buffer.size} bytes of buffer {buffer.label!r} cannot be read; a multiple of 4"
            )
        self.import_resource(buffer)  # its destruction has to be seen: reading a destroyed one ends the process
        readback = BufferReadback(self.pump)
        state = state_of(buffer)
        if state is not None:
            if state.mapping:
                readback.resolve_data(None, "another readback of the buffer is pending")
                return readback
            state.mapping = True

        def mapped(data: bytes | None, reason: str | None) -> None:
            if state is not None:
                state.mapping = False
            readback.resolve_data(data, reason)

        if self.lost:
            mapped(None, "the device was lost")
        else:
            try:
                self._pump.map_read(buffer, size, mapped)
            except BaseException:
                if state is not None:
                    state.mapping = False
                raise
        return readback

    # --- frames and submits ---------------------------------------------------------------------

    def create_command_context(self, label: str = "") -> ShadeGPUCommandContext:
        """A command context; inside a recorded frame it is profiled."""
        context = self.create_unprofiled_context(label)
        if self.recorder is not None:
            context.enable_profiling(self.recorder)
        return context

    def create_unprofiled_context(self, label: str = "") -> ShadeGPUCommandContext:
        """A command context that no recorder sees: readbacks and uploads between frames."""
        self.check_thread()
        if self.lost:
            raise SubmitError("the device was lost; open a new graphics context")
        context = ShadeGPUCommandContext(self, label)
        self._open_contexts.add(context)
        return context

    def submit(self, context: ShadeGPUCommandContext) -> Readback:
        """Check and submit the commands of ``context``; returns the readback that resolves when they are done.

        Raises:
            SubmitError: The driver would have ended the process; see ``submit_checks``.
        """
        named = check_submit(self, context)
        self.queue.submit([context.take_commands()])
        serial = self._submitted_serial = self._submitted_serial + 1
        for state in named:
            state.last_submit = serial
        done = Readback(self.pump)

        def completed(reason: str | None) -> None:
            self._completed_serial = max(self._completed_serial, serial)
            done.resolve("ok" if reason is None else "failed", reason)

        self._pump.fence(completed)
        return done

    def begin_frame(self) -> None:
        """Harvest what arrived since the last frame. Never blocks.

        Raises:
            WrongThreadError: From another thread than the one that made this context.
        """
        self.check_thread()
        self.pump()

    def pump(self) -> None:
        """Let the device make progress, run completions, destroy what has been retired and is free.

        Raises:
            WrongThreadError: Called off the thread that made the context: completions run where frames are rendered.
        """
        self.check_thread()
        if self.lost:
            self._pump.poll_last()
        else:
            self._pump.poll()
        if self._retired:
            self._retired.collect(self._completed_serial)

    def retire(self, resource: Any) -> None:
        """Destroy ``resource`` once no recorded or running command can name it.

        Raises:
            TypeError: It is nothing that can be destroyed.
        """
        if not hasattr(resource, "destroy"):
            raise TypeError(f"retire() takes a buffer, a texture or a query set, not {resource!r}")
        self._bind_groups.forget(resource)
        views = getattr(resource, "framescope_views", None)
        if views is not None:
            views.clear()
        self._retired.add(resource, list(self._open_contexts))

    def wait_idle(self, timeout_s: float = 5.0) -> bool:
        """Wait until everything submitted has been executed; False when ``timeout_s`` passed first."""
        if self.lost:
            self.pump()
            return True
        done = Readback(self.pump)
        self._pump.fence(lambda reason: done.resolve("ok" if reason is None else "failed", reason))
        return done.wait(timeout_s)[0] == "ok"

    def check_thread(self) -> None:
        """Raise unless the caller is the thread that made this context."""
        if threading.get_ident() != self.thread_id:
            raise WrongThreadError("this graphics context belongs to another thread; make one per thread")

    def close(self) -> None:
        """Wait for the device, destroy pooled and retired resources, then the device. Idempotent."""
        if self.lost:
            return
        self.wait_idle()
        self.transients.clear()
        self._bind_groups.clear()
        self.pump()
        self.device.destroy()

    def device_destroyed(self) -> None:
        """Mark the device lost; called before it is destroyed, whoever does it."""
        self.lost = True
        self._pump.device_lost()


def _destroy_device(device_ref: weakref.ref[Any], graphics_ref: weakref.ref[GraphicsContext]) -> None:
    graphics, device = graphics_ref(), device_ref()
    if graphics is not None:
        graphics.device_destroyed()
    if device is not None:
        type(device).destroy(device)
