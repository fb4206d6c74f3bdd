"""Names on their way to a driver."""

from __future__ import annotations

from typing import Any

from graph_notation import BUFFER, step
from software_device import SoftwareDevice

from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext


def test_a_name_no_driver_takes_is_spelled_for_it() -> None:
    """Lone surrogates are legal in the graph's names and become U+FFFD on their way to the device."""
    graph = FrameGraph()
    graph.debug_groups = True
    with graph.scope("scope \ud800"):
        step(graph, "pass \udfff", writes=[graph.create_buffer("buffer \ud800", BUFFER)], side_effect=True)
    device: Any = SoftwareDevice()

    graph.compile().execute(GraphicsContext(device).create_command_context())

    assert [call.args for call in device.calls_of("push_debug_group")] == [("scope \ufffd/pass \ufffd",)]
    assert [call.kwargs["label"] for call in device.calls_of("create_buffer")] == ["buffer \ufffd"]
