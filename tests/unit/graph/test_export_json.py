"""The JSON export: strict, keyed by the versions of resources, and nothing of the model lost."""

from __future__ import annotations

import json
from typing import Any

import pytest
from graph_notation import BUFFER, nothing, output_buffer, step, transient

from framescope.shade.graph.export_json import model_to_json
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion


def strict(text: str) -> Any:
    """The value of JSON text; NaN, infinity and a key that stands twice are errors."""

    def refuse(name: str) -> None:
        raise ValueError(name)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        assert len({key for key, _ in pairs}) == len(pairs)
        return dict(pairs)

    return json.loads(text, parse_constant=refuse, object_pairs_hook=unique)


@pytest.fixture(scope="module")
def export() -> Any:
    """An import that is half overwritten, two transients of one name that share memory, a culled pass."""
    graph = FrameGraph()
    table: Any = graph.import_buffer("table", output_buffer(), initial="defined")
    with graph.scope("fill"):
        a = step(graph, "A", writes=[transient(graph)])
        step(graph, "B", reads=[a], side_effect=True)
        b = step(graph, "C", writes=[transient(graph)])
        step(graph, "D", reads=[b], side_effect=True)
    table = step(graph, "E", reads=[table], writes=[table], region=BufferRegion(0, 128))
    step(graph, "F", writes=[graph.create_buffer("unused", BUFFER)])
    graph.mark(table, "output")
    return strict(graph.compile().export_json())


def test_versions_of_equal_names_stay_apart(export: Any) -> None:
    """The second resource of a name is ``name#2``; every version has a key."""
    assert list(export["versions"]) == [
        "table@0",
        "table@1",
        "x@0",
        "x@1",
        "x#2@0",
        "x#2@1",
        "unused@0",
        "unused@1",
    ]


def test_a_version_says_who_made_it_who_reads_it_and_where_it_lives(export: Any) -> None:
    """Producer, readers, lifetime, and the memory it shares with whom."""
    version = export["versions"]["x#2@1"]

    assert (version["producer"], version["readers"], version["lifetime"]) == (
        "fill/C",
        ["fill/D"],
        {"first_use": 2, "last_use": 3},
    )
    assert export["allocations"][version["allocation"]]["resources"] == ["x", "x#2"]
    assert [access["access"] for access in version["accesses"]] == ["buffer-storage-write", "buffer-storage-read"]


def test_a_root_is_told_with_each_version_it_consists_of(export: Any) -> None:
    """Half of the output is what the frame wrote, half what was there before."""
    before, after = export["versions"]["table@0"], export["versions"]["table@1"]

    assert [root["reason"] for root in before["roots"]] == ["output"]
    assert [(root["reason"], root["implicit"]) for root in after["roots"]] == [("output", False), ("output", True)]
    assert (before["final"], after["final"]) == ([], [{"offset": 0, "size": 128}])


def test_edges_name_both_accesses(export: Any) -> None:
    """Paths, versions, hazard and region."""
    edge = export["edges"][0]

    assert (edge["from"], edge["to"], edge["resource"], edge["kind"]) == ("fill/A", "fill/B", "x", "value")
    assert edge["causes"] == [
        {
            "hazard": "raw",
            "region": {"offset": 0, "size": 256},
            "from": {"version": "x@1", "access": "buffer-storage-write", "mode": "write", "contents": "overwrite"},
            "to": {"version": "x@1", "access": "buffer-storage-read", "mode": "read", "contents": None},
        }
    ]


def test_passes_name_what_they_use_and_why_they_do_not_run(export: Any) -> None:
    """By version key; a culled pass has its reason."""
    table = {node["path"]: (node["reads"], node["writes"], node["order"]) for node in export["passes"]}

    assert table["fill/D"] == (["x#2@1"], [], 3)
    assert table["F"] == ([], ["unused@1"], None)
    assert export["passes"][-1]["cull_detail"].endswith("nobody uses what it writes ('unused')")
    assert export["passes"][0]["scope"] == "fill"


def test_every_part_of_the_model_is_there() -> None:
    """A part that the export does not know goes through as it is."""
    graph = FrameGraph()
    step(graph, "A", side_effect=True)
    model = graph.compile().model()

    exported = strict(model_to_json({**model, "later": [1]}))

    assert set(model) - set(exported) == {"resources", "accesses"}
    assert exported["later"] == [1]


@pytest.mark.parametrize("label", ["\0", 'a"b\\c', "\ud800", "🎮", "x@1", "\u2028"])
def test_labels_survive(label: str) -> None:
    """Whatever a name holds comes back from the text, which is ASCII."""
    graph = FrameGraph()
    builder = graph.add(label, kind="compute", execute=nothing, side_effect=True)
    builder.write(builder.create_buffer(label, BUFFER), "buffer-storage-write", contents="overwrite")

    text = graph.compile().export_json()

    assert text.isascii()
    assert list(strict(text)["versions"]) == [f"{label}@0", f"{label}@1"]
