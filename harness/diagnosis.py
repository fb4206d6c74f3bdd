"""What ``framescope doctor`` finds out: plain data first, text derived from it."""

from __future__ import annotations

import os
import platform
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from framescope.harness.environment import has_display
from framescope.harness.text_table import wrapped
from framescope.shade.errors import DeviceUnavailable

__all__ = ["diagnose", "has_device", "outcomes", "render_diagnosis"]

_GOES_ON = 7  # where what will work begins
_PACKAGES = ("framescope", "wgpu", "rendercanvas", "glfw", "numpy", "pillow")


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _adapter_facts() -> list[dict[str, Any]]:
    try:
        from framescope.shade.adapter import list_adapters
    except ModuleNotFoundError:  # without wgpu there are none to see; the device's reason says so
        return []
    keys = ("device", "description", "vendor", "adapter_type", "backend_type")
    return [{key: adapter.info.get(key) for key in keys} for adapter in list_adapters()]


def _device_facts(adapter: str | None, power: str | None) -> dict[str, Any]:
    """The device that ``record`` would get with the same arguments, or why there is none."""
    try:
        from framescope.shade.adapter import open_graphics

        graphics = open_graphics(adapter, power)
    except (DeviceUnavailable, ModuleNotFoundError) as error:
        return {"available": False, "reason": str(error)}
    facts = {
        "available": True,
        "reason": None,
        "device": graphics.adapter_info.get("device"),
        "driver": graphics.adapter_info.get("description"),
        "backend": graphics.adapter_info.get("backend_type"),
        "software": graphics.is_software,
        "features": list(graphics.features_granted),
        "features_missing": list(graphics.features_missing),
        "native": graphics.native,
        "ns_per_tick": graphics.ns_per_tick,
        "max_texture_size": graphics.limits.get("max-texture-dimension-2d"),
    }
    graphics.close()
    return facts


def outcomes(device: dict[str, Any], display: bool) -> list[dict[str, Any]]:
    """What will work, and where it will not, why.

    Args:
        device: ``available``, and where it is: ``features native ns_per_tick``.
        display: Whether a window can be hoped for.

    Returns:
        ``what``, ``works`` and ``why_not`` (None where it works) of each.
    """
    there = device["available"]
    timed = there and "timestamp-query" in device["features"]
    unit = timed and device["ns_per_tick"] is not None
    native = there and device["native"]
    no_timer = "the adapter has no timestamp-query"
    found = [
        ("read and check captures", True, ""),
        ("record a scene offscreen", there, ""),
        ("time passes on the GPU", timed, no_timer),
        ("show times in nanoseconds", unit, "the length of a tick is not known" if timed else no_timer),
        ("read back without stalling the frame", native, "the native path is off, or does not know this wgpu version"),
        ("record in a window (--window)", there and display, "no display; xvfb-run -a gives a virtual one"),
    ]
    return [
        {"what": what, "works": works, "why_not": None if works else why if there else "there is no device"}
        for what, works, why in found
    ]


def diagnose(adapter: str | None = None, power: str | None = None) -> dict[str, Any]:
    """Everything that decides what will work here.

    Returns:
        ``python platform versions display native_disabled adapters device outcomes``; each outcome says
        ``what``, whether it ``works``, and ``why_not`` (None where it works).
    """
    device = _device_facts(adapter, power)
    display = has_display()
    return {
        "python": platform.python_version(),
        "platform": f"{sys.platform} {platform.machine()}",
        "versions": {package: _version(package) for package in _PACKAGES},
        "display": display,
        "native_disabled": os.environ.get("FRAMESCOPE_NATIVE") == "0",
        "adapters": _adapter_facts(),
        "device": device,
        "outcomes": outcomes(device, display),
    }


def has_device(facts: dict[str, Any]) -> bool:
    """True where a scene can be recorded at all."""
    return bool(facts["device"]["available"])


def render_diagnosis(facts: dict[str, Any]) -> str:
    """The facts on one page."""
    device = facts["device"]
    lines = [f"Python {facts['python']} on {facts['platform']}, display: {'yes' if facts['display'] else 'none'}"]
    lines.append(
        "  ".join(f"{name} {found if found is not None else 'missing'}" for name, found in facts["versions"].items())
    )
    lines.append("")
    lines.append("Adapters" if facts["adapters"] else "Adapters: none")
    lines += [
        f"  {a['device']}  ({a['adapter_type']}, {a['backend_type']}; {a['description']})" for a in facts["adapters"]
    ]
    lines.append("")
    lines += _device_lines(device)
    lines += ["", "What will work"]
    for outcome in facts["outcomes"]:
        mark, why = ("yes", "") if outcome["works"] else ("no ", f": {outcome['why_not']}")
        lines.append(f"  {mark}  {outcome['what']}{why}")
    return "\n".join(wrapped(line, _GOES_ON) for line in lines)


def _device_lines(device: dict[str, Any]) -> list[str]:
    if not device["available"]:
        return [f"Device: none: {device['reason']}"]
    tick = "unknown" if device["ns_per_tick"] is None else f"{device['ns_per_tick']:g} ns"
    kind = "software" if device["software"] else "hardware"
    lines = [
        f"Device: {device['device']}, {kind}, {device['backend']}, driver {device['driver']}",
        f"  native path {'on' if device['native'] else 'off'}, one timestamp tick is {tick}",
        f"  textures up to {device['max_texture_size']} texels wide",
        f"  features: {', '.join(device['features'])}",
    ]
    if device["features_missing"]:
        lines.append(f"  asked for and not there: {', '.join(device['features_missing'])}")
    return lines
