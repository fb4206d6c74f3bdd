"""What a submit executes: the few commands whose effect a test can see.

Draws and dispatches leave no trace but their recorded call; timestamps, resolves and buffer copies move real bytes.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from typing import Any, Protocol

from software_device.buffer import SoftwareBuffer
from software_device.query_set import SoftwareQuerySet
from software_device.ticks import GARBAGE

__all__ = [
    "TEXEL_FILL",
    "ClearBuffer",
    "Command",
    "CopyBuffer",
    "FillBuffer",
    "ResolveQueries",
    "Submission",
    "TimePass",
    "WriteTimestamp",
]

TEXEL_FILL = 0xA5
"""Every byte that a copy out of a texture writes: the software device keeps no texels."""


class Submission:
    """One ``queue.submit``: the query slots it has written so far."""

    def __init__(self, device: Any) -> None:
        self.device = device
        self._slots: dict[tuple[SoftwareQuerySet, int], int] = {}

    def write(self, query_set: SoftwareQuerySet, index: int, ticks: int) -> None:
        """Write a slot; the last write wins."""
        self._slots[query_set, index] = ticks

    def read(self, query_set: SoftwareQuerySet, index: int) -> int:
        """A slot's ticks, or garbage (and a note on the device) if this submission did not write it."""
        ticks = self._slots.get((query_set, index))
        if ticks is None:
            self.device.garbage_resolves.append((query_set, index))
            return GARBAGE + index
        return ticks


class Command(Protocol):
    """One executable command."""

    def run(self, submission: Submission) -> None:
        """Take effect."""


@dataclass(frozen=True, slots=True)
class TimePass:
    """The timestamps of one pass; None for an end that was not asked for."""

    label: str
    query_set: SoftwareQuerySet
    begin: int | None
    end: int | None

    def run(self, submission: Submission) -> None:
        """Write both ends."""
        ticks = submission.device.ticks.pass_ticks(self.label)
        for index, value in zip((self.begin, self.end), ticks, strict=True):
            if index is not None:
                submission.write(self.query_set, index, value)


@dataclass(frozen=True, slots=True)
class WriteTimestamp:
    """One timestamp between or inside passes."""

    query_set: SoftwareQuerySet
    index: int

    def run(self, submission: Submission) -> None:
        """Write it."""
        submission.write(self.query_set, self.index, submission.device.ticks.stamp())


@dataclass(frozen=True, slots=True)
class ResolveQueries:
    """Query slots into a buffer, eight bytes each."""

    query_set: SoftwareQuerySet
    first: int
    count: int
    destination: SoftwareBuffer
    offset: int

    def run(self, submission: Submission) -> None:
        """Write the slots' ticks, little-endian."""
        ticks = [submission.read(self.query_set, self.first + k) for k in range(self.count)]
        struct.pack_into(f"<{self.count}Q", self.destination.contents, self.offset, *ticks)


@dataclass(frozen=True, slots=True)
class CopyBuffer:
    """Bytes from one buffer into another."""

    source: SoftwareBuffer
    source_offset: int
    destination: SoftwareBuffer
    offset: int
    size: int

    def run(self, submission: Submission) -> None:
        """Copy."""
        taken = self.source.contents[self.source_offset : self.source_offset + self.size]
        self.destination.contents[self.offset : self.offset + self.size] = taken


@dataclass(frozen=True, slots=True)
class ClearBuffer:
    """Zeros."""

    buffer: SoftwareBuffer
    offset: int
    size: int

    def run(self, submission: Submission) -> None:
        """Clear."""
        self.buffer.contents[self.offset : self.offset + self.size] = bytes(self.size)


@dataclass(frozen=True, slots=True)
class FillBuffer:
    """A copy out of a texture: the right extent of recognisable bytes."""

    buffer: SoftwareBuffer
    offset: int
    size: int

    def run(self, submission: Submission) -> None:
        """Fill, clipped to the buffer."""
        stop = min(self.offset + self.size, self.buffer.size)
        self.buffer.contents[self.offset : stop] = bytes([TEXEL_FILL]) * (stop - self.offset)
