"""What wgpu-py does not remember of a resource: who made it, whether it is destroyed or mapped, who last used it.

A command buffer that names a destroyed or mapped resource ends the Python process at submit, and neither a
buffer nor a texture can be asked (docs/stack.md). So every resource our graphics context makes or imports carries
one :class:`ResourceState`, and its ``destroy`` is wrapped on the instance so that the mark is always true.
"""

from __future__ import annotations

import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from framescope.shade.resource_factory import ResourceFactory

__all__ = ["LiveLedger", "ResourceState", "is_destroyed", "mark", "state_of"]

_ATTRIBUTE = "framescope_state"


class LiveLedger:
    """Declared bytes and counts of what is alive, by kind."""

    __slots__ = ("bytes", "counts", "unsized")

    def __init__(self) -> None:
        self.bytes = 0
        self.unsized = 0  # live resources whose size nobody can state (an unknown texture format)
        self.counts: dict[str, int] = {}

    def add(self, kind: str, size: int | None, sign: int) -> None:
        """Count one resource in (``sign=1``) or out (``sign=-1``)."""
        self.counts[kind] = self.counts.get(kind, 0) + sign
        if size is None:
            self.unsized += sign
        else:
            self.bytes += sign * size


class ResourceState:
    """The marks on one resource.

    Attributes:
        kind: ``"buffer"``, ``"texture"`` or ``"query set"``.
        destroyed: ``destroy()`` was called.
        mapping: a readback of ours is pending on it.
        last_submit: serial of the last submit that named it, 0 for none.
        graphics: weak reference to the context it belongs to.
    """

    __slots__ = ("_ledger", "_size", "destroyed", "graphics", "kind", "last_submit", "mapping")

    def __init__(self, graphics: ResourceFactory, kind: str, size: int | None, ledger: LiveLedger | None) -> None:
        self.graphics = weakref.ref(graphics)
        self.kind = kind
        self.destroyed = False
        self.mapping = False
        self.last_submit = 0
        self._ledger = ledger
        self._size = size
        if ledger is not None:
            ledger.add(kind, size, 1)

    def leave_ledger(self) -> None:
        """Stop counting the resource as alive; a second call changes nothing."""
        ledger, self._ledger = self._ledger, None
        if ledger is not None:
            ledger.add(self.kind, self._size, -1)

    def __del__(self) -> None:
        self.leave_ledger()


def mark(
    graphics: ResourceFactory, resource: Any, kind: str, size: int | None, ledger: LiveLedger | None
) -> ResourceState:
    """Put a state on ``resource`` and wrap its ``destroy``; ``ledger`` is None for what we did not make."""
    state = ResourceState(graphics, kind, size, ledger)
    setattr(resource, _ATTRIBUTE, state)
    # Weakly bound: a strong one would be a cycle through the instance's own attribute.
    resource.destroy = partial(_destroy, weakref.ref(resource))
    return state


def _destroy(reference: weakref.ref[Any]) -> None:
    resource = reference()
    if resource is None:
        return
    state = state_of(resource)
    if state is not None:
        state.destroyed = True
        state.leave_ledger()
    type(resource).destroy(resource)


def state_of(resource: Any) -> ResourceState | None:
    """The marks on ``resource``, or None for one that our context never saw."""
    state: ResourceState | None = getattr(resource, _ATTRIBUTE, None)
    return state


def is_destroyed(resource: Any) -> bool:
    """True if ``resource`` is known to be destroyed."""
    state = state_of(resource)
    return state is not None and state.destroyed
