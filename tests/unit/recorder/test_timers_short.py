"""Where timers are short: no feature, a full array, the caller's own; and what is recorded all the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import wgpu
from software_device import SoftwareDevice, TickScript

from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.session import GPUProfileSession
from framescope.profile.sgpt.model import NO_PASS
from framescope.profile.timer_array import GPUTimerArray
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer


def states(frame: Any) -> list[str]:
    """State of each span."""
    return [span.state for span in frame.spans]


def distinct_ticks(count: int) -> list[tuple[int, int]]:
    """A pair for each of ``count`` passes that no other has: pass i lasts i + 1 ticks."""
    return [(1_000 * (number + 1), 1_000 * (number + 1) + number + 1) for number in range(count)]


def record_graph(features: set[str]) -> Any:
    """The one frame of a graph with two passes, of which the first opens two GPU passes, and one GPU pass outside."""
    device = SoftwareDevice(features=features)
    graphics = GraphicsContext(device, adapter=device.adapter, ns_per_tick=1.0)
    module = device.create_shader_module(code="@compute @workgroup_size(4) fn main() {}")
    pipeline = device.create_compute_pipeline(layout="auto", compute={"module": module})

    def dispatch(context: Any, label: str, count: int) -> None:
        gpu_pass = context.begin_compute_pass(label=label)
        gpu_pass.set_pipeline(pipeline)
        for _ in range(count):
            gpu_pass.dispatch_workgroups(2, 3)
        gpu_pass.end()

    def record(graph: FrameGraph, _index: int) -> None:
        def first(_resources: Any, context: Any) -> None:
            dispatch(context, "mip", 1)
            dispatch(context, "mip", 2)

        def second(_resources: Any, context: Any) -> None:
            dispatch(context, "blur", 3)

        outside = graphics.create_command_context("outside")
        dispatch(outside, "upload", 4)
        outside.finish()
        graph.add("pyramid", kind="compute", execute=first).make_side_effect()
        graph.add("blur", kind="compute", execute=second).make_side_effect()

    with GPUProfileSession() as session:
        Renderer(graphics, profile_session=session).render(record)
    return session.stop().frame(0)


def test_without_the_feature_everything_but_the_times_is_there() -> None:
    """A device without timestamps gives the same attribution and counts; times are missing with the reason."""
    timed, untimed = record_graph({"timestamp-query"}), record_graph(set())
    assert (set(states(timed)), set(states(untimed))) == ({"timed"}, {"no_feature"})
    assert untimed.pass_list.entries == timed.pass_list.entries
    assert [(entry.path, entry.graph_pass) for entry in untimed.pass_list.entries] == [
        ("", NO_PASS),
        ("pyramid", 0),
        ("pyramid", 0),
        ("blur", 1),
    ]
    for column in ("dispatches", "workgroups_x", "workgroups_y", "partial"):
        expected = getattr(timed.work.compute, column).tolist()
        assert getattr(untimed.work.compute, column).tolist() == expected
    assert timed.work.compute.dispatches.tolist() == [4, 1, 2, 3]
    assert (untimed.gpu_extent_ns, untimed.gpu_union_ns) == (None, None)


def test_without_the_feature_no_timer_is_made(record: Callable[..., Any]) -> None:
    """No query set is created and no pass is given timestamp writes on a device that has no timestamps."""
    recording = record(features=())
    recording.frame("pass")
    recording.stop()
    assert recording.device.calls_of("create_query_set") == []
    assert [call.kwargs for call in recording.device.calls_of("begin_compute_pass")] == [{"label": "pass"}]


def test_a_full_array_leaves_the_rest_untimed(record: Callable[..., Any]) -> None:
    """Four pairs and ten passes: four timed, six untimed for that reason, and the frame is submitted whole."""
    recording = record(timer_pairs=4, arrays_per_frame=1)
    recording.frame(*(f"pass {number}" for number in range(10)), ticks=distinct_ticks(4))
    frame = recording.only_frame()
    assert states(frame) == ["timed"] * 4 + ["array_full"] * 6
    assert [span.duration_ns for span in frame.spans] == [1, 2, 3, 4] + [None] * 6
    assert frame.work.compute.dispatches.tolist() == [1] * 10
    begun = recording.device.calls_of("begin_compute_pass")
    assert ["timestamp_writes" in call.kwargs for call in begun] == [True] * 4 + [False] * 6


def test_more_passes_than_one_array_holds_take_several(record: Callable[..., Any]) -> None:
    """2049 passes are timed by two query sets, in order across the seam."""
    recording = record(timer_pairs=2048)
    recording.frame(*map(str, range(2049)), ticks=distinct_ticks(2049))
    frame = recording.only_frame()
    assert [span.duration_ns for span in frame.spans] == list(range(1, 2050))
    assert [span.query_set for span in frame.spans[2046:]] == [frame.spans[0].query_set] * 2 + [
        frame.spans[2048].query_set
    ]
    assert frame.spans[2047].query_set != frame.spans[2048].query_set


@pytest.mark.parametrize("pairs", [0, -1, 2049, 5000])
def test_an_array_holds_1_to_2048_pairs(recording: Any, pairs: int) -> None:
    """Any other number is a ValueError at construction, before the device is asked."""
    with pytest.raises(ValueError, match="1 to 2048"):
        GPUTimerArray(recording.graphics, pairs)
    assert recording.device.calls_of("create_query_set") == []


@pytest.mark.parametrize("pairs", [1, 2047, 2048])
def test_an_array_of_legal_size_is_made(recording: Any, pairs: int) -> None:
    """The largest array fills the largest query set."""
    GPUTimerArray(recording.graphics, pairs)
    (call,) = recording.device.calls_of("create_query_set")
    assert call.kwargs["count"] == 2 * pairs


@pytest.mark.parametrize("kind", ["compute", "render"])
def test_the_caller_s_own_timestamps_are_kept(recording: Any, kind: str) -> None:
    """A pass that brings its own timestamp writes keeps them, and is recorded untimed for that reason."""
    device = recording.device
    own = {
        "query_set": device.create_query_set(type="timestamp", count=2),
        "beginning_of_pass_write_index": 0,
        "end_of_pass_write_index": 1,
    }
    texture = device.create_texture(size=(4, 4), format="rgba8unorm", usage=wgpu.TextureUsage.RENDER_ATTACHMENT)
    attachments = {"color_attachments": [{"view": texture.create_view(), "load_op": "clear", "store_op": "store"}]}
    with recording.session.frame(recording.graphics):
        context = recording.graphics.create_command_context("frame")
        begin = context.begin_compute_pass if kind == "compute" else context.begin_render_pass
        begin(label="mine", timestamp_writes=own, **(attachments if kind == "render" else {})).end()
        recording.compute_pass(context, label="ours")
        context.finish()
    assert states(recording.only_frame()) == ["own_writes", "timed"]
    (call,) = [call for call in device.calls_of(f"begin_{kind}_pass") if call.kwargs["label"] == "mine"]
    assert call.kwargs["timestamp_writes"] == own


def test_a_descriptor_s_other_arguments_are_given_on_untouched(recording: Any) -> None:
    """Timing adds timestamp writes and nothing else; the caller's dict is not written to."""
    descriptor: dict[str, Any] = {"label": "pass"}
    with recording.session.frame(recording.graphics):
        context = recording.graphics.create_command_context("frame")
        context.begin_compute_pass(**descriptor).end()
        context.begin_compute_pass().end()
        context.finish()
    recording.stop()
    begun = [set(call.kwargs) for call in recording.device.calls_of("begin_compute_pass")]
    assert begun == [{"label", "timestamp_writes"}, {"timestamp_writes"}]
    assert descriptor == {"label": "pass"}


