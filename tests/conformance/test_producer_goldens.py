"""The nine graphs of the public suite's producers, exported, and held against the goldens that other producers gave."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from producer_graphs import PRODUCER_GRAPHS
from snapshot_projection import projection

from framescope.profile.snapshot.codec import decode, encode
from framescope.profile.snapshot.producer import export_snapshot
from framescope.profile.snapshot.times import PassTimes, PoolCounts, Unavailable


def exported(name: str) -> dict[str, Any]:
    """One of the nine with the inputs that the suite fixes: each node's CPU time is its place in microseconds."""
    compiled = PRODUCER_GRAPHS[name]().compile()
    cpu = PassTimes(1_000_000, {node.index: 1000 * (order + 1) for order, node in enumerate(compiled.passes)})
    return export_snapshot(
        compiled.model(),
        0,
        gpu=Unavailable("unsupported"),
        cpu=cpu,
        pool=PoolCounts(0, 0, 0, 0),
        producer={"name": "framescope", "version": "0", "language": "Python", "runtime": {"graphicsApi": "WebGPU"}},
        captured_at="2026-08-30T00:00:00.000Z",
    )


@pytest.mark.parametrize("name", PRODUCER_GRAPHS)
def test_a_producer_graph_is_valid_and_the_same_each_time(name: str) -> None:
    """Byte for byte; it is decoded without an issue and without a migration."""
    text = encode(exported(name), pretty=True)
    result = decode(text)

    assert (result.source, result.migrated, result.issues) == ("v1", False, ())
    assert encode(exported(name), pretty=True) == text


@pytest.mark.parametrize("name", PRODUCER_GRAPHS)
def test_a_producer_graph_passes_the_schema(name: str, schema: Draft202012Validator) -> None:
    """What we write is valid for those who have never heard of us."""
    assert list(schema.iter_errors(json.loads(encode(exported(name))))) == []


def test_a_producer_graph_is_what_other_producers_made_of_it(conformance: Path) -> None:
    """Deep equality of the projections, for every golden that the suite has."""
    folder = conformance / "conformance" / "producers"
    cases = json.loads((folder / "manifest.json").read_bytes())["cases"]
    assert [case["name"] for case in cases if case["name"] not in PRODUCER_GRAPHS] == []
    assert len(cases) >= 7
    for case in cases:
        golden = json.loads((folder / case["golden"]).read_bytes())
        assert projection(exported(case["name"]), case["name"]) == golden


def test_the_texture_subresource_is_as_its_description_says() -> None:
    """No golden has it: the write beside the target is culled, two marks are one root, a nameless view is none."""
    graph = projection(exported("texture-subresource"), "texture-subresource")["graph"]
    region = {"baseMipLevel": 1, "mipLevelCount": 1, "baseArrayLayer": 1, "arrayLayerCount": 1, "aspect": "all"}
    states = {node["label"]: node["compileState"]["status"] for node in graph["nodes"]}

    assert states == {
        "subresource.dead-non-overlap": "culled",
        "subresource.write-target": "retained",
        "subresource.read-target": "retained",
    }
    assert graph["roots"] == [
        {
            "reason": "output",
            "resource": "subresource.texture",
            "range": {"kind": "texture", "regions": [region]},
            "resolution": {"usesInitialContents": False, "producerNodes": ["subresource.write-target"]},
        },
        {"reason": "side-effect", "node": "subresource.read-target"},
    ]
    assert [view["label"] for view in graph["textureViews"]] == [
        "subresource.other-mip-0-layer-0",
        "subresource.target-mip-1-layer-1",
    ]


def test_padded_rows_keep_what_lay_between_them() -> None:
    """No golden has it: the copy preserves, so the clear is retained, and the copy alone made the output."""
    graph = projection(exported("texture-buffer-padding"), "texture-buffer-padding")["graph"]
    written = {"offset": 4, "size": 1284}
    (copy,) = [row for row in graph["accesses"] if row["node"] == "padding.copy" and row["mode"] == "write"]

    assert [node["compileState"]["status"] for node in graph["nodes"]] == ["retained", "retained"]
    assert (copy["contents"], copy["bufferRange"]) == ("preserve", written)
    assert [(row["from"], row["to"], row["kind"]) for row in graph["dependencies"]] == [
        ("padding.initialize", "padding.copy", "value")
    ]
    (root,) = graph["roots"]
    assert root["range"] == {"kind": "buffer", **written}
    assert root["resolution"] == {"usesInitialContents": False, "producerNodes": ["padding.copy"]}
