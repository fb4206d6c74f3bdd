"""Reusing plans: the same declarations find their plan, any other declarations do not."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from graph_notation import BUFFER, MIPPED, nothing, output_buffer, output_texture, step, transient

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan_cache import PlanCache
from framescope.shade.graph.regions import TextureRegion
from framescope.shade.graph.void import VoidCommandContext

DECLARATIONS: dict[str, Any] = {
    "label": "A",
    "kind": "compute",
    "side_effect": False,
    "name": "x",
    "descriptor": MIPPED,
    "initial": "undefined",
    "origin": "imported",
    "access": "texture-storage-write",
    "contents": "overwrite",
    "region": TextureRegion(0, 1),
    "store": True,
    "root": True,
    "scope": "s",
    "reason": None,
    "buffer": BUFFER,
    "extra_read": False,
    "extra_pass": False,
}

CHANGES: dict[str, Any] = {
    "label": "B",
    "kind": "command",
    "side_effect": True,
    "name": "y",
    "descriptor": replace(MIPPED, format="rgba16float"),
    "initial": "defined",
    "origin": "surface",
    "access": "texture-copy-dst",
    "contents": "preserve",
    "region": TextureRegion(0, 2),
    "store": False,
    "root": False,
    "scope": "t",
    "reason": "debug-capture",
    "buffer": replace(BUFFER, size=512),
    "extra_read": True,
    "extra_pass": True,
}


def record(**changes: Any) -> FrameGraph:
    """A small graph in which every declarable thing can be changed by itself."""
    d = {**DECLARATIONS, **changes}
    if d["access"] == "texture-copy-dst":
        d["kind"] = "command"
    if d["contents"] == "preserve":
        d["initial"] = "defined"
    graph = FrameGraph()
    native = output_texture(mip_level_count=3, format=d["descriptor"].format)
    texture = graph.import_texture(
        d["name"], native, initial=d["initial"], origin=d["origin"], descriptor=d["descriptor"]
    )
    with graph.scope(d["scope"]):
        builder = graph.add(d["label"], kind=d["kind"], execute=nothing, side_effect=d["side_effect"])
        written = builder.write(
            texture, d["access"], contents=d["contents"], region=d["region"], store=d["store"], root=d["root"]
        )
        buffer = builder.write(builder.create_buffer("b", d["buffer"]), "buffer-storage-write", contents="overwrite")
        if d["extra_read"]:
            builder.read(buffer, "buffer-storage-read")
    if d["extra_pass"]:
        step(graph, "extra")
    if d["reason"] is not None:
        graph.mark(written, d["reason"], region=d["region"])
    return graph


def test_the_same_declarations_find_their_plan() -> None:
    """Other objects, equal declarations: one plan, planned once."""
    plans = PlanCache()
    first, second = (record().compile(cache=plans).plan for _ in range(2))

    assert first is second
    assert (plans.hits, plans.misses, len(plans)) == (1, 1, 1)


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_any_other_declaration_is_another_plan(what: str) -> None:
    """Whatever is changed alone: the cache misses and the key differs."""
    plans = PlanCache()
    before = record().compile(cache=plans).plan
    after = record(**{what: CHANGES[what]}).compile(cache=plans).plan

    assert plans.hits == 0
    assert before.key != after.key


def test_natives_and_callbacks_are_no_declarations() -> None:
    """Another texture of the same description and another callback reuse the plan and run as given."""
    plans = PlanCache()
    seen: list[Any] = []
    natives = [output_buffer(), output_buffer()]
    for native in natives:
        graph = FrameGraph()
        buffer = graph.import_buffer("b", native, initial="defined")
        graph.add("A", kind="compute", side_effect=True, execute=lambda r, _, b=buffer: seen.append(r.buffer(b))).read(
            buffer, "buffer-uniform"
        )
        graph.compile(cache=plans).execute(VoidCommandContext())

    assert seen == natives
    assert plans.hits == 1


def test_the_key_is_the_same_in_every_process() -> None:
    """It is a digest of what was declared, free of hash randomisation and addresses."""
    code = """
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import TextureRegion
graph = FrameGraph()
builder = graph.add("A", kind="compute", side_effect=True)
texture = builder.create_texture("x", TextureDescriptor((4, 4), "r8unorm", mip_level_count=2))
builder.write(texture, "texture-storage-write", contents="overwrite", region=TextureRegion(1))
print(graph.compile().plan.key.hex())
"""
    keys = [
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONHASHSEED": seed}
        ).stdout
        for seed in ("1", "2")
    ]

    assert keys[0] == keys[1]
    assert len(bytes.fromhex(keys[0])) == 16


def test_a_failed_plan_is_not_kept() -> None:
    """The same faulty graph fails again, and the right one compiles."""
    plans = PlanCache()

    def frame(contents: Any) -> None:
        graph = FrameGraph()
        step(graph, "A", writes=[transient(graph)], contents=contents)
        graph.compile(cache=plans)

    for _ in range(2):
        with pytest.raises(GraphError):
            frame("preserve")
    frame("overwrite")

    assert (len(plans), plans.misses) == (1, 3)


def test_the_longest_unused_plan_is_forgotten_first() -> None:
    """Capacity two: the one used again stays."""
    plans = PlanCache(capacity=2)

    def frame(label: str) -> None:
        graph = FrameGraph()
        step(graph, label)
        graph.compile(cache=plans)

    for label in ("a", "b", "a", "c", "a", "b"):
        frame(label)

    assert (plans.hits, plans.misses, len(plans)) == (2, 4, 2)


def test_clearing_forgets_every_plan() -> None:
    """After it the same graph is planned again."""
    plans = PlanCache()
    record().compile(cache=plans)
    plans.clear()
    record().compile(cache=plans)

    assert plans.misses == 2


def test_a_cache_holds_something() -> None:
    """A capacity of 0 is a ValueError."""
    with pytest.raises(ValueError, match="capacity 0"):
        PlanCache(capacity=0)
