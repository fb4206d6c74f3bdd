"""The table a terminal shows."""

from __future__ import annotations

import pytest
from capture_builders import capture_of, make_frame, make_work

from framescope.profile.analysis.printable import printable
from framescope.profile.analysis.stats import frame_stats
from framescope.profile.analysis.table import render_table
from framescope.profile.sgpt.model import PassList, PassListEntry

TWO = PassList((PassListEntry("slow", "x", "compute", 0), PassListEntry("fast", "x", "render", 1)))


def table(spans: list[tuple[int, int]], meta: dict[str, object], passes: PassList = TWO, **changes: object) -> str:
    """The table of a capture of one frame."""
    return render_table(frame_stats(capture_of([make_frame(0, spans, passes=passes, **changes)], meta)))


def test_passes_come_by_share_in_aligned_columns_with_units() -> None:
    """The slowest first; each column names its unit; counts that were not recorded are dashes."""
    lines = table([(1_000, 4_000_000), (4_000_000, 5_000_000)], {"ns_per_tick": 1.0}).splitlines()
    header, first, second = lines[-3:]
    assert header.split()[:6] == ["pass", "share", "median", "ms", "p95", "ms"]
    assert first.split() == ["slow", "80.0%", "3.999", "3.999", "3.999", "3.999", "1", "1", "-", "-", "-"]
    assert second.split()[0] == "fast"
    assert len(header) == len(first) == len(second)


@pytest.mark.parametrize(
    ("width", "left_out"),
    [
        (None, []),
        (200, []),
        (80, ["invocations"]),
        (75, ["invocations", "GPU passes"]),
        (1, ["invocations", "GPU passes", "min", "max", "n", "dispatches", "draws"]),
    ],
)
def test_a_narrow_terminal_gets_fewer_columns(width: int | None, left_out: list[str]) -> None:
    """The least needed go first, the last line names them, and what is left does not wrap."""
    capture = capture_of(
        [make_frame(0, [(1_000, 4_000_000), (4_000_000, 5_000_000)], passes=TWO)], {"ns_per_tick": 1.0}
    )
    *_, header, first, second, last = ["", *render_table(frame_stats(capture), width).splitlines()]
    if left_out:
        assert last == f"Too narrow for: {', '.join(left_out)}."
        assert header.split()[:3] == ["pass", "share", "median"]
        assert width == 1 or max(map(len, (header, first, second, last))) <= width
    else:
        assert "invocations" in first
        assert not last.startswith("Too narrow")


def test_figures_are_in_the_unit_of_their_column() -> None:
    """Small times are shown in microseconds or nanoseconds."""
    assert "0.999" not in table([(1, 1000), (1000, 1500)], {"ns_per_tick": 1.0})
    assert "median ns" in table([(1, 1000), (1000, 1500)], {"ns_per_tick": 1.0})
    assert "median µs" in table([(1, 1000), (1000, 1500)], {"ns_per_tick": 10.0})


def test_all_times_of_passes_are_in_one_unit() -> None:
    """A slow outlier does not put its column alone into a larger unit: figures of a row can be compared."""
    frames = [make_frame(number, [(1, 1_001), (2_000, 2_500)], passes=TWO) for number in range(3)]
    frames.append(make_frame(3, [(1, 5_000_001), (6_000_000, 6_000_500)], passes=TWO))
    header, slow, _ = render_table(frame_stats(capture_of(frames, {"ns_per_tick": 1.0}))).splitlines()[-3:]
    assert header.split()[2:10] == ["median", "µs", "p95", "µs", "min", "µs", "max", "µs"]
    assert slow.split()[2:6] == ["1.000", "5000.000", "1.000", "5000.000"]


def test_a_measured_time_never_reads_as_zero() -> None:
    """Beside a pass of milliseconds one of 54 ns has its digits, in the same unit; a measured zero stays one."""
    long, short = table([(1, 4_000_001), (4_000_000, 4_000_054)], {"ns_per_tick": 1.0}).splitlines()[-2:]
    assert (long.split()[2], short.split()[2]) == ("4.000000", "0.000054")
    assert table([(1, 4_000_001), (5, 5)], {"ns_per_tick": 1.0}).splitlines()[-1].split()[2] == "0.000"


