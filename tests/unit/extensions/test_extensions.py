"""Passes from outside a scene, at its named points."""

from __future__ import annotations

import gc
from collections.abc import Callable

import pytest

from framescope.shade.errors import GraphError
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.extensions.registry import Extension, Extensions

from .small_scene import COLOR, LIT, SHOWN, SmallScene, look, replace_color, stamp, tint

PLAIN = ["pre-pass", "light", "display"]


@pytest.fixture
def scene() -> SmallScene:
    """A scene nothing was added to."""
    return SmallScene()


@pytest.mark.parametrize(
    ("point", "extension", "expected"),
    [
        (LIT, tint, ["pre-pass", "light", "tint/draw", "display"]),
        (LIT, replace_color, ["pre-pass", "light", "replace_color/replace", "display"]),
        (SHOWN, stamp, ["pre-pass", "light", "display", "stamp/stamp"]),
    ],
)
def test_an_extension_runs_at_its_point(
    scene: SmallScene, point: str, extension: Extension, expected: list[str]
) -> None:
    """Its pass comes after the passes before the point and before those after it, in a scope of its name."""
    scene.extensions.add(point, extension)
    assert scene.run() == expected


@pytest.mark.parametrize("point", [LIT, SHOWN])
def test_an_unread_pass_is_culled_and_changes_nothing_else(scene: SmallScene, point: str) -> None:
    """The plan says why it does not run, and plans the rest as if it had never been added."""
    plain = scene.compile().plan
    scene.extensions.add(point, look)
    plan = scene.compile().plan
    assert [(node.path, why) for node, why in plan.culled] == [
        ("look/measure", "not-reachable-from-root: nobody uses what it writes ('measured')")
    ]
    assert [node.path for node in plan.passes] == [node.path for node in plain.passes]
    assert [item.descriptor for item in plan.allocations] == [item.descriptor for item in plain.allocations]


def test_extensions_of_a_point_run_in_the_order_of_their_adding(scene: SmallScene) -> None:
    """Each reads what the one before it published."""
    scene.extensions.add(LIT, tint)
    scene.extensions.add(LIT, replace_color)
    scene.extensions.add(LIT, lambda frame: tint(frame), name="last")
    assert list(scene.extensions) == [(LIT, "tint"), (LIT, "replace_color"), (LIT, "last")]
    assert scene.run() == ["pre-pass", "light", "tint/draw", "replace_color/replace", "last/draw", "display"]


def test_equal_names_stay_apart(scene: SmallScene) -> None:
    """Two extensions of one name have two scope paths."""
    scene.extensions.add(LIT, tint)
    scene.extensions.add(LIT, lambda frame: tint(frame), name="tint")
    assert scene.run() == ["pre-pass", "light", "tint/draw", "tint#2/draw", "display"]


@pytest.mark.parametrize("point", [LIT, None])
def test_a_removed_extension_is_gone(scene: SmallScene, point: str | None) -> None:
    """At one point, or at all; taking it out twice is an error."""
    scene.extensions.add(LIT, tint)
    scene.extensions.remove(tint, point)
    assert scene.run() == PLAIN
    with pytest.raises(ValueError, match="tint"):
        scene.extensions.remove(tint, point)


def test_removal_at_one_point_leaves_the_other(scene: SmallScene) -> None:
    """An extension may be at several points."""
    for point in (LIT, SHOWN):
        scene.extensions.add(point, look)
    scene.extensions.remove(look, SHOWN)
    assert list(scene.extensions) == [(LIT, "look")]


def test_what_is_added_during_a_frame_waits_for_the_next(scene: SmallScene) -> None:
    """A frame keeps the extensions it began with, at later points too."""

    def adds_another(frame: FrameContext) -> None:
        scene.extensions.remove(adds_another)
        scene.extensions.add(SHOWN, stamp)
        tint(frame)

    scene.extensions.add(LIT, adds_another)
    assert scene.run(0) == ["pre-pass", "light", "adds_another/draw", "display"]
    assert scene.run(1) == ["pre-pass", "light", "display", "stamp/stamp"]


def test_an_unknown_point_names_those_there_are(scene: SmallScene) -> None:
    """FG3001, at the declaration; a scene without points says that it has none."""
    with pytest.raises(GraphError, match="'small' has no point 'lid'; it has: lit, shown") as caught:
        scene.extensions.add("lid", tint)
    assert caught.value.code == "FG3001"
    with pytest.raises(GraphError, match="'bare' has no point 'lit'; it has no named points"):
        Extensions(scene="bare").add(LIT, tint)


@pytest.mark.parametrize(
    ("extension", "name", "words"),
    [(7, None, "cannot be called"), (tint, None, "was added at 'lit' before"), (look, "", "has the name ''")],
)
def test_what_cannot_be_an_extension_is_refused(
    scene: SmallScene, extension: Extension, name: str | None, words: str
) -> None:
    """FG3007, when it is added."""
    scene.extensions.add(LIT, tint)
    with pytest.raises(GraphError, match=words) as caught:
        scene.extensions.add(LIT, extension, name=name)
    assert caught.value.code == "FG3007"


async def _asynchronous(frame: FrameContext) -> None:
    tint(frame)


@pytest.mark.parametrize("extension", [_asynchronous, lambda frame: (tint(frame) for _ in "x")])
def test_an_extension_that_has_not_run_yet_is_refused(scene: SmallScene, extension: Extension) -> None:
    """FG3007 for a coroutine or generator: its passes would be missing without a word."""
    scene.extensions.add(LIT, extension, name="late")
    with pytest.raises(GraphError, match="add its passes before it returns") as caught:
        scene.record()
    assert caught.value.code == "FG3007"


def test_an_extension_that_raises_is_named_and_the_next_frame_is_whole(scene: SmallScene) -> None:
    """Its own exception reaches the caller, with a note; the frame is lost, and only that one."""

    def breaks(frame: FrameContext) -> None:
        frame.graph.add("half", kind="render")
        if frame.frame_index == 1:
            raise ZeroDivisionError("mine")

    scene.extensions.add(LIT, breaks)
    assert scene.run(0) == PLAIN
    with pytest.raises(ZeroDivisionError, match="mine") as caught:
        scene.record(1)
    assert caught.value.__notes__ == ["while extension 'breaks' was recording at 'lit' of graph 'small' of frame 1"]
    assert scene.context is not None
    assert not scene.context.is_open
    assert scene.run(2) == PLAIN


def test_an_unchanged_set_of_extensions_reuses_the_plan(scene: SmallScene) -> None:
    """Frames that declare the same have one plan, whoever declares it."""
    scene.extensions.add(LIT, tint)
    assert scene.compile(0).plan is scene.compile(1).plan


@pytest.mark.parametrize("extensions", [[], [tint, look]])
def test_frames_leave_nothing_behind(scene: SmallScene, extensions: list[Callable[[FrameContext], None]]) -> None:
    """With the collector off, a hundred frames leave no context and no graph alive."""
    for extension in extensions:
        scene.extensions.add(LIT, extension)
    scene.run()
    gc.collect()
    gc.disable()
    try:
        before = len(gc.get_objects())
        for index in range(100):
            scene.run(index)
        assert len(gc.get_objects()) - before < 100
    finally:
        gc.enable()


def test_a_point_nobody_uses_costs_the_scene_nothing(scene: SmallScene) -> None:
    """``has_extensions`` tells a scene whether to gather its records, for the frame that began."""
    scene.extensions.add(LIT, tint)
    scene.record()
    assert scene.context is not None
    assert [scene.context.has_extensions(point) for point in (LIT, SHOWN)] == [True, False]
    assert COLOR.name == "color"
