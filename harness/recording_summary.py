"""What a recording came to, read from the file it went to: the ``--json`` of ``framescope record``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from framescope.harness.text_table import format_bytes
from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.counted import counted

__all__ = ["loss_line", "summarize_recording", "summary_lines"]


def summarize_recording(
    capture: Capture, *, adapter: str, level: str, size: tuple[int, int], seconds: float
) -> dict[str, Any]:
    """The figures of one recording.

    Args:
        capture: The finished capture.
        adapter: The adapter's name.
        level: The level's name.
        size: The target's width and height.
        seconds: How long the frames took on the wall clock.

    Returns:
        ``frames graph_passes gpu_passes timed_share untimed topologies pass_lists bytes bytes_per_frame skipped
        aborted adapter level size seconds``. ``graph_passes`` and ``gpu_passes`` are those of the median complete
        frame: the survivors of its graph, and the GPU passes it began. None is what was not recorded (the graph,
        at level timing) or does not apply (a share of no spans).
    """
    frames = list(capture.frames())
    statuses = Counter(frame.status for frame in frames)
    untimed: Counter[str] = Counter()
    for frame in frames:
        untimed.update(frame.untimed)
    spans = sum(len(frame.state) for frame in frames)
    complete = [frame for frame in frames if frame.status == "complete"]
    return {
        "frames": len(frames),
        "graph_passes": _median([_survivors(frame) for frame in complete]),
        "gpu_passes": _median([len(frame.state) for frame in complete]),
        "timed_share": sum(int(frame.timed.sum()) for frame in frames) / spans if spans else None,
        "untimed": dict(untimed),
        "topologies": capture.topology_count,
        "pass_lists": capture.pass_list_count,
        "bytes": capture.size_bytes,
        "bytes_per_frame": round(capture.size_bytes / len(frames)) if frames else None,
        "skipped": statuses["skipped"],
        "aborted": statuses["aborted"],
        "adapter": adapter,
        "level": level,
        "size": list(size),
        "seconds": round(seconds, 3),
    }


def _survivors(frame: CapturedFrame) -> int | None:
    """How many passes of the frame's graph ran; None when the graph was not recorded."""
    topology = frame.topology
    if topology is None:
        return None
    return sum(node["order"] is not None for node in topology.model["passes"])


def _median(counts: Sequence[int | None]) -> int | None:
    known = sorted(count for count in counts if count is not None)
    return known[(len(known) - 1) // 2] if known else None


def summary_lines(summary: dict[str, Any], path: str) -> str:
    """The figures for a person: two lines."""
    width, height = summary["size"]
    share = summary["timed_share"]
    timed = "no GPU passes" if share is None else f"{share:.1%} of the GPU passes timed"
    passes = summary["graph_passes"]
    graph = "" if passes is None else f"{counted(passes, 'graph pass')} and "
    count = summary["gpu_passes"]
    gpu = "no GPU passes" if count is None else counted(count, "GPU pass")
    return (
        f"{path}: {counted(summary['frames'], 'frame')} at {width}x{height} on {summary['adapter']}, "
        f"level {summary['level']}, {summary['seconds']:.1f} s\n"
        f"  {graph}{gpu} a frame, {timed}; "
        f"{format_bytes(summary['bytes'])}, {format_bytes(summary['bytes_per_frame'])} a frame"
    )


def loss_line(summary: dict[str, Any]) -> str | None:
    """One loud line about everything that is missing, or None when nothing is."""
    lost = [f"{counted(count, 'frame')} {what}" for what in ("skipped", "aborted") if (count := summary[what])]
    untimed = summary["untimed"].items()
    lost += [f"{counted(count, 'span')} untimed ({reason.replace('_', ' ')})" for reason, count in untimed]
    return f"LOST: {', '.join(lost)}" if lost else None
