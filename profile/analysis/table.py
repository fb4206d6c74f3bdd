"""A report as text for a terminal: aligned, without colour, safe to print whatever the passes are called."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from framescope.profile.analysis.alignment import aligned, column_widths
from framescope.profile.analysis.percentiles import Distribution
from framescope.profile.analysis.printable import printable
from framescope.profile.analysis.report import PassStats, StatsReport
from framescope.profile.counted import counted

__all__ = ["MILLISECONDS", "TimeUnit", "readable", "render_table", "time_unit"]

_MISSING = "-"
_LEAST_FIRST = ("invocations", "GPU passes", "min", "max", "n", "dispatches", "draws")
"""What a narrow terminal does without; the name, the share, the median and p95 always stay."""
TimeUnit = tuple[int, str, int]
"""A unit of time: its size in nanoseconds, its sign, figures after the point."""
MILLISECONDS: TimeUnit = (1_000_000, "ms", 3)
_TICKS: TimeUnit = (1, "ticks", 0)
_UNITS: tuple[TimeUnit, ...] = ((1_000_000_000, "s", 3), MILLISECONDS, (1_000, "µs", 3), (1, "ns", 0))
_QUANTIZED = (
    "Browsers coarsen GPU timestamps: Chrome to 100 µs unless chrome://flags/#enable-webgpu-developer-features is set. "
    "Read many frames, not one."
)


def render_table(report: StatsReport, width: int | None = None) -> str:
    """The report as lines of text, passes by descending share.

    Columns that do not fit into ``width`` characters are left out, and the last line names them; None takes all.
    What does not apply or was not recorded is shown as ``-``, a partial sum of invocations as ``unknown``. All times
    of passes are in one unit, that of the longest median. Where the clock's unit is unknown, they are in ticks and
    the text says so.
    """
    ticks = report.ns_per_tick is None and report.timed > 0
    lines = _summary(report)
    left_out: list[str] = []
    if report.passes:
        columns, left_out = _fitted(_columns(report.passes, ticks), width)
        lines += ["", *aligned([*zip(*columns, strict=True)])]
    elif report.frames:
        lines.append("No GPU passes: only those opened on a context of graphics.create_command_context() are recorded.")
    if ticks:
        lines.append("The unit of the GPU clock is unknown: GPU times are in ticks.")
    if report.backend is not None and report.backend.lower() == "webgpu":
        lines.append(_QUANTIZED)
    if report.lost:
        unread = f"{counted(report.lost, 'place')} of the capture could not be read"
        lines.append(f"{unread}: these figures are not of everything.")
    if left_out:
        lines.append(f"Too narrow for: {', '.join(left_out)}.")
    return "\n".join(lines)


def _summary(report: StatsReport) -> list[str]:
    statuses = ", ".join(f"{count} {status}" for status, count in sorted(report.statuses.items()))
    span = f" ({report.first} to {report.last})" if report.frames else ""
    lines = [f"frames      {report.frames}{span}{': ' if statuses else ''}{statuses}"]
    if report.timed_share is not None:
        reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(report.untimed.items()))
        lines.append(
            f"GPU passes  {report.spans}, {report.timed_share:.1%} timed{'; untimed: ' if reasons else ''}{reasons}"
        )
    for title, ticks in (("GPU extent", report.extent), ("GPU union ", report.union)):
        lines.append(f"{title}  {_median_and_p95(ticks, report.ns_per_tick)}")
    lines.append(f"CPU frame   {_median_and_p95(report.cpu_frame_ns, 1.0)}")
    return lines


def _median_and_p95(durations: Distribution | None, ns_per_tick: float | None) -> str:
    if durations is None:
        return _MISSING
    scaled = durations.in_ns(ns_per_tick)
    if scaled is None:
        return f"median {durations.median} ticks, p95 {durations.p95} ticks"
    return f"median {_with_unit(scaled.median)}, p95 {_with_unit(scaled.p95)}"


def _columns(rows: Sequence[PassStats], ticks: bool) -> list[list[str]]:
    times = [row.ticks if ticks else row.ns for row in rows]
    # one unit for all: with one a column, a p95 of 4.325 ms stands beside a median of 231.183 µs and looks shorter
    unit = _TICKS if ticks else time_unit(max((durations.median for durations in times if durations), default=0))
    columns = [
        ["pass", *(printable(row.path) for row in rows)],
        ["share", *(_MISSING if row.share is None else f"{row.share:.1%}" for row in rows)],
    ]
    figures: tuple[tuple[str, Callable[[Distribution], int]], ...] = (
        ("median", lambda d: d.median),
        ("p95", lambda d: d.p95),
        ("min", lambda d: d.minimum),
        ("max", lambda d: d.maximum),
    )
    for title, figure in figures:
        values = [None if durations is None else figure(durations) for durations in times]
        columns.append(_time_column(title, values, unit))
    for title, counts in (
        ("n", [row.n for row in rows]),
        ("GPU passes", [row.gpu_passes for row in rows]),
        ("dispatches", [row.dispatches for row in rows]),
        ("draws", [row.draws for row in rows]),
    ):
        columns.append([title, *(_MISSING if count is None else str(count) for count in counts)])
    columns.append(["invocations", *map(_invocations, rows)])
    return columns


def _fitted(columns: list[list[str]], width: int | None) -> tuple[list[list[str]], list[str]]:
    """The columns that fit, and the names of those that are left out, least needed first."""
    left_out: list[str] = []
    for name in _LEAST_FIRST:
        if width is None or sum(column_widths([*zip(*columns, strict=True)])) + 2 * (len(columns) - 1) <= width:
            break
        columns = [column for column in columns if not f"{column[0]} ".startswith(f"{name} ")]  # a time's has its unit
        left_out.append(name)
    return columns, left_out


def _invocations(row: PassStats) -> str:
    if row.invocations is not None:
        return str(row.invocations)
    return _MISSING if row.dispatches is None else "unknown"  # a pipeline or an indirect dispatch of unknown size


def _time_column(title: str, values: Sequence[int | None], unit: TimeUnit) -> list[str]:
    size, name, digits = readable(unit, values)
    cells = (str(value) if size == 1 else f"{value / size:.{digits}f}" for value in values if value is not None)
    return [f"{title} {name}", *(_MISSING if value is None else next(cells) for value in values)]


def readable(unit: TimeUnit, values: Iterable[int | None]) -> TimeUnit:
    """The unit with as many figures as it takes for no value but 0 to read as 0: its own, or all there are."""
    size, name, digits = unit
    least = min((value for value in values if value), default=size)
    return unit if least * 10**digits >= size else (size, name, len(str(size)) - 1)


def time_unit(ns: int) -> TimeUnit:
    """The unit in which such a time reads well."""
    return next((unit for unit in _UNITS if ns >= unit[0]), _UNITS[-1])


def _with_unit(ns: int) -> str:
    size, unit, digits = time_unit(ns)
    return f"{ns / size:.{digits}f} {unit}"
