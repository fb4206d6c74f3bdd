"""Handles: one version of one resource of one recording, refused everywhere else at the declaration."""

from __future__ import annotations

import copy
import threading
from typing import Any

import pytest
from graph_notation import BUFFER, COLOR, DEPTH, nothing, output_buffer, output_texture, step, transient

from framescope.shade.errors import GraphError, WrongThreadError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.void import VoidCommandContext


def refusal(declare: Any) -> GraphError:
    """The GraphError that ``declare`` raises."""
    with pytest.raises(GraphError) as caught:
        declare()
    return caught.value


def test_a_read_returns_the_handle_it_was_given() -> None:
    """Reading makes no version."""
    graph = FrameGraph()
    buffer = graph.import_buffer("b", output_buffer(), initial="defined")

    assert buffer is graph.add("A", kind="compute").read(buffer, "buffer-uniform")


def test_a_second_write_of_a_pass_returns_the_version_it_has() -> None:
    """Whether the old or the new handle is written again, one version is made."""
    graph = FrameGraph()
    first = transient(graph)
    builder = graph.add("A", kind="compute")
    second = builder.write(first, "buffer-storage-write", contents="overwrite")

    again = [builder.write(handle, "buffer-storage-write", contents="overwrite") for handle in (first, second)]

    assert [second, second] == again
    assert repr(second) == "<BufferHandle 'x' version 1>"


def test_two_passes_make_a_version_each() -> None:
    """One version per pass, not per resource."""
    graph = FrameGraph()
    first = step(graph, "A", writes=[transient(graph)])

    assert repr(step(graph, "B", writes=[first])) == "<BufferHandle 'x' version 2>"


@pytest.mark.parametrize("use", ["read", "write", "mark"])
def test_a_superseded_handle_is_refused(use: str) -> None:
    """Reading, writing and marking an old version is FG2011, the superseding pass and both places named."""
    graph = FrameGraph()
    old = graph.import_buffer("x", output_buffer(), initial="defined")
    with graph.scope("group"):
        step(graph, "writer", writes=[old])
    uses = {
        "read": lambda: step(graph, "late", reads=[old]),
        "write": lambda: step(graph, "late", writes=[old]),
        "mark": lambda: graph.mark(old, "output"),
    }

    error = refusal(uses[use])

    assert (error.code, error.phase, len(error.declared_at)) == ("FG2011", "record", 2)
    assert "pass 'group/writer' superseded" in str(error)


@pytest.mark.parametrize("use", ["read", "write", "mark"])
def test_a_handle_of_another_recording_is_refused(use: str) -> None:
    """Last frame's handle is FG2001 even where this frame has a resource of the same number and name."""
    last = FrameGraph(frame_number=6)
    old = step(last, "maker", writes=[last.import_buffer("x", output_buffer(), initial="defined")])
    graph = FrameGraph(frame_number=7)
    graph.import_buffer("x", output_buffer(), initial="defined")
    uses = {
        "read": lambda: step(graph, "late", reads=[old]),
        "write": lambda: step(graph, "late", writes=[old]),
        "mark": lambda: graph.mark(old, "output"),
    }

    error = refusal(uses[use])

    assert (error.code, len(error.declared_at)) == ("FG2001", 2)
    assert "made by pass 'maker'" in str(error)


def test_what_is_no_handle_is_refused() -> None:
    """None, or a native resource, in place of a handle is an error that says so."""
    graph = FrameGraph()
    builder: Any = graph.add("A", kind="compute")

    errors = [refusal(lambda v=value: builder.read(v, "buffer-uniform")) for value in (None, output_buffer())]
    errors.append(refusal(lambda: graph.mark(None, "output")))  # type: ignore[arg-type]

    assert [error.code for error in errors] == ["FG2011"] * 3


@pytest.mark.parametrize(
    ("access", "code"),
    [
        ("texture-sampled", "FG1109"),
        ("buffer-storage-write", "FG1109"),
        ("buffer-vertex", "FG1106"),
        ("buffer-copy-src", "FG1106"),
        ("nonsense", "FG1109"),
        (None, "FG1109"),
    ],
)
def test_an_access_that_does_not_fit_is_refused(access: Any, code: str) -> None:
    """A compute pass reads buffers as buffers, with read accesses that compute has."""
    graph = FrameGraph()
    builder = graph.add("A", kind="compute")

    assert code == refusal(lambda: builder.read(transient(graph), access)).code


