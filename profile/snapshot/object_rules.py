"""What must hold between the properties of one object, beside what each of them is."""

from __future__ import annotations

from typing import Any

from framescope.profile.snapshot.checks import (
    MISSING,
    Check,
    chosen,
    is_whole,
    literal,
    non_empty,
    one_of,
    positive,
    record,
    string,
    whole,
)
from framescope.profile.snapshot.codes import Code
from framescope.profile.snapshot.issues import Issues
from framescope.profile.snapshot.shapes import Shape, distinct
from framescope.profile.snapshot.vocabulary import ACCESS_KINDS, CONTENTS, RESOURCE_KINDS, USAGE, mode_of

__all__ = [
    "access_follows_its_kind",
    "descriptor_and_usage_follow_the_kind",
    "lifetime_is_forward",
    "origin_says_contents",
    "region_has_one_interval",
    "root_has_one_subject",
    "segment_is_not_empty",
]

_SIZE = Shape({"width": positive, "height": positive, "depthOrArrayLayers": positive})
_DESCRIPTORS: dict[str, Check] = {
    "buffer": Shape({"kind": literal("buffer"), "size": whole}),
    "texture": Shape(
        {
            "kind": literal("texture"),
            "format": non_empty,
            "size": _SIZE,
            "dimension": non_empty,
            "mipLevelCount": positive,
            "sampleCount": positive,
            "viewFormats": distinct(non_empty),
        }
    ),
}
_USAGE_FLAGS = {kind: distinct(string, words) for kind, words in USAGE.items()}
_CONTENTS = one_of(CONTENTS)
_LAYERS: dict[str, Check] = {"baseArrayLayer": whole, "arrayLayerCount": positive}
_SLICES: dict[str, Check] = {"baseDepthSlice": whole, "depthSliceCount": positive}


def origin_says_contents(resource: dict[str, Any], path: str, issues: Issues) -> None:
    """What a frame makes itself, or gets from a window, holds nothing yet."""
    origin = chosen(resource.get("origin"), ("transient", "surface"))
    if origin is not None and resource.get("initialContents") != "undefined":
        message = f"{origin} resources must begin with undefined contents."
        issues.add("invalid-initial-contents", f"{path}/initialContents", message)


def descriptor_and_usage_follow_the_kind(resource: dict[str, Any], path: str, issues: Issues) -> None:
    """Textures and buffers have words and descriptors of their own; of an unknown kind nothing is known."""
    kind = chosen(resource.get("kind"), RESOURCE_KINDS)
    if kind is not None:
        _USAGE_FLAGS[kind](resource.get("usageFlags", MISSING), f"{path}/usageFlags", issues)
    if "descriptor" in resource:
        check = record if kind is None else _DESCRIPTORS[kind]
        check(resource["descriptor"], f"{path}/descriptor", issues)


def lifetime_is_forward(lifetime: dict[str, Any], path: str, issues: Issues) -> None:
    """A resource is used last no earlier than first."""
    first, last = lifetime.get("firstUse"), lifetime.get("lastUse")
    if is_whole(first) and is_whole(last) and last < first:
        issues.add("invalid-lifetime", path, "lastUse must be greater than or equal to firstUse.")


def region_has_one_interval(region: dict[str, Any], path: str, issues: Issues) -> None:
    """Array layers or depth slices, not both; half an interval is looked at as a whole one."""
    present = [interval for interval in (_LAYERS, _SLICES) if not region.keys().isdisjoint(interval)]
    for interval in present:
        for name, check in interval.items():
            check(region.get(name, MISSING), f"{path}/{name}", issues)
    if len(present) != 1:
        message = "Texture region must contain exactly one array-layer or depth-slice interval."
        issues.add("invalid-texture-region", path, message)


def access_follows_its_kind(access: dict[str, Any], path: str, issues: Issues) -> None:
    """The kind of an access says its mode and what it may carry, the mode whether it has contents."""
    _contents_follow_the_mode(access, path, issues)
    kind = chosen(access.get("access"), ACCESS_KINDS)
    if kind is None:
        return
    if "mode" in access and access["mode"] != mode_of(kind):
        message = f'Access kind "{kind}" requires mode "{mode_of(kind)}".'
        issues.add("invalid-access-mode", f"{path}/mode", message)
    if kind.startswith("texture-"):
        _refuse(access, "bufferRange", "invalid-access-range", "Texture access cannot contain", path, issues)
        if kind.startswith("texture-copy-"):
            _refuse_view(access, "Texture copy", path, issues)
    else:
        _refuse(access, "textureRegion", "invalid-access-range", "Buffer access cannot contain", path, issues)
        _refuse_view(access, "Buffer", path, issues)


def _contents_follow_the_mode(access: dict[str, Any], path: str, issues: Issues) -> None:
    mode = access.get("mode")
    if mode == "write":
        _CONTENTS(access.get("contents", MISSING), f"{path}/contents", issues)
    elif mode == "read":
        if "contents" in access:
            issues.add("unexpected-property", f"{path}/contents", "Read access cannot declare contents.")
        if access.get("producesValue") is not False:
            issues.add("invalid-read", f"{path}/producesValue", "Read access must set producesValue to false.")


def _refuse(access: dict[str, Any], name: str, code: Code, text: str, path: str, issues: Issues) -> None:
    if name in access:
        issues.add(code, f"{path}/{name}", f"{text} {name}.")


def _refuse_view(access: dict[str, Any], what: str, path: str, issues: Issues) -> None:
    if "textureViewId" in access:
        message = f"{what} access cannot reference a texture view."
        issues.add("invalid-access-view", f"{path}/textureViewId", message)


def root_has_one_subject(root: dict[str, Any], path: str, issues: Issues) -> None:
    """A side effect is a node's; every other root is a resource's, and has its contents."""
    if ("nodeId" in root) == ("resourceId" in root):
        issues.add("invalid-root", path, "A root must reference exactly one node or resource.")
    side_effect = root.get("reason") == "side-effect"
    if side_effect != ("nodeId" in root):
        issues.add("invalid-root", path, "Only side-effect roots reference nodes.")
    if side_effect and not root.keys().isdisjoint(("range", "resolution")):
        issues.add("invalid-root", path, "Side effects cannot carry resource contents.")
    if "range" in root and not isinstance(root["range"], dict):  # beside what it is not
        issues.add("invalid-root-range", f"{path}/range/kind", "Expected buffer or texture.")


def segment_is_not_empty(segment: dict[str, Any], path: str, issues: Issues) -> None:
    """What is submitted by itself runs at least one node."""
    if segment.get("nodeIds") == []:
        message = "Execution segment must contain at least one node."
        issues.add("invalid-segment-sequence", f"{path}/nodeIds", message)
