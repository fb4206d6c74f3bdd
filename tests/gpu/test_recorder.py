"""The recorder end to end on a real device, with the frame graph and the renderer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.graph_bracket import GraphBracket
from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.shade.adapter import open_graphics
from framescope.shade.graphics import GraphicsContext
from framescope.shade.pipelines.compute import ComputePipelineDescriptor
from framescope.shade.renderer import Renderer

NOOP = ComputePipelineDescriptor("noop", "@compute @workgroup_size(8, 4) fn main() {}")
Record = Callable[[Any, int], object]


@pytest.fixture(scope="module")
def graphics() -> Iterator[GraphicsContext]:
    """One device for the module; each test leaves it as it was."""
    context = open_graphics()
    yield context
    context.close()


def dispatch(context: Any, *labels: str) -> None:
    """A compute pass per label, one dispatch of two workgroups each."""
    for label in labels:
        with context.construct_compute_pass(NOOP, {}, label=label) as compute:
            compute.dispatch_workgroups(2)


def opens(*labels: str) -> Callable[[Any, Any], None]:
    """The callback of a graph pass that opens these GPU passes."""
    return lambda resources, context: dispatch(context, *labels)


def add(graph: Any, label: str, *gpu_labels: str) -> None:
    """A graph pass that is never culled and opens these GPU passes."""
    graph.add(label, kind="compute", execute=opens(*gpu_labels), side_effect=True)


def render(graphics: GraphicsContext, record: Record, *, frames: int = 1, **session: Any) -> list[CapturedFrame]:
    """Record ``frames`` frames of one renderer in memory."""
    with GPUProfileSession(**session) as recording:
        renderer = Renderer(graphics, recording)
        for _ in range(frames):
            renderer.render(record)
    return list(recording.stop().frames())


def joined(frame: CapturedFrame) -> list[tuple[str | None, str | None]]:
    """``(scope path, GPU label)`` of each span."""
    return [(span.path, span.label) for span in frame.spans]


# --- the join


def test_passes_with_equal_labels_keep_their_own_spans(graphics: GraphicsContext) -> None:
    """Labels are no keys: two graph passes and their GPU passes of one name are four things."""

    def record(graph: Any, _index: int) -> None:
        add(graph, "blur", "step")
        add(graph, "blur", "step")

    (frame,) = render(graphics, record)
    assert joined(frame) == [("blur", "step"), ("blur#2", "step")]
    assert [span.graph_pass for span in frame.spans] == [0, 1]


def test_one_graph_pass_owns_every_gpu_pass_it_opens(graphics: GraphicsContext) -> None:
    """A chain of mips under labels of its own is one graph pass with one span a mip."""

    def record(graph: Any, _index: int) -> None:
        with graph.scope("depth"):
            add(graph, "hierarchy", "mip 1", "mip 2", "mip 3")
        add(graph, "light", "cluster")

    (frame,) = render(graphics, record)
    mips = [("depth/hierarchy", f"mip {level}") for level in (1, 2, 3)]
    assert joined(frame) == [*mips, ("light", "cluster")]
    assert [span.state for span in frame.spans] == ["timed"] * 4


def test_a_gpu_pass_outside_every_graph_pass_is_unattributed(graphics: GraphicsContext) -> None:
    """It is recorded, timed, and belongs to no pass."""

    def record(graph: Any, _index: int) -> None:
        context = graphics.create_command_context("upload")
        dispatch(context, "outside")
        context.finish()
        add(graph, "inside", "step")

    (frame,) = render(graphics, record)
    assert joined(frame) == [("", "outside"), ("inside", "step")]
    assert [(span.graph_pass, span.state) for span in frame.spans] == [(-1, "timed"), (0, "timed")]


def test_a_context_of_its_own_inside_a_pass_belongs_to_that_pass(graphics: GraphicsContext) -> None:
    """What counts is the bracket a pass was opened in, not the context it was opened on."""

    def side_work(_resources: Any, _context: Any) -> None:
        other = graphics.create_command_context("side")
        dispatch(other, "side step")
        other.finish()

    (frame,) = render(graphics, lambda graph, _: graph.add("side", kind="compute", execute=side_work, side_effect=True))
    assert joined(frame) == [("side", "side step")]


def test_culled_passes_leave_no_span(graphics: GraphicsContext) -> None:
    """A pass that does not run is in the topology with its reason, and nowhere among the times."""

    def record(graph: Any, _index: int) -> None:
        graph.add("unused", kind="compute", execute=opens("never"))
        add(graph, "used", "step")

    (frame,) = render(graphics, record)
    assert joined(frame) == [("used", "step")]
    assert frame.topology is not None
    assert frame.cpu_pass_ns is not None
    assert len(frame.cpu_pass_ns) == 1


def test_begin_compute_pass_without_arguments_is_recorded(graphics: GraphicsContext) -> None:
    """No descriptor at all is legal, timed, and has an empty label."""

    def bare(_resources: Any, context: Any) -> None:
        context.begin_compute_pass().end()

    (frame,) = render(graphics, lambda graph, _: graph.add("bare", kind="compute", execute=bare, side_effect=True))
    assert joined(frame) == [("bare", "")]


# --- frames that fail


def test_a_pass_that_raises_aborts_its_frame_and_no_other(graphics: GraphicsContext) -> None:
    """Frame 4 of 10 raises: the error reaches the caller unchanged, the others are recorded, the pool is flat."""
    error = KeyError("the pass's own")

    def fail(_resources: Any, context: Any) -> None:
        dispatch(context, "begun")
        raise error

    def record(graph: Any, index: int) -> None:
        early = graphics.create_command_context("early")
        dispatch(early, "submitted")
        early.finish()
        add(graph, "before", "step")
        if index == 4:
            graph.add("broken", kind="compute", execute=fail, side_effect=True)

    live = []
    with GPUProfileSession() as session:
        renderer = Renderer(graphics, session)
        for index in range(10):
            if index == 4:
                with pytest.raises(KeyError) as caught:
                    renderer.render(record)
                assert caught.value is error
            else:
                renderer.render(record)
            live.append(graphics.live_counts)
    frames = list(session.stop().frames())
    assert [frame.status for frame in frames] == ["complete"] * 4 + ["aborted"] + ["complete"] * 5
    assert (frames[4].failed_pass, frames[4].reason) == ("broken", 'KeyError: "the pass\'s own"')
    assert [(span.label, span.state) for span in frames[4].spans] == [
        ("submitted", "timed"),
        ("step", "not_submitted"),
        ("begun", "not_submitted"),
    ]
    assert live[0] == live[-1]


def test_a_recorder_that_raises_costs_its_frame_only(
    graphics: GraphicsContext, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The frame renders, is written as skipped with the reason, and the next one is whole."""

    def fail(_bracket: GraphBracket, _graph_pass: Any) -> None:
        raise RuntimeError("a fault of the recorder")

    ran = []

    def record(graph: Any, _index: int) -> None:
        graph.add(
            "pass", kind="compute", execute=lambda _, context: ran.append(dispatch(context, "step")), side_effect=True
        )

    with GPUProfileSession() as session:
        renderer = Renderer(graphics, session)
        with monkeypatch.context() as broken:
            broken.setattr(GraphBracket, "_begun", fail)
            renderer.render(record)
        renderer.render(record)
    skipped, whole = session.stop().frames()
    assert (skipped.status, skipped.reason) == ("skipped", "the recorder failed: RuntimeError: a fault of the recorder")
    assert (joined(skipped), joined(whole), len(ran)) == ([], [("pass", "step")], 2)
    assert [record.name for record in caplog.records] == ["framescope.signal"]


