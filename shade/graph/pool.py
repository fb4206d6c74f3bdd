"""Transient resources across frames: created once, handed out again, given up when old or too many.

The key is the whole descriptor, usage included: a pool that matches on less hands out the wrong memory. What the
pool will not keep it gives to ``backend.retire``, which destroys it once no submitted work can name it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from framescope.shade.descriptors import BufferDescriptor, Descriptor
from framescope.shade.device_limits import exceeded
from framescope.shade.errors import GraphError, annotate
from framescope.shade.footprint import buffer_bytes, texture_bytes
from framescope.shade.resource_state import is_destroyed

__all__ = ["TransientBackend", "TransientPool"]


class TransientBackend(Protocol):
    """What makes and ends the pool's resources; ``GraphicsContext`` is one, ``VoidGraphics`` another.

    Every call of ``create_*`` returns a new object: the pool tells resources apart by identity.

    Attributes:
        limits: WebGPU's limits of the device by name; none that is left out is looked at.
    """

    @property
    def limits(self) -> Mapping[str, int]:
        """The device's limits."""

    def create_texture(
        self,
        *,
        label: str,
        size: tuple[int, int, int],
        format: str,
        usage: int,
        dimension: Any,
        mip_level_count: int,
        sample_count: int,
        view_formats: tuple[str, ...],
    ) -> Any:
        """Create a texture."""

    def create_buffer(self, *, label: str, size: int, usage: int) -> Any:
        """Create a buffer."""

    def retire(self, resource: Any) -> Any:
        """End a resource once no submitted work names it."""


class _Entry:
    __slots__ = ("bytes", "descriptor", "released", "resource")

    def __init__(self, resource: Any, descriptor: Descriptor, size: int) -> None:
        self.resource = resource
        self.descriptor = descriptor
        self.bytes = size
        self.released = 0  # the pool's age when it came back


