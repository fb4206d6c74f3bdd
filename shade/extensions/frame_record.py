"""Records: what a scene publishes of its frame, by key, always as the handle that is current at the point.

A key says what the record is and at which points an extension may put another handle in its place. A record is
what the extension holds: it knows the frame and the key, and never the handle, so it cannot go stale.
"""

from __future__ import annotations

from dataclasses import dataclass
from sys import _getframe
from typing import TYPE_CHECKING, Generic, TypeVar

from framescope.shade.graph.handles import ResourceHandle

if TYPE_CHECKING:
    from framescope.shade.extensions.frame_context import FrameContext

__all__ = ["FrameRecord", "RecordKey"]

H = TypeVar("H", bound=ResourceHandle)


@dataclass(frozen=True, slots=True)
class RecordKey(Generic[H]):
    """What a record is. Scenes that publish the same thing use the same key.

    Attributes:
        name: Shown in errors.
        kind: ``TextureHandle`` or ``BufferHandle``.
        writable_at: Names of the points at which an extension may publish; elsewhere the record is read only.
        in_place: Only a new version of the same resource may be published, as of a window's texture.
    """

    name: str
    kind: type[H]
    writable_at: tuple[str, ...] = ()
    in_place: bool = False


class FrameRecord(Generic[H]):
    """One record of one frame. Made by :meth:`FrameContext.record`.

    Attributes:
        key: What it is.
    """

    __slots__ = ("_context", "key")

    def __init__(self, context: FrameContext, key: RecordKey[H]) -> None:
        self._context = context
        self.key = key

    def __repr__(self) -> str:
        return f"<FrameRecord {self.key.name!r}>"

    def read(self) -> H:
        """The handle that is current here.

        Raises:
            GraphError: FG3002 outside of an extension's call, FG3003 where the scene does not publish it.
        """
        return self._context._read(self.key)

    def publish(self, handle: H) -> None:
        """Put ``handle`` in the record's place: the extensions and the scene's passes after this use it.

        Args:
            handle: A current handle of this frame's graph, of the record's size and format.

        Raises:
            GraphError: FG3002 outside of an extension's call, FG3003 where the scene does not publish it, FG3004
                where it is read only, FG3005 for what cannot stand in its place, FG2001 or FG2011 for a foreign or
                superseded handle.
        """
        self._context._publish(self.key, handle, _getframe(1))
