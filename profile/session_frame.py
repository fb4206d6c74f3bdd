"""One recorded frame of a program that has no ``Renderer``, as a ``with`` statement.

A class and not a generator: ``contextlib`` assigns to the exception that leaves its block, and a frozen one would
reach the caller as another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from framescope.profile.frame_recorder import GPUFrameRecorder

if TYPE_CHECKING:
    from types import TracebackType

    from framescope.profile.session import GPUProfileSession
    from framescope.shade.graphics import GraphicsContext

__all__ = ["SessionFrame"]


class SessionFrame:
    """Begins a frame of ``session`` on ``graphics``, and ends or aborts it. Made by ``GPUProfileSession.frame``."""

    __slots__ = ("_frame_index", "_graphics", "_outer", "_recorder", "_session")

    def __init__(self, session: GPUProfileSession, graphics: GraphicsContext, frame_index: int | None) -> None:
        self._session = session
        self._graphics = graphics
        self._frame_index = frame_index

    def __enter__(self) -> GPUFrameRecorder | None:
        graphics, session = self._graphics, self._session
        graphics.begin_frame()
        self._recorder = recorder = session.begin_frame(graphics, self._frame_index)
        self._outer = graphics.recorder
        if recorder is not None:
            graphics.recorder = recorder
        return recorder

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        recorder = self._recorder
        self._graphics.recorder = self._outer
        if recorder is None:
            return
        if error is None:
            recorder.end()
        else:
            recorder.abort(error, None)
