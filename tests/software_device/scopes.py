"""Debug groups, shared by encoders, passes and bundles, and the two ways an encoder complains.

A mistake is *refused* at the call when the object has ended, and *deferred* to ``finish()`` otherwise: that is how
the library behaves, and why the code under test cannot rely on an error to name the pass.
"""

from __future__ import annotations

from software_device.arguments import check_label
from software_device.calls import Recording, recorded

__all__ = ["LOCKED", "Scope"]

LOCKED = (
    "Encoder is locked by a previously created render/compute pass. "
    "Before recording any new commands, the pass must be ended."
)
_UNBALANCED_POP = "Cannot pop debug group, because number of pushed debug groups is zero"
_UNPOPPED = "A debug group was not popped before the encoder was finished"


class Scope(Recording):
    """Anything that takes commands."""

    def _start_scope(self) -> None:
        self._start_recording()
        self._open_groups = 0

    def _enter(self, function: str) -> bool:
        """Check that commands are taken now; False if the command is lost in an encoder that is invalid anyway."""
        raise NotImplementedError

    def _defer(self, reason: str) -> None:
        """Make ``finish()`` fail; the first reason stands."""
        raise NotImplementedError

    def _check_groups(self) -> None:
        if self._open_groups:
            self._defer(_UNPOPPED)

    @recorded
    def push_debug_group(self, group_label: str) -> None:
        """Open a debug group."""
        check_label(group_label)
        if self._enter("PushDebugGroup"):
            self._open_groups += 1

    @recorded
    def pop_debug_group(self) -> None:
        """Close the innermost debug group."""
        if not self._enter("PopDebugGroup"):
            return
        if self._open_groups == 0:
            self._defer(_UNBALANCED_POP)
        else:
            self._open_groups -= 1

    @recorded
    def insert_debug_marker(self, marker_label: str) -> None:
        """Insert a marker."""
        check_label(marker_label)
        self._enter("InsertDebugMarker")
