"""A compiled model as JSON that is keyed by the versions of resources.

What the model names by position is named by what a reader looks for: passes by their paths, resources by their
names (``#k`` on the k-th equal one), versions by ``name@version``. Keys of the top level:

``versions``
    By ``name@version``: ``resource`` (position), ``name, kind, version, origin, initial, scope`` (path or None),
    ``descriptor, usage, declared_bytes``; ``producer`` (path, None for what was there before the frame), ``readers``
    (paths), ``first_use, last_use`` (of the version, in order of execution, None when unused), ``lifetime`` (of the
    resource: ``first_use, last_use``), ``allocation`` (position or None; who shares it stands there); ``accesses``:
    ``pass, access, mode, contents, produces_value, uses_initial, region``; ``final`` (regions of it that stand at the
    end of the frame); ``roots``: ``reason, implicit, regions``.
``passes``
    ``index, label, path, kind, scope`` (path or None), ``side_effect, order, cull_reason, cull_detail, reads, writes``
    (versions).
``edges``
    ``from, to`` (paths), ``resource`` (name), ``kind, hazard, causes``: ``hazard, region``, ``from`` and ``to``, each
    ``version, access, mode, contents``.
``roots``
    ``reason``; of a resource ``resource`` (name), ``regions, producers`` (paths), ``uses_initial, implicit``; of a side
    effect ``pass`` (path).
``allocations``
    As in the model, ``resources`` by name.

Whatever else the model holds (``scopes``, ``views``, …) is there as it is: see ``framescope.shade.graph.model``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from framescope.shade.graph.unique_names import unique_names

__all__ = ["model_to_json"]

Fields = dict[str, Any]


def model_to_json(model: Mapping[str, Any]) -> str:
    """The frame graph as JSON text, ASCII, one value.

    Args:
        model: What ``CompiledGraph.model()`` returned, or the model of a captured topology.

    Raises:
        ValueError: The model holds NaN or infinity, which JSON cannot say.
    """
    return json.dumps(_Speller(model).spelled(), allow_nan=False, indent=1)


class _Speller:
    """Replaces positions by names."""

    def __init__(self, model: Mapping[str, Any]) -> None:
        self._model = model
        self._paths = [node["path"] for node in model["passes"]]
        self._names = unique_names(resource["name"] for resource in model["resources"])
        self._used: dict[tuple[int, str], dict[str, None]] = {}
        for access in model["accesses"]:
            versions = self._used.setdefault((access["pass"], access["mode"]), {})
            versions[self._key(access["resource"], access["version"])] = None
        self._scopes = {scope["index"]: scope["path"] for scope in model["scopes"]} | {None: None}

    def spelled(self) -> Fields:
        """The whole of it."""
        model = self._model
        ours: Fields = {
            "versions": self._versions(),
            "passes": [self._pass(node) for node in model["passes"]],
            "edges": [self._edge(edge) for edge in model["edges"]],
            "roots": [self._root(root) for root in model["roots"]],
            "allocations": [
                {**held, "resources": [self._names[tenant] for tenant in held["resources"]]}
                for held in model["allocations"]
            ],
        }
        others = {key: value for key, value in model.items() if key not in (*ours, "resources", "accesses")}
        return {**ours, **others}

    def _key(self, resource: int, version: int) -> str:
        return f"{self._names[resource]}@{version}"

    def _versions(self) -> dict[str, Fields]:
        versions = {}
        for resource in self._model["resources"]:
            shared = self._common(resource)
            for entry in resource["versions"]:
                versions[self._key(resource["index"], entry["version"])] = {
                    **shared,
                    **entry,
                    "producer": None if entry["producer"] is None else self._paths[entry["producer"]],
                    "readers": [self._paths[reader] for reader in entry["readers"]],
                    "accesses": [],
                    "final": [],
                    "roots": [],
                }
        self._add_accesses(versions)
        self._add_ends(versions)
        return versions

    def _common(self, resource: Fields) -> Fields:
        """What all versions of a resource have in common."""
        kept = ("name", "kind", "origin", "initial", "descriptor", "usage", "declared_bytes", "allocation")
        return {
            "resource": resource["index"],
            **{key: resource[key] for key in kept},
            "scope": self._scopes[resource["scope"]],
            "lifetime": {"first_use": resource["first_use"], "last_use": resource["last_use"]},
        }

    def _add_accesses(self, versions: dict[str, Fields]) -> None:
        for access in self._model["accesses"]:
            fields = {key: value for key, value in access.items() if key not in ("resource", "version")}
            fields["pass"] = self._paths[access["pass"]]
            versions[self._key(access["resource"], access["version"])]["accesses"].append(fields)

    def _add_ends(self, versions: dict[str, Fields]) -> None:
        """What stands at the end of the frame, and what it stands for."""
        made = {
            (access["resource"], access["pass"]): access["version"]
            for access in self._model["accesses"]
            if access["mode"] == "write"
        }
        for resource in self._model["resources"]:
            for write in resource["final_writes"]:
                version = made[resource["index"], write["pass"]]
                if write["stores"]:
                    versions[self._key(resource["index"], version)]["final"].append(write["region"])
        for root in self._model["roots"]:
            if "resource" in root:
                numbers = [made[root["resource"], producer] for producer in root["producers"]]
                for number in [*([0] if root["uses_initial"] else []), *numbers]:
                    fields = {key: root[key] for key in ("reason", "implicit", "regions")}
                    versions[self._key(root["resource"], number)]["roots"].append(fields)

    def _pass(self, node: Fields) -> Fields:
        return {
            **node,
            "scope": self._scopes[node["scope"]],
            "reads": list(self._used.get((node["index"], "read"), ())),
            "writes": list(self._used.get((node["index"], "write"), ())),
        }

    def _edge(self, edge: Fields) -> Fields:
        causes = [
            {
                "hazard": cause["hazard"],
                "region": cause["region"],
                "from": self._access(cause["from_access"]),
                "to": self._access(cause["to_access"]),
            }
            for cause in edge["causes"]
        ]
        return {
            "from": self._paths[edge["from"]],
            "to": self._paths[edge["to"]],
            "resource": self._names[edge["resource"]],
            "kind": edge["kind"],
            "hazard": edge["hazard"],
            "causes": causes,
        }

    def _access(self, number: int) -> Fields:
        access = self._model["accesses"][number]
        version = self._key(access["resource"], access["version"])
        return {"version": version, **{key: access[key] for key in ("access", "mode", "contents")}}

    def _root(self, root: Fields) -> Fields:
        if "resource" not in root:
            return {**root, "pass": self._paths[root["pass"]]}
        producers = [self._paths[producer] for producer in root["producers"]]
        return {**root, "resource": self._names[root["resource"]], "producers": producers}
