"""What an extension reads and publishes, and when it may."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from framescope.shade.descriptors import BufferDescriptor, TextureDescriptor
from framescope.shade.errors import GraphError
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import TextureHandle
from framescope.shade.graph.void import VoidCommandContext

from .small_scene import COLOR, DEPTH, HDR, LIT, SHOWN, SIZE, TARGET, SmallScene, nothing, tint

ROOT = Path(__file__).parents[3]


def refusal(scene: SmallScene, point: str, extension: Callable[[FrameContext], None]) -> GraphError:
    """What recording a frame with this extension raises."""
    scene.extensions.add(point, extension, name="mine")
    with pytest.raises(GraphError) as caught:
        scene.record()
    return caught.value


def test_an_extension_sees_the_frame() -> None:
    """Point, number, size, records and what each looks like."""
    scene, seen = SmallScene(), []

    def look(frame: FrameContext) -> None:
        color = frame.record(COLOR).read()
        seen.append((frame.point, frame.frame_index, frame.size, frame.records, frame.describe(color), frame.is_open))

    scene.extensions.add(LIT, look)
    scene.record(5)
    assert seen == [(LIT, 5, SIZE, (COLOR, DEPTH), HDR, True)]


def test_a_record_names_the_current_version() -> None:
    """At a later point the record is what the passes in between made of it, and can be read there."""
    scene, handles = SmallScene(), []

    def keep(frame: FrameContext) -> None:
        handles.append(frame.record(COLOR).read())

    scene.extensions.add(LIT, keep, name="before")
    scene.extensions.add(LIT, tint)
    scene.extensions.add(SHOWN, keep)
    scene.record()
    assert [repr(handle) for handle in handles] == [
        "<TextureHandle 'radiance' version 1>",
        "<TextureHandle 'radiance' version 2>",
    ]


USES: dict[str, Callable[[FrameContext, Any, TextureHandle], object]] = {
    "graph": lambda frame, record, handle: frame.graph,
    "size": lambda frame, record, handle: frame.size,
    "frame_index": lambda frame, record, handle: frame.frame_index,
    "point": lambda frame, record, handle: frame.point,
    "records": lambda frame, record, handle: frame.records,
    "record": lambda frame, record, handle: frame.record(COLOR),
    "describe": lambda frame, record, handle: frame.describe(handle),
    "read": lambda frame, record, handle: record.read(),
    "publish": lambda frame, record, handle: record.publish(handle),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize("moment", ["callback", "recorded", "executed", "next frame"])
def test_a_context_is_closed_outside_of_the_call(use: str, moment: str) -> None:
    """FG3002 from a pass callback, after recording, after execution and in the next frame, whatever is used."""
    scene, kept, raised = SmallScene(), [], []

    def try_it() -> None:
        with pytest.raises(GraphError) as caught:
            USES[use](*kept)
        raised.append(caught.value.code)

    def keeps(frame: FrameContext) -> None:
        if not kept:
            record = frame.record(COLOR)
            kept.extend([frame, record, record.read()])
        elif moment == "next frame":
            try_it()
        added = frame.graph.add(
            "a", kind="render", execute=lambda r, c: try_it() if moment == "callback" else None, side_effect=True
        )
        added.read(frame.record(COLOR).read(), "texture-sampled")

    scene.extensions.add(LIT, keeps)
    compiled = scene.compile()
    if moment == "recorded":
        try_it()
    compiled.execute(VoidCommandContext(scene.graphics, ""))
    if moment == "executed":
        try_it()
    if moment == "next frame":
        scene.record(1)
    assert raised == ["FG3002"]


def test_a_record_the_scene_does_not_publish_lists_those_it_does() -> None:
    """FG3003, naming scene and point."""
    error = refusal(SmallScene(), SHOWN, lambda frame: frame.record(DEPTH) and None)
    assert error.code == "FG3003"
    assert "scene 'small' does not publish 'depth' at 'shown'; it publishes: target, color" in str(error)


@pytest.mark.parametrize(
    ("point", "key", "words"),
    [(LIT, DEPTH, "it is read only"), (SHOWN, COLOR, "it can be published at: lit")],
)
def test_a_record_is_writable_where_it_says_so(point: str, key: Any, words: str) -> None:
    """FG3004 elsewhere, naming the points."""
    error = refusal(SmallScene(), point, lambda frame: frame.record(key).publish(frame.record(key).read()))
    assert error.code == "FG3004"
    assert words in str(error)


def _fresh(descriptor: Any) -> Callable[[FrameContext], Any]:
    def make(frame: FrameContext) -> Any:
        if isinstance(descriptor, BufferDescriptor):
            return frame.graph.create_buffer("made", descriptor)
        return frame.graph.create_texture("made", descriptor)

    return make


def _superseded(frame: FrameContext) -> Any:
    old = frame.record(COLOR).read()
    tint(frame)
    return old


def _foreign(frame: FrameContext) -> Any:
    return FrameGraph("other").create_texture("made", HDR)


@pytest.mark.parametrize(
    ("made", "code", "words"),
    [
        (_superseded, "FG2011", "record 'color' at 'lit' uses 'radiance' version 1, which pass 'mine/draw' superseded"),
        (_foreign, "FG2001", "record 'color' at 'lit' uses 'made' version 0 of another recording"),
        (lambda frame: "color", "FG2011", "record 'color' at 'lit' was given 'color'"),
        (_fresh(TextureDescriptor((4, 4), "rgba16float")), "FG3005", "'made' cannot stand for 'color'"),
        (_fresh(TextureDescriptor(SIZE, "rgba8unorm")), "FG3005", "rgba8unorm"),
        (_fresh(BufferDescriptor(64)), "FG3005", "it is no TextureHandle"),
    ],
)
def test_what_cannot_stand_for_a_record_is_refused(made: Callable[[FrameContext], Any], code: str, words: str) -> None:
    """Superseded, foreign, no handle, of another size, format or type; each at the publication, with its place."""
    error = refusal(SmallScene(), LIT, lambda frame: frame.record(COLOR).publish(made(frame)))
    assert (error.code, words in str(error)) == (code, True)


def test_a_record_in_place_takes_its_own_resource_alone() -> None:
    """FG3005 for another texture in the window's place, equal as it may look."""
    other = TextureDescriptor(SIZE, "rgba8unorm")
    error = refusal(SmallScene(), SHOWN, lambda frame: frame.record(TARGET).publish(_fresh(other)(frame)))
    assert error.code == "FG3005"
    assert "only a new version of 'target' can" in str(error)


