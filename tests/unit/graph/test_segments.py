"""External submissions: what was encoded before one is submitted first, what comes after has its own context."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
from graph_notation import nothing, output_buffer, step, transient

from framescope.shade.errors import GraphError
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.switches import GraphSwitches
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics

SWITCHES = [GraphSwitches(), GraphSwitches(poison=True), GraphSwitches(run_as_added=True)]


class Watched(VoidCommandContext):
    """Remembers the contexts that come after it."""

    def __init__(self, graphics: VoidGraphics) -> None:
        super().__init__(graphics, "frame")
        self.opened: list[VoidCommandContext] = []

    def successor(self) -> VoidCommandContext:
        self.opened.append(super().successor())
        return self.opened[-1]


class Frame:
    """A frame of passes that note what they were given: small letters are ours, capitals submit on their own."""

    def __init__(self, kinds: str, switches: GraphSwitches = SWITCHES[0], failing: str = "") -> None:
        self.kinds = kinds
        self.failing = failing
        self.graphics = VoidGraphics()
        self.given = Watched(self.graphics)
        self.seen: list[tuple[str, Any]] = []
        self.submitted_before: list[bool] = []
        self.graph = FrameGraph(switches=switches)

    def play(self) -> Any:
        """Record and execute; the context to finish."""
        if self.graph.switches.run_as_added:
            self.graph.run_on(self.given)
        for letter in self.kinds:
            kind: Any = "external-submission" if letter.isupper() else "command"
            self.graph.add(letter, kind=kind, execute=partial(self._run, letter))
        return self.graph.compile().execute(self.given)

    def _run(self, letter: str, _resources: Any, target: Any) -> None:
        if letter == self.failing:
            raise RuntimeError(letter)
        if letter.isupper():
            contexts = [context for _, context in self.seen if isinstance(context, VoidCommandContext)]
            self.submitted_before.append(all(context.state == "submitted" for context in contexts))
        self.seen.append((letter, target))

    def targets(self) -> str:
        """A digit for each pass: equal digits, equal targets; G for the graphics context."""
        names: dict[int, str] = {id(self.graphics): "G", id(self.given): "0"}
        return "".join(names.setdefault(id(target), str(len(names) - 1)) for _, target in self.seen)


@pytest.mark.parametrize("switches", SWITCHES)
@pytest.mark.parametrize(
    ("kinds", "targets"),
    [("abc", "000"), ("aXb", "0G1"), ("aXYb", "0GG1"), ("aXbY", "0G1G"), ("Xa", "G1"), ("aXbYc", "0G1G2")],
)
def test_each_segment_encodes_on_a_context_of_its_own(kinds: str, targets: str, switches: GraphSwitches) -> None:
    """An external submission gets the graphics context, once everything before it is on the queue."""
    frame = Frame(kinds, switches)
    last = frame.play()

    assert frame.targets() == targets
    assert frame.submitted_before == [True] * sum(map(str.isupper, kinds))
    assert (last.state, last.graph_pass, last.binding_guard) == ("open", None, None)


@pytest.mark.parametrize(("kinds", "same"), [("", True), ("ab", True), ("aX", False), ("aXb", False)])
def test_the_context_to_finish_is_open_and_the_last(kinds: str, same: bool) -> None:
    """The given one, unless a pass submitted on its own; then one whose completion is the whole frame's."""
    frame = Frame(kinds)
    last = frame.play()

    assert (last is frame.given) is same
    assert frame.given.state == ("open" if same else "submitted")


@pytest.mark.parametrize(("failing", "state"), [("a", "open"), ("X", "submitted"), ("b", "submitted")])
@pytest.mark.parametrize("switches", [SWITCHES[0], SWITCHES[2]])
def test_a_failure_leaves_no_context_open_but_the_callers(failing: str, state: str, switches: GraphSwitches) -> None:
    """What is on the queue stays there; what the caller does not know of is abandoned, with no mark left."""
    frame = Frame("aXb", switches, failing)
    with pytest.raises(RuntimeError, match=failing):
        frame.play()

    assert frame.given.state == state
    assert [context.state for context in frame.given.opened] == (["abandoned"] if failing == "b" else [])
    assert (frame.given.graph_pass, frame.given.binding_guard) == (None, None)
    assert frame.graphics.transients.stats()["lent"] == 0


def test_every_segment_starts_and_ends_with_no_debug_group_open() -> None:
    """And an external submission is in none: there is nothing to push one on."""
    frame = Frame("abXc")
    frame.graph.debug_groups = True
    last = frame.play()

    assert frame.given.groups == ["a", None, "b", None]
    assert last.groups == ["c", None]


def test_an_external_submission_has_its_bracket() -> None:
    """Whoever listens hears of it as of any pass, and its resources are in reach."""
    graphics = VoidGraphics()
    heard: list[str] = []
    native = output_buffer()
    graph = FrameGraph()
    buffer = graph.import_buffer("b", native, initial="defined")
    found: list[Any] = []
    graph.add(
        "X", kind="external-submission", execute=lambda resources, _: found.append(resources.buffer(buffer))
    ).read(buffer, "buffer-storage-read")
    graph.on_pass_begin.add(lambda node: heard.append(f"begin {node.path}"))
    graph.on_pass_end.add(lambda node: heard.append(f"end {node.path}"))
    graph.compile().execute(VoidCommandContext(graphics))

    assert heard == ["begin X", "end X"]
    assert found == [native]


def test_transients_live_across_segments() -> None:
    """They go back when the frame ends, not when a segment does."""
    graphics = VoidGraphics()
    lent: list[int] = []
    graph = FrameGraph()
    x = step(graph, "a", writes=[transient(graph)])
    external = graph.add(
        "X", kind="external-submission", execute=lambda *_: lent.append(graphics.transients.stats()["lent"])
    )
    external.read(x, "buffer-storage-read")
    graph.compile().execute(VoidCommandContext(graphics))

    assert (lent, graphics.transients.stats()["lent"]) == ([1], 0)


@pytest.mark.skipif(not __debug__, reason="what is bound is watched while developing alone")
def test_what_is_bound_is_watched_in_every_segment() -> None:
    """The context after a cut refuses what its pass did not declare, as the first one does."""
    native = output_buffer()
    graph = FrameGraph()
    graph.import_buffer("b", native, initial="defined")
    graph.add("X", kind="external-submission", execute=nothing)
    graph.add("a", kind="command", execute=lambda _, context: context.binding_guard(native))

    with pytest.raises(GraphError, match=r"FG4010.*'a' binds 'b'"):
        graph.compile().execute(VoidCommandContext())


def test_the_graph_encodes_nothing_in_an_external_submission() -> None:
    """Its copies are its own: it declares them by read and write."""
    graph = FrameGraph()
    buffer = graph.import_buffer("b", output_buffer(), initial="defined")

    with pytest.raises(GraphError, match=r"FG1106.*submits on its own"):
        graph.add("X", kind="external-submission", execute=nothing).clear_buffer(buffer)