def test_contents_must_be_said() -> None:
    """There is no default, and no third value."""
    graph = FrameGraph()
    builder: Any = graph.add("A", kind="compute")

    assert refusal(lambda: builder.write(transient(graph), "buffer-storage-write", contents=None)).code == "FG1109"
    with pytest.raises(TypeError, match="contents"):
        builder.write(transient(graph), "buffer-storage-write")


def test_a_pass_declared_after_its_user_was_added_is_refused() -> None:
    """A>X>B>Y>A: no order of execution honours a cycle, and the error names both passes."""
    graph = FrameGraph()
    a = graph.add("A", kind="compute", side_effect=True)
    x = a.write(transient(graph), "buffer-storage-write", contents="overwrite")
    y = step(graph, "B", reads=[x], writes=[transient(graph, "y")])
    a.read(y, "buffer-storage-read")

    error = refusal(graph.compile)

    assert error.code == "FG2002"
    assert "pass 'A' uses 'y' version 1, but it runs before pass 'B'" in str(error)


def test_a_late_write_under_an_earlier_pass_is_refused() -> None:
    """B reads X, then the earlier A declares a write of X: B would read what it did not declare."""
    graph = FrameGraph()
    x = graph.import_buffer("x", output_buffer(), initial="defined")
    a = graph.add("A", kind="compute", side_effect=True)
    step(graph, "B", reads=[x], side_effect=True)
    a.write(x, "buffer-storage-write", contents="overwrite")

    error = refusal(graph.compile)

    assert error.code == "FG2002"
    assert "pass 'B' uses 'x' version 0, but it runs after pass 'A'" in str(error)


def test_a_second_import_of_one_native_is_refused() -> None:
    """Two names of one resource have two version chains: FG2010 names both places."""
    graph, native = FrameGraph(), output_texture()
    graph.import_texture("first", native, initial="defined")

    error = refusal(lambda: graph.import_texture("second", native, initial="defined"))

    assert (error.code, len(error.declared_at)) == ("FG2010", 2)
    assert "already imported as 'first'" in str(error)


def test_a_wanted_alias_is_reported() -> None:
    """``alias=True`` allows it, and the report names every such resource."""
    graph, native = FrameGraph(), output_texture()
    graph.import_texture("first", native, initial="defined")
    graph.import_texture("second", native, initial="defined", alias=True)
    graph.import_texture("other", output_texture(), initial="defined")

    assert graph.report_resource_aliasing() == [("first", "second")]


@pytest.mark.parametrize("size", [(0, 64), (64, 0), (64, 64, 0)])
def test_a_target_without_size_is_refused_where_it_is_declared(size: Any) -> None:
    """A minimised window's texture is FG1102 at the import, with the way out."""
    graph = FrameGraph()
    native = output_texture(size=size)

    error = refusal(lambda: graph.import_texture("target", native, initial="undefined", origin="surface"))

    assert error.code == "FG1102"
    assert "skip the frame" in str(error)


def test_an_import_that_is_no_resource_is_refused() -> None:
    """What has no size, format and usage is FG4003, unless a descriptor is given for it."""
    graph, token = FrameGraph(), object()

    codes = [
        refusal(lambda: graph.import_texture("t", token, initial="defined")).code,
        refusal(lambda: graph.import_buffer("b", output_texture(), initial="defined")).code,
    ]
    handle = graph.import_texture("t", token, initial="defined", descriptor=COLOR)

    assert codes == ["FG4003", "FG4003"]
    assert repr(handle) == "<TextureHandle 't' version 0>"


@pytest.mark.parametrize("fields", [{"initial": "maybe"}, {"initial": "defined", "origin": "surface"}])
def test_an_import_says_what_it_holds(fields: Any) -> None:
    """``initial`` is one of two words, and a surface arrives undefined."""
    graph = FrameGraph()

    assert refusal(lambda: graph.import_texture("t", output_texture(), **fields)).code == "FG1102"


