"""A captured frame as a FrameGraph Snapshot file."""

from __future__ import annotations

from typing import IO

from framescope.harness.topology_export import frame_with_graph
from framescope.profile.capture import Capture
from framescope.profile.snapshot.captured import export_frame
from framescope.profile.snapshot.codec import encode

__all__ = ["write_snapshot"]


def write_snapshot(capture: Capture, file: IO[bytes], number: int | None) -> None:
    """Write a frame, or the first that has a frame graph, indented for people."""
    frame = frame_with_graph(capture, number)
    file.write(f"{encode(export_frame(capture, frame.number), pretty=True)}\n".encode())
