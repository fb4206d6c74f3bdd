"""Commands outside passes: copies, clears, timestamps, debug groups; each notes what it names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from wgpu.backends.wgpu_native import extras

from framescope.shade.errors import SubmitError
from framescope.shade.formats import format_info

__all__ = ["EncoderCommands"]


class EncoderCommands:
    """What a command context forwards to wgpu-py's command encoder, argument for argument.

    Attributes:
        gpu_encoder: wgpu-py's command encoder, for what has no method here.
        given: What the commands name, in order, with repeats; walked once, at the submit.
        binding_guard: Called with every resource a pass binds while a graph pass is in progress, and with the part of
            it where that is known; raises for one the pass did not declare. None outside the graph and under
            ``python -O``.
    """

    __slots__ = ("binding_guard", "given", "gpu_encoder")

    def __init__(self, gpu_encoder: Any) -> None:
        self.gpu_encoder = gpu_encoder
        self.given: list[Any] = []
        self.binding_guard: Callable[..., None] | None = None

    def _check_usable(self) -> None:
        """Raise unless commands may be recorded, by the calling thread, now."""
        raise NotImplementedError

    def _name_view(self, view: Any) -> None:
        self._name(getattr(view, "texture", view))

    def _name(self, resource: Any) -> None:
        self.given.append(resource)
        if self.binding_guard is not None:
            self.binding_guard(resource)

    def _name_image(self, image: Any) -> None:
        texture = image["texture"]
        if image.get("aspect", "all") != "all" and _has_two_aspects(texture.format):
            raise SubmitError(
                f"{image['aspect']!r} of texture {texture.label!r} ({texture.format}): wgpu-py copies no single "
                "aspect; write the values to a texture or buffer of their own in a shader, and copy that"
            )
        self._name(texture)

    def copy_buffer_to_buffer(
        self, source: Any, source_offset: int, destination: Any, destination_offset: int, *args: Any, **kwargs: Any
    ) -> None:
        """Copy bytes; ``size`` only if given."""
        self._check_usable()
        self._name(source)
        self._name(destination)
        self.gpu_encoder.copy_buffer_to_buffer(source, source_offset, destination, destination_offset, *args, **kwargs)

    def copy_buffer_to_texture(self, source: Any, destination: Any, copy_size: Any) -> None:
        """Copy a buffer into a texture.

        Raises:
            SubmitError: One aspect of a texture that has two: wgpu-py copies ``"all"``, whatever it is asked for.
        """
        self._check_usable()
        self._name(source["buffer"])
        self._name_image(destination)
        self.gpu_encoder.copy_buffer_to_texture(source, destination, copy_size)

    def copy_texture_to_buffer(self, source: Any, destination: Any, copy_size: Any) -> None:
        """Copy a texture into a buffer; errors as :meth:`copy_buffer_to_texture`."""
        self._check_usable()
        self._name_image(source)
        self._name(destination["buffer"])
        self.gpu_encoder.copy_texture_to_buffer(source, destination, copy_size)

    def copy_texture_to_texture(self, source: Any, destination: Any, copy_size: Any) -> None:
        """Copy a texture into a texture."""
        self._check_usable()
        self._name(source["texture"])
        self._name(destination["texture"])
        self.gpu_encoder.copy_texture_to_texture(source, destination, copy_size)

    def clear_buffer(self, buffer: Any, *args: Any, **kwargs: Any) -> None:
        """Zero a buffer; ``offset`` and ``size`` only if given."""
        self._check_usable()
        self._name(buffer)
        self.gpu_encoder.clear_buffer(buffer, *args, **kwargs)

    def resolve_query_set(
        self, query_set: Any, first_query: int, query_count: int, destination: Any, destination_offset: int
    ) -> None:
        """Resolve queries into a buffer."""
        self._check_usable()
        self._name(query_set)
        self._name(destination)
        self.gpu_encoder.resolve_query_set(query_set, first_query, query_count, destination, destination_offset)

    def write_timestamp(self, query_set: Any, query_index: int) -> None:
        """Write a timestamp between passes (feature ``timestamp-query-inside-encoders``)."""
        self._check_usable()
        self._name(query_set)
        extras.write_timestamp(self.gpu_encoder, query_set, query_index)

    def push_debug_group(self, group_label: str) -> None:
        """Open a debug group."""
        self._check_usable()
        self.gpu_encoder.push_debug_group(group_label)

    def pop_debug_group(self) -> None:
        """Close the innermost debug group."""
        self._check_usable()
        self.gpu_encoder.pop_debug_group()

    def insert_debug_marker(self, marker_label: str) -> None:
        """Insert a debug marker."""
        self._check_usable()
        self.gpu_encoder.insert_debug_marker(marker_label)


def _has_two_aspects(texture_format: str) -> bool:
    info = format_info(texture_format)
    return info is not None and len(info.aspects) > 1
