"""The benchmark of the frame graph's cost times the graphs that it says it times."""

from __future__ import annotations

from itertools import pairwise

import pytest

from framescope.harness.bench.graph_cost import TARGETS, measure
from framescope.harness.bench.graph_floor import FlatGraph, plan_barely
from framescope.harness.bench.recorded_calls import frame_of_scene
from framescope.harness.offscreen import open_offscreen
from framescope.scenes.sponza.scene import SponzaScene
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.plan import Plan, build_plan
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer


@pytest.fixture
def plans(graphics: GraphicsContext) -> tuple[Plan, Plan]:
    """The plan of the atrium's third frame as the scene recorded it, and of the same calls made again."""
    target = open_offscreen(graphics, SponzaScene, (64, 36))
    scene = SponzaScene(graphics, target.size, target.texture_format)
    renderer = Renderer(graphics)
    recorded = []

    def record(graph: FrameGraph, index: int) -> None:
        imported = graph.import_texture("target", target.texture, initial="undefined")
        graph.mark(scene.record(graph, imported, index), "output")

    for _ in range(3):
        renderer.render(record)
        assert renderer.compiled is not None
        recorded.append(renderer.compiled.plan)
    scene.close()
    again = SponzaScene(graphics, target.size, target.texture_format)
    graph = FrameGraph("again")
    frame_of_scene(graphics, again, target.texture, 2).record(graph)
    plan = build_plan(graph._declarations)
    again.close()
    target.close()
    return recorded[-1], plan


def test_the_calls_of_a_scene_declare_what_the_scene_does(plans: tuple[Plan, Plan]) -> None:
    """What is timed as the atrium's graph has the key of the plan that the atrium runs by."""
    scene, calls = plans
    assert calls.declarations_key == scene.declarations_key


def test_the_floor_plans_the_same_graph(plans: tuple[Plan, Plan]) -> None:
    """The barest planning gives slots to the same transients, and never one slot to two at a time."""
    plan = plans[0]
    transients = [index for index, declared in enumerate(plan.resources) if declared[1] == "transient"]
    slots = dict(zip(transients, plan_barely(FlatGraph.of(plan)), strict=True))
    assert sorted(resource for resource, slot in slots.items() if slot >= 0) == sorted(plan.allocation_of)
    held = sorted((slots[r], plan.lifetimes[r]) for r in plan.allocation_of)
    for (slot, span), (next_slot, next_span) in pairwise(held):
        assert slot != next_slot or span[1] < next_span[0]


def test_every_graph_has_its_ratios_and_figures(graphics: GraphicsContext) -> None:
    """A reused and a new plan of every graph are held to their bounds, the bracket to its own."""
    ratios, figures = measure(graphics, rounds=2, counts=(3,))
    judged = [
        (f"{graph}: {arm} ÷ plain encode", bound) for graph in ("sponza", "3 passes") for arm, bound in TARGETS.items()
    ]
    assert [(name, found.target) for name, found in ratios.items()] == [
        *judged,
        ("bracket of a pass, nobody listening, µs", 0.3),
    ]
    assert {name: found for name, found in figures["3 passes"].items() if name != "us_per_pass"} == {
        "passes": 3,
        "accesses": 9,
        "gpu_passes": 3,
    }
    assert figures["sponza"]["gpu_passes"] > figures["sponza"]["passes"]
    assert all(cost > 0 for found in figures.values() for cost in found["us_per_pass"].values())
