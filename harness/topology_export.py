"""The frame graph of one captured frame, as DOT and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from typing import IO, Any

from framescope.harness.exit_codes import UsageError
from framescope.profile.capture import Capture
from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.captured_graph import graph_of, why_no_graph
from framescope.profile.export.strict_text import encodable_values
from framescope.shade.graph.export_dot import model_to_dot
from framescope.shade.graph.export_json import model_to_json

__all__ = ["frame_with_graph", "write_dot", "write_json"]


def write_dot(capture: Capture, file: IO[bytes], number: int | None) -> None:
    """Write the graph of a frame, or of the first that has one, for Graphviz."""
    frame = frame_with_graph(capture, number)
    file.write(_told(frame, lambda model: model_to_dot(model, f"frame {frame.number}")))


def write_json(capture: Capture, file: IO[bytes], number: int | None) -> None:
    """Write the graph of a frame, or of the first that has one, as JSON keyed by the versions of resources."""
    file.write(_told(frame_with_graph(capture, number), model_to_json) + b"\n")


def frame_with_graph(capture: Capture, number: int | None) -> CapturedFrame:
    """A frame that was recorded with its frame graph; None takes the first, one whose graph was not lost if there is.

    Raises:
        UsageError: There is no such frame, or it was recorded without its graph.
    """
    if number is None:
        return _first_with_graph(capture)
    try:
        frame = capture.frame(number)
    except IndexError as error:
        raise UsageError(str(error)) from error
    if frame.topology_id is None:
        raise UsageError(why_no_graph(capture.meta, frame))
    return frame


def _first_with_graph(capture: Capture) -> CapturedFrame:
    """One whose graph can be read, or otherwise one whose graph was lost, which whoever tells it says."""
    for chosen in (lambda frame: frame.topology is not None, lambda frame: frame.topology_id is not None):
        found = next(filter(chosen, capture.frames()), None)
        if found is not None:
            return found
    first = next(iter(capture.frames()), None)
    raise UsageError("the capture has no frame" if first is None else why_no_graph(capture.meta, first))


def _told(frame: CapturedFrame, tell: Callable[[Any], str]) -> bytes:
    return graph_of(frame, lambda model: tell(encodable_values(model)).encode("utf-8"))
