"""Contents: undefined until written, kept or dropped by a write, gone after a discard."""

from __future__ import annotations

from typing import Any

import pytest
from graph_notation import MIPPED, labels, nothing, output_buffer, output_texture, step, transient

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion, TextureRegion

FIRST_HALF, SECOND_HALF = BufferRegion(0, 128), BufferRegion(128)


def compile_error(graph: FrameGraph) -> GraphError:
    """What compile raises."""
    with pytest.raises(GraphError) as caught:
        graph.compile()
    return caught.value


def edges(graph: FrameGraph) -> list[tuple[int, int, str, str]]:
    """(source, target, kind, hazard) of every edge."""
    return [(edge.source, edge.target, edge.kind, edge.hazard) for edge in graph.compile().plan.edges]


def test_reading_what_nobody_wrote() -> None:
    """FG1001 names pass, resource, access, region and place."""
    graph = FrameGraph()
    step(graph, "A", reads=[transient(graph)])

    error = compile_error(graph)

    assert (
        error.code,
        error.phase,
        error.pass_label,
        error.resource,
        error.region,
    ) == ("FG1001", "compile", "A", "x", "all")
    assert len(error.declared_at) == 1


def test_reading_more_than_was_written() -> None:
    """The missing part alone is named."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)], region=FIRST_HALF)
    step(graph, "B", reads=[x], side_effect=True)

    assert ((error := compile_error(graph)).code, error.region) == ("FG1001", "bytes 128–255")


@pytest.mark.parametrize("initial", ["defined", "undefined"])
def test_an_import_is_read_if_it_arrives_defined(initial: Any) -> None:
    """``initial`` decides whether the first read is legal."""
    graph = FrameGraph()
    step(graph, "A", reads=[graph.import_buffer("x", output_buffer(), initial=initial)], side_effect=True)

    if initial == "defined":
        assert labels(graph.compile().passes) == ["A"]
    else:
        assert compile_error(graph).code == "FG1001"


def test_preserving_what_nobody_wrote() -> None:
    """FG1002: the first write of a transient overwrites."""
    graph = FrameGraph()
    step(graph, "A", writes=[transient(graph)], contents="preserve")

    assert compile_error(graph).code == "FG1002"


@pytest.mark.parametrize(("use", "code"), [("reads", "FG1003"), ("writes", "FG1002")])
def test_a_discard_leaves_the_region_undefined(use: str, code: str) -> None:
    """Reading after a store op of discard is FG1003, preserving is FG1002; both name the discarding pass."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)], store=False, side_effect=True)
    step(graph, "B", side_effect=True, contents="preserve", **{use: [x]})

    error = compile_error(graph)

    assert error.code == code
    assert "which pass 'A' left undefined" in str(error)


def test_a_discarded_mip_does_not_hurt_the_others() -> None:
    """Mip 0 is discarded, mip 1 written and read."""
    graph = FrameGraph()
    x: Any = graph.create_texture("x", MIPPED)
    x = step(graph, "A", writes=[x], region=TextureRegion(1, 1))
    x = step(graph, "B", writes=[x], region=TextureRegion(0, 1), store=False, side_effect=True)
    graph.add("C", kind="compute", execute=nothing, side_effect=True).read(
        x, "texture-sampled", region=TextureRegion(1, 1)
    )

    assert labels(graph.compile().passes) == ["A", "B", "C"]


def test_overwrite_orders_and_preserve_depends() -> None:
    """An overwrite takes WAW and WAR ordering edges, a preserving write a value edge."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    step(graph, "B", reads=[x])
    x = step(graph, "C", writes=[x])
    step(graph, "D", writes=[x], contents="preserve")

    assert edges(graph) == [
        (0, 1, "value", "raw"),
        (0, 2, "ordering", "waw"),
        (1, 2, "ordering", "war"),
        (2, 3, "value", "raw"),
    ]


@pytest.mark.parametrize("backwards", [False, True])
def test_a_value_edge_says_it_all_however_the_pass_declares(backwards: bool) -> None:
    """B overwrites one half of what A wrote and preserves the other: one edge, whichever it declares first."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    node = graph.add("B", kind="compute", execute=nothing, side_effect=True)
    writes: list[tuple[Any, BufferRegion]] = [("overwrite", FIRST_HALF), ("preserve", SECOND_HALF)]
    for contents, region in reversed(writes) if backwards else writes:
        x = node.write(x, "buffer-storage-write", contents=contents, region=region)

    assert edges(graph) == [(0, 1, "value", "raw")]


