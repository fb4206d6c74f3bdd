"""A recording on the software device: whatever ticks, whenever they arrive."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from software_device import MonotoneTicks, SoftwareDevice, TickScript

from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.session import GPUProfileSession
from framescope.shade.graphics import GraphicsContext

TIMERS = "framescope timers"
"""Part of the label of every readback buffer of the timers; fences have another."""


class Recording:
    """A session on a software device.

    Args:
        features: What the device has.
        ns_per_tick: The clock's unit.
        session: The session's keyword arguments.
    """

    def __init__(
        self, *, features: Iterable[str] = ("timestamp-query",), ns_per_tick: float | None = 1.0, **session: Any
    ):
        self.device = SoftwareDevice(features=features)
        self.graphics = GraphicsContext(self.device, adapter=self.device.adapter, ns_per_tick=ns_per_tick)
        self.session = GPUProfileSession(**session).start()
        module = self.device.create_shader_module(code="@compute @workgroup_size(1) fn main() {}")
        self._pipeline = self.device.create_compute_pipeline(layout="auto", compute={"module": module})

    def frame(self, *labels: str, ticks: Iterable[tuple[int, int]] | None = None, work: bool = True) -> None:
        """One frame with a compute pass per label, in one context.

        Args:
            labels: Labels of the passes.
            ticks: What the GPU writes for them; None leaves the clock as it is.
            work: Whether the passes dispatch anything.
        """
        if ticks is not None:
            self.device.ticks = TickScript(ticks)
        with self.session.frame(self.graphics):
            context = self.graphics.create_command_context("frame")
            for label in labels:
                self.compute_pass(context, work=work, label=label)
            context.finish()

    def compute_pass(self, context: Any, *, work: bool = True, **descriptor: Any) -> None:
        """One pass, with a dispatch or without."""
        gpu_pass = context.begin_compute_pass(**descriptor)
        if work:
            gpu_pass.set_pipeline(self._pipeline)
            gpu_pass.dispatch_workgroups(1)
        gpu_pass.end()

    def frames(self, count: int) -> None:
        """Frames of one pass on a healthy clock."""
        self.device.ticks = MonotoneTicks()
        for _ in range(count):
            self.frame("pass")

    def stop(self, timeout_s: float = 5.0) -> Capture:
        """Stop the session."""
        return self.session.stop(timeout_s)

    def only_frame(self) -> CapturedFrame:
        """The one frame of the stopped recording."""
        capture = self.stop()
        assert capture.frame_count == 1
        return capture.frame(0)

    def readback_buffers_written(self) -> list[Any]:
        """The readback buffer of each copy made for the timers, in order."""
        return [call.args[2] for call in self.device.calls_of("copy_buffer_to_buffer") if TIMERS in call.args[2].label]


@pytest.fixture
def record() -> Callable[..., Recording]:
    """Makes a :class:`Recording`."""
    return Recording


@pytest.fixture
def recording() -> Recording:
    """A recording with timers, at one nanosecond a tick."""
    return Recording()