def test_an_explicit_none_asks_to_be_timed(recording: Any) -> None:
    """timestamp_writes=None is no timing of the caller's own."""
    with recording.session.frame(recording.graphics):
        context = recording.graphics.create_command_context("frame")
        recording.compute_pass(context, timestamp_writes=None)
        context.finish()
    assert states(recording.only_frame()) == ["timed"]


def test_a_pass_that_cannot_begin_gives_its_slot_back(recording: Any) -> None:
    """A begin that raises leaves no hole: the slots resolved are those written."""
    with recording.session.frame(recording.graphics):
        context = recording.graphics.create_command_context("frame")
        recording.compute_pass(context, label="before")
        with pytest.raises(UnicodeEncodeError):
            context.begin_compute_pass(label="\ud800")
        recording.compute_pass(context, label="after")
        context.finish()
    frame = recording.only_frame()
    assert [(span.label, span.state) for span in frame.spans] == [("before", "timed"), ("after", "timed")]
    assert recording.device.garbage_resolves == []


def test_a_frame_without_passes_resolves_nothing(recording: Any) -> None:
    """An empty frame is complete, has no spans, and asks nothing of the timers."""
    recording.frame()
    frame = recording.only_frame()
    assert (frame.status, frame.spans, frame.gpu_extent_ns) == ("complete", [], None)
    assert recording.device.calls_of("resolve_query_set") == []


