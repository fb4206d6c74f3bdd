"""Recording a scene: device, target, scene, session, frames, and what it all came to."""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from framescope.harness.capture_file import CaptureFile
from framescope.harness.exit_codes import UsageError
from framescope.harness.frame_loop import FrameTarget
from framescope.harness.interrupt import Interruptible
from framescope.harness.offscreen import open_offscreen
from framescope.harness.recording_summary import summarize_recording
from framescope.harness.screenshot import write_png
from framescope.harness.status_line import StatusLine
from framescope.harness.text_table import format_bytes
from framescope.harness.window import WindowTarget, open_canvas
from framescope.profile.capture import open_capture
from framescope.profile.counted import counted
from framescope.profile.errors import SessionError
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.overlay.overlay import Overlay
from framescope.scenes.points import BEFORE_PRESENT
from framescope.scenes.scene import Scene
from framescope.shade.adapter import WANTED_FEATURES, open_graphics
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import TextureHandle
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["Recording", "RecordingOptions"]

_WINDOW_SIZE = (1280, 720)
_FRAMES_IN_FLIGHT = 3


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """What ``framescope record`` was asked for.

    Attributes:
        scene: The scene's class.
        output: The capture's final name.
        parameters: The scene's parameters, all of them.
        frames: How many frames.
        level: How much to record of each.
        size: Width and height; None takes the scene's own for the adapter.
        window: Show the frames in a window.
        adapter: Part of the adapter's name, or None.
        power: Power preference, or None.
        without: Features not to ask the device for.
        note: Words for the capture's META.
        screenshot: Where the last frame goes as a PNG, or None.
        debug_groups: Push a debug group per graph pass.
        switches: How the frame graph plans and runs, for debugging.
        overlay: Add the debug overlay to the scene, which has the point for it.
    """

    scene: type[Scene]
    output: Path
    parameters: Mapping[str, Any] = field(default_factory=dict)
    frames: int = 60
    level: GPUProfileLevel = GPUProfileLevel.WORKLOAD
    size: tuple[int, int] | None = None
    window: bool = False
    adapter: str | None = None
    power: str | None = None
    without: tuple[str, ...] = ()
    note: str = ""
    screenshot: Path | None = None
    debug_groups: bool = False
    switches: GraphSwitches = ORDINARY
    overlay: bool = False


class _CountedScene:
    """A scene whose counters, and the target's size, ride in the record of the frame they belong to."""

    __slots__ = ("_scene", "_session", "_target")

    def __init__(self, scene: Scene, session: GPUProfileSession, target: FrameTarget) -> None:
        self._scene = scene
        self._session = session
        self._target = target

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        self._session.counter("width", self._target.size[0])
        self._session.counter("height", self._target.size[1])
        target = self._scene.record(graph, target, frame_index)
        for name, value in self._scene.counters().items():
            self._session.counter(name, value)
        return target

    def resize(self, size: tuple[int, int]) -> None:
        self._scene.resize(size)


