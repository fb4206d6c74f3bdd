"""A frame with a pass that submits on its own, on a real device and under a session."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

_TARGET = {"size": (4, 4, 1), "format": "rgba8unorm", "usage": 0x13}


def _clear(view: Any, color: tuple[float, ...]) -> dict[str, Any]:
    attachment = {"view": view, "load_op": "clear", "store_op": "store", "clear_value": color}
    return {"color_attachments": [attachment]}


class Relay:
    """Clears a texture red, copies it away in a submission of its own, clears it green, copies that away too."""

    def __init__(self, graphics: GraphicsContext) -> None:
        self.graphics = graphics
        self.texture = graphics.create_texture(**_TARGET)
        self.between = graphics.create_texture(**_TARGET)

    def record(self, graph: FrameGraph, _index: int) -> None:
        """Declare the frame."""
        texture = graph.import_texture("texture", self.texture, initial="undefined")
        between = graph.import_texture("between", self.between, initial="undefined")

        def clear(label: str, color: tuple[float, ...], handle: Any) -> Any:
            def run(resources: Any, context: Any) -> None:
                context.begin_render_pass(label=label, **_clear(resources.view(handle), color)).end()

            return graph.add(label, kind="render", execute=run).attach(handle, load_op="clear")

        def submit(resources: Any, graphics: Any) -> None:
            encoder = graphics.device.create_command_encoder()
            given, taken = {"texture": resources.texture(texture)}, {"texture": resources.texture(between)}
            encoder.copy_texture_to_texture(given, taken, (4, 4, 1))
            graphics.queue.submit([encoder.finish()])

        texture = clear("red", (1.0, 0.0, 0.0, 1.0), texture)
        external = graph.add("external", kind="external-submission", execute=submit)
        external.read(texture, "texture-copy-src")
        external.write(between, "texture-copy-dst", contents="overwrite")
        clear("green", (0.0, 1.0, 0.0, 1.0), texture)


def test_the_queue_sees_the_segments_in_order(shared_graphics: GraphicsContext) -> None:
    """What the external submission copies is what was encoded before it, not what was encoded after."""
    relay = Relay(shared_graphics)
    renderer = Renderer(shared_graphics)
    for _ in range(3):
        renderer.render(relay.record)

    pixels = [shared_graphics.read_texture(texture)[0, 0].tolist() for texture in (relay.between, relay.texture)]
    assert pixels == [[255, 0, 0, 255], [0, 255, 0, 255]]


@pytest.mark.parametrize("frames", [3])
def test_a_session_records_the_spans_of_every_segment(graphics: GraphicsContext, frames: int) -> None:
    """Each belongs to its graph pass; the pass that submits on its own is in the topology and has none."""
    relay = Relay(graphics)
    session = GPUProfileSession(level=GPUProfileLevel.WORKLOAD)
    session.start()
    renderer = Renderer(graphics, profile_session=session)
    for _ in range(frames):
        renderer.render(relay.record)
    capture = session.stop()

    spans = [[(span.path, span.graph_pass) for span in capture.frame(number).spans] for number in range(frames)]
    assert spans == [[("red", 0), ("green", 2)]] * frames
    if "timestamp-query" in graphics.features_granted:
        assert {span.state for number in range(frames) for span in capture.frame(number).spans} == {"timed"}
    assert {capture.frame(number).status for number in range(frames)} == {"complete"}


def test_a_pass_that_fails_after_the_cut_leaves_the_next_frame_whole(shared_graphics: GraphicsContext) -> None:
    """Its context is abandoned, what was submitted before stays, and the renderer goes on."""
    relay = Relay(shared_graphics)
    renderer = Renderer(shared_graphics)

    def record(graph: FrameGraph, index: int) -> None:
        relay.record(graph, index)
        if index == 0:
            graph.add("failing", kind="command", execute=lambda *_: 1 / 0)

    with pytest.raises(ZeroDivisionError):
        renderer.render(record)
    renderer.render(record)

    np.testing.assert_array_equal(shared_graphics.read_texture(relay.texture)[0, 0], [0, 255, 0, 255])