@pytest.mark.parametrize(("point", "key"), [(LIT, COLOR), (LIT, DEPTH), (SHOWN, TARGET)])
def test_a_version_kept_to_oneself_is_refused(point: str, key: Any) -> None:
    """FG3006 names extension and record: the scene's next pass would be refused for what it did not do."""

    def draws(frame: FrameContext) -> None:
        added = frame.graph.add("draw", kind="render", execute=nothing)
        added.attach(frame.record(key).read(), load_op="load")

    error = refusal(SmallScene(), point, draws)
    assert error.code == "FG3006"
    assert f"extension 'mine' at {point!r} wrote" in str(error)
    assert f"record {key.name!r}" in str(error)


def test_a_scene_that_republishes_what_it_superseded_is_refused() -> None:
    """FG2011 for the scene as for an extension: a record always names the current version."""
    scene = SmallScene()
    scene.extensions.add(LIT, tint)
    graph = FrameGraph("by hand")
    frame = scene.extensions.begin_frame(graph, SIZE, 0)
    old = graph.create_texture("radiance", HDR)
    graph.add("light", kind="render").attach(old, load_op="clear")
    with pytest.raises(GraphError, match="record 'color' at 'lit' uses 'radiance' version 0") as caught:
        frame.reach(LIT, {COLOR: old})
    assert caught.value.code == "FG2011"


def test_the_page_names_every_code() -> None:
    """The table of docs/extensions.md is the code's."""
    page = (ROOT / "docs" / "extensions.md").read_text(encoding="utf-8")
    sources = [path.read_text(encoding="utf-8") for path in (ROOT / "shade" / "extensions").glob("*.py")]
    raised = {code for source in sources for code in re.findall(r'"(FG\d{4})"', source)}
    assert set(re.findall(r"FG3\d{3}", page)) == raised


def test_the_pages_example_runs() -> None:
    """Every Python block of docs/extensions.md, in order, in one namespace."""
    page = (ROOT / "docs" / "extensions.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    namespace: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "docs/extensions.md", "exec"), namespace)
    assert blocks


@pytest.mark.parametrize(
    ("misuse", "code"),
    [
        (lambda frame: frame.reach(LIT, {}), "FG3002"),
        (lambda frame: frame.record("radiance"), "FG3003"),
        (lambda frame: frame.record([]), "FG3003"),
        (lambda frame: frame.graph.discard(), "FG2007"),
        (lambda frame: frame.graph.compile(), "FG2007"),
    ],
)
def test_what_is_the_scene_s_alone(misuse: Callable[[FrameContext], None], code: str) -> None:
    """Reaching points, ending the graph, and names in the place of keys are refused by name."""
    assert refusal(SmallScene(), LIT, misuse).code == code
