"""Roots of a compiled model as roots of a snapshot.

A buffer root of the protocol is one range. One of ours may have several, where a later pass discarded what lies
between: each becomes a root of its own, whose final writers are looked up again in what stands at the end of the frame.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["implicit_roots", "roots"]

Region = Mapping[str, Any]


def roots(model: Mapping[str, Any], texture_region: Callable[[Region], dict[str, Any]]) -> list[dict[str, Any]]:
    """The table of roots; side effects are where the model has them."""
    return [entry for root in model["roots"] for entry in _root(model, root, texture_region)]


def implicit_roots(model: Mapping[str, Any]) -> list[int]:
    """Positions in that table of the roots that nobody marked: writes to imports made them."""
    implicit = [root.get("implicit", False) for root in model["roots"] for _ in range(_entries(model, root))]
    return [index for index, flag in enumerate(implicit) if flag]


def _entries(model: Mapping[str, Any], root: Mapping[str, Any]) -> int:
    """How many roots one of ours becomes."""
    if "pass" in root or model["resources"][root["resource"]]["kind"] == "texture":
        return 1
    return len(root["regions"])


def _root(
    model: Mapping[str, Any], root: Mapping[str, Any], texture_region: Callable[[Region], dict[str, Any]]
) -> list[dict[str, Any]]:
    if "pass" in root:
        return [{"reason": root["reason"], "nodeId": f"node:{root['pass']}"}]
    subject = {"reason": root["reason"], "resourceId": f"resource:{root['resource']}"}
    resource = model["resources"][root["resource"]]
    if resource["kind"] == "texture":
        part = {"kind": "texture", "regions": [texture_region(region) for region in root["regions"]]}
        return [{**subject, "range": part, "resolution": _resolution(root["producers"], root["uses_initial"])}]
    several = len(root["regions"]) > 1
    return [
        {
            **subject,
            "range": {"kind": "buffer", "offset": region["offset"], "size": region["size"]},
            "resolution": _resolution(*_writers(resource, region))
            if several
            else _resolution(root["producers"], root["uses_initial"]),
        }
        for region in root["regions"]
    ]


def _resolution(producers: list[int], uses_initial: bool) -> dict[str, Any]:
    return {"producerNodeIds": [f"node:{index}" for index in producers], "usesInitialContents": uses_initial}


def _writers(resource: Mapping[str, Any], region: Region) -> tuple[list[int], bool]:
    """Who wrote the bytes of a range last, and whether there are some that nobody did."""
    begin, end = region["offset"], region["offset"] + region["size"]
    found: set[int] = set()
    left = end - begin
    for write in resource["final_writes"]:  # they do not overlap
        low = max(begin, write["region"]["offset"])
        high = min(end, write["region"]["offset"] + write["region"]["size"])
        if low < high:
            found.add(write["pass"])
            left -= high - low
    return sorted(found), left > 0
