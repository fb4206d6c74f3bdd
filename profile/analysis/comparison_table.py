"""A comparison as text for a terminal of 80 columns: what changed first, what did not last."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from textwrap import wrap

from framescope.profile.analysis.alignment import aligned, column_widths
from framescope.profile.analysis.comparison import CONFIDENCE, ComparedCapture, Comparison, PassComparison, Verdict
from framescope.profile.analysis.printable import escaped, printable
from framescope.profile.analysis.table import readable, time_unit
from framescope.profile.counted import counted

__all__ = ["render_comparison"]

_WIDTH = 80
_SHORTEST_NAME = 20
_LONGEST_LIST = 20
_VERDICTS: tuple[Verdict, ...] = ("slower", "faster", "too few samples", "no change")


def render_comparison(comparison: Comparison) -> str:
    """The comparison as lines of text: warnings, passes by verdict, what only one capture has, structure, summary."""
    lines = [line for warning in comparison.warnings for line in _wrapped("WARNING: ", warning)]
    lines += ["", *_head(comparison)] if lines else _head(comparison)
    lines += ["", *_passes(comparison)]
    for side, paths in (("A", comparison.only_a), ("B", comparison.only_b)):
        if paths:
            lines += ["", f"only in {side}", *(f"  {line}" for line in _some([printable(path) for path in paths]))]
    lines += ["", *_structure(comparison), "", *_summary(comparison)]
    return "\n".join(lines)


def _head(comparison: Comparison) -> Iterator[str]:
    for name, side in (("A", comparison.a), ("B", comparison.b)):
        known = (side.scene, side.size, side.level, side.adapter)
        yield from _wrapped(f"{name}  ", f"{_frames(side)}: " + ", ".join(text for text in known if text is not None))
    if comparison.warm_up:
        yield f"   without the first {counted(comparison.warm_up, 'frame')} of each (--warm-up)"
    for difference in comparison.settings:
        if not difference.loud:
            yield from _wrapped("   ", str(difference))


def _frames(side: ComparedCapture) -> str:
    return f"frames {side.first} to {side.last} ({side.frames})" if side.frames else "no frames"


def _passes(comparison: Comparison) -> Iterator[str]:
    longest = max((row.a_median_ns or 0 for row in comparison.rows), default=0)
    unit = (1, "ticks", 0) if comparison.in_ticks else time_unit(longest)
    unit = readable(unit, (median for row in comparison.rows for median in (row.a_median_ns, row.b_median_ns)))
    whole = comparison.frame.verdict
    groups = [(f"whole frame: {whole}{_advice(comparison, whole)}", [comparison.frame])]
    for verdict in _VERDICTS:
        group = comparison.with_verdict(verdict)
        groups += [(f"{verdict} ({len(group)}){_advice(comparison, verdict)}", group)] if group else []
    rows = [row for _, group in groups for row in group]
    figures = [
        ("A " + unit[1], "B " + unit[1], "change", f"{CONFIDENCE:.0%} interval"),
        *(_figures(row, unit) for row in rows),
    ]
    longest_name = max(_SHORTEST_NAME, _WIDTH - sum(2 + width for width in column_widths(figures)))
    names = ("pass", *(f"  {printable(row.path, longest_name - 2)}" for row in rows))
    table = iter(aligned([(name, *cells) for name, cells in zip(names, figures, strict=True)]))
    yield next(table)
    for title, group in groups:
        yield title
        yield from islice(table, len(group))


def _advice(comparison: Comparison, verdict: Verdict) -> str:
    frames = comparison.frames_to_record if verdict == "too few samples" else None
    return "" if frames is None else f": record about {counted(frames, 'frame')} of each"


def _figures(row: PassComparison, unit: tuple[int, str, int]) -> tuple[str, ...]:
    size, _, digits = unit
    medians = (row.a_median_ns, row.b_median_ns)
    times = ("-" if ns is None else f"{ns / size:.{digits}f}" for ns in medians)
    return (*times, _signed(row.change), _interval(row))


def _interval(row: PassComparison) -> str:
    if row.low is None or row.high is None:
        return row.reason or "-"
    return f"{_signed(row.low)} to {_signed(row.high)}"


def _signed(share: float | None) -> str:
    return "-" if share is None else f"{share:+.1%}"


def _structure(comparison: Comparison) -> list[str]:
    if comparison.structure is None:
        return ["structure: not compared, one of the captures has no frame graph"]
    if not comparison.structure:
        return ["structure: the same"]
    texts = _some([str(difference) for difference in comparison.structure])
    return ["structure", *(line for text in texts for line in _wrapped("  ", text))]


def _wrapped(start: str, text: str) -> list[str]:
    return wrap(escaped(text), _WIDTH, initial_indent=start, subsequent_indent=" " * (len(start) + 2))


def _some(lines: Sequence[str]) -> list[str]:
    if len(lines) <= _LONGEST_LIST:
        return list(lines)
    return [*lines[:_LONGEST_LIST], f"and {len(lines) - _LONGEST_LIST} more, which --json lists"]


def _summary(comparison: Comparison) -> Iterator[str]:
    counts = ", ".join(f"{len(comparison.with_verdict(verdict))} {verdict}" for verdict in _VERDICTS)
    yield f"{counted(len(comparison.passes), 'pass')} compared: {counts}."
    yield f"All intervals hold at once with {CONFIDENCE:.0%} confidence: docs/compare.md."