class Recording:
    """One run of ``framescope record``.

    Args:
        options: What to record.
        status: Where progress is shown.

    Attributes:
        screenshot_written: Whether there was a last frame to write; a window closed early has none.
    """

    def __init__(self, options: RecordingOptions, status: StatusLine | None = None) -> None:
        self.options = options
        self.screenshot_written = False
        self._status = StatusLine(sys.stderr) if status is None else status

    def run(self) -> dict[str, Any]:
        """Record, and return :func:`~framescope.harness.recording_summary.summarize_recording`'s figures.

        Ctrl-C, or closing the window, ends the recording after the frame in progress; the capture is whole.

        Raises:
            UsageError: The size is beyond the device's limit, or ``without`` names what is never asked for.
            DeviceUnavailable: No adapter, no device, no display.
            SessionError: The file could not be written to the end, or it ended before its first frame.
            OSError: An output cannot be made.
        """
        options = self.options
        with ExitStack() as stack:
            graphics, target = self._open_target(stack)
            scene = options.scene(graphics, target.size, target.texture_format, **options.parameters)
            stack.callback(scene.close)
            if options.overlay:
                scene.extensions.add(BEFORE_PRESENT.name, Overlay())
            seconds = self._record_frames(graphics, target, scene)
            if options.screenshot is not None and target.last_image is not None:
                write_png(options.screenshot, target.last_image, target.texture_format)
                self.screenshot_written = True
            with open_capture(options.output) as capture:
                return summarize_recording(
                    capture,
                    adapter=graphics.adapter_info.get("device", "unknown"),
                    level=options.level.name.lower(),
                    size=target.size,
                    seconds=seconds,
                )

    def _open_target(self, stack: ExitStack) -> tuple[GraphicsContext, FrameTarget]:
        options = self.options
        unknown = set(options.without) - set(WANTED_FEATURES)
        if unknown:
            raise UsageError(f"--without {min(unknown)}: the features asked for are {', '.join(WANTED_FEATURES)}")
        canvas = None
        if options.window:
            size = options.size if options.size is not None else _WINDOW_SIZE
            canvas = open_canvas(size, f"framescope: {options.scene.name}")
            stack.callback(canvas.close)
        graphics = open_graphics(options.adapter, options.power, without=options.without, canvas=canvas)
        stack.callback(graphics.close)
        target = self._make_target(graphics, canvas)
        stack.callback(target.close)
        return graphics, target

    def _make_target(self, graphics: GraphicsContext, canvas: Any) -> FrameTarget:
        if canvas is not None:
            return WindowTarget(graphics, canvas)
        return open_offscreen(graphics, self.options.scene, self.options.size)

    def _record_frames(self, graphics: GraphicsContext, target: FrameTarget, scene: Scene) -> float:
        """Render the frames under a session; returns how long they took, in seconds."""
        options = self.options
        began = time.perf_counter()
        with CaptureFile(options.output) as file, Interruptible() as interrupt:
            session = GPUProfileSession(
                file.file,
                level=options.level,
                frame_limit=options.frames,
                note=options.note,
                meta=self._meta(scene, target.size),
                frames_in_flight=_FRAMES_IN_FLIGHT,
            )
            renderer = Renderer(
                graphics,
                session,
                frames_in_flight=_FRAMES_IN_FLIGHT,
                debug_groups=options.debug_groups,
                switches=options.switches,
            )

            def promote(written: int) -> None:
                with suppress(OSError):  # tried again after the next frame, and told at the end
                    file.promote()

            def keep_going(rendered: int) -> bool:
                self._status.update(lambda: self._progress(rendered, session, time.perf_counter() - began))
                return not interrupt.requested and not session.stopped.done

            session.on_bytes_written.add(promote)
            try:
                with session:
                    target.run(
                        renderer,
                        _CountedScene(scene, session, target),
                        options.frames,
                        keep_going,
                        keep_image=options.screenshot is not None,
                    )
            finally:
                self._status.clear()
            _check_promoted(file)
        return time.perf_counter() - began

    def _meta(self, scene: Scene, size: tuple[int, int]) -> dict[str, Any]:
        options = self.options
        return {
            "scene": {"name": scene.name, "parameters": dict(options.parameters), "scale": dict(scene.describe())},
            "size": list(size),
            "window": options.window,
            "settings": {
                "debug_groups": options.debug_groups,
                "frames_in_flight": _FRAMES_IN_FLIGHT,
                "extensions": [f"{point}/{name}" for point, name in scene.extensions],
                **asdict(options.switches),
            },
        }

    def _progress(self, rendered: int, session: GPUProfileSession, seconds: float) -> str:
        return (
            f"{self.options.scene.name}: frame {rendered} of {self.options.frames}, {rendered / seconds:.1f} a second, "
            f"{format_bytes(session.bytes_written)}, "
            f"lost {counted(session.frames_lost, 'frame')} and {counted(session.spans_untimed, 'time')}"
        )


def _check_promoted(file: CaptureFile) -> None:
    """Raise unless the capture has its final name."""
    if file.failure is not None:
        raise SessionError(f"{file.path}: {file.failure.strerror}; the recording is whole and stays in {file.part}")
    if not file.promoted:
        raise SessionError("the recording ended before its first frame; nothing was written")
