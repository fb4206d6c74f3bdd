"""Last frame's image: two textures of which one is read while the other is written, and who owns them.

An image that a frame leaves to the next is an import with a rule of its own: it may be read only if the frame before
did leave it, at this size. So the pair changes places when a frame has run, not when it was recorded; and a first
frame, or one after a change of size, gets no handle that it could read. A frame that was encoded and could not be
submitted has not run: what was there before it is there again.
"""

from __future__ import annotations

from collections.abc import Callable
from sys import _getframe
from typing import TYPE_CHECKING, Any

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.descriptor_rules import check_descriptor

if TYPE_CHECKING:
    from framescope.shade.graph.compiled import CompiledGraph
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graph.handles import TextureHandle

__all__ = ["HistoryTexture"]


class HistoryTexture:
    """A 2D texture that each frame leaves to the next.

    Args:
        graphics: Makes and retires the textures.
        label: Theirs.
        texture_format: Theirs.
        usage: Usage bits of both, ``wgpu.TextureUsage``: what reading and writing them needs.
    """

    def __init__(self, graphics: Any, label: str, texture_format: str, usage: int) -> None:
        self._graphics = graphics
        self._label = label
        self._format = texture_format
        self._usage = usage
        self._size: tuple[int, int] | None = None
        self._pair: tuple[Any, Any] | None = None  # what is read, what is written
        self._valid = False
        self._context: Any = None  # of the last frame that ran
        self._before: tuple[tuple[Any, Any] | None, bool] = (None, False)  # pair and validity before that frame

    @property
    def valid(self) -> bool:
        """Whether there is an image to read: the last frame that imported the pair wrote one."""
        self._take_back()
        return self._valid

    @property
    def latest(self) -> Any:
        """The texture that holds the last image, None while there is none."""
        return self._pair[0] if self.valid and self._pair is not None else None

    def import_into(
        self, graph: FrameGraph, size: tuple[int, int], *, stacklevel: int = 1
    ) -> tuple[TextureHandle | None, TextureHandle]:
        """Bring the pair into a frame, once.

        The frame has to write all of ``current``; ``graph.mark(current, "persistent-state")`` makes the graph check it.

        Args:
            graph: The frame.
            size: Width and height; another one than before retires the old textures and what they held.
            stacklevel: How many calls up the line stands that errors name, as for ``warnings.warn``.

        Returns:
            ``previous``, None where there is no image to read, and ``current``, whose contents are undefined.

        Raises:
            GraphError: FG1102 for a size of zero; FG2010 for a second import into one frame.
        """
        frame, level = _getframe(stacklevel), stacklevel + 1
        place = ("", frame.f_code, frame.f_lasti)
        check_descriptor(self._label, TextureDescriptor((*size, 1), self._format), TextureDescriptor, place)
        self._take_back()
        size = size[0], size[1]  # what the caller may change in place is no size to compare with
        if self._pair is None or size != self._size:
            self.retire()
            self._size = size
            self._pair = (self._make(size, 0), self._make(size, 1))
        read, written = self._pair
        previous = None
        if self._valid:
            name = f"{self._label}, previous"
            previous = graph.import_texture(name, read, initial="defined", stacklevel=level)
        current = graph.import_texture(f"{self._label}, current", written, initial="undefined", stacklevel=level)
        graph._declarations.histories.update(half._index for half in (previous, current) if half is not None)
        graph.on_executed.add(self._advance_with(self._pair, current._index))
        return previous, current

    def forget(self) -> None:
        """What the next frame would read is of no use any more: a cut, or frames that left nothing."""
        self._valid, self._context = False, None

    def retire(self) -> None:
        """Give the textures back once no submitted frame needs them. The next import makes new ones."""
        self._valid, self._context = False, None
        pair, self._pair = self._pair, None
        for texture in pair or ():
            self._graphics.retire(texture)

    def _take_back(self) -> None:
        """Undo a frame that was encoded and given up: none of it ran, so the older image is untouched."""
        if self._context is not None and self._context.is_abandoned:
            self._pair, self._valid = self._before
            self._context = None

    def _make(self, size: tuple[int, int], number: int) -> Any:
        return self._graphics.create_texture(
            label=f"{self._label} {number}", size=(*size, 1), format=self._format, usage=self._usage
        )

    def _advance_with(self, pair: tuple[Any, Any], current: int) -> Callable[[CompiledGraph], None]:
        def advance(compiled: CompiledGraph) -> None:
            written = compiled.plan.lifetimes[current] is not None  # by a pass that ran: nothing else could use it
            if self._pair is pair:
                if compiled.context is not self._context:
                    self._context, self._before = compiled.context, (self._pair, self._valid)
                self._valid = written
                self._pair = (pair[1], pair[0]) if written else pair

        return advance
