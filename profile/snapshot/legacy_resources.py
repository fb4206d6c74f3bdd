"""Resources of the unversioned Legacy V0 capture: descriptors, usage bits, and the parts that accesses name."""

from __future__ import annotations

from typing import Any

from framescope.profile.snapshot.legacy_fields import (
    Fields,
    entries,
    non_empty,
    one_of,
    positive,
    string,
    uint32,
    whole,
)
from framescope.profile.snapshot.vocabulary import RESOURCE_KINDS, USAGE

__all__ = ["buffer_range", "known", "named", "resource", "texture_region"]

_ORIGINS = ("transient", "imported", "swapchain", "surface")
_LAYERS = (("baseArrayLayer", whole), ("arrayLayerCount", positive))
_SLICES = (("baseDepthSlice", whole), ("depthSliceCount", positive))


def known(**fields: Any) -> dict[str, Any]:
    """The fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def named(prefix: str, number: int | None) -> str | None:
    """The id of that number."""
    return None if number is None else f"{prefix}:{number}"


def resource(row: Fields, has_groups: bool) -> dict[str, Any]:
    """One resource. V0 knew the contents of transients and of windows alone."""
    number, usage = row.read("id", whole), row.read("usage", uint32)
    kind, origin = row.read("kind", one_of(RESOURCE_KINDS)), row.read("origin", one_of(_ORIGINS))
    label, group = row.optional("label", string), row.optional("debugGroupId", whole)
    allocation, size = row.optional("physicalAllocationId", whole), row.optional("estimatedByteSize", whole)
    lifetime = _lifetime(row.optional_inner("lifetime"))
    if number is None or kind is None or origin is None or usage is None:
        return {}
    return {
        "id": f"resource:{number}",
        "kind": kind,
        "origin": "surface" if origin == "swapchain" else origin,
        "usageFlags": _usage_flags(row, kind, usage),
        **known(
            label=label,
            initialContents="undefined" if origin in ("transient", "swapchain") else None,
            groupId=named("group", group) if has_groups else None,
            lifetime=lifetime,
            allocationId=named("allocation", allocation),
            estimatedByteSize=size,
            descriptor=_descriptor(kind, row.optional_inner("descriptor")),
        ),
    }


def _lifetime(row: Fields | None) -> dict[str, Any] | None:
    return None if row is None else {name: row.read(name, whole) for name in ("firstUse", "lastUse")}


def _usage_flags(row: Fields, kind: str, usage: int) -> list[str]:
    words = USAGE[kind]
    unknown = usage >> len(words) << len(words)
    if unknown:
        row.add("legacy-unknown-usage", "usage", f"Legacy {kind} usage contains unknown bits 0x{unknown:x}.")
    return [word for bit, word in enumerate(words) if usage >> bit & 1]


def _descriptor(kind: str, row: Fields | None) -> dict[str, Any] | None:
    if row is None:
        return None
    if kind == "buffer":
        return {"kind": kind, "size": row.read("size", whole)}
    return {
        "kind": kind,
        "format": row.read("format", non_empty),
        "size": _size(row),
        "dimension": row.read("dimension", non_empty),
        "mipLevelCount": row.read("mipLevelCount", positive),
        "sampleCount": row.read("sampleCount", positive),
        "viewFormats": row.read("viewFormats", entries(non_empty)),
    }


def _size(row: Fields) -> dict[str, Any]:
    size = row.inner("size") or Fields(None, f"{row.path}/size", row.issues)  # what is not there has no width either
    return {name: size.read(name, positive) for name in ("width", "height", "depthOrArrayLayers")}


def texture_region(access: Fields) -> dict[str, Any] | None:
    """The part of a texture that an access names, or None."""
    row = access.optional_inner("textureRegion")
    if row is None:
        return None
    region = known(
        baseMipLevel=row.read("baseMipLevel", whole),
        mipLevelCount=row.read("mipLevelCount", positive),
        aspect=row.read("aspect", non_empty),
    )
    intervals = [{name: row.optional(name, read) for name, read in pair} for pair in (_LAYERS, _SLICES)]
    present = [interval for interval in intervals if any(name in row for name in interval)]
    if len(present) != 1 or None in present[0].values():
        message = "Legacy texture region must contain exactly one complete array-layer or depth-slice interval."
        row.issues.add("legacy-texture-region", row.path, message)
        return None
    return {**region, **present[0]}


def buffer_range(access: Fields) -> dict[str, Any] | None:
    """The part of a buffer that an access names, or None."""
    row = access.optional_inner("bufferRange")
    if row is None:
        return None
    return known(offset=row.read("offset", whole), size=row.optional("size", whole))
