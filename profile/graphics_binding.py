"""A recording's hold on the one graphics context it records."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from framescope.profile.errors import SessionError
from framescope.profile.timer_pool import GPUTimerPool

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext

__all__ = ["GraphicsBinding"]

_holders: weakref.WeakKeyDictionary[GraphicsContext, weakref.ref[GraphicsBinding]] = weakref.WeakKeyDictionary()


class GraphicsBinding:
    """Binds to the context of the first frame, makes its timers, and lets go of both when the recording ends.

    Args:
        timer_pairs: Slots of each timer array.
        arrays_per_frame: The most arrays one frame may take, or None.
        frames_in_flight: The pool starts with one array more.

    Attributes:
        graphics: The context, or None before the first frame.
        pool: Its timers, or None before the first frame.
    """

    __slots__ = ("__weakref__", "_arrays_per_frame", "_frames_in_flight", "_timer_pairs", "graphics", "pool")

    def __init__(self, timer_pairs: int, arrays_per_frame: int | None, frames_in_flight: int) -> None:
        self.graphics: GraphicsContext | None = None
        self.pool: GPUTimerPool | None = None
        self._timer_pairs = timer_pairs
        self._arrays_per_frame = arrays_per_frame
        self._frames_in_flight = frames_in_flight

    def check(self, graphics: GraphicsContext) -> None:
        """Raise :class:`SessionError` unless this recording may record a frame of ``graphics`` now."""
        graphics.check_thread()
        reference = _holders.get(graphics)
        holder = None if reference is None else reference()
        if holder is not None and holder is not self:
            raise SessionError("another session records this graphics context; stop() it first")
        if self.graphics is not None and self.graphics is not graphics:
            raise SessionError("this session records another graphics context; make one session for each")
        if graphics.lost:
            raise SessionError("the device was lost; stop() the session to close its capture")

    def bind(self, graphics: GraphicsContext) -> GPUTimerPool:
        """Record ``graphics`` from here on."""
        self.graphics = graphics
        _holders[graphics] = weakref.ref(self)
        self.pool = GPUTimerPool(
            graphics,
            self._timer_pairs,
            initial=self._frames_in_flight + 1,
            arrays_per_frame=self._arrays_per_frame,
        )
        return self.pool

    def check_thread(self) -> None:
        """Raise :class:`WrongThreadError` off the thread that renders."""
        if self.graphics is not None:
            self.graphics.check_thread()

    def pump(self) -> None:
        """Let the device make progress, without blocking."""
        if self.graphics is not None:
            self.graphics.pump()

    @property
    def lost(self) -> bool:
        """True when the device is known to be lost."""
        return self.graphics is not None and self.graphics.lost

    def release(self) -> None:
        """Close the timers and let another session have the context."""
        if self.pool is not None:
            self.pool.close()
        if self.graphics is not None:
            reference = _holders.get(self.graphics)
            if reference is not None and reference() is self:
                del _holders[self.graphics]
