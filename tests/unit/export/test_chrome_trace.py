"""A capture as a Chrome trace."""

from __future__ import annotations

import io
import math
from typing import Any

import numpy as np
import pytest
from capture_builders import EPOCH, PASSES, capture_of, make_frame, make_work, offset_of, write_capture
from chrome_checker import checked_events, strict_json

from framescope.profile.capture import Capture, open_capture
from framescope.profile.export.chrome_trace import CHROME_MAGIC, write_chrome_trace
from framescope.profile.sgpt.model import FrameStatus, PassList, PassListEntry, SpanState
from framescope.profile.sgpt.writer import CaptureWriter

CPU, GPU = 1, 2
STAMPS = {"cpu_begin_ns": 5_000, "cpu_encode_end_ns": 6_000, "cpu_submit_ns": 7_000, "cpu_absorbed_ns": 90_000}
HOSTILE = ['"', "\\", "\n", "\x01", "\0", "\u2028", "🚀", "\ud800", "x" * 10_000, "", "</script>", "\u202e"]


def export(capture: Capture, *frames: int | None) -> bytes:
    """The trace as it is written."""
    file = io.BytesIO()
    write_chrome_trace(capture, file, *frames)
    return file.getvalue()


def events(capture: Capture, ph: str, pid: int) -> list[dict[str, Any]]:
    """The events of one kind and process of a valid trace."""
    return [event for event in checked_events(export(capture)) if (event["ph"], event["pid"]) == (ph, pid)]


def gpu_passes(capture: Capture) -> list[dict[str, Any]]:
    """The slices of GPU passes."""
    return [event for event in events(capture, "X", GPU) if event["cat"] != "frame"]


def test_every_pass_is_a_slice_with_its_exact_time() -> None:
    """Begin and duration are the ticks' own, in microseconds with three decimals."""
    text = export(capture_of([make_frame(0, [(1, 1235), (1235, 2001), (2001, 2001)])]))
    assert b'"ts":0.000,"dur":1.234' in text
    assert b'"ts":1.234,"dur":0.766' in text
    assert b'"ts":2.000,"dur":0.000' in text
    assert [event["name"] for event in checked_events(text) if event["cat"] != "frame"] == [
        "hzb/build",
        "shadows/cascade 0",
        "readback",
    ]


def test_overlapping_passes_lie_on_lanes_of_their_own() -> None:
    """Spans 0 to 10, 5 to 12 and 12 to 12 are all there, and none is on a lane with one that it overlaps."""
    passes = gpu_passes(capture_of([make_frame(0, [(1, 11), (6, 13), (13, 13)])]))
    assert [(event["ts"], event["dur"]) for event in passes] == [(0.0, 0.010), (0.005, 0.007), (0.012, 0.0)]
    assert passes[0]["tid"] != passes[1]["tid"]


def test_rounding_makes_no_overlap() -> None:
    """Passes that touch in ticks touch in nanoseconds, whatever a tick lasts: one lane is enough."""
    spans = [(1 + 7 * k, 8 + 7 * k) for k in range(3)]
    frames = [make_frame(number, [(a + 21 * number, b + 21 * number) for a, b in spans]) for number in range(30)]
    assert len({event["tid"] for event in gpu_passes(capture_of(frames, {"ns_per_tick": 52.0833333}))}) == 1


def test_what_a_pass_encoded_is_in_its_arguments() -> None:
    """Label, pipeline, work and exact ticks; a partial sum is told as the lower bound that it is."""
    whole, partial = (
        gpu_passes(capture_of([make_frame(4, work=make_work(PASSES, compute=3, render=2, partial=flag))]))
        for flag in (0, 1)
    )
    assert whole[0]["args"] == {
        "frame": 4,
        "ticks": "4",
        "ns": 4,
        "dispatches": 3,
        "invocations": 3,
        "label": "mip 0",
        "pipeline": "downsample",
    }
    assert whole[1]["args"] == {"frame": 4, "ticks": "3", "ns": 3, "draws": 2, "label": "draw"}
    assert "invocations" not in partial[0]["args"]
    assert partial[0]["args"]["invocations_at_least"] == 3


def test_the_cpu_has_a_process_of_its_own_and_the_gpu_is_called_nominal() -> None:
    """Two clocks are two processes; the frame, its encoding and its submit nest."""
    capture = capture_of([make_frame(0, **STAMPS)])
    names = [e["args"]["name"] for e in strict_json(export(capture))["traceEvents"] if e["name"] == "process_name"]
    assert names == ["CPU", "GPU (placed nominally among CPU times)"]
    slices = [(event["name"], event["ts"], event["dur"]) for event in events(capture, "X", CPU)]
    assert slices == [("frame 0", 0.0, 2.0), ("encode", 0.0, 1.0), ("submit", 1.0, 1.0)]
    assert gpu_passes(capture)[0]["ts"] == 2.0


