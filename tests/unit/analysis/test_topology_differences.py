"""How two frame graphs differ, in words."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from framescope.profile.analysis.topology_differences import topology_differences

MODEL: dict[str, Any] = {
    "passes": [
        {"path": "draw", "kind": "render", "side_effect": False, "order": 0, "cull_reason": None},
        {"path": "blur", "kind": "compute", "side_effect": False, "order": 1, "cull_reason": None},
        {"path": "show", "kind": "render", "side_effect": True, "order": 2, "cull_reason": None},
    ],
    "scopes": [{"path": "post"}],
    "resources": [
        {
            "name": "colour",
            "scope": None,
            "kind": "texture",
            "descriptor": {"size": [64, 64, 1], "format": "rgba8unorm"},
        },
        {"name": "blurred", "scope": 0, "kind": "texture", "descriptor": {"size": [64, 64, 1]}, "declared_bytes": 9},
    ],
    "edges": [
        {"from": 0, "to": 1, "resource": 0, "kind": "value"},
        {"from": 1, "to": 2, "resource": 1, "kind": "value"},
    ],
    "roots": [{"reason": "present", "resource": 0}, {"reason": "side-effect", "pass": 2}],
}


def differences(change: Any) -> list[str]:
    """What is said of the model and a copy that ``change`` was done to."""
    other = deepcopy(MODEL)
    change(other)
    return [str(difference) for difference in topology_differences(MODEL, other)]


def test_equal_graphs_do_not_differ() -> None:
    """A model against itself has nothing to tell."""
    assert differences(lambda model: None) == []


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (lambda m: m["passes"][1].update(kind="render"), ["pass blur: kind compute in A, render in B"]),
        (
            lambda m: m["passes"][1].update(cull_reason="unused", order=None),
            ["pass blur: state runs in A, culled in B"],
        ),
        (lambda m: m["passes"][0].update(side_effect=True), ["pass draw: side effect no in A, yes in B"]),
        (
            lambda m: (m["passes"][0].update(order=1), m["passes"][1].update(order=0)),
            ["order of execution: 2 passes run at another place: where A runs draw, B runs blur"],
        ),
        (
            lambda m: m["resources"][0]["descriptor"].update(size=[128, 64, 1]),
            ["resource colour: size 64x64x1 in A, 128x64x1 in B"],
        ),
        (
            lambda m: m["resources"][1].update(declared_bytes=None),
            ["resource post/blurred: declared bytes 9 in A, unknown in B"],
        ),
        (lambda m: m["edges"].pop(), ["dependency blur -> show by post/blurred, value: only in A"]),
        (lambda m: m["roots"].pop(0), ["root present of colour: only in A"]),
        (
            lambda m: m["passes"].append({"path": "new", "kind": "render", "order": 3}),
            ["pass new: only in B"],
        ),
    ],
)
def test_each_difference_is_said_in_words(change: Any, expected: list[str]) -> None:
    """Which pass, resource, dependency or root, and what it is on either side."""
    assert differences(change) == expected


def test_equal_names_are_told_apart() -> None:
    """The second of two resources of one name is another resource."""
    assert differences(lambda m: m["resources"].append({"name": "colour"})) == ["resource colour#2: only in B"]


@pytest.mark.parametrize(
    "model",
    [{}, {"passes": None}, {"passes": [1, {"path": 3}], "edges": [{"from": 9}], "resources": [{"descriptor": 4}]}],
)
def test_a_model_may_hold_anything(model: dict[str, Any]) -> None:
    """What a file holds instead of a model is an answer, never an exception."""
    assert all(str(difference) for difference in topology_differences(MODEL, model))
    assert all(str(difference) for difference in topology_differences(model, MODEL))