def test_disjoint_halves_do_not_depend() -> None:
    """Writers of two halves of a buffer have no edge between them."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)], region=FIRST_HALF)
    step(graph, "B", writes=[x], region=SECOND_HALF)

    assert edges(graph) == []


def test_reading_and_writing_one_buffer_in_a_pass() -> None:
    """Legal: the pass reads the value from before it, in whichever order it declares."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    builder = graph.add("B", kind="compute", execute=nothing, side_effect=True)
    builder.write(x, "buffer-storage-write", contents="overwrite")
    builder.read(x, "buffer-storage-read")

    assert edges(graph) == [(0, 1, "value", "raw")]


def test_reading_one_s_own_version() -> None:
    """A pass that fills mip after mip reads what it wrote itself: no edge, no undefined read."""
    graph = FrameGraph()
    builder = graph.add("pyramid", kind="compute", execute=nothing, side_effect=True)
    x = builder.create_texture("x", MIPPED)
    for mip in range(3):
        x = builder.write(x, "texture-storage-write", contents="overwrite", region=TextureRegion(mip, 1))
        builder.read(x, "texture-sampled", region=TextureRegion(mip, 1))

    assert edges(graph) == []


def test_reading_one_s_own_version_before_one_wrote_it() -> None:
    """What the pass declares to write later is not there yet: the read needs the earlier writer, who is kept."""
    graph = FrameGraph()
    x = step(graph, "A", writes=[transient(graph)])
    node = graph.add("B", kind="compute", side_effect=True)
    x = node.write(x, "buffer-storage-write", contents="overwrite", region=FIRST_HALF)
    node.read(x, "buffer-storage-read", region=SECOND_HALF)
    node.write(x, "buffer-storage-write", contents="overwrite", region=SECOND_HALF)

    assert labels(graph.compile().passes) == ["A", "B"]


def test_reading_more_of_one_s_own_version_than_one_wrote() -> None:
    """What the pass did not write must have been there before."""
    graph = FrameGraph()
    builder = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    x = builder.write(transient(builder), "buffer-storage-write", contents="overwrite", region=FIRST_HALF)
    builder.read(x, "buffer-storage-read")

    assert ((error := compile_error(graph)).code, error.region) == ("FG1001", "bytes 128–255")


def test_an_access_of_no_bytes_touches_nothing() -> None:
    """Size 0 is legal, needs no contents and makes no edge."""
    graph = FrameGraph()
    builder = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    builder.read(transient(graph), "buffer-storage-read", region=BufferRegion(0, 0))

    assert edges(graph) == []


def test_a_failed_compile_changes_nothing() -> None:
    """The same graph fails again for the same reason, and a cache holds no plan of it."""
    graph = FrameGraph()
    step(graph, "A", reads=[transient(graph)])

    assert [compile_error(graph).code, compile_error(graph).code] == ["FG1001", "FG1001"]


@pytest.mark.parametrize(
    ("usage", "code"),
    [(0x10, "FG1101"), (0x18, None)],
)
def test_a_given_usage_is_a_contract(usage: int, code: str | None) -> None:
    """What a survivor needs must be in the usage that was given, for imports and transients alike."""
    graph = FrameGraph()
    texture = graph.import_texture("t", output_texture(usage=usage), initial="undefined")
    step(graph, "A", writes=[texture])

    if code is None:
        assert labels(graph.compile().passes) == ["A"]
    else:
        assert code == (error := compile_error(graph)).code
        assert "needs usage STORAGE_BINDING, but its usage is RENDER_ATTACHMENT; make it with the bit" in str(error)


@pytest.mark.parametrize(
    ("texture_format", "access"),
    [("rgba8unorm", "texture-depth-write"), ("depth32float", "texture-color-attachment-write")],
)
def test_a_format_without_the_role_is_refused(texture_format: str, access: Any) -> None:
    """Color formats are no depth attachments and the reverse: FG1108 at the declaration."""
    graph = FrameGraph()
    texture = graph.import_texture("t", output_texture(format=texture_format), initial="undefined")
    builder = graph.add("A", kind="render")

    with pytest.raises(GraphError) as caught:
        builder.write(texture, access, contents="overwrite")

    assert caught.value.code == "FG1108"