def test_a_frame_without_times_is_told() -> None:
    """Passes without a time are instants that say why, with the raw ticks where there are any."""
    states = np.array([SpanState.INVALID_TICKS, SpanState.NO_FEATURE, 0], np.uint8)
    ticks = {"begin": np.array([1000, 0, EPOCH], np.uint64), "end": np.array([400, 0, EPOCH + 5], np.uint64)}
    capture = capture_of([make_frame(3, state=states, **ticks)])
    assert [event["name"] for event in events(capture, "i", GPU)] == [
        "hzb/build, frame 3: untimed, invalid_ticks (1000 to 400 ticks)",
        "shadows/cascade 0, frame 3: untimed, no_feature",
    ]
    assert len(gpu_passes(capture)) == 1


def test_frames_that_are_not_complete_say_why() -> None:
    """Status, failed pass and reason are an instant of the CPU."""
    frames = [
        make_frame(0, status=FrameStatus.ABORTED, reason="KeyError: 'x'", failed_pass="hzb/build"),
        make_frame(1, [], passes=PassList(()), status=FrameStatus.SKIPPED, reason="no texels"),
    ]
    assert [event["name"] for event in events(capture_of(frames), "i", CPU)] == [
        "frame 0 aborted in pass hzb/build: KeyError: 'x'",
        "frame 1 skipped: no texels",
    ]


def test_notes_and_counters_are_there() -> None:
    """A note lies where it was written, a counter is one; a number that JSON has not is an instant in words."""
    counters = {"draws": 7, "share": 0.5, "odd": math.nan, "far": -math.inf, "long": 2**64 - 1}
    writer = CaptureWriter(None, {"ns_per_tick": 1.0})
    writer.write_note("about no frame")
    writer.write_frame(make_frame(0, counters=counters, **STAMPS))
    writer.write_note("here it hitches", 0)
    writer.close()
    capture = open_capture(writer.to_bytes())
    told = {event["name"]: event["args"]["value"] for event in events(capture, "C", CPU)}
    assert told == {"draws": 7, "share": 0.5, "long": 2**64 - 1}
    assert {event["name"] for event in events(capture, "i", CPU)} == {
        "about no frame",
        "here it hitches",
        "counter odd is nan",
        "counter far is -inf",
        "frame 0 read back",
    }


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_any_name_gives_strict_json(name: str) -> None:
    """Labels, paths, notes, counters and META survive; a lone surrogate is there as the text of its escape."""
    passes = PassList((PassListEntry(name, name, "render", 0),))
    frame = make_frame(
        0, [(1, 2)], passes=passes, counters={name: 1}, status=FrameStatus.ABORTED, reason=name, failed_pass=name
    )
    capture = capture_of([frame], {"ns_per_tick": 1.0, name or "key": name})
    told = {"\ud800": "\\ud800"}.get(name, name)
    (event,) = gpu_passes(capture)
    assert (event["name"], event["args"]["label"]) == (told or "(unattributed)", told)
    assert strict_json(export(capture))["otherData"]["capture"][told or "key"] == told


@pytest.mark.parametrize("count", [0, 1])
def test_few_events_are_json_too(count: int) -> None:
    """No comma is left over."""
    assert len(gpu_passes(capture_of([make_frame(number) for number in range(count)]))) == 3 * count


def test_a_clock_of_unknown_unit_is_told() -> None:
    """Its ticks are drawn as nanoseconds, the process says so, and no argument claims nanoseconds."""
    capture = capture_of([make_frame(0)], {})
    assert b"1 tick is drawn as 1 ns" in export(capture)
    assert "ns" not in gpu_passes(capture)[0]["args"]


def test_lost_frames_and_names_are_told() -> None:
    """What could not be read is counted, and passes whose names are gone are there with their times."""
    data = bytearray(write_capture([make_frame(number) for number in range(3)]))
    data[offset_of(bytes(data), b"FRAM", 1) + 20] ^= 1
    data[offset_of(bytes(data), b"PLST") + 20] ^= 1
    capture = open_capture(bytes(data))
    assert [event["name"] for event in gpu_passes(capture)] == ["(names lost)"] * 6
    assert strict_json(export(capture))["otherData"]["lost"] == 2


def test_a_range_of_frames_is_half_open() -> None:
    """Only these frames are there."""
    text = export(capture_of([make_frame(number) for number in range(9)]), 2, 4)
    assert {e["args"]["frame"] for e in checked_events(text) if e["ph"] == "X"} == {2, 3}
    assert text.startswith(CHROME_MAGIC)


def test_frames_in_flight_and_clocks_that_jump_stay_drawable() -> None:
    """Frames that overlap on the GPU, a clock that is reset and one that leaps a year: no negative time, all nested."""
    ticks = [(1, 900), (500, 1400), (2000, 2100), (10**16, 10**16 + 5), (10, 20)]
    frames = [
        make_frame(number, [span] * 3, cpu_begin_ns=1000 * number, cpu_submit_ns=1000 * number + 100)
        for number, span in enumerate(ticks)
    ]
    assert len(gpu_passes(capture_of(frames))) == 15
