"""The drawn graph: Graphviz takes it whatever the labels hold, and what it draws says everything the plan knows."""

from __future__ import annotations

import re
import shutil
import subprocess
from typing import Any
from xml.etree import ElementTree

import pytest
from graph_notation import COLOR, MIPPED, nothing, output_buffer, output_texture, step, transient
from hypothesis import given, settings
from hypothesis import strategies as st

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.graph import dot_style
from framescope.shade.graph.dot_escape import BACKSLASH, html_text, quoted, shortened, visible
from framescope.shade.graph.export_dot import model_to_dot
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.regions import BufferRegion

HOSTILE = [
    "shadow & vsm",
    "a<b>c</b>",
    'say "so"',
    "back\\slash \\N \\G \\l",
    "trailing\\",
    "two\nlines\r\n",
    "nul\0and\x01\x1b\x7f\x85",
    "lone \ud800 surrogate \udfff",
    "not a character \ufffe\uffff",
    "emoji 🎮 and 👩\u200d🚀",
    "&amp; &#0; <!-- --> ]]>",
    "{record|label} <port>",
    "   ",
    "\t",
    "digraph { } ; -> --",
    "x" * 10_000,
    "é\u0301 Ω 漢字 \u202e",
]


def drawn(dot: str) -> tuple[dict[str, str], str]:
    """What Graphviz makes of DOT text: the visible text of each node by its identity, and all that it complained of."""
    program = shutil.which("dot")
    assert program is not None, "these tests need Graphviz: apt-get install graphviz"
    child = subprocess.run([program, "-Tsvg"], input=dot.encode("utf-8"), capture_output=True, timeout=120)
    assert child.returncode == 0, child.stderr.decode()
    svg = ElementTree.fromstring(child.stdout)
    space = "{http://www.w3.org/2000/svg}"
    nodes: dict[str, str] = {}
    for group in svg.iter(f"{space}g"):
        title = group.find(f"{space}title")
        if group.get("class") == "node" and title is not None and title.text is not None:
            nodes[title.text] = "\n".join("".join(text.itertext()) for text in group.iter(f"{space}text"))
    return nodes, child.stderr.decode()


def tooltips(dot: str) -> list[str]:
    """The tooltips that Graphviz makes of DOT text."""
    svg = ElementTree.fromstring(subprocess.run(["dot", "-Tsvg"], input=dot.encode(), capture_output=True).stdout)
    return [title for link in svg.iter() if (title := link.get("{http://www.w3.org/1999/xlink}title")) is not None]


def hostile_graph(label: str) -> FrameGraph:
    """Everything that has a name has this one: scope, passes (one of them culled), import, transient."""
    graph = FrameGraph(label)
    source = graph.import_buffer(label, output_buffer(), initial="defined")
    with graph.scope(label):
        made = step(graph, label, reads=[source], writes=[graph.create_texture(label, COLOR)])
    step(graph, label, reads=[made], side_effect=True)
    step(graph, label, writes=[transient(graph, label)])
    return graph


@pytest.mark.parametrize("label", HOSTILE, ids=lambda label: ascii(label)[:24])
def test_graphviz_takes_any_label_and_shows_it(label: str) -> None:
    """No complaint, and the node of the pass shows the label, with symbols for what no XML can hold."""
    nodes, complaints = drawn(model_to_dot(hostile_graph(label).compile().model(), title=label))

    assert complaints == ""
    shown = nodes["p0"].split("\n")[0].replace("\xa0", " ")
    assert shown == shortened(visible(label), 48)


@pytest.mark.parametrize("label", HOSTILE, ids=lambda label: ascii(label)[:24])
def test_a_tooltip_shows_the_whole_label(label: str) -> None:
    """Not one quote or entity more than the label has; a backslash is shown by its look-alike."""
    first, *_ = tooltips(f"digraph {{ p0 [tooltip={quoted(label)}] }}")

    whole = "\n".join(map(visible, shortened(label, 2000).split("\n")))
    assert first.replace("\xa0", " ") == whole.replace("\\", BACKSLASH)


@given(label=st.text(min_size=1, max_size=40))
@settings(max_examples=15, deadline=None)
def test_graphviz_takes_labels_nobody_thought_of(label: str) -> None:
    """Any text that Python can hold, surrogates included."""
    _, complaints = drawn(model_to_dot(hostile_graph(label).compile().model(), title=label))

    assert complaints == ""


@given(text=st.text(max_size=60))
def test_neither_escaper_lets_its_syntax_through(text: str) -> None:
    """HTML text holds no bare markup; a quoted attribute ends where it should, and both are UTF-8."""
    markup, attribute = html_text(text), quoted(text)

    assert not re.search(r"[<>\x00-\x1f]|&(?!(amp|lt|gt|#160);)", markup)
    assert re.fullmatch(r'"(?:[^"\\\x00-\x1f]|\\[n"\\])*"', attribute)
    assert (markup + attribute).encode("utf-8")


@pytest.fixture(scope="module")
def dot() -> str:
    """A scope whose pass fills a texture, an import that is cleared twice, a pass that nobody needs."""
    graph = FrameGraph()
    target = graph.import_texture("target", output_texture(), initial="undefined", origin="surface")
    table = graph.import_buffer("table", output_buffer(), initial="defined")
    with graph.scope("lights"):
        shade = graph.add("shade", kind="render", execute=nothing)
        shade.read(table, "buffer-uniform", region=BufferRegion(0, 128))
        light = shade.attach(shade.create_texture("light", TextureDescriptor((64, 64), "rgba16float")), load_op="clear")
    step(graph, "unread", writes=[transient(graph, "x")])
    tone = graph.add("tone", kind="render", execute=nothing)
    tone.read(light, "texture-sampled")
    target = tone.attach(target, load_op="clear")
    table = step(graph, "clear", writes=[table])
    step(graph, "clear again", writes=[table])
    graph.mark(target, "present")
    return graph.compile().export_dot("a frame")


