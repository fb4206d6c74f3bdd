"""The tables of a snapshot, out of the compiled model that ``CompiledGraph.model()`` gives and a capture holds.

Ids are positions in the model's lists. What is not known of something (its size, a view's label) is absent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from framescope.profile.snapshot.distinct_labels import distinct_labels, plain_text
from framescope.profile.snapshot.model_roots import roots
from framescope.profile.snapshot.vocabulary import USAGE

__all__ = ["Table", "allocations", "dependency", "edges_that_run", "graph", "part_of"]

Table = list[dict[str, Any]]
Rows = Sequence[Mapping[str, Any]]

_REGION = {
    "base_mip_level": "baseMipLevel",
    "mip_level_count": "mipLevelCount",
    "base_array_layer": "baseArrayLayer",
    "array_layer_count": "arrayLayerCount",
    "base_depth_slice": "baseDepthSlice",
    "depth_slice_count": "depthSliceCount",
    "aspect": "aspect",
}
_VIEW = ("format", "dimension", "aspect", "swizzle")


def graph(model: Mapping[str, Any]) -> dict[str, Table]:
    """The eight tables of ``graph``."""
    return {
        "groups": [_group(*named) for named in _labelled(model["scopes"], "label", "path")],
        "nodes": [_node(*named) for named in _labelled(model["passes"], "label", "path")],
        "resources": [_resource(*named) for named in _labelled(model["resources"], "name", "name")],
        "textureViews": [_view(view) for view in model["views"]],
        "accesses": [_access(access, index) for index, access in enumerate(model["accesses"])],
        "dependencies": [dependency(edge) for edge in edges_that_run(model, True)],
        "roots": roots(model, region_of),
        "segments": [_segment(segment) for segment in model["segments"]],
    }


def allocations(model: Mapping[str, Any]) -> Table:
    """The table of ``memory.allocationReport``."""
    return [
        {
            "id": f"allocation:{held['index']}",
            "kind": held["kind"],
            "compatibilityClassId": f"compatibility:{held['compatibility']}",
            **_known(estimatedByteSize=held["declared_bytes"]),
        }
        for held in model["allocations"]
    ]


def edges_that_run(model: Mapping[str, Any], run: bool) -> list[Mapping[str, Any]]:
    """The edges between two nodes that run, which are those of the protocol, or all others."""
    runs = [node["order"] is not None for node in model["passes"]]
    return [edge for edge in model["edges"] if (runs[edge["from"]] and runs[edge["to"]]) == run]


def region_of(region: Mapping[str, Any]) -> dict[str, Any]:
    """A texture region in the protocol's words."""
    return {_REGION[name]: value for name, value in region.items()}


def part_of(region: Mapping[str, Any]) -> dict[str, Any]:
    """A buffer range or a texture region in the protocol's words."""
    return dict(region) if "offset" in region else region_of(region)


def _known(**fields: Any) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value is not None}


def _named(prefix: str, index: int | None) -> str | None:
    return None if index is None else f"{prefix}:{index}"


def _labelled(rows: Rows, label: str, path: str) -> list[tuple[Mapping[str, Any], str]]:
    labels = distinct_labels([row[label] for row in rows], [row[path] for row in rows])
    return list(zip(rows, labels, strict=True))


def _group(scope: Mapping[str, Any], label: str) -> dict[str, Any]:
    return {
        "id": f"group:{scope['index']}",
        **_known(parentId=_named("group", scope["parent"])),
        "label": label,
    }


def _node(node: Mapping[str, Any], label: str) -> dict[str, Any]:
    state: dict[str, Any] = {"status": "retained", "executionOrder": node["order"]}
    if node["order"] is None:
        state = {"status": "culled", "reason": node["cull_reason"]}
    return {
        "id": f"node:{node['index']}",
        "recordingOrder": node["index"],
        "kind": node["kind"],
        "label": label,
        "sideEffect": node["side_effect"],
        **_known(groupId=_named("group", node["scope"])),
        "compileState": state,
    }


def _resource(resource: Mapping[str, Any], label: str) -> dict[str, Any]:
    lifetime = None
    if resource["first_use"] is not None:
        lifetime = {"firstUse": resource["first_use"], "lastUse": resource["last_use"]}
    return {
        "id": f"resource:{resource['index']}",
        "kind": resource["kind"],
        "label": label,
        "origin": resource["origin"],
        "initialContents": resource["initial"],
        **_known(
            groupId=_named("group", resource["scope"]),
            lifetime=lifetime,
            allocationId=_named("allocation", resource["allocation"]),
            estimatedByteSize=resource["declared_bytes"],
        ),
        "descriptor": _DESCRIPTORS[resource["kind"]](resource["descriptor"]),
        "usageFlags": [word for bit, word in enumerate(USAGE[resource["kind"]]) if resource["usage"] >> bit & 1],
    }


def _texture(descriptor: Mapping[str, Any]) -> dict[str, Any]:
    width, height, depth = descriptor["size"]
    return {
        "kind": "texture",
        "format": descriptor["format"],
        "size": {"width": width, "height": height, "depthOrArrayLayers": depth},
        "dimension": descriptor["dimension"],
        "mipLevelCount": descriptor["mip_level_count"],
        "sampleCount": descriptor["sample_count"],
        "viewFormats": list(dict.fromkeys(descriptor["view_formats"])),
    }


def _buffer(descriptor: Mapping[str, Any]) -> dict[str, Any]:
    return {"kind": "buffer", "size": descriptor["size"]}


_DESCRIPTORS: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {"texture": _texture, "buffer": _buffer}


def _view(view: Mapping[str, Any]) -> dict[str, Any]:
    label = plain_text(view["label"])
    return {
        "id": f"view:{view['index']}",
        "resourceId": f"resource:{view['resource']}",
        **_known(label=label if label else None),
        **{name: view[name] for name in _VIEW},
        "baseMipLevel": view["base_mip_level"],
        "mipLevelCount": view["mip_level_count"],
        "baseArrayLayer": view["base_array_layer"],
        "arrayLayerCount": view["array_layer_count"],
    }


def _access(access: Mapping[str, Any], index: int) -> dict[str, Any]:
    texture = access["access"].startswith("texture-")
    return {
        "id": f"access:{index}",
        "nodeId": f"node:{access['pass']}",
        "resourceId": f"resource:{access['resource']}",
        "access": access["access"],
        **_known(textureViewId=_named("view", access["view"])),
        "textureRegion" if texture else "bufferRange": part_of(access["region"]),
        "mode": access["mode"],
        **_known(contents=access["contents"]),
        "producesValue": access["produces_value"],
    }


def dependency(edge: Mapping[str, Any]) -> dict[str, Any]:
    """An edge without its causes, which the protocol has no place for."""
    return {
        "fromNodeId": f"node:{edge['from']}",
        "toNodeId": f"node:{edge['to']}",
        "resourceId": f"resource:{edge['resource']}",
        "kind": edge["kind"],
    }


def _segment(segment: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": f"segment:{segment['index']}",
        "order": segment["index"],
        "kind": segment["kind"],
        "nodeIds": [f"node:{index}" for index in segment["passes"]],
    }
