"""``FrameContext``: what an extension sees of the frame that is being recorded.

It is open while a point of its frame runs its extensions, and at no other time. A pass callback, an async
continuation or the next frame would find a graph that was compiled or gone, and handles that look right and are not
(the frame graph correctness ledger §12); so everything on it raises then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from sys import _getframe
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

from framescope.shade.errors import GraphError, annotate
from framescope.shade.extensions.frame_points import require_point
from framescope.shade.extensions.frame_record import FrameRecord, RecordKey
from framescope.shade.graph.handles import ResourceHandle
from framescope.shade.graph.inquiries import descriptor_of, is_current, require_current

if TYPE_CHECKING:
    from types import FrameType

    from framescope.shade.descriptors import Descriptor
    from framescope.shade.extensions.registry import Entry, Extensions
    from framescope.shade.graph.frame_graph import FrameGraph

__all__ = ["FrameContext", "Records"]

H = TypeVar("H", bound=ResourceHandle)
Records: TypeAlias = Mapping[RecordKey[Any], Any]
"""Handles by key: what a scene publishes at a point, and what it gets back."""


class FrameContext:
    """One frame as its extensions see it. Made by :meth:`Extensions.begin_frame`.

    Every property and method but ``is_open`` raises FG3002 outside of an extension's call.
    """

    __slots__ = ("_entries", "_frame_index", "_graph", "_handles", "_point", "_points", "_scene", "_size")

    def __init__(
        self, extensions: Extensions, entries: Mapping[str, tuple[Entry, ...]], graph: FrameGraph,
        size: tuple[int, int], frame_index: int,
    ) -> None:  # fmt: skip
        self._scene = extensions.scene
        self._points = extensions.points
        self._entries = entries
        self._graph = graph
        self._size = size
        self._frame_index = frame_index
        self._point: str | None = None  # the point whose extensions are running
        self._handles: dict[RecordKey[Any], ResourceHandle] = {}

    def __repr__(self) -> str:
        return f"<FrameContext of frame {self._frame_index}, {'open' if self.is_open else 'closed'}>"

    # --- for extensions -------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the context may be used: a point of its frame runs its extensions."""
        return self._point is not None

    @property
    def graph(self) -> FrameGraph:
        """The graph to add passes to."""
        self._check_open()
        return self._graph

    @property
    def size(self) -> tuple[int, int]:
        """``(width, height)`` of the frame, in texels."""
        self._check_open()
        return self._size

    @property
    def frame_index(self) -> int:
        """The number of the frame."""
        self._check_open()
        return self._frame_index

    @property
    def point(self) -> str:
        """The name of the point that is running."""
        return self._check_open()

    @property
    def records(self) -> tuple[RecordKey[Any], ...]:
        """The keys that the scene publishes at this point."""
        self._check_open()
        return tuple(self._handles)

    def record(self, key: RecordKey[H]) -> FrameRecord[H]:
        """The record of ``key``.

        Raises:
            GraphError: FG3003 where the scene does not publish it at this point.
        """
        self._read(key)
        return FrameRecord(self, key)

    def describe(self, handle: ResourceHandle) -> Descriptor:
        """Size, format and usage of the resource that a handle of this frame names.

        Raises:
            GraphError: FG2001 for a handle of another recording, FG2011 for what is no handle.
        """
        self._check_open()
        return descriptor_of(self._graph, handle, "FrameContext.describe", _getframe(1))

    # --- for scenes -----------------------------------------------------------------------------

    def has_extensions(self, point: str) -> bool:
        """Whether anything was added at a point when the frame began; a scene need not gather records for nobody."""
        return point in self._entries

    def reach(self, point: str, records: Records) -> Records:
        """Run the extensions of a point, in the order of their adding, each in a scope of its name.

        Args:
            point: One of the scene's points.
            records: What the scene publishes there: its current handles. They replace those of earlier points, so
                that no record can name what a pass of the scene has replaced since.

        Returns:
            The same keys with the handles that the scene goes on with.

        Raises:
            GraphError: FG3001 for a point the scene has not declared, FG3002 from inside of an extension, FG2001 or
                FG2011 for a foreign or superseded handle, FG2007 for an extension that compiled or discarded the
                graph, FG3006 for one that wrote a record's resource and did not publish it, FG3007 for one that
                returned what has not run yet.
            BaseException: What an extension raised, with a note naming it and the point. The frame is lost then:
                half a recording cannot be taken back. The next one is a new graph.
        """
        require_point(point, self._points, self._scene)
        if self._point is not None:
            message = f"point {point!r} was reached while {self._point!r} runs its extensions; only the scene reaches"
            raise GraphError("FG3002", message, phase="record")
        if point not in self._entries:
            return records
        for key, handle in records.items():
            require_current(self._graph, handle, f"record {key.name!r} at {point!r}", _getframe(1))
        self._handles = dict(records)
        self._point = point
        try:
            for entry in self._entries[point]:
                self._run(entry, point)
        finally:
            self._point = None
        return self._handles

    # --- inside ---------------------------------------------------------------------------------

    def _run(self, entry: Entry, point: str) -> None:
        try:
            with self._graph.scope(entry.name):
                entry.check_answer(entry.extension(self))
            self._check_published(entry, point)
        except BaseException as error:
            annotate(error, f"while extension {entry.name!r} was recording at {point!r} of graph {self._graph.title}")
            raise

    def _check_published(self, entry: Entry, point: str) -> None:
        self._graph._check_open()  # an extension may have compiled it or given it up
        for key, handle in self._handles.items():
            if not is_current(self._graph, handle):
                message = (
                    f"extension {entry.name!r} at {point!r} wrote {handle._name!r}, which record {key.name!r} names, "
                    "and kept the new version to itself; publish the handle that write() or attach() returned"
                )
                raise GraphError("FG3006", message, phase="record", resource=handle._name)

    def _check_open(self) -> str:
        if self._point is None:
            message = (
                f"the context of frame {self._frame_index} was used outside of an extension's call, from a pass "
                "callback, an async continuation or a later frame; take what those need into local variables first"
            )
            raise GraphError("FG3002", message, phase="record")
        return self._point

    def _read(self, key: RecordKey[H]) -> H:
        point = self._check_open()
        known = isinstance(key, RecordKey)
        handle = self._handles.get(key) if known else None
        if not known or not isinstance(handle, key.kind):
            name, has = key.name if known else key, ", ".join(offered.name for offered in self._handles) or "nothing"
            message = f"scene {self._scene!r} does not publish {name!r} at {point!r}; it publishes: {has}"
            raise GraphError("FG3003", message, phase="record", resource=key.name if known else None)
        return handle

    def _publish(self, key: RecordKey[H], handle: H, caller: FrameType) -> None:
        point = self._check_open()
        present = self._read(key)
        if point not in key.writable_at:
            where = f"it can be published at: {', '.join(key.writable_at)}" if key.writable_at else "it is read only"
            raise GraphError(
                "FG3004", f"record {key.name!r} was published at {point!r}; {where}", phase="record", resource=key.name
            )
        require_current(self._graph, handle, f"record {key.name!r} at {point!r}", caller)
        fault = self._misfit(key, present, handle, caller)
        if fault is not None:
            message = f"{handle._name!r} cannot stand for {key.name!r}: {fault}"
            raise GraphError("FG3005", message, phase="record", resource=handle._name)
        self._handles[key] = handle

    def _misfit(self, key: RecordKey[H], present: H, handle: ResourceHandle, caller: FrameType) -> str | None:
        if not isinstance(handle, key.kind):
            return f"it is no {key.kind.__name__}"
        if handle._index == present._index:
            return None
        if key.in_place:
            return f"only a new version of {present._name!r} can"
        wanted, given = (_shape(descriptor_of(self._graph, each, "", caller)) for each in (present, handle))
        return None if given == wanted else f"it is {given}, the record {wanted}"


def _shape(descriptor: Descriptor) -> Descriptor:
    """What a reader of a record relies on: everything but usage, which follows from the accesses."""
    return replace(descriptor, usage=None)
