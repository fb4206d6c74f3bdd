"""Copies and clears: operations whose accesses, ranges and contents follow from their arguments.

The arguments are wgpu-py's, with handles for resources. Each method declares what the operation touches and returns
the next version of its destination. In a pass without a callback the graph encodes the operations itself, in order.
"""

from __future__ import annotations

from collections.abc import Mapping
from sys import _getframe
from types import FrameType
from typing import Any, NamedTuple, TypeVar

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.graph import refusals
from framescope.shade.graph.access import Contents, ReadAccess, WriteAccess
from framescope.shade.graph.access_recording import AccessRecording
from framescope.shade.graph.copy_arguments import extent_of, image_arguments, linear_arguments
from framescope.shade.graph.copy_footprints import (
    CopyFault,
    Extent,
    Layout,
    Texels,
    block_of,
    buffer_span,
    check_texture_pair,
    linear_span,
    texel_region,
)
from framescope.shade.graph.handles import BufferHandle, ResourceHandle, TextureHandle
from framescope.shade.graph.node_operations import (
    NodeOperations,
    Operation,
    clearing,
    copying_buffer,
    copying_texels,
    copying_texture,
)
from framescope.shade.graph.places import Place
from framescope.shade.graph.regions import Region, overlaps, resolve
from framescope.shade.graph.segments import EXTERNAL

__all__ = ["CopyRecording"]

H = TypeVar("H", bound=ResourceHandle)


class _Source(NamedTuple):
    """What an operation reads."""

    handle: ResourceHandle
    access: ReadAccess
    region: Region


class _Target(NamedTuple):
    """What an operation writes."""

    access: WriteAccess
    region: Region
    contents: Contents
    root: bool


class _LinearCopy(NamedTuple):
    """A copy between a buffer and a texture: what it touches of each, and whether it fills that."""

    buffer: BufferHandle
    span: Region
    buffer_contents: Contents
    texture: TextureHandle
    region: Region
    texture_contents: Contents
    operation: Operation | None


_CopyArguments = tuple[tuple[BufferHandle, Layout], tuple[TextureHandle, Texels], Extent]


