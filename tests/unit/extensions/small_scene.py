"""A scene of three passes with two points and three records, recorded on the void device."""

from __future__ import annotations

from typing import Any

from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.extensions.frame_points import FramePoint
from framescope.shade.extensions.frame_record import RecordKey
from framescope.shade.extensions.registry import Extensions
from framescope.shade.graph.compiled import CompiledGraph
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import TextureHandle
from framescope.shade.graph.void import VoidCommandContext, VoidGraphics

LIT, SHOWN = "lit", "shown"
COLOR = RecordKey("color", TextureHandle, writable_at=(LIT,))
DEPTH = RecordKey("depth", TextureHandle)
TARGET = RecordKey("target", TextureHandle, writable_at=(SHOWN,), in_place=True)
SIZE = (8, 4)
HDR = TextureDescriptor((*SIZE, 1), "rgba16float")


def nothing(resources: Any, context: Any) -> None:
    """A pass that encodes nothing."""


class SmallScene:
    """Depth, light, display; ``lit`` lies before display, ``shown`` after it."""

    def __init__(self) -> None:
        self.graphics = VoidGraphics()
        self.window = self.graphics.create_texture(size=(*SIZE, 1), format="rgba8unorm", usage=0x10)
        points = (FramePoint(LIT, "light has fallen on everything"), FramePoint(SHOWN, "the target is drawn"))
        self.extensions = Extensions(points, scene="small")
        self.context: FrameContext | None = None

    def record(self, frame_index: int = 0) -> FrameGraph:
        """The graph of one frame."""
        graph = FrameGraph("small", frame_number=frame_index)
        self.context = frame = self.extensions.begin_frame(graph, SIZE, frame_index)
        target = graph.import_texture("target", self.window, initial="undefined")
        prepass = graph.add("pre-pass", kind="render", execute=nothing)
        depth = prepass.attach(graph.create_texture("z", TextureDescriptor(SIZE, "depth32float")), load_op="clear")
        light = graph.add("light", kind="render", execute=nothing)
        light.read(depth, "texture-depth-read")
        color = light.attach(graph.create_texture("radiance", HDR), load_op="clear")
        color = frame.reach(LIT, {COLOR: color, DEPTH: depth})[COLOR]
        display = graph.add("display", kind="render", execute=nothing)
        display.read(color, "texture-sampled")
        target = display.attach(target, load_op="clear")
        target = frame.reach(SHOWN, {TARGET: target, COLOR: color})[TARGET]
        graph.mark(target, "output")
        return graph

    def compile(self, frame_index: int = 0) -> CompiledGraph:
        """The plan of one frame."""
        return self.record(frame_index).compile(cache=self.graphics.plans)

    def run(self, frame_index: int = 0) -> list[str]:
        """The paths of the passes that one frame executed."""
        compiled = self.compile(frame_index)
        compiled.execute(VoidCommandContext(self.graphics, ""))
        return [node.path for node in compiled.passes]


def look(frame: FrameContext) -> None:
    """Add a pass that reads the colour and whose result nobody reads."""
    added = frame.graph.add("measure", kind="render", execute=nothing)
    added.read(frame.record(COLOR).read(), "texture-sampled")
    added.attach(added.create_texture("measured", HDR), load_op="clear")


def tint(frame: FrameContext) -> None:
    """Draw over the colour and publish what comes of it."""
    color = frame.record(COLOR)
    added = frame.graph.add("draw", kind="render", execute=nothing)
    color.publish(added.attach(color.read(), load_op="load"))


def replace_color(frame: FrameContext) -> None:
    """Publish another texture in the colour's place."""
    color = frame.record(COLOR)
    added = frame.graph.add("replace", kind="render", execute=nothing)
    added.read(color.read(), "texture-sampled")
    color.publish(added.attach(added.create_texture("replaced", HDR), load_op="clear"))


def stamp(frame: FrameContext) -> None:
    """Draw over the target."""
    target = frame.record(TARGET)
    added = frame.graph.add("stamp", kind="render", execute=nothing)
    target.publish(added.attach(target.read(), load_op="load"))
