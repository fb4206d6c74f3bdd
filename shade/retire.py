"""Deferred destruction: nothing in shade destroys a resource that a recorded command may still name.

A transient evicted between recording and submit invalidated the commands that named it, and on this stack
that ends the process. So a retired resource waits for two things: the command contexts that were open when it
was retired (they may name it), and the completion of the last submit that did.
"""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Iterable
from typing import Any

from framescope.shade.resource_state import state_of

__all__ = ["RetireQueue"]


class _Item:
    __slots__ = ("contexts", "resource")

    def __init__(self, resource: Any, contexts: Iterable[Any]) -> None:
        self.resource = resource
        self.contexts = [weakref.ref(context) for context in contexts]

    def named_by_an_open_context(self) -> bool:
        self.contexts = [ref for ref in self.contexts if (context := ref()) is not None and context.is_open]
        return bool(self.contexts)


class RetireQueue:
    """Resources waiting to be destroyed."""

    def __init__(self) -> None:
        self._items: deque[_Item] = deque()

    def __len__(self) -> int:
        return len(self._items)

    def add(self, resource: Any, open_contexts: Iterable[Any]) -> None:
        """Destroy ``resource`` once no open context and no unfinished submit can name it."""
        state = state_of(resource)
        if state is None or not state.destroyed:
            self._items.append(_Item(resource, open_contexts))

    def collect(self, completed_serial: int) -> int:
        """Destroy what submits up to ``completed_serial`` were the last to name; returns how many."""
        waiting: deque[_Item] = deque()
        destroyed = 0
        for item in self._items:
            state = state_of(item.resource)
            last_submit = state.last_submit if state is not None else completed_serial
            if item.named_by_an_open_context() or last_submit > completed_serial:
                waiting.append(item)
                continue
            if state is None or not state.destroyed:  # it may have been retired twice
                item.resource.destroy()
                destroyed += 1
        self._items = waiting
        return destroyed
