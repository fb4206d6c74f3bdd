"""One query set of begin and end timestamps, and its way back to the CPU.

An array goes round: slots are claimed while passes are begun, the slots that were written are resolved and
copied in the same command buffer, the copy is mapped without blocking, and the array is reset for another frame.
Slots nobody wrote are never resolved: some drivers stall for seconds or lose the device over them. A buffer whose
map is pending is never submitted into, freed or mapped again: on this stack that ends the process.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import wgpu

from framescope.profile.errors import SessionError

if TYPE_CHECKING:
    from framescope.shade.graphics import GraphicsContext
    from framescope.shade.readback import BufferReadback

__all__ = ["MAX_PAIRS", "GPUTimerArray", "Ticks", "TicksDone", "check_pairs"]

MAX_PAIRS = 2048
"""WebGPU's largest query set holds 4096 timestamps."""

_PAIR_BYTES = 16

Ticks = npt.NDArray[np.uint64]
"""Raw ticks, uint64, shape ``(slots, 2)``: begin and end of each slot that was written."""

TicksDone = Callable[[Ticks | None, str | None], object]
"""Called with ``(ticks, None)``, a copy, or with ``(None, reason)``."""


def check_pairs(pairs: int) -> None:
    """Raise ValueError unless one array may hold ``pairs`` slots."""
    if not 1 <= pairs <= MAX_PAIRS:
        raise ValueError(f"a timer array holds 1 to {MAX_PAIRS} pairs, not {pairs}; take several arrays")


