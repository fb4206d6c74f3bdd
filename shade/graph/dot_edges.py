"""The lines of the drawn graph: writes, values, orderings, and what leads to a root."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from framescope.shade.graph.dot_escape import quoted
from framescope.shade.graph.dot_style import CULLED, HAZARD_EDGES, ROOT_FILL, VALUE_EDGE
from framescope.shade.graph.model_text import region_text

__all__ = ["edge_lines", "root_lines"]

Model = Mapping[str, Any]


def edge_lines(model: Model, left_out: Container[int]) -> Iterator[str]:
    """Every line between passes and versions, and between two passes of which one only has to come later.

    Args:
        model: The compiled model.
        left_out: Resources that nobody writes and that are told on the passes instead.
    """
    yield from _writes(model)
    yield from _initial_values(model, left_out)
    made = _versions_made(model)
    for edge in model["edges"]:
        line = _value if edge["kind"] == "value" else _ordering
        yield line(edge, model, made)


def root_lines(model: Model) -> Iterator[str]:
    """From each version that a root consists of to the root."""
    made = _versions_made(model)
    lines: dict[str, None] = {}
    for root in model["roots"]:
        if "resource" in root:
            resource = root["resource"]
            versions = [made[producer, resource] for producer in root["producers"]]
            versions += [0] if root["uses_initial"] else []
            lines |= dict.fromkeys(
                f'r{resource}v{v} -> root{resource} [color="{ROOT_FILL}" penwidth=2];' for v in versions
            )
    yield from lines


def _versions_made(model: Model) -> dict[tuple[int, int], int]:
    writes = (access for access in model["accesses"] if access["mode"] == "write")
    return {(access["pass"], access["resource"]): access["version"] for access in writes}


def _writes(model: Model) -> Iterator[str]:
    groups: dict[tuple[int, int], list[Model]] = {}
    for access in model["accesses"]:
        if access["mode"] == "write":
            groups.setdefault((access["pass"], access["resource"]), []).append(access)
    for (index, resource), accesses in groups.items():
        words = _words(accesses, model)
        target = f"r{resource}v{accesses[0]['version']}"
        line = "" if any(access["produces_value"] for access in accesses) else "style=dashed "
        color = f'color="{CULLED}" ' if model["passes"][index]["order"] is None else ""
        yield f"p{index} -> {target} [{line}{color}label={quoted(words, 60)} tooltip={quoted(words)}];"


def _initial_values(model: Model, left_out: Container[int]) -> Iterator[str]:
    groups: dict[tuple[int, int], list[Model]] = {}
    for access in model["accesses"]:
        if access["uses_initial"] and access["resource"] not in left_out:
            groups.setdefault((access["pass"], access["resource"]), []).append(access)
    for (index, resource), accesses in groups.items():
        words = _words(accesses, model)
        color = _value_color(index, model)
        yield f"r{resource}v0 -> p{index} [{color} label={quoted(words, 60)} tooltip={quoted(words)}];"


def _value(edge: Model, model: Model, made: Mapping[tuple[int, int], int]) -> str:
    accesses = [{**model["accesses"][cause["to_access"]], "region": cause["region"]} for cause in edge["causes"]]
    words = _words(accesses, model)
    source = f"r{edge['resource']}v{made[edge['from'], edge['resource']]}"
    color = _value_color(edge["to"], model)
    return f"{source} -> p{edge['to']} [{color} label={quoted(words, 60)} tooltip={quoted(words)}];"


def _value_color(target: int, model: Model) -> str:
    culled = model["passes"][target]["order"] is None
    return f'color="{CULLED if culled else VALUE_EDGE}"'


def _ordering(edge: Model, model: Model, made: Mapping[tuple[int, int], int]) -> str:
    hazards = list(dict.fromkeys(cause["hazard"] for cause in edge["causes"]))
    color, style = HAZARD_EDGES[hazards[0]]
    resource = model["resources"][edge["resource"]]
    words = f"{'+'.join(hazards).upper()} {resource['name']}"
    style = f'style={style} color="{color}" fontcolor="{color}" constraint=false'
    return f"p{edge['from']} -> p{edge['to']} [{style} label={quoted(words, 40)} tooltip={quoted(words)}];"


def _words(accesses: Sequence[Model], model: Model) -> str:
    """Access kinds with their declared views and regions, each once: ``"sampled as first mip, mip 0"``."""
    descriptor = model["resources"][accesses[0]["resource"]]["descriptor"]
    parts: dict[str, list[str]] = {}
    for access in accesses:
        what = access["access"].partition("-")[2].removesuffix("-write").removesuffix("-attachment")
        if access["mode"] == "write":
            what += " preserve" if access["contents"] == "preserve" else ""
            what += "" if access["produces_value"] else " discard"
        if access["view"] is not None and model["views"][access["view"]]["label"]:
            what += f" as {model['views'][access['view']]['label']}"
        regions = parts.setdefault(what, [])
        region = region_text(access["region"], descriptor)
        if region and region not in regions:
            regions.append(region)
    return "\n".join(", ".join([what, *regions]) for what, regions in parts.items())
