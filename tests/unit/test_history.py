"""Last frame's image: who may read it, when the pair changes places, what a change of size leaves behind."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from graph_notation import nothing

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import ORDINARY, GraphSwitches
from framescope.shade.graph.void import VoidGraphics, VoidResource
from framescope.shade.history import HistoryTexture

SIZE = (64, 32)


class Kept:
    """A history on a void device, and the frames that use it."""

    def __init__(self) -> None:
        self.graphics = VoidGraphics()
        self.history = HistoryTexture(self.graphics, "history", "rgba16float", 0x1F)
        self.seen: list[tuple[VoidResource | None, VoidResource]] = []  # what each frame read and wrote

    def record(self, size: tuple[int, int] = SIZE, *, write: bool = True, fail: bool = False, **graph: Any) -> Any:
        """A frame that reads what there is and writes the next; returns graph and context."""
        frame, context = FrameGraph(**graph), self.graphics.create_command_context()
        if frame.switches.run_as_added:
            frame.run_on(context)
        previous, current = self.history.import_into(frame, size)

        def run(resources: Any, _: Any) -> None:
            if fail:
                raise KeyError("mine")
            self.seen.append((None if previous is None else resources.texture(previous), resources.texture(made)))

        node = frame.add("resolve", kind="compute", execute=run if write else nothing)
        if previous is not None:
            node.read(previous, "texture-sampled")
        if write:
            made = node.write(current, "texture-storage-write", contents="overwrite")
        return frame, context

    def frame(self, size: tuple[int, int] = SIZE, **arguments: Any) -> None:
        """Run one."""
        graph, context = self.record(size, **arguments)
        graph.compile().execute(context)


def test_a_lint_of_a_history_names_the_caller_and_fits_a_pair() -> None:
    """Half of a pair cannot be left out; the place is the line that brought the history in."""
    kept = Kept()
    kept.frame()
    graph = FrameGraph()
    place = f"{__file__}:{sys._getframe().f_lineno + 1}"
    kept.history.import_into(graph, SIZE)

    found = graph.compile().lints()

    assert [(lint.code, lint.declared_at) for lint in found] == [("FL1003", (place,))] * 2
    assert {lint.message.rpartition("; ")[2] for lint in found} == {
        "read what the last frame left and write the next, or do without the history"
    }


@pytest.mark.parametrize("switches", [ORDINARY, GraphSwitches(run_as_added=True)], ids=["planned", "run as added"])
def test_a_frame_reads_what_the_frame_before_wrote(switches: GraphSwitches) -> None:
    """Two textures take turns; the first frame has nothing to read, and no handle for it."""
    kept = Kept()
    for _ in range(4):
        kept.frame(switches=switches)
    read, written = zip(*kept.seen, strict=True)
    assert read == (None, *written[:-1])
    assert len(set(written)) == 2
    assert kept.history.latest is written[-1]


@pytest.mark.parametrize("end", ["dropped", "compiled", "failed", "given up"])
def test_a_frame_that_did_not_run_leaves_the_pair_as_it_was(end: str) -> None:
    """Neither the first frame makes it valid, nor do later ones change what is read."""
    kept = Kept()
    for frames in (0, 1):
        for _ in range(frames):
            kept.frame()
        before = kept.history.latest
        graph, context = kept.record(fail=end == "failed")
        if end == "compiled":
            graph.compile()
        elif end == "failed":
            with pytest.raises(KeyError):
                graph.compile().execute(context)
        elif end == "given up":
            graph.discard()
        assert (kept.history.valid, kept.history.latest) == (frames > 0, before)
    kept.frame()
    assert kept.seen[-1][0] is before


def test_a_frame_that_ran_and_wrote_nothing_leaves_nothing_to_read() -> None:
    """The image is no longer that of the frame before."""
    kept = Kept()
    kept.frame()
    kept.frame(write=False)
    assert (kept.history.valid, kept.history.latest) == (False, None)


def test_another_size_starts_anew() -> None:
    """Stale contents are not read, the old textures are retired, and back at the old size nothing is valid either."""
    kept = Kept()
    kept.frame()
    kept.frame()
    old = {texture for pair in kept.seen for texture in pair if texture is not None}
    graph, context = kept.record((32, 16))
    assert all(texture.destroyed for texture in old)
    graph.compile().execute(context)
    assert kept.seen[-1][0] is None
    assert kept.seen[-1][1].size == (32, 16, 1)
    kept.frame(SIZE)
    assert kept.seen[-1][0] is None


def test_a_late_frame_of_the_old_size_changes_nothing() -> None:
    """It was recorded before the change of size and runs after it."""
    kept = Kept()
    late, context = kept.record()
    kept.frame((32, 16))
    latest = kept.history.latest
    late.compile().execute(context)
    assert kept.history.latest is latest
    assert latest.size == (32, 16, 1)


def test_what_is_forgotten_is_not_read() -> None:
    """After a cut the next frame begins anew on the textures that are there."""
    kept = Kept()
    kept.frame()
    kept.history.forget()
    kept.frame()
    assert kept.seen[-1][0] is None
    assert len({written for _, written in kept.seen}) == 2


def test_retired_textures_are_made_again() -> None:
    """Twice is once; the next import has new ones."""
    kept = Kept()
    kept.frame()
    kept.history.retire()
    kept.history.retire()
    kept.frame()
    assert kept.seen[0][1].destroyed
    assert not kept.seen[1][1].destroyed


def test_a_size_of_zero_is_refused_and_costs_nothing() -> None:
    """The error names the history and the place; what it held is still there for the next frame."""
    kept = Kept()
    kept.frame()
    latest = kept.history.latest
    with pytest.raises(GraphError, match=r"FG1102: 'history'") as caught:
        kept.record((0, 32))
    assert caught.value.declared_at[0].startswith(__file__)
    kept.frame()
    assert kept.seen[-1][0] is latest


def test_half_an_image_is_refused_by_a_mark() -> None:
    """Marking ``current`` as persistent state makes the graph check that all of it is written."""
    kept = Kept()
    graph = FrameGraph()
    _, current = kept.history.import_into(graph, SIZE)
    graph.mark(current, "persistent-state")
    with pytest.raises(GraphError, match="FG1004"):
        graph.compile()


def test_a_frame_that_was_encoded_and_given_up_left_nothing() -> None:
    """As where the submit fails: the frame after it reads what the failed one read, or nothing in the beginning."""
    kept = Kept()
    for _ in range(2):
        before = kept.history.latest
        graph, context = kept.record()
        graph.compile().execute(context)
        context.abandon("refused at the submit")
        assert (kept.history.valid, kept.history.latest) == (before is not None, before)
        kept.frame()

    read, written = zip(*kept.seen, strict=True)
    assert read == (None, None, written[1], written[1])


def test_a_size_is_compared_by_value() -> None:
    """A list that the caller changes in place is another size the next time."""
    kept, size = Kept(), [64, 32]
    kept.frame(size)  # type: ignore[arg-type]
    size[0] = 32
    kept.frame(size)  # type: ignore[arg-type]

    assert [texture.size for _, texture in kept.seen] == [(64, 32, 1), (32, 32, 1)]