def test_values_lead_through_versions(dot: str) -> None:
    """A pass leads to the version it writes and that to its reader; contents from before the frame are version 0."""
    lines = {line.split(" [")[0].strip() for line in dot.splitlines() if "->" in line}

    assert {"p0 -> r2v1", "r2v1 -> p2", "r1v0 -> p0", "p2 -> r0v1", "r0v1 -> root0"} <= lines


def test_orderings_lead_from_pass_to_pass(dot: str) -> None:
    """Write after read is dashed, write after write dotted, and neither moves the picture."""
    lines = {line.split(" [")[0].strip(): line for line in dot.splitlines() if re.match(r"\s*p\d+ -> p", line)}

    assert list(lines) == ["p0 -> p3", "p3 -> p4"]
    assert re.search(r"style=dashed.*WAR table", lines["p0 -> p3"])
    assert re.search(r"style=dotted.*WAW table", lines["p3 -> p4"])
    assert all("constraint=false" in line for line in lines.values())


def test_nodes_say_what_they_are(dot: str) -> None:
    """Order and kind of a pass, why a culled one is, what a version is and where it lives, why the frame is."""
    nodes, _ = drawn(dot)
    plain = {name: text.replace("\xa0", " ") for name, text in nodes.items()}

    assert plain["p0"] == "shade\nrender · 0"
    assert plain["p1"] == "unread\ncompute, culled\nnobody uses what it writes ('x')"
    assert plain["r2v1"].split("\n")[-1] == "64×64 rgba16float, 32 KiB, memory 0"
    assert plain["root0"] == "present, output"
    assert "light" in plain["allocations"]


def test_a_scope_is_a_cluster_of_its_passes_and_what_they_write(dot: str) -> None:
    """The cluster holds the pass and the version it makes, and nothing else."""
    cluster = dot.partition("subgraph cluster0 {")[2].partition("}")[0]

    assert re.findall(r"^\s*(p\d+|r\d+v\d+) \[", cluster, re.MULTILINE) == ["p0", "r2v1"]


def test_what_many_passes_read_is_told_on_them() -> None:
    """An input that no pass writes and more than three read has a row in a table instead of a line to each."""
    graph = FrameGraph()
    table = graph.import_buffer("table", output_buffer(), initial="defined")
    for number in range(4):
        step(graph, str(number), reads=[table], side_effect=True)

    nodes, _ = drawn(graph.compile().export_dot())

    assert "r0v0" not in nodes
    assert [nodes[f"p{number}"].split("\n")[-1] for number in range(4)] == ["table"] * 4
    assert "table" in nodes["inputs"].split("\n")


def test_segments_are_told_where_a_pass_submits_on_its_own() -> None:
    """Each pass that runs says which submission it is part of; a frame of one says nothing."""
    graph = FrameGraph()
    for label, kind in (("A", "compute"), ("B", "external-submission"), ("C", "compute")):
        graph.add(label, kind=kind, execute=nothing, side_effect=True)  # type: ignore[arg-type]

    nodes, _ = drawn(graph.compile().export_dot())

    assert [nodes[f"p{number}"].split("segment\xa0")[1][0] for number in range(3)] == ["0", "1", "2"]


def test_an_access_through_a_declared_view_names_it() -> None:
    """With the part the view shows."""
    graph = FrameGraph()
    x = graph.create_texture("x", MIPPED)
    view = graph.create_view(x, "first mip", base_mip_level=0, mip_level_count=1)
    writer = graph.add("A", kind="compute", execute=nothing, side_effect=True)
    writer.write(x, "texture-storage-write", contents="overwrite", view=view)

    assert 'label="storage as first mip, mip 0"' in graph.compile().export_dot()


def test_nesting_has_no_bound() -> None:
    """Scopes inside scopes inside scopes: no recursion."""
    graph = FrameGraph()
    scopes = [graph.scope(str(depth)) for depth in range(1500)]
    for scope in scopes:
        scope.__enter__()
    step(graph, "inside", side_effect=True)
    for scope in reversed(scopes):
        scope.__exit__(None, None, None)

    dot = graph.compile().export_dot()

    assert (dot.count("subgraph"), dot.count("{")) == (1500, dot.count("}"))


def test_colours_are_srgb_and_text_is_readable_on_them() -> None:
    """Each fill, read as the gamma-encoded sRGB that Graphviz takes it for, has a WCAG contrast of 4.5 to its text."""

    def luminance(color: str) -> float:
        channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
        return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))

    def contrast(a: str, b: str) -> float:
        high, low = sorted((luminance(a), luminance(b)), reverse=True)
        return (high + 0.05) / (low + 0.05)

    pairs: list[Any] = [(fill, dot_style.INK) for fill in dot_style.PASS_FILLS.values()]
    pairs += [(fill, dot_style.INK) for fill in dot_style.ORIGIN_FILLS.values()]
    pairs += [(dot_style.CULLED_FILL, dot_style.CULLED_INK), (dot_style.ROOT_FILL, "#ffffff")]
    assert [pair for pair in pairs if contrast(*pair) < 4.5] == []
