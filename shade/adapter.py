"""Choosing an adapter and asking it for a device.

Features are asked for when the adapter has them and listed when it has not: a profiler that refuses to start
without ``timestamp-query`` is of no use to the person whose machine lacks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from framescope.shade.errors import DeviceUnavailable
from framescope.shade.graphics import GraphicsContext

__all__ = ["WANTED_FEATURES", "list_adapters", "open_graphics", "request_device", "select_adapter"]

WANTED_FEATURES: tuple[str, ...] = (
    "timestamp-query",
    "timestamp-query-inside-encoders",
    "timestamp-query-inside-passes",
    "pipeline-statistics-query",
    "indirect-first-instance",
    "multi-draw-indirect-count",
    "immediates",
)
_POWER = ("high-performance", "low-power")
_NO_ADAPTER = (
    "no WebGPU adapter was found; install a Vulkan driver "
    "(on Debian without a GPU: apt-get install mesa-vulkan-drivers libvulkan1)"
)


def list_adapters() -> list[Any]:
    """Every adapter of this machine, best first as the driver sorts them; empty when there is none."""
    import wgpu

    try:
        return list(wgpu.gpu.enumerate_adapters_sync())
    except RuntimeError:  # wgpu-py raises where the library finds no backend at all
        return []


def _describe(adapter: Any) -> str:
    info = adapter.info
    return f"{info['device']} ({info['adapter_type']}, {info['backend_type']})"


def select_adapter(name: str | None = None, power_preference: str | None = None, canvas: Any = None) -> Any:
    """One adapter.

    Args:
        name: Part of the adapter's device, vendor or description text, case-insensitive; None for the default.
        power_preference: ``"high-performance"`` (default) or ``"low-power"``; used when no name is given.
        canvas: A rendercanvas the adapter must be able to present to.

    Raises:
        DeviceUnavailable: There is no adapter, or none of that name.
        ValueError: Unknown power preference.
    """
    if power_preference is not None and power_preference not in _POWER:
        raise ValueError(f"power_preference is one of {_POWER}, not {power_preference!r}")
    if name is not None:
        return _adapter_named(name)
    import wgpu

    try:
        adapter = wgpu.gpu.request_adapter_sync(
            power_preference=power_preference if power_preference is not None else "high-performance",
            canvas=canvas,
        )
    except RuntimeError as error:
        raise DeviceUnavailable(_NO_ADAPTER) from error
    if adapter is None:
        raise DeviceUnavailable(_NO_ADAPTER)
    return adapter


def _adapter_named(name: str) -> Any:
    adapters = list_adapters()
    if not adapters:
        raise DeviceUnavailable(_NO_ADAPTER)
    wanted = name.lower()
    for adapter in adapters:
        info = adapter.info
        if any(wanted in str(info[key]).lower() for key in ("device", "vendor", "description")):
            return adapter
    there = "; ".join(_describe(adapter) for adapter in adapters)
    raise DeviceUnavailable(f"no adapter's name contains {name!r}; there are: {there}")


def request_device(adapter: Any, features: Iterable[str], limits: Mapping[str, int] | None = None) -> Any:
    """A device with those of ``features`` that the adapter has.

    Raises:
        DeviceUnavailable: The adapter gives no device.
    """
    granted = sorted(set(features) & set(adapter.features))
    needed = dict(limits) if limits is not None else {}
    if "immediates" in granted:
        needed.setdefault("max-immediate-size", min(128, adapter.limits["max-immediate-size"]))
    try:
        return adapter.request_device_sync(label="framescope", required_features=granted, required_limits=needed)
    except RuntimeError as error:
        raise DeviceUnavailable(f"{_describe(adapter)} gave no device: {error}") from error


def open_graphics(
    adapter: str | None = None,
    power_preference: str | None = None,
    *,
    features: Iterable[str] = WANTED_FEATURES,
    without: Iterable[str] = (),
    limits: Mapping[str, int] | None = None,
    canvas: Any = None,
) -> GraphicsContext:
    """Adapter, device and graphics context in one call.

    Args:
        adapter: Part of the adapter's name, or None for the default one.
        power_preference: ``"high-performance"`` or ``"low-power"``.
        features: Features to ask for; those the adapter lacks end in ``graphics.features_missing``.
        without: Features not to ask for though the adapter has them.
        limits: Required limits by wgpu-py's names.
        canvas: A rendercanvas to present to.

    Raises:
        DeviceUnavailable: No adapter, none of that name, or no device.
    """
    chosen = select_adapter(adapter, power_preference, canvas)
    wanted = sorted(set(features) - set(without))
    device = request_device(chosen, wanted, limits)
    return GraphicsContext(device, adapter=chosen, features_requested=wanted)