# --- sessions and renderers


def test_a_session_may_be_set_with_frames_in_flight(graphics: GraphicsContext) -> None:
    """Recording begins with the next frame, whatever is still running."""
    renderer = Renderer(graphics)

    def record(graph: Any, _index: int) -> None:
        add(graph, "pass", "step")

    for _ in range(3):
        renderer.render(record)
    with GPUProfileSession() as session:
        renderer.profile_session = session
        for _ in range(3):
            renderer.render(record)
    frames = list(session.stop().frames())
    assert [(frame.number, frame.renderer_index) for frame in frames] == [(0, 3), (1, 4), (2, 5)]


def test_a_session_may_be_cleared_with_frames_in_flight(graphics: GraphicsContext) -> None:
    """Frames begun before are written when their times arrive; later ones are not recorded."""

    def record(graph: Any, _index: int) -> None:
        add(graph, "pass", "step")

    session = GPUProfileSession().start()
    renderer = Renderer(graphics, session)
    for _ in range(3):
        renderer.render(record)
    renderer.profile_session = None
    for _ in range(3):
        renderer.render(record)
    capture = session.stop()
    assert [[span.state for span in frame.spans] for frame in capture.frames()] == [["timed"]] * 3


def test_the_frame_limit_ends_a_recording_under_a_renderer(graphics: GraphicsContext) -> None:
    """Rendering goes on; the capture holds exactly the limit."""
    frames = render(graphics, lambda graph, _: add(graph, "pass", "step"), frames=8, frame_limit=3)
    assert [frame.renderer_index for frame in frames] == [0, 1, 2]


