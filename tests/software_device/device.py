"""The software device: makes everything, and holds what a test turns (ticks, maps, loss)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import wgpu

from software_device.adapter import SoftwareAdapter
from software_device.arguments import check_choice, check_label, extent, flag_bits, unsigned
from software_device.buffer import SoftwareBuffer
from software_device.calls import Call, recorded
from software_device.command_encoder import SoftwareCommandEncoder
from software_device.errors import SoftwareAbort, refuse
from software_device.limits import DEFAULT_FEATURES
from software_device.map_gate import MapGate
from software_device.query_set import SoftwareQuerySet
from software_device.queue import SoftwareQueue
from software_device.render_pass import SoftwareRenderBundleEncoder
from software_device.resource_factory import ResourceFactory
from software_device.texture import SoftwareTexture
from software_device.ticks import MonotoneTicks, TickSource

__all__ = ["SoftwareDevice"]

_USAGE = wgpu.BufferUsage
_ALL_USAGES = 0x3FF
_MOST_QUERIES = 4096
_QUERY_FEATURES = {"timestamp": "timestamp-query", "occlusion": None}
_ONLY_WITH = ((_USAGE.MAP_READ, _USAGE.COPY_DST), (_USAGE.MAP_WRITE, _USAGE.COPY_SRC))


class SoftwareDevice(ResourceFactory, wgpu.GPUDevice):
    """Shaped like ``wgpu.GPUDevice``; nothing it does is work, everything it is told is kept.

    Args:
        features: Features the device was granted.
        label: Its label.
        adapter: Its adapter; a new one for None.

    Attributes:
        calls: Every call made to the device and to all it made, in order.
        ticks: Where timestamps come from; set a :class:`~software_device.ticks.TickScript` to script them.
        maps: The :class:`~software_device.map_gate.MapGate` behind :meth:`hold_maps` and its kin.
        garbage_resolves: ``(query set, slot)`` of each slot resolved that its submission had not written.
        lost_reason: Why the device is lost, or None while it lives.
    """

    def __init__(
        self,
        features: Iterable[str] = DEFAULT_FEATURES,
        *,
        label: str = "",
        adapter: SoftwareAdapter | None = None,
    ) -> None:
        adapter = adapter if adapter is not None else SoftwareAdapter(set(DEFAULT_FEATURES) | set(features))
        super().__init__(label, object(), adapter, set(features), dict(adapter.limits), SoftwareQueue(""))
        self._start_recording()
        self.ticks: TickSource = MonotoneTicks()
        self.maps = MapGate()
        self.garbage_resolves: list[tuple[SoftwareQuerySet, int]] = []
        self.lost_reason: str | None = None

    # What a test turns

    def calls_of(self, method: str) -> list[Call]:
        """The calls of one method, in order."""
        return [call for call in self.calls if call.method == method]

    def hold_maps(self, label: str | None = None, *, count: int | None = None) -> None:
        """Let no map arrive from now on: none of buffers whose label contains ``label``, only the next ``count``."""
        self.maps.hold(label, count)

    def complete_maps(self, count: int | None = None) -> int:
        """Let the ``count`` oldest held maps arrive (all for None), while later ones are still held."""
        return self.maps.complete(count)

    def fail_maps(self, reason: str) -> int:
        """Let every held map fail."""
        return self.maps.fail(reason)

    def release_maps(self) -> None:
        """Let held maps arrive and hold no more."""
        self.maps.open()

    def lose(self, reason: str = "unknown") -> None:
        """Lose the device: held maps never arrive, creating is refused, and a submit aborts."""
        self.lost_reason = reason

    def check_alive(self, function: str) -> None:
        """Refuse in the name of the C function if the device is lost."""
        if self.lost_reason is not None:
            refuse(function, "Parent device is lost")

    # What wgpu-py has

    @recorded
    def destroy(self) -> None:
        """Lose the device on purpose."""
        self.lose("destroyed")

    def _poll(self, block: bool = False) -> None:
        """Nothing: maps arrive when the test says so."""

    @recorded
    def create_buffer(
        self, *, label: str = "", size: int, usage: int, mapped_at_creation: bool = False
    ) -> SoftwareBuffer:
        """A buffer of zeros."""
        return self._new_buffer(label, unsigned(int(size), 64), flag_bits(_USAGE, usage), bool(mapped_at_creation))

    @recorded
    def create_buffer_with_data(self, *, label: str = "", data: Any, usage: int) -> SoftwareBuffer:
        """A buffer of the data, padded to four bytes."""
        given = memoryview(data).cast("B")
        buffer = self._new_buffer(label, (given.nbytes + 3) & ~3, flag_bits(_USAGE, usage), False)
        buffer.contents[: given.nbytes] = given
        return buffer

    def _new_buffer(self, label: str, size: int, usage: int, mapped: bool) -> SoftwareBuffer:
        function = "wgpuDeviceCreateBuffer"
        check_label(label)
        self.check_alive(function)
        if usage & ~_ALL_USAGES:
            raise SoftwareAbort("invalid buffer usage")
        if usage == 0:
            refuse(function, "Invalid usage flags BufferUsages(0x0)")
        if "mappable-primary-buffers" not in self.features:
            for map_bit, copy_bit in _ONLY_WITH:
                if usage & map_bit and usage & ~(map_bit | copy_bit):
                    refuse(function, "`MAP` usage can only be combined with the opposite `COPY`")
        if mapped and size % 4:
            refuse(function, "Buffers that are mapped at creation have to be aligned to `COPY_BUFFER_ALIGNMENT`")
        if size > self.limits["max-buffer-size"]:
            refuse(function, f"Buffer size {size} is greater than the maximum ({self.limits['max-buffer-size']})")
        return SoftwareBuffer(label, self, size, usage, mapped)

    @recorded
    def create_texture(
        self,
        *,
        label: str = "",
        size: Any,
        mip_level_count: int = 1,
        sample_count: int = 1,
        dimension: str = "2d",
        format: str,
        usage: int,
        view_formats: Sequence[str] = (),
        texture_binding_view_dimension: str | None = None,
    ) -> SoftwareTexture:
        """A texture; ``view_formats`` are not implemented, as in wgpu-py 0.32."""
        check_label(label)
        info = {
            "size": extent(size),
            "mip_level_count": int(mip_level_count) if mip_level_count else 1,
            "sample_count": int(sample_count) if sample_count else 1,
            "dimension": dimension,
            "format": format,
            "usage": flag_bits(wgpu.TextureUsage, usage),
            "texture_binding_view_dimension": texture_binding_view_dimension,
        }
        if not isinstance(dimension, str):
            raise TypeError(f"Texture dimension must be a str, not {dimension.__class__.__name__}")
        if view_formats:
            raise NotImplementedError("create_texture(.. view_formats is not yet supported.")
        check_choice("TextureFormat", format)
        self._check_texture(info)
        return SoftwareTexture(label, self, info)

    def _check_texture(self, info: dict[str, Any]) -> None:
        function = "wgpuDeviceCreateTexture"
        self.check_alive(function)
        most = self.limits[f"max-texture-dimension-{info['dimension']}"]
        if info["usage"] == 0:
            refuse(function, "Invalid usage flags TextureUsages(0x0)")
        for axis, value in zip("XYZ", info["size"], strict=True):
            if unsigned(value) == 0:
                refuse(function, f"Dimension {axis} is zero")
            if value > most:
                refuse(function, f"Dimension {axis} value {value} exceeds the limit of {most}")
        width, height, depth = info["size"]
        longest = max(width, height, depth if info["dimension"] == "3d" else 1)
        if info["mip_level_count"] > longest.bit_length():
            refuse(function, f"Texture descriptor mip level count {info['mip_level_count']} is invalid")
        if info["sample_count"] not in (1, 4):
            refuse(function, f"Sample count {info['sample_count']} is invalid")

    @recorded
    def create_command_encoder(self, *, label: str = "") -> SoftwareCommandEncoder:
        """A command encoder, from a lost device too: its ``finish()`` is refused."""
        check_label(label)
        return SoftwareCommandEncoder(label, self)

    @recorded
    def create_render_bundle_encoder(
        self,
        *,
        label: str = "",
        color_formats: Sequence[str],
        depth_stencil_format: str | None = None,
        sample_count: int = 1,
        depth_read_only: bool = False,
        stencil_read_only: bool = False,
    ) -> SoftwareRenderBundleEncoder:
        """A render bundle encoder."""
        check_label(label)
        self.check_alive("wgpuDeviceCreateRenderBundleEncoder")
        return SoftwareRenderBundleEncoder(label, self)

    @recorded
    def create_query_set(self, *, label: str = "", type: str, count: int) -> SoftwareQuerySet:
        """A query set of 1 to 4096 queries, of a type the device has the feature for."""
        function = "wgpuDeviceCreateQuerySet"
        check_label(label)
        if type not in _QUERY_FEATURES:
            raise KeyError(f"QueryType.{type}")
        count = unsigned(count)
        self.check_alive(function)
        feature = _QUERY_FEATURES[type]
        if feature is not None and feature not in self.features:
            refuse(function, f"Features {feature} are required but not enabled on the device")
        if count == 0:
            refuse(function, "QuerySets cannot be made with zero queries")
        if count > _MOST_QUERIES:
            refuse(function, f"{count} is too many queries for a single QuerySet; at most {_MOST_QUERIES}.")
        return SoftwareQuerySet(label, self, type, count)