@pytest.mark.parametrize("executed", [False, True])
def test_a_compiled_graph_takes_no_more_declarations(executed: bool) -> None:
    """Everything after compile is FG2007, and still after the frame was cleared."""
    graph = FrameGraph()
    builder: Any = graph.add("A", kind="render", execute=nothing)
    buffer, texture = transient(graph), graph.create_texture("t", COLOR)
    compiled = graph.compile()
    if executed:
        compiled.execute(VoidCommandContext())
    late: list[Any] = [
        lambda: graph.add("B", kind="compute"),
        lambda: builder.read(buffer, "buffer-uniform"),
        lambda: builder.read(buffer, "nonsense"),
        lambda: builder.write(buffer, "buffer-storage-write", contents="overwrite"),
        lambda: builder.write(buffer, "buffer-storage-write", contents="nonsense"),
        lambda: builder.attach(texture, load_op="clear"),
        lambda: builder.create_buffer("y", BUFFER),
        lambda: graph.mark(buffer, "output"),
        lambda: graph.scope("s"),
        builder.make_side_effect,
        graph.compile,
    ]

    assert [refusal(declare).code for declare in late] == ["FG2007"] * len(late)


def test_an_attachment_follows_from_its_format_and_ops() -> None:
    """Depth formats attach as depth; clear overwrites, load preserves, discard stores nothing."""
    graph = FrameGraph()
    builder = graph.add("A", kind="render", side_effect=True)
    color = builder.attach(graph.import_texture("c", output_texture(), initial="defined"), load_op="load")
    builder.attach(builder.create_texture("d", DEPTH), load_op="clear", store_op="discard")

    writes = graph.compile().plan.accesses[0].writes

    assert repr(color) == "<TextureHandle 'c' version 1>"
    assert [(write.kind, write.contents, write.stores) for write in writes] == [
        ("texture-color-attachment-write", "preserve", True),
        ("texture-depth-write", "overwrite", False),
    ]


@pytest.mark.parametrize(
    ("handle", "ops", "code"),
    [
        (None, {"load_op": "clear"}, "FG2011"),
        ("buffer", {"load_op": "clear"}, "FG1109"),
        ("texture", {"load_op": "dont-care"}, "FG1106"),
        ("texture", {"load_op": "clear", "store_op": "keep"}, "FG1106"),
    ],
)
def test_what_cannot_be_attached(handle: Any, ops: Any, code: str) -> None:
    """No handle, a buffer, or ops that WebGPU does not know."""
    graph = FrameGraph()
    handles: Any = {None: None, "buffer": transient(graph), "texture": graph.create_texture("t", COLOR)}
    builder = graph.add("A", kind="render")

    assert refusal(lambda: builder.attach(handles[handle], **ops)).code == code


def test_a_graph_belongs_to_the_thread_that_made_it() -> None:
    """Every declaration from another thread is a WrongThreadError."""
    graph = FrameGraph()
    builder = graph.add("A", kind="compute")
    buffer = transient(graph)
    foreign: list[Any] = [
        lambda: graph.add("B", kind="compute"),
        lambda: builder.read(buffer, "buffer-uniform"),
        lambda: builder.write(buffer, "buffer-storage-write", contents="overwrite"),
        lambda: builder.create_buffer("y", BUFFER),
        lambda: graph.import_buffer("z", output_buffer(), initial="defined"),
        lambda: graph.mark(buffer, "output"),
        graph.compile,
    ]
    refused: list[type[BaseException]] = []

    def elsewhere() -> None:
        for declare in foreign:
            try:
                declare()
            except WrongThreadError as error:
                refused.append(type(error))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()

    assert [WrongThreadError] * len(foreign) == refused


@pytest.mark.parametrize(
    ("label", "kind", "execute", "code"),
    [
        ("", "compute", nothing, "FG2003"),
        (None, "compute", nothing, "FG2003"),
        (7, "compute", nothing, "FG2003"),
        ("A", "draw", nothing, "FG1106"),
        ("A", "compute", "draw", "FG4004"),
    ],
)
def test_a_pass_has_a_name_a_known_kind_and_a_callback(label: Any, kind: Any, execute: Any, code: str) -> None:
    """An empty label has no path, an unknown kind no rules, a string cannot be called."""
    assert refusal(lambda: FrameGraph().add(label, kind=kind, execute=execute)).code == code


def test_a_resource_has_a_name() -> None:
    """Anything but a string is FG1102."""
    graph: Any = FrameGraph()

    assert refusal(lambda: graph.create_buffer(None, BUFFER)).code == "FG1102"


def test_a_copied_handle_is_the_handle() -> None:
    """Handles are compared by identity: a copy of a record that holds one goes on naming the version."""
    graph = FrameGraph()
    x = graph.create_buffer("x", BUFFER)

    assert copy.copy(x) is x
    assert copy.deepcopy({"x": x})["x"] is x