class TransientPool:
    """Textures and buffers waiting for a frame that needs them.

    Args:
        backend: Makes and ends them.
        max_age: Frames a resource may wait unused before it is retired.
        byte_budget: Declared bytes that may wait; the longest unused goes first. A resource of unknown size
            counts as nothing. None for no limit.

    Attributes:
        acquired: Resources handed out so far.
        reused: Of those, how many had served before.
        created: Of those, how many were made for it.
        retired: Resources given up so far.
        retained: Resources waiting now.
        retained_bytes: Their declared bytes.
    """

    def __init__(
        self, backend: TransientBackend, *, max_age: int = 16, byte_budget: int | None = 512 * 1024 * 1024
    ) -> None:
        self._backend = backend
        self._waiting: dict[Descriptor, list[_Entry]] = {}  # each list in order of release
        self._lent: dict[int, _Entry] = {}  # by identity of the resource, which is what makes a double release visible
        self._age = 0
        self.max_age = max_age
        self.byte_budget = byte_budget
        self.acquired = 0
        self.reused = 0
        self.created = 0
        self.retired = 0
        self.retained = 0
        self.retained_bytes = 0

    def acquire(self, descriptor: Descriptor, label: str = "") -> Any:
        """A resource of exactly this descriptor; its usage must be given. Contents are whatever they were.

        Args:
            descriptor: What it has to be.
            label: Its label, if it has to be made.

        Raises:
            GraphError: FG9001 when the backend made nothing, or what it made before.
        """
        entry = self._take_waiting(descriptor)
        self.acquired += 1
        if entry is not None:
            self.reused += 1
        else:
            entry = self._make(descriptor, label)
            self.created += 1
        self._lent[id(entry.resource)] = entry
        return entry.resource

    def _make(self, descriptor: Descriptor, label: str) -> _Entry:
        try:
            entry = self._create(descriptor, label)
        except GraphError:
            raise
        except Exception as error:  # the device's own words, which need not say whose resource it is
            annotate(error, f"while making {label!r} for a frame graph: {descriptor}")
            raise
        self._check_made(entry, label)
        return entry

    def _check_made(self, entry: _Entry, label: str) -> None:
        """Two live transients in one resource would overwrite each other, and neither pass could tell."""
        made = entry.resource
        if made is None or id(made) in self._lent:
            what = "nothing" if made is None else "a resource that is in use"
            message = f"{type(self._backend).__name__} made {what} for {label!r}, {entry.descriptor}; make a new one"
            raise GraphError("FG9001", message, phase="execute", resource=label)

    def _take_waiting(self, descriptor: Descriptor) -> _Entry | None:
        """The one that came back last; one that somebody destroyed is dropped, or every later frame would meet it."""
        waiting = self._waiting.get(descriptor)
        while waiting:
            entry = waiting.pop()
            self.retained -= 1
            self.retained_bytes -= entry.bytes
            if not is_destroyed(entry.resource):
                return entry
            self.retired += 1
        return None

    def release(self, resources: Iterable[Any]) -> None:
        """Take back a frame's resources, and give up what is now too old or too much.

        Raises:
            GraphError: FG9001 for a resource that is not lent out; the others are taken back all the same.
        """
        strange = None
        for resource in resources:
            entry = self._lent.pop(id(resource), None)
            if entry is None:
                strange = resource
                continue
            entry.released = self._age
            self._waiting.setdefault(entry.descriptor, []).append(entry)
            self.retained += 1
            self.retained_bytes += entry.bytes
        self._age += 1
        self._trim()
        if strange is not None:
            raise GraphError("FG9001", f"{strange!r} was not lent by this pool", phase="execute")

    def clear(self) -> None:
        """Retire everything that waits."""
        waiting, self._waiting = self._waiting, {}
        for entries in waiting.values():
            for entry in entries:
                self._retire(entry)

    def stats(self) -> dict[str, int]:
        """The counters, how many resources are lent out, and the declared ``bytes`` of all that the pool owns."""
        return {
            "acquired": self.acquired,
            "reused": self.reused,
            "created": self.created,
            "retired": self.retired,
            "retained": self.retained,
            "retained_bytes": self.retained_bytes,
            "lent": len(self._lent),
            "bytes": self.retained_bytes + sum(entry.bytes for entry in self._lent.values()),
        }

    def _create(self, descriptor: Descriptor, label: str) -> _Entry:
        usage = descriptor.usage
        if usage is None:
            raise GraphError("FG1101", f"{label!r} has no usage to be created with", phase="execute", resource=label)
        fault = exceeded(descriptor, self._backend.limits)
        if fault is not None:
            raise GraphError("FG1102", f"{label!r}: {fault}", phase="execute", resource=label)
        if isinstance(descriptor, BufferDescriptor):
            buffer = self._backend.create_buffer(label=label, size=descriptor.size, usage=usage)
            return _Entry(buffer, descriptor, buffer_bytes(descriptor))
        try:
            texture = self._backend.create_texture(
                label=label,
                size=descriptor.size,
                format=descriptor.format,
                usage=usage,
                dimension=descriptor.dimension,
                mip_level_count=descriptor.mip_level_count,
                sample_count=descriptor.sample_count,
                view_formats=descriptor.view_formats,
            )
        except KeyError as error:  # wgpu-py's answer to a word that its enumerations do not have
            message = f"{label!r}: {error.args[0]} is nothing that WebGPU has, a mistake in the descriptor's spelling?"
            raise GraphError("FG1102", message, phase="execute", resource=label) from error
        size = texture_bytes(descriptor)
        return _Entry(texture, descriptor, 0 if size is None else size)

    def _trim(self) -> None:
        oldest = self._age - self.max_age
        for descriptor in [d for d, entries in self._waiting.items() if not entries or entries[0].released < oldest]:
            self._drop_older(descriptor, oldest)
        while self.byte_budget is not None and self.retained_bytes > self.byte_budget:
            longest = min(
                (entries for entries in self._waiting.values() if entries), key=lambda entries: entries[0].released
            )
            self._retire(longest.pop(0))

    def _drop_older(self, descriptor: Descriptor, oldest: int) -> None:
        entries = self._waiting[descriptor]
        while entries and entries[0].released < oldest:
            self._retire(entries.pop(0))
        if not entries:
            del self._waiting[descriptor]

    def _retire(self, entry: _Entry) -> None:
        self.retained -= 1
        self.retained_bytes -= entry.bytes
        self.retired += 1
        self._backend.retire(entry.resource)
