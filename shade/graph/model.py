"""The compiled model as a JSON-able dict: everything a report of one frame's graph can say.

Passes, resources, accesses, scopes and allocations are named by their position in their list. Top-level keys:

``passes``
    ``index, label, path, kind, scope`` (index or None), ``side_effect, order`` (of execution, None when culled),
    ``cull_reason`` (None when retained), ``cull_detail``.
``scopes``
    ``index, label, path, parent``.
``resources``
    ``index, name, kind, origin, initial, scope, creator`` (pass or None), ``descriptor, usage`` (bits used by
    survivors), ``declared_bytes`` (None = unknown), ``first_use, last_use`` (order of execution, None when unused),
    ``allocation`` (None for imports and unused ones), ``versions``: ``version, producer`` (pass or None for the
    first), ``readers, first_use, last_use``; ``final_writes``, the writes that stand at the end of the frame:
    ``pass, access, stores, region``.
``views``
    ``index, label, resource, format, dimension, aspect, swizzle, base_mip_level, mip_level_count, base_array_layer,
    array_layer_count``. A view without a label that no access goes through is left out.
``accesses``
    ``pass, resource, view`` (None when it goes through none), ``version, access, mode, contents`` (None for a read),
    ``produces_value, region, uses_initial`` (whether it consumes contents from before the frame). One entry per
    region, so an access of several mips of a 3D texture has several.
``edges``
    ``from, to, resource, kind`` (``value``: the target needs what the source wrote; ``ordering``), ``hazard`` (of
    the first cause), ``regions``, ``causes``: one entry for each pair of accesses and region, ``from_access,
    to_access`` (positions in ``accesses``), ``hazard`` (``raw``, ``war``, ``waw``), ``region``.
``roots``
    ``reason``; of a resource ``resource, regions, producers, uses_initial, implicit``; of a side effect ``pass``.
``segments``
    ``index, kind`` (``"frame-graph"`` or ``"external-submission"``), ``passes`` in order of execution.
``allocations``
    ``index, kind, label, descriptor, declared_bytes, resources, compatibility`` (equal numbers: equal descriptors).

A texture region has ``base_mip_level, mip_level_count, aspect`` and either ``base_array_layer,
array_layer_count`` or ``base_depth_slice, depth_slice_count``; a buffer region has ``offset, size``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from framescope.shade.descriptors import BufferDescriptor, Descriptor
from framescope.shade.footprint import declared_bytes
from framescope.shade.graph.accesses import Access
from framescope.shade.graph.culling import CULL_REASON
from framescope.shade.graph.regions import Box, aspect_mask, overlaps
from framescope.shade.graph.views import View

if TYPE_CHECKING:
    from framescope.shade.graph.plan import Plan

__all__ = ["descriptor_fields", "plan_model", "region"]

AccessNumbers = dict[int, tuple[int, Access]]
"""By position among the declarations: the access, and where ``accesses`` lists its first region."""


def plan_model(plan: Plan) -> dict[str, Any]:
    """The model of a plan."""
    numbers = _access_numbers(plan)
    views = _listed_views(plan)
    return {
        "passes": _passes(plan),
        "scopes": [
            {"index": index, "label": label, "path": plan.scope_paths[index], "parent": _or_none(parent)}
            for index, (label, parent, _) in enumerate(plan.scopes)
        ],
        "resources": [_resource(plan, index, numbers) for index in range(len(plan.resources))],
        "views": [_view(plan.views[view], index) for index, view in enumerate(views)],
        "accesses": _accesses(plan, {view: index for index, view in enumerate(views)}),
        "edges": _edges(plan, numbers),
        "roots": _roots(plan),
        "segments": [
            {"index": index, "kind": segment.kind, "passes": [node.index for node in segment.nodes]}
            for index, segment in enumerate(plan.segments)
        ],
        "allocations": _allocations(plan),
    }


def _or_none(index: int) -> int | None:
    return None if index < 0 else index


def _passes(plan: Plan) -> list[dict[str, Any]]:
    return [
        {
            "index": node.index,
            "label": node.label,
            "path": node.path,
            "kind": node.kind,
            "scope": _or_none(node.scope_index),
            "side_effect": node.side_effect,
            "order": node.order,
            "cull_reason": None if node.cull_reason is None else CULL_REASON,
            "cull_detail": node.cull_reason,
        }
        for node in plan.nodes
    ]


def descriptor_fields(descriptor: Descriptor) -> dict[str, Any]:
    """A descriptor as a dict; ``usage`` is None where it was left to be inferred and nothing used it."""
    if isinstance(descriptor, BufferDescriptor):
        return {"size": descriptor.size, "usage": descriptor.usage}
    return {
        "size": list(descriptor.size),
        "format": descriptor.format,
        "dimension": descriptor.dimension,
        "mip_level_count": descriptor.mip_level_count,
        "sample_count": descriptor.sample_count,
        "view_formats": list(descriptor.view_formats),
        "usage": descriptor.usage,
    }


def _kind(descriptor: Descriptor) -> str:
    return "buffer" if isinstance(descriptor, BufferDescriptor) else "texture"


def _resource(plan: Plan, index: int, numbers: AccessNumbers) -> dict[str, Any]:
    name, origin, initial, _, creator, scope = plan.resources[index]
    span = plan.lifetimes[index]
    descriptor = plan.descriptors[index]
    return {
        "index": index,
        "name": name,
        "kind": _kind(descriptor),
        "origin": origin,
        "initial": initial,
        "scope": _or_none(scope),
        "creator": _or_none(creator),
        "descriptor": descriptor_fields(descriptor),
        "usage": plan.usages[index],
        "declared_bytes": declared_bytes(descriptor),
        "first_use": None if span is None else span[0],
        "last_use": None if span is None else span[1],
        "allocation": plan.allocation_of.get(index),
        "versions": _versions(plan, plan.accesses_of.get(index, [])),
        "final_writes": [
            {
                "pass": last.pass_index,
                "access": _number(numbers, last.access, last.box),
                "stores": last.stores,
                "region": region(last.box, descriptor),
            }
            for last in sorted(plan.final_writes[index])
        ],
    }


def _versions(plan: Plan, accesses: list[Access]) -> list[dict[str, Any]]:
    versions: dict[int, dict[str, Any]] = {0: {"version": 0, "producer": None, "readers": []}}
    orders: dict[int, list[int]] = {0: []}
    for access in accesses:
        entry = versions.setdefault(access.version, {"version": access.version, "producer": None, "readers": []})
        if access.contents is not None:
            entry["producer"] = access.pass_index
        elif access.pass_index not in entry["readers"]:
            entry["readers"].append(access.pass_index)
        order = plan.nodes[access.pass_index].order
        if order is not None:
            orders.setdefault(access.version, []).append(order)
    for version, entry in versions.items():
        used = orders.get(version, [])
        entry["first_use"] = min(used) if used else None
        entry["last_use"] = max(used) if used else None
    return [versions[version] for version in sorted(versions)]


def _listed_views(plan: Plan) -> list[int]:
    used = set().union(*(node.declared_views for node in plan.nodes))
    return [index for index, view in enumerate(plan.views) if view.label or index in used]


def _view(view: View, index: int) -> dict[str, Any]:
    return {"index": index, **view._asdict()}


def _accesses(plan: Plan, views: dict[int, int]) -> list[dict[str, Any]]:
    return [
        {
            "pass": access.pass_index,
            "resource": access.resource,
            "view": None if access.view is None else views[access.view],
            "version": access.version,
            "access": access.kind,
            "mode": "read" if access.contents is None else "write",
            "contents": access.contents,
            "produces_value": access.stores,
            "region": region(box, plan.descriptors[access.resource]),
            "uses_initial": any(overlaps(box, held) for held in plan.initial_uses.get(access.position, ())),
        }
        for accesses in plan.accesses
        for part in accesses
        for access in part
        for box in access.boxes
    ]


def _access_numbers(plan: Plan) -> AccessNumbers:
    numbers: AccessNumbers = {}
    number = 0
    for accesses in plan.accesses:
        for part in accesses:
            for access in part:
                numbers[access.position] = (number, access)
                number += len(access.boxes)
    return numbers


def _number(numbers: AccessNumbers, position: int, box: Box) -> int:
    """Where ``accesses`` lists the part of a declared access that a box lies in."""
    first, access = numbers[position]
    return first + next(part for part, own in enumerate(access.boxes) if overlaps(own, box))


def region(box: Box, descriptor: Descriptor) -> dict[str, Any]:
    """A box in the words of the resource it belongs to."""
    mask, mip, mip_end, low, high = box
    if isinstance(descriptor, BufferDescriptor):
        return {"offset": low, "size": high - low}
    available = aspect_mask(descriptor.format)
    aspect = "all" if mask == available else {2: "depth-only", 4: "stencil-only"}[mask]
    fields: dict[str, Any] = {"base_mip_level": mip, "mip_level_count": mip_end - mip, "aspect": aspect}
    what = (
        ("base_depth_slice", "depth_slice_count")
        if descriptor.dimension == "3d"
        else ("base_array_layer", "array_layer_count")
    )
    return {**fields, what[0]: low, what[1]: high - low}


def _edges(plan: Plan, numbers: AccessNumbers) -> list[dict[str, Any]]:
    return [
        {
            "from": edge.source,
            "to": edge.target,
            "resource": edge.resource,
            "kind": edge.kind,
            "hazard": edge.hazard,
            "regions": [region(box, plan.descriptors[edge.resource]) for box in edge.boxes],
            "causes": [
                {
                    "from_access": _number(numbers, cause.source_access, cause.box),
                    "to_access": _number(numbers, cause.target_access, cause.box),
                    "hazard": cause.hazard,
                    "region": region(cause.box, plan.descriptors[edge.resource]),
                }
                for cause in edge.causes
            ],
        }
        for edge in plan.edges
    ]


def _roots(plan: Plan) -> list[dict[str, Any]]:
    roots: list[dict[str, Any]] = [
        {
            "reason": root.reason,
            "resource": root.resource,
            "regions": [region(box, plan.descriptors[root.resource]) for box in root.boxes],
            "producers": list(root.producers),
            "uses_initial": root.uses_initial,
            "implicit": root.implicit,
        }
        for root in plan.roots
    ]
    roots += [{"reason": "side-effect", "pass": node.index} for node in plan.passes if node.side_effect]
    return roots


def _allocations(plan: Plan) -> list[dict[str, Any]]:
    classes: dict[Descriptor, int] = {}
    return [
        {
            "index": index,
            "kind": _kind(held.descriptor),
            "label": held.label,
            "descriptor": descriptor_fields(held.descriptor),
            "declared_bytes": declared_bytes(held.descriptor),
            "resources": list(held.resources),
            "compatibility": classes.setdefault(held.descriptor, len(classes)),
        }
        for index, held in enumerate(plan.allocations)
    ]
