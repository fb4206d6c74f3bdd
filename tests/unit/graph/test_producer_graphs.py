"""The nine graphs that producers of FrameGraph Snapshot 1.2 agree on, through the graph's own public API.

What a Snapshot takes from each is compared here as tables of labels: kept and culled passes, value edges, roots with
their producers, lifetimes, shared allocations, segments.
"""

from __future__ import annotations

from typing import Any

from producer_graphs import PRODUCER_GRAPHS

Model = dict[str, Any]


def compiled(name: str) -> Model:
    """The model of one of the nine."""
    model: Model = PRODUCER_GRAPHS[name]().compile().model()
    return model


def passes(model: Model, *, culled: bool = False) -> list[str]:
    """The labels of the passes that run, or of those that do not."""
    return [node["label"] for node in model["passes"] if (node["order"] is None) is culled]


def edges(model: Model) -> list[tuple[str, str, str]]:
    """(from, to, kind) of the edges between passes that run."""
    nodes = model["passes"]
    pairs = [(nodes[edge["from"]], nodes[edge["to"]], edge["kind"]) for edge in model["edges"]]
    return [(a["label"], b["label"], kind) for a, b, kind in pairs if None not in (a["order"], b["order"])]


def roots(model: Model) -> list[tuple[str, Any, list[str]]]:
    """(reason, region or pass, producers)."""
    labels = [node["label"] for node in model["passes"]]
    return [
        (root["reason"], labels[root["pass"]], [])
        if "pass" in root
        else (root["reason"], span(root["regions"]), [labels[producer] for producer in root["producers"]])
        for root in model["roots"]
    ]


def span(regions: list[dict[str, Any]]) -> Any:
    """(offset, size) of a buffer, (mip, layer) of a texture's one subresource."""
    (region,) = regions
    if "offset" in region:
        return region["offset"], region["size"]
    return region["base_mip_level"], region["base_array_layer"]


def lifetimes(model: Model) -> dict[str, tuple[int, int]]:
    """First and last use by label."""
    return {held["name"]: (held["first_use"], held["last_use"]) for held in model["resources"]}


def test_linear_dependency() -> None:
    """Two passes in nested groups, one value edge, two allocations."""
    model = compiled("linear-dependency")

    assert passes(model) == ["linear.write", "linear.transform"]
    assert edges(model) == [("linear.write", "linear.transform", "value")]
    assert roots(model) == [("output", (0, 64), ["linear.transform"])]
    assert [(scope["label"], scope["parent"]) for scope in model["scopes"]] == [
        ("linear.group", None),
        ("linear.work", 0),
    ]
    assert [held["scope"] for held in model["resources"]] == [0, 0]
    assert [node["scope"] for node in model["passes"]] == [1, 1]
    assert len(model["allocations"]) == 2


def test_overwrite_culling() -> None:
    """A write that the next one replaces is for nobody."""
    model = compiled("overwrite-culling")

    assert passes(model) == ["overwrite.live-write", "overwrite.consume"]
    assert passes(model, culled=True) == ["overwrite.dead-write"]
    assert model["passes"][0]["cull_reason"] == "not-reachable-from-root"
    assert edges(model) == [("overwrite.live-write", "overwrite.consume", "value")]


def test_preserve_discard() -> None:
    """Load depends on what was there, clear does not, discard leaves no value."""
    model = compiled("preserve-discard")

    assert passes(model) == ["preserve.seed", "preserve.load", "discard.overwrite-discard"]
    assert edges(model) == [("preserve.seed", "preserve.load", "value")]
    assert lifetimes(model) == {"preserve-discard.texture": (0, 2)}
    assert [(a["view"], a["contents"], a["produces_value"]) for a in model["accesses"]] == [
        (0, "overwrite", True),
        (0, "preserve", True),
        (1, "overwrite", True),
        (1, "overwrite", False),
    ]
    assert [(view["label"], view["dimension"], view["base_mip_level"]) for view in model["views"]] == [
        ("preserve-discard.mip-0", "2d", 0),
        ("preserve-discard.mip-1", "2d", 1),
    ]


def test_buffer_range() -> None:
    """Roots of different ranges stay apart, each with the producers inside it; the duplicate is dropped."""
    model = compiled("buffer-range")

    assert roots(model) == [
        ("output", (0, 16), ["range.write-left", "range.write-right"]),
        ("output", (0, 8), ["range.write-left"]),
        ("output", (8, 8), ["range.write-right"]),
        ("side-effect", "range.read-crossing", []),
    ]
    assert edges(model) == [
        ("range.write-left", "range.read-crossing", "value"),
        ("range.write-right", "range.read-crossing", "value"),
    ]


def test_texture_subresource() -> None:
    """A write to another mip and layer is culled; the unlabelled view of the mark is not listed."""
    model = compiled("texture-subresource")

    assert passes(model, culled=True) == ["subresource.dead-non-overlap"]
    assert roots(model) == [
        ("output", (1, 1), ["subresource.write-target"]),
        ("side-effect", "subresource.read-target", []),
    ]
    assert [(view["label"], view["dimension"]) for view in model["views"]] == [
        ("subresource.other-mip-0-layer-0", "2d-array"),
        ("subresource.target-mip-1-layer-1", "2d-array"),
    ]


def test_external_submission() -> None:
    """It cuts the frame in three, and is kept by the value it hands on."""
    model = compiled("external-submission")
    labels = [node["label"] for node in model["passes"]]

    assert [(segment["kind"], [labels[index] for index in segment["passes"]]) for segment in model["segments"]] == [
        ("frame-graph", ["external.before"]),
        ("external-submission", ["external.submit"]),
        ("frame-graph", ["external.after"]),
    ]
    assert edges(model) == [
        ("external.before", "external.submit", "value"),
        ("external.submit", "external.after", "value"),
    ]


def test_aliasing() -> None:
    """Lifetimes that do not touch share an allocation, the one across them has its own."""
    model = compiled("aliasing")
    names = [held["name"] for held in model["resources"]]

    assert lifetimes(model) == {"alias.first": (0, 1), "alias.second": (2, 3), "alias.overlap": (0, 3)}
    assert sorted(sorted(names[index] for index in held["resources"]) for held in model["allocations"]) == [
        ["alias.first", "alias.second"],
        ["alias.overlap"],
    ]
    assert len({held["compatibility"] for held in model["allocations"]}) == 1


def test_texture_buffer_contiguous() -> None:
    """A copy that fills every byte overwrites, so the clear before it is for nobody."""
    model = compiled("texture-buffer-contiguous")

    assert passes(model) == ["contiguous.copy"]
    assert roots(model) == [("output", (4, 16), ["contiguous.copy"])]
    assert [(a["access"], a["contents"]) for a in model["accesses"]] == [
        ("buffer-copy-dst", "overwrite"),
        ("texture-copy-src", None),
        ("buffer-copy-dst", "overwrite"),
    ]


def test_texture_buffer_padding() -> None:
    """Row padding is not written, so the copy needs what the clear left there."""
    model = compiled("texture-buffer-padding")

    assert passes(model) == ["padding.initialize", "padding.copy"]
    assert edges(model) == [("padding.initialize", "padding.copy", "value")]
    assert roots(model) == [("output", (4, 1284), ["padding.copy"])]
    assert model["accesses"][-1]["contents"] == "preserve"
    assert model["accesses"][-1]["region"] == {"offset": 4, "size": 1284}