def test_a_frame_without_a_size_is_skipped_with_the_reason(graphics: GraphicsContext) -> None:
    """A minimised window costs a frame, not the recording."""
    with GPUProfileSession() as session:
        renderer = Renderer(graphics, session)
        renderer.render(lambda graph, _: add(graph, "pass", "step"), size=(0, 0))
        renderer.render(lambda graph, _: add(graph, "pass", "step"), size=(8, 8))
    skipped, whole = session.stop().frames()
    assert (skipped.status, skipped.reason) == ("skipped", "the target has no size (0x0)")
    assert whole.status == "complete"


# --- what is recorded


def test_counts_and_attribution_do_not_need_the_timer(graphics: GraphicsContext) -> None:
    """Without ``timestamp-query`` all but the times is the same, and the reason stands in their place."""

    def record(graph: Any, _index: int) -> None:
        add(graph, "a", "one", "two")
        add(graph, "b", "three")

    plain = open_graphics(without=("timestamp-query",))
    (untimed,) = render(plain, record)
    (timed,) = render(graphics, record)
    plain.close()
    assert untimed.pass_list == timed.pass_list
    assert untimed.work is not None
    assert timed.work is not None
    assert untimed.work.compute.invocations.tolist() == timed.work.compute.invocations.tolist() == [64, 64, 64]
    assert {span.state for span in untimed.spans} == {"no_feature"}
    assert {span.state for span in timed.spans} == {"timed"}


def test_the_levels_of_a_graph_frame(graphics: GraphicsContext) -> None:
    """Scope paths at every level, the topology from STRUCTURE, CPU time of each pass from WORKLOAD."""

    def record(graph: Any, _index: int) -> None:
        add(graph, "a", "one")
        add(graph, "b", "two")

    held = {}
    for level in (GPUProfileLevel.TIMING, GPUProfileLevel.STRUCTURE, GPUProfileLevel.WORKLOAD):
        (frame,) = render(graphics, record, level=level)
        assert joined(frame) == [("a", "one"), ("b", "two")]
        passes = None if frame.cpu_pass_ns is None else len(frame.cpu_pass_ns)
        held[level.name] = (frame.topology is not None, passes)
    assert held == {"TIMING": (False, None), "STRUCTURE": (True, None), "WORKLOAD": (True, 2)}


def test_an_unchanged_graph_is_written_once(graphics: GraphicsContext) -> None:
    """Twenty equal frames share one topology and one pass list."""
    with GPUProfileSession() as session:
        renderer = Renderer(graphics, session)
        for _ in range(20):
            renderer.render(lambda graph, _: add(graph, "pass", "step"))
    capture = session.stop()
    assert (capture.frame_count, capture.topology_count, capture.pass_list_count) == (20, 1, 1)


def test_a_graph_that_changes_every_frame_is_recorded_and_opens(graphics: GraphicsContext) -> None:
    """Each frame brings its own topology and pass list, and is read back with its own names."""

    def record(graph: Any, index: int) -> None:
        for step in range(1 + index % 5):
            add(graph, f"frame {index} step {step}", f"gpu {index}")

    with GPUProfileSession() as session:
        renderer = Renderer(graphics, session)
        for _ in range(40):
            renderer.render(record)
    capture = session.stop()
    assert (capture.frame_count, capture.topology_count, capture.pass_list_count) == (40, 40, 40)
    for index, frame in enumerate(capture.frames()):
        assert joined(frame) == [(f"frame {index} step {step}", f"gpu {index}") for step in range(1 + index % 5)]


def test_a_recorder_alone_prints_a_table(graphics: GraphicsContext) -> None:
    """One context, one recorder: rows in order, counts, and the frame's two GPU times."""
    recorder = GPUFrameRecorder(graphics)
    context = graphics.create_command_context("alone")
    context.enable_profiling(recorder)
    dispatch(context, "first", "second")
    context.finish()
    assert context.profiling_absorbed.wait() == ("ok", None)
    report = recorder.close()
    assert [(row["label"], row["dispatches"], row["invocations"]) for row in report.rows()] == [
        ("first", 1, 64),
        ("second", 1, 64),
    ]
    assert all(row["ticks"] is not None for row in report.rows())
    table = report.table()
    assert table.startswith("pass")
    assert "GPU extent" in table.splitlines()[-1]
