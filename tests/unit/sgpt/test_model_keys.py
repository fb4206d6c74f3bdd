"""What SGPT_FORMAT.md says of a topology's keys holds for what the frame graph writes."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

import pytest
from graph_notation import nothing, output_texture
from sgpt_dump import FORMAT

from framescope.profile.captured_graph import missing_keys
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph


def tables() -> dict[str, set[str]]:
    """The keys that the format promises, by list."""
    chapter = FORMAT.read_text(encoding="utf-8").partition("### 6.1")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)`[^|]*\| ([^|]*) \|$", chapter, re.MULTILINE)
    return {name: set(re.findall(r"`(\w+)`", re.sub(r"\([^)]*\)", "", keys))) for name, keys in rows}


PROMISED = tables()


@pytest.fixture(scope="module")
def model() -> dict[str, Any]:
    """A graph with something in every list."""
    graph = FrameGraph("frame")
    target = graph.import_texture("target", output_texture(), initial="undefined")
    with graph.scope("shadows"):
        first = graph.add("draw", kind="render", execute=nothing)
        depth = first.attach(first.create_texture("depth", TextureDescriptor((4, 4), "depth32float")), load_op="clear")
    view = graph.create_view(depth, "seen", aspect="depth-only")
    second = graph.add("shade", kind="render", execute=nothing, side_effect=True)
    second.read(depth, "texture-sampled", view=view)
    graph.mark(second.attach(target, load_op="clear"), "output")
    return graph.compile().model()


def elements(model: dict[str, Any], name: str) -> Iterator[dict[str, Any]]:
    """The elements of a list of the model."""
    if name in ("versions", "final_writes"):
        return (element for resource in model["resources"] for element in resource[name])
    if name == "causes":
        return (cause for edge in model["edges"] for cause in edge["causes"])
    return iter(model[name])


def test_the_format_promises_every_list() -> None:
    """So that the tests below look at something."""
    nested = {"versions", "final_writes", "causes"}
    lists = {"passes", "scopes", "resources", "views", "accesses", "edges", "roots", "segments", "allocations"}
    assert {name for name, keys in PROMISED.items() if keys} == lists | nested


@pytest.mark.parametrize("name", sorted(name for name, keys in PROMISED.items() if keys))
def test_the_frame_graph_writes_every_promised_key(name: str, model: dict[str, Any]) -> None:
    """A reader built on the text finds what the text says; more may be there."""
    seen: set[str] = set().union(*(element.keys() for element in elements(model, name)))
    assert PROMISED[name] - seen == set()


@pytest.mark.parametrize("name", sorted(name for name, keys in PROMISED.items() if keys))
def test_a_reader_misses_every_promised_key(name: str, model: dict[str, Any]) -> None:
    """Of a root only the reason, for it leads either to a resource or to a pass; of all else, each key by its name."""
    broken = copy.deepcopy(model)
    for element in elements(broken, name):
        element.clear()
    missed = {place.rpartition(".")[2] for place in missing_keys(broken) if re.search(rf"\b{name}\[\d+\]\.\w+$", place)}
    assert missed == ({"reason"} if name == "roots" else PROMISED[name])