class CopyRecording(AccessRecording):
    """The copies and clears of a pass.

    Every method raises GraphError: FG1103 for bytes outside of the buffer, FG1106 for what WebGPU would refuse and in
    a kind of node that does not copy, FG1108 for a format that cannot be copied so, and what ``read`` and ``write``
    raise. A copy of nothing is checked, declares nothing and returns the version it was given. ``root`` and
    ``stacklevel`` are ``write``'s.
    """

    __slots__ = ()

    def copy_buffer_to_buffer(
        self,
        source: BufferHandle,
        source_offset: int,
        destination: BufferHandle,
        destination_offset: int,
        size: int | None = None,
        *,
        root: bool = True,
        stacklevel: int = 1,
    ) -> BufferHandle:
        """Copy ``size`` bytes, None for all from ``source_offset`` on. Overwrites exactly these bytes."""
        place = self._place(_getframe(stacklevel))
        given, taken = self._buffer(source, place), self._buffer(destination, place)
        try:
            if source._index == destination._index:
                raise CopyFault("FG1106", "a buffer into itself; go through another one")
            count = given.size - source_offset if size is None else size
            read = _Source(source, "buffer-copy-src", buffer_span(given, source_offset, count))
            target = _Target("buffer-copy-dst", buffer_span(taken, destination_offset, count), "overwrite", root)
        except CopyFault as fault:
            raise self._refused_copy(fault, source, destination, place) from None
        operation = copying_buffer(source, source_offset, destination, destination_offset, count, place)
        return self._operate(operation if count else None, read, destination, target, stacklevel)

    def clear_buffer(
        self, buffer: BufferHandle, offset: int = 0, size: int | None = None, *, root: bool = True, stacklevel: int = 1
    ) -> BufferHandle:
        """Zero ``size`` bytes, None for all from ``offset`` on. Overwrites exactly these bytes."""
        place = self._place(_getframe(stacklevel))
        descriptor = self._buffer(buffer, place)
        count = descriptor.size - offset if size is None else size
        try:
            target = _Target("buffer-copy-dst", buffer_span(descriptor, offset, count), "overwrite", root)
        except CopyFault as fault:
            raise self._refused_copy(fault, None, buffer, place) from None
        operation = clearing(buffer, offset, count, place)
        return self._operate(operation if count else None, None, buffer, target, stacklevel)

    def copy_buffer_to_texture(
        self,
        source: Mapping[str, Any],
        destination: Mapping[str, Any],
        copy_size: Any,
        *,
        root: bool = True,
        stacklevel: int = 1,
    ) -> TextureHandle:
        """Copy texels from a buffer. Of a mip level it does not fill, it preserves the rest.

        Reads the bytes from the first texel to the last, row padding between them included.
        """
        copy = self._linear_copy(source, destination, copy_size, to_buffer=False, at=_getframe(stacklevel))
        read = _Source(copy.buffer, "buffer-copy-src", copy.span)
        target = _Target("texture-copy-dst", copy.region, copy.texture_contents, root)
        return self._operate(copy.operation, read, copy.texture, target, stacklevel)

    def copy_texture_to_buffer(
        self,
        source: Mapping[str, Any],
        destination: Mapping[str, Any],
        copy_size: Any,
        *,
        root: bool = True,
        stacklevel: int = 1,
    ) -> BufferHandle:
        """Copy texels to a buffer: from the first byte to the last.

        Overwrites them, or preserves them when rows are padded: what lies between is not written.
        """
        copy = self._linear_copy(destination, source, copy_size, to_buffer=True, at=_getframe(stacklevel))
        read = _Source(copy.texture, "texture-copy-src", copy.region)
        target = _Target("buffer-copy-dst", copy.span, copy.buffer_contents, root)
        return self._operate(copy.operation, read, copy.buffer, target, stacklevel)

    def copy_texture_to_texture(
        self,
        source: Mapping[str, Any],
        destination: Mapping[str, Any],
        copy_size: Any,
        *,
        root: bool = True,
        stacklevel: int = 1,
    ) -> TextureHandle:
        """Copy texels to another texture, or to other subresources of the same one.

        Of a mip level it does not fill, it preserves the rest.
        """
        place = self._place(_getframe(stacklevel))
        try:
            texture, texels = image_arguments(source)
            taker, target_texels = image_arguments(destination)
            extent = extent_of(copy_size)
        except CopyFault as fault:
            raise self._refused_copy(fault, None, None, place) from None
        given, taken = self._texture(texture, place), self._texture(taker, place)
        try:
            check_texture_pair((given, texels), (taken, target_texels), extent)
            region, _ = texel_region(texels, extent, given)
            written, contents = texel_region(target_texels, extent, taken)
            if 0 not in extent and texture._index == taker._index and _meet(region, written, given):
                raise CopyFault("FG1106", "a subresource onto itself; go through another texture")
        except CopyFault as fault:
            raise self._refused_copy(fault, texture, taker, place) from None
        operation = copying_texture(texture, texels, taker, target_texels, extent)
        read, target = (
            _Source(texture, "texture-copy-src", region),
            _Target("texture-copy-dst", written, contents, root),
        )
        made: TextureHandle = self._operate(None if 0 in extent else operation, read, taker, target, stacklevel)
        return made

    def _linear_copy(self, linear: Any, image: Any, copy_size: Any, *, to_buffer: bool, at: FrameType) -> _LinearCopy:
        place = self._place(at)
        (buffer, layout), (texture, texels), extent = self._arguments(linear, image, copy_size, place)
        bytes_of, texels_of = self._buffer(buffer, place), self._texture(texture, place)
        try:
            block = block_of(texels_of, texels.aspect, to_buffer=to_buffer)
            region, filled = texel_region(texels, extent, texels_of)
            span, covered = linear_span(layout, extent, block, bytes_of)
        except CopyFault as fault:
            source, destination = (texture, buffer) if to_buffer else (buffer, texture)
            raise self._refused_copy(fault, source, destination, place) from None
        moved = copying_texels(buffer, layout, texture, texels, extent, to_buffer=to_buffer, block=block, place=place)
        return _LinearCopy(buffer, span, covered, texture, region, filled, None if 0 in extent else moved)

    def _operate(
        self, operation: Operation | None, source: _Source | None, destination: H, target: _Target, stacklevel: int
    ) -> H:
        graph = self._graph
        frame = _getframe(stacklevel + 1)
        if graph._passes[self._index][1] == EXTERNAL:
            message = (
                f"pass {self._path()!r} submits on its own: the graph encodes nothing there; use read() and write()"
            )
            raise refusals.record_error("FG1106", message, self._place(frame), pass_path=self._path())
        self._check_operands(source, destination, target, frame)
        if operation is None:
            return self._check_handle(destination, frame)
        count = len(graph._accesses)
        level = stacklevel + 2
        try:
            if source is not None:
                self.read(source.handle, source.access, region=source.region, stacklevel=level)
            made = self.write(
                destination,
                target.access,
                contents=target.contents,
                region=target.region,
                root=target.root,
                stacklevel=level,
            )
        except GraphError:
            del graph._accesses[count:], graph._access_places[count:]  # half an operation is none
            raise
        self._encode(operation)
        return made

    def _check_operands(
        self, source: _Source | None, destination: ResourceHandle, target: _Target, frame: FrameType
    ) -> None:
        """What ``read`` and ``write`` cannot know: the graph encodes in order, and a copy of nothing meets neither."""
        graph = self._graph
        if target.access not in self._writes:
            self._refuse(target.access, destination, frame, writing=True)
        if source is None:
            return
        if source.access not in self._reads:
            self._refuse(source.access, source.handle, frame)
        current = graph._current[source.handle._index]
        encodes = isinstance(graph._callbacks[self._index], NodeOperations)
        if current is not source.handle and (encodes or current._pass != self._index):
            raise refusals.superseded(source.handle, graph._declarations, self._place(frame), self._path())

    def _encode(self, operation: Operation) -> None:
        callbacks = self._graph._callbacks
        own = callbacks[self._index]
        if own is None:
            own = callbacks[self._index] = NodeOperations()
        if isinstance(own, NodeOperations):
            own.append(operation)

    def _arguments(self, linear: Any, image: Any, copy_size: Any, place: Place) -> _CopyArguments:
        try:
            return linear_arguments(linear), image_arguments(image), extent_of(copy_size)
        except CopyFault as fault:
            raise self._refused_copy(fault, None, None, place) from None

    def _buffer(self, handle: Any, place: Place) -> BufferDescriptor:
        descriptor = self._described(handle, BufferHandle, place)
        assert isinstance(descriptor, BufferDescriptor)
        return descriptor

    def _texture(self, handle: Any, place: Place) -> TextureDescriptor:
        descriptor = self._described(handle, TextureHandle, place)
        assert isinstance(descriptor, TextureDescriptor)
        return descriptor

    def _described(
        self, handle: Any, expected: type[ResourceHandle], place: Place
    ) -> BufferDescriptor | TextureDescriptor:
        graph = self._graph
        graph._check_open()
        if not isinstance(handle, ResourceHandle):
            raise refusals.not_a_handle(handle, place, self._path())
        if handle._frame != graph._frame:
            raise refusals.foreign(handle, graph._frame, place, self._path())
        if not isinstance(handle, expected):
            message = f"pass {self._path()!r} was given {handle!r} where a copy takes a {expected.__name__}"
            raise refusals.record_error("FG1109", message, place, resource=handle._name, pass_path=self._path())
        return graph._resources[handle._index][3]

    def _refused_copy(
        self, fault: CopyFault, source: ResourceHandle | None, destination: ResourceHandle | None, place: Place
    ) -> GraphError:
        names = [repr(handle._name) for handle in (source, destination) if handle is not None]
        what = f"copies {' to '.join(names)}" if len(names) == 2 else f"clears {names[0]}" if names else "copies"
        message = f"pass {self._path()!r} {what}: {fault}"
        resource = None if destination is None else destination._name
        return refusals.record_error(fault.code, message, place, resource=resource, pass_path=self._path())


def _meet(region: Region, other: Region, descriptor: TextureDescriptor) -> bool:
    return any(overlaps(a, b) for a in resolve(region, descriptor) for b in resolve(other, descriptor))