def test_a_pass_without_a_label_has_a_row_with_a_name() -> None:
    """A graph pass may be called nothing; a blank cell would look like a row that went wrong."""
    passes = PassList((PassListEntry("", "", "compute", 0),))
    assert table([(1, 1000)], {"ns_per_tick": 1.0}, passes).splitlines()[-1].startswith("(no label)  100.0%")


def test_large_ticks_keep_every_digit() -> None:
    """Ticks are shown as the integers they are."""
    assert str(2**53 + 1) in table([(1, 2**53 + 2), (1, 2)], {})


def test_an_unknown_clock_unit_shows_ticks_and_says_so() -> None:
    """Ticks are not called nanoseconds."""
    text = table([(1, 1000), (1000, 1500)], {})
    assert "median ticks" in text
    assert "The unit of the GPU clock is unknown" in text
    assert "1499 ticks" in text


def test_counts_that_were_recorded_are_shown() -> None:
    """Dispatches, draws and invocations have a column each; what does not apply to a pass is a dash, not a 0."""
    text = table([(1, 2), (2, 3)], {}, work=make_work(TWO, compute=7, render=5))
    assert next(line for line in text.splitlines() if line.startswith("slow")).split()[-3:] == ["7", "-", "7"]
    assert next(line for line in text.splitlines() if line.startswith("fast")).split()[-3:] == ["-", "5", "-"]


def test_a_partial_sum_of_invocations_is_called_unknown() -> None:
    """Dispatches whose size nobody knows are not a pass without invocations."""
    text = table([(1, 2), (2, 3)], {}, work=make_work(TWO, compute=7, partial=1))
    assert next(line for line in text.splitlines() if line.startswith("slow")).split()[-3:] == ["7", "-", "unknown"]


def test_untimed_spans_and_losses_are_told() -> None:
    """What has no time is listed by reason above the table."""
    assert "50.0% timed; untimed: invalid_ticks 1" in table([(1, 2), (9, 3)], {})


@pytest.mark.parametrize(("backend", "shown"), [("Vulkan", False), ("WebGPU", True)])
def test_quantization_is_named_only_where_a_browser_measured(backend: str, shown: bool) -> None:
    """The browser's flag is named for captures from a browser and for no other."""
    text = table([(1, 2), (2, 3)], {"adapter": {"backend_type": backend}})
    assert shown == ("chrome://flags/#enable-webgpu-developer-features" in text)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("plain/päth", "plain/päth"),
        ("a\nb\x1b[31m\x00", r"a\nb\x1b[31m\x00"),
        ("\ud800", r"\ud800"),
        ("\u2028\u202e", r"\u2028\u202e"),
    ],
)
def test_a_name_cannot_break_the_terminal(name: str, expected: str) -> None:
    """Line breaks, escape sequences, direction marks and lone surrogates are spelled out."""
    assert expected == printable(name)


def test_a_long_name_keeps_both_ends() -> None:
    """Ten thousand characters become one line of the table."""
    short = printable("begin" + "x" * 10_000 + "end")
    assert (len(short), short.startswith("begin"), short.endswith("end")) == (56, True, True)


def test_without_any_time_nothing_is_said_of_ticks() -> None:
    """Where no pass was timed, the unit of the clock is not what is missing."""
    assert "unit of the GPU clock" not in table([(9, 3), (9, 3)], {})


def test_frames_without_a_gpu_pass_say_how_passes_come_to_be_recorded() -> None:
    """A program that submits encoders of its own gets frames without passes, and is told why."""
    assert "graphics.create_command_context()" in table([], {}, passes=PassList(()))


def test_an_empty_range_is_a_table_without_rows() -> None:
    """No frames, no rows, no error."""
    assert render_table(frame_stats(capture_of([]))).startswith("frames      0")
