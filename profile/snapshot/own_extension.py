"""What framescope knows of a frame and the protocol has no field for, as the extension :data:`EXTENSION`.

``version``
    1. Keys are only ever added.
``nodes``
    ``nodeId, path`` (the scope path by which framescope names passes), ``cullDetail`` (of a culled one).
``dependencies``
    In the order of ``graph.dependencies``: ``hazard`` (``raw``, ``war`` or ``waw``, of the first cause) and ``causes``,
    each a pair of accesses and what both touch: ``fromAccessId, toAccessId, hazard``, and ``textureRegion`` or
    ``bufferRange``.
``culledDependencies``
    The edges from or to culled nodes, which the protocol leaves out: the same, and the fields of a dependency.
``implicitRoots``
    Positions in ``graph.roots`` of those that nobody marked: a write to an import made them.
``otherNodeGpuTimes``
    ``nodeId, durationMicros`` of nodes that are neither render nor compute.
``capture``, ``gpu``
    Of a captured frame alone: :mod:`~framescope.profile.snapshot.captured`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from framescope.profile.snapshot.distinct_labels import plain_text
from framescope.profile.snapshot.model_roots import implicit_roots
from framescope.profile.snapshot.model_tables import dependency, edges_that_run, part_of
from framescope.profile.snapshot.times import PassTimes, Unavailable, micros

__all__ = ["EXTENSION", "extension"]

EXTENSION = "framescope.frame"


def extension(model: Mapping[str, Any], gpu: PassTimes | Unavailable) -> dict[str, Any]:
    """What follows from the model, and the GPU times that no table has a place for."""
    return {
        "version": 1,
        "nodes": [_node(node) for node in model["passes"]],
        "dependencies": [_causes(edge, model) for edge in edges_that_run(model, True)],
        "culledDependencies": [{**dependency(edge), **_causes(edge, model)} for edge in edges_that_run(model, False)],
        "implicitRoots": implicit_roots(model),
        "otherNodeGpuTimes": [] if isinstance(gpu, Unavailable) else _other_times(model, gpu),
    }


def _node(node: Mapping[str, Any]) -> dict[str, Any]:
    named = {"nodeId": f"node:{node['index']}", "path": plain_text(node["path"])}
    return named if node["cull_detail"] is None else {**named, "cullDetail": plain_text(node["cull_detail"])}


def _causes(edge: Mapping[str, Any], model: Mapping[str, Any]) -> dict[str, Any]:
    field = "textureRegion" if model["resources"][edge["resource"]]["kind"] == "texture" else "bufferRange"
    causes = [
        {
            "fromAccessId": f"access:{cause['from_access']}",
            "toAccessId": f"access:{cause['to_access']}",
            "hazard": cause["hazard"],
            field: part_of(cause["region"]),
        }
        for cause in edge["causes"]
    ]
    return {"hazard": edge["hazard"], "causes": causes}


def _other_times(model: Mapping[str, Any], gpu: PassTimes) -> list[dict[str, Any]]:
    return [
        {"nodeId": f"node:{node['index']}", "durationMicros": micros(gpu.pass_ns[node["index"]])}
        for node in model["passes"]
        if node["kind"] not in ("render", "compute") and node["index"] in gpu.pass_ns
    ]
