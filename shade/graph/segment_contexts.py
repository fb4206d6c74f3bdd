"""The command contexts of one frame: the caller's, and a new one after each external submission.

What a frame encoded before a pass that submits on its own has to be on the queue first. So the context in use is
submitted there, and the next pass that encodes gets a successor of it, profiled as it was. The context in use at the
end is the caller's to finish; it is always an open one, so that its completion is the frame's.
"""

from __future__ import annotations

from typing import Any

from framescope.shade.errors import GraphError

__all__ = ["SegmentContexts", "check_context"]


def check_context(context: Any) -> None:
    """Raise FG4014 unless ``context`` can be encoded on. Nothing is used up by the mistake."""
    if getattr(context, "graphics", None) is None:
        message = f"{context!r} is no command context; give what graphics.create_command_context() returns"
        raise GraphError("FG4014", message, phase="execute")


class SegmentContexts:
    """Gives each pass what it encodes on.

    Args:
        context: The caller's command context.

    Attributes:
        graphics: The graphics context of all of them.
        current: The context in use, None right after an external submission.
    """

    __slots__ = ("_given", "_guard", "_latest", "current", "graphics")

    def __init__(self, context: Any) -> None:
        self.graphics = context.graphics
        self.current: Any = context
        self._given = self._latest = context
        self._guard: Any = None

    def guard_with(self, guard: Any) -> None:
        """Let ``guard`` see what is bound, on this context and those that follow."""
        self._guard = guard
        if self.current is not None:
            self.current.binding_guard = guard

    def open(self) -> Any:
        """The context in use, a new one after an external submission."""
        if self.current is None:
            self.current = self._latest = self._latest.successor()
            self.current.binding_guard = self._guard
        return self.current

    def submit(self) -> None:
        """Submit the context in use, if there is one: an external submission is next."""
        context, self.current = self.current, None
        if context is not None:
            _unmark(context)
            context.finish()

    def end(self) -> Any:
        """The frame is encoded: the context that is left for the caller to finish."""
        context = self.open()
        _unmark(context)
        return context

    def give_up(self, reason: str) -> None:
        """The frame failed: abandon what the caller does not know of."""
        context, self.current = self.current, None
        if context is self._given:
            _unmark(context)
        elif context is not None:
            context.abandon(reason)


def _unmark(context: Any) -> None:
    context.graph_pass = None
    context.binding_guard = None