def test_resolve_and_copy_name_what_was_written(recording: Any) -> None:
    """A frame of three passes resolves six slots from the first and copies 48 bytes."""
    recording.frame("a", "b", "c")
    recording.stop()
    (resolve,) = recording.device.calls_of("resolve_query_set")
    (copy,) = recording.device.calls_of("copy_buffer_to_buffer")
    assert (resolve.args[1:3], resolve.args[4], copy.args[1], copy.args[3:]) == ((0, 6), 0, 0, (0, 48))


def test_two_contexts_of_a_frame_have_timers_of_their_own(recording: Any) -> None:
    """Passes of two contexts are timed by two query sets and recorded in the order in which they were begun."""
    recording.device.ticks = TickScript(by_label={"a": (10, 11), "b": (20, 22), "c": (30, 33)})
    with recording.session.frame(recording.graphics):
        first = recording.graphics.create_command_context("first")
        second = recording.graphics.create_command_context("second")
        recording.compute_pass(first, label="a")
        recording.compute_pass(second, label="b")
        recording.compute_pass(first, label="c")
        second.finish()
        first.finish()
    spans = recording.only_frame().spans
    assert [(span.label, span.duration_ns) for span in spans] == [("a", 1), ("b", 2), ("c", 3)]
    assert spans[0].query_set == spans[2].query_set != spans[1].query_set


def test_an_abandoned_context_was_not_submitted(recording: Any) -> None:
    """Passes of a context that is given up are recorded as never submitted, and its timers serve again at once."""
    with recording.session.frame(recording.graphics):
        given_up = recording.graphics.create_command_context("given up")
        recording.compute_pass(given_up, label="lost")
        given_up.abandon("changed my mind")
        kept = recording.graphics.create_command_context("kept")
        recording.compute_pass(kept, label="kept")
        kept.finish()
    frame = recording.only_frame()
    assert [(span.label, span.state) for span in frame.spans] == [("lost", "not_submitted"), ("kept", "timed")]


def test_a_recorder_alone_prints_a_table(recording: Any) -> None:
    """One context and one recorder give times and counts without a session."""
    recording.device.ticks = TickScript([(1_000, 1_400)])
    recorder = GPUFrameRecorder(recording.graphics)
    context = recording.graphics.create_unprofiled_context("alone")
    context.enable_profiling(recorder)
    recording.compute_pass(context, label="blur")
    context.finish()
    assert context.profiling_absorbed.wait() == ("ok", None)
    report = recorder.close()
    (row,) = report.rows()
    assert (row["label"], row["state"], row["duration_ns"]) == ("blur", "TIMED", 400)
    assert "blur" in report.table()