class GPUTimerArray:
    """Timers for up to ``pairs`` GPU passes of one command context.

    Args:
        graphics: Whose device the timers live on; it must have the feature ``timestamp-query``.
        pairs: Number of slots, 1 to 2048. A frame of more passes takes several arrays.
        label: For the driver's messages and ours.
        number: Names the query set in a capture, 0 to 255.

    Attributes:
        compute_writes: One ready-made ``timestamp_writes`` per slot, built once and never written to again. They
            are wgpu-py's own structs, which it takes without checking their keys pass by pass.
        render_writes: The same for render passes.
        dropped_count: How many claims a full array has refused since it was made.

    Raises:
        ValueError: ``pairs`` is out of range.
    """

    __slots__ = (
        "_closing",
        "_failed",
        "_graphics",
        "_pairs",
        "_pending",
        "_query_set",
        "_readback",
        "_resolve",
        "_resolved",
        "_ticks",
        "_used",
        "compute_writes",
        "dropped_count",
        "label",
        "number",
        "render_writes",
    )

    def __init__(
        self, graphics: GraphicsContext, pairs: int, *, label: str = "framescope timers", number: int = 0
    ) -> None:
        check_pairs(pairs)
        usage = wgpu.BufferUsage
        size = pairs * _PAIR_BYTES
        self._graphics = graphics
        self._pairs = pairs
        self._query_set: Any = graphics.create_query_set(label=label, type="timestamp", count=2 * pairs)
        self._resolve: Any = graphics.create_buffer(
            label=f"{label} resolve", size=size, usage=usage.QUERY_RESOLVE | usage.COPY_SRC
        )
        self._readback: Any = graphics.create_buffer(
            label=f"{label} readback", size=size, usage=usage.COPY_DST | usage.MAP_READ
        )
        self.compute_writes = self._writes(wgpu.ComputePassTimestampWrites)
        self.render_writes = self._writes(wgpu.RenderPassTimestampWrites)
        self.label = label
        self.number = number
        self.dropped_count = 0
        self._used = self._resolved = 0
        self._ticks: Ticks | None = None
        self._pending = self._failed = self._closing = False

    def _writes(self, struct: Any) -> list[Any]:
        return [
            struct(
                query_set=self._query_set,
                beginning_of_pass_write_index=2 * slot,
                end_of_pass_write_index=2 * slot + 1,
            )
            for slot in range(self._pairs)
        ]

    @property
    def pairs(self) -> int:
        """How many passes the array can time."""
        return self._pairs

    @property
    def used(self) -> int:
        """How many slots are claimed now; they lie at the front."""
        return self._used

    @property
    def closed(self) -> bool:
        """True after :meth:`close`; a command buffer that names the array may still be submitted."""
        return self._closing

    @property
    def pending(self) -> bool:
        """True while a readback is under way."""
        return self._pending

    @property
    def recyclable(self) -> bool:
        """True when the array can serve another frame: not closed, no readback pending, none ever failed."""
        return not (self._closing or self._pending or self._failed)

    @property
    def resources(self) -> tuple[Any, Any, Any]:
        """What :meth:`resolve` names: query set, resolve buffer, readback buffer."""
        return (self._query_set, self._resolve, self._readback)

    def claim(self) -> int | None:
        """The next free slot, or None when the array is full (counted in :attr:`dropped_count`)."""
        slot = self._used
        if slot >= self._pairs:
            self.dropped_count += 1
            return None
        if self._closing:
            raise self._closed_error()
        self._used = slot + 1
        return slot

    def unclaim(self, slot: int) -> None:
        """Give back the slot claimed last, whose pass could not be begun and so never wrote it."""
        if slot != self._used - 1:
            raise SessionError(f"{self.label!r}: slot {slot} is not the one claimed last ({self._used - 1})")
        self._used = slot

    def resolve(self, encoder: Any) -> None:
        """Resolve the claimed slots and copy them to the readback buffer.

        Args:
            encoder: wgpu-py's command encoder. Whoever submits it must know :attr:`resources` are named in it.
        """
        if self._closing:
            raise self._closed_error()
        if self._pending:
            raise SessionError(f"{self.label!r} still waits for its readback; take another array from the pool")
        self._resolved = self._used
        if self._used == 0:
            return
        encoder.resolve_query_set(self._query_set, 0, 2 * self._used, self._resolve, 0)
        encoder.copy_buffer_to_buffer(self._resolve, 0, self._readback, 0, self._used * _PAIR_BYTES)

    def read(self, on_done: TicksDone) -> None:
        """Start reading back what was resolved; call it once the command buffer was submitted. Never blocks."""
        if self._closing:
            raise self._closed_error()
        if self._resolved == 0:
            self._ticks = np.empty((0, 2), np.uint64)
            on_done(self._ticks, None)
            return
        self._pending = True
        try:
            readback = self._graphics.map_read(self._readback, self._resolved * _PAIR_BYTES)
        except Exception as error:  # whatever refuses the map, the frame it belongs to has been submitted
            self._arrived(on_done, None, str(error))
        else:
            readback.add_done_callback(functools.partial(self._mapped, on_done))

    def _mapped(self, on_done: TicksDone, readback: BufferReadback) -> None:
        result = readback.result
        self._arrived(on_done, readback.data, None if result is None else result[1])

    def _arrived(self, on_done: TicksDone, data: bytes | None, reason: str | None) -> None:
        self._pending = False
        if data is None:
            self._failed = True
        else:
            self._ticks = np.frombuffer(data, np.uint64).reshape(-1, 2)
        if self._closing:
            self._retire()
        on_done(None if data is None else self._ticks, reason)

    def traverse_results(self, callback: Callable[[int, int, int], object]) -> None:
        """Call ``callback(slot, begin, end)`` with the raw ticks of the last readback, as integers, slot by slot."""
        if self._ticks is not None:
            for slot, (begin, end) in enumerate(self._ticks.tolist()):
                callback(slot, begin, end)

    def reset(self) -> None:
        """Free every slot for another frame."""
        if self._pending:
            raise SessionError(f"{self.label!r} cannot be reset while its readback is pending")
        self._used = self._resolved = 0
        self._ticks = None

    def close(self) -> None:
        """Destroy the query set and its buffers, once no submitted work and no pending readback names them."""
        if self._closing:
            return
        self._closing = True
        if not self._pending:
            self._retire()

    def _retire(self) -> None:
        for resource in self.resources:
            self._graphics.retire(resource)

    def _closed_error(self) -> SessionError:
        return SessionError(f"{self.label!r} was closed; make a new timer array")
