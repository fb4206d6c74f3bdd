"""Telling a captured graph that another writer put into the file."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

import pytest
from capture_builders import capture_of, make_frame
from graph_notation import BUFFER, nothing, output_texture, step

from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.captured_graph import graph_of, missing_keys
from framescope.profile.errors import CaptureDamaged
from framescope.profile.sgpt.model import Topology
from framescope.shade.graph.frame_graph import FrameGraph


def small_model() -> dict[str, Any]:
    """Something in every list that is asked for below."""
    graph = FrameGraph("frame")
    with graph.scope("all"):
        buffer = step(graph, "fill", writes=[graph.create_buffer("values", BUFFER)])
    target = graph.import_texture("target", output_texture(), initial="undefined")
    view = graph.create_view(target, "whole")
    draw = graph.add("draw", kind="render", execute=nothing)
    draw.read(buffer, "buffer-vertex")
    draw.attach(target, load_op="clear", view=view)
    return graph.compile().model()


MODEL = small_model()


def without(path: tuple[Any, ...]) -> dict[str, Any]:
    """The model that lacks one key."""
    model = copy.deepcopy(MODEL)
    around: Any = model
    for name in path[:-1]:
        around = around[name]
    del around[path[-1]]
    return model


def frame_of(model: Mapping[str, Any]) -> CapturedFrame:
    """A captured frame with that graph."""
    return capture_of([make_frame(0, topology=Topology(dict(model), b"key"))]).frame(0)


def test_a_model_of_ours_lacks_nothing() -> None:
    """The list of keys is that of what is recorded."""
    assert list(missing_keys(MODEL)) == []


@pytest.mark.parametrize(
    ("path", "named"),
    [
        (("passes",), "list passes"),
        (("passes", 1, "order"), "passes[1].order"),
        (("resources", 0, "final_writes"), "resources[0].final_writes"),
        (("resources", 0, "versions", 1, "readers"), "resources[0].versions[1].readers"),
        (("edges", 0, "causes", 0, "region"), "edges[0].causes[0].region"),
        (("views", 0, "swizzle"), "views[0].swizzle"),
    ],
)
def test_a_key_that_is_missed_is_named(path: tuple[Any, ...], named: str) -> None:
    """With the place in the model where it should be."""

    def look(model: Mapping[str, Any]) -> object:
        value: Any = model
        for name in path:
            value = value[name]
        return value

    with pytest.raises(CaptureDamaged, match=r"frame graph of frame 0 is none.*SGPT_FORMAT\.md §6\.1") as error:
        graph_of(frame_of(without(path)), look)
    assert error.value.found == f"no {named}"


def test_a_key_that_nobody_asks_for_may_be_missing() -> None:
    """A graph is told as far as what tells it needs."""
    assert graph_of(frame_of(without(("passes", 0, "order"))), lambda model: model["passes"][0]["label"]) == "fill"


@pytest.mark.parametrize("error", [RecursionError("deep"), OverflowError("large"), ValueError("odd")])
def test_a_value_that_fits_no_graph_is_damage(error: Exception) -> None:
    """Whatever stumbles over it, no traceback reaches who asked."""

    def stumble(model: Mapping[str, Any]) -> None:
        raise error

    with pytest.raises(CaptureDamaged, match=f"fits no graph \\({type(error).__name__}: "):
        graph_of(frame_of(MODEL), stumble)
