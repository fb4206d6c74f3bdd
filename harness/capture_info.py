"""What a capture says of itself: the ``--json`` of ``framescope info``."""

from __future__ import annotations

from collections import Counter
from typing import Any

from framescope.harness.text_table import format_bytes, wrapped
from framescope.harness.whole import wholeness
from framescope.profile.analysis.printable import escaped
from framescope.profile.capture import Capture
from framescope.profile.counted import counted

__all__ = ["capture_info", "render_info"]

_FROM_META = (
    "adapter",
    "driver",
    "level",
    "note",
    "ns_per_tick",
    "scene",
    "size",
    "started_at",
    "capture_id",
    "versions",
)


_VALUES = 12  # the column they stand in


def capture_info(capture: Capture) -> dict[str, Any]:
    """The facts of a capture.

    Returns:
        ``frames first last statuses whole state lost records pass_lists topologies bytes`` from the file's records,
        and ``adapter driver level note ns_per_tick scene size started_at capture_id versions`` from its META, None
        where META does not say. ``lost`` is ``[{"offset", "length", "reason"}]``.
    """
    numbers = capture.frame_numbers
    statuses = Counter(frame.status for frame in capture.frames())
    capture.decode_all()
    facts: dict[str, Any] = {
        "frames": capture.frame_count,
        "first": numbers[0] if numbers else None,
        "last": numbers[-1] if numbers else None,
        "statuses": dict(statuses),
        "whole": wholeness(capture) is None,
        "state": capture.state,
        "lost": [lost.to_dict() for lost in capture.lost],
        "records": capture.record_count,
        "pass_lists": capture.pass_list_count,
        "topologies": capture.topology_count,
        "bytes": capture.size_bytes,
    }
    return facts | {key: capture.meta.get(key) for key in _FROM_META}


def render_info(facts: dict[str, Any], path: str) -> str:
    """The facts on half a page."""
    statuses = ", ".join(f"{count} {status}" for status, count in sorted(facts["statuses"].items()))
    numbers = f", {facts['first']} to {facts['last']}" if facts["frames"] else ""
    head = escaped(f"{path}: {format_bytes(facts['bytes'])}, {'whole' if facts['whole'] else 'NOT WHOLE'}")
    lines = [
        f"  frames    {facts['frames']}{numbers}{': ' + statuses if statuses else ''}",
        f"  holds     {_contents(facts)}",
        f"  recorded  {_known(facts['started_at'])}, level {_known(facts['level'])}, on {_adapter(facts)}",
        f"  clock     {_clock(facts['ns_per_tick'])}",
    ]
    if isinstance(facts["scene"], dict):
        lines.append(f"  scene     {_scene(facts['scene'], facts['size'])}")
    if facts["note"]:
        lines.append(f"  note      {facts['note']!r}")
    # META is whatever its writer put there; a path is not torn
    return "\n".join([head, *(wrapped(escaped(line), _VALUES) for line in lines)])


def _contents(facts: dict[str, Any]) -> str:
    held = (("pass_lists", "pass list"), ("topologies", "topology"), ("records", "record"))
    return ", ".join(counted(facts[key], noun) for key, noun in held)


def _known(value: object) -> str:
    return "unknown" if value is None else str(value)


def _adapter(facts: dict[str, Any]) -> str:
    adapter = facts["adapter"]
    device = adapter.get("device") if isinstance(adapter, dict) else None
    return f"{_known(device)} ({_known(facts['driver'])})"


def _clock(ns_per_tick: object) -> str:
    return "the unit of the GPU's clock is unknown" if ns_per_tick is None else f"{ns_per_tick} ns a tick"


def _scene(scene: dict[str, Any], size: object) -> str:
    shape = f" at {size[0]}x{size[1]}" if isinstance(size, list) and len(size) == 2 else ""
    parameters = scene.get("parameters")
    settings = " ".join(f"{key}={value}" for key, value in parameters.items()) if isinstance(parameters, dict) else ""
    return f"{scene.get('name', 'unnamed')}{shape} {settings}".rstrip()
