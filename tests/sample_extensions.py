"""Extensions that fit any point of any scene: one that nobody needs, one that shows, one that keeps what is there."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Literal

from framescope.scenes.records import FRAME_CONSTANTS, TARGET
from framescope.scenes.scene import Scene
from framescope.shade.descriptors import TextureDescriptor
from framescope.shade.extensions.frame_context import FrameContext
from framescope.shade.extensions.frame_record import RecordKey
from framescope.shade.extensions.registry import Extension
from framescope.shade.graph.pass_builder import PassBuilder

__all__ = ["added", "blank", "pass_on", "unread"]


@contextmanager
def added(scene: Scene, point: str, extension: Extension) -> Iterator[None]:
    """The extension is there inside the ``with`` block."""
    scene.extensions.add(point, extension)
    try:
        yield
    finally:
        scene.extensions.remove(extension)


def unread(frame: FrameContext) -> None:
    """A pass that reads all that is published and leaves something nobody reads."""
    node = frame.graph.add("measure", kind="render", execute=_nothing)
    for key in frame.records:
        if key != TARGET:  # a target is drawn to, never read
            _read(node, key, frame)
    node.attach(node.create_texture("measured", TextureDescriptor(frame.size, "rgba8unorm")), load_op="clear")


def blank(frame: FrameContext) -> None:
    """A black texture in place of every record that may be published here."""
    _replace_all(frame, "clear")


def pass_on(frame: FrameContext) -> None:
    """As :func:`blank`, but it draws over a target instead of clearing it: whoever drew it is still needed."""
    _replace_all(frame, "load")


def _replace_all(frame: FrameContext, load_op: Literal["clear", "load"]) -> None:
    for key in frame.records:
        if frame.point in key.writable_at:
            _replace(frame, key, load_op)


def _read(node: PassBuilder, key: RecordKey[Any], frame: FrameContext) -> None:
    handle = frame.record(key).read()
    if isinstance(frame.describe(handle), TextureDescriptor):
        node.read(handle, "texture-sampled")
    else:
        node.read(handle, "buffer-uniform" if key == FRAME_CONSTANTS else "buffer-storage-read")


def _replace(frame: FrameContext, key: RecordKey[Any], load_op: Literal["clear", "load"]) -> None:
    record = frame.record(key)
    shape = frame.describe(record.read())
    assert isinstance(shape, TextureDescriptor)

    def clear(resources: Any, context: Any) -> None:
        op = load_op if key.in_place else "clear"
        attachment = {"view": resources.view(black), "load_op": op, "store_op": "store"}
        context.begin_render_pass(label="replace", color_attachments=[attachment]).end()

    node = frame.graph.add(f"replace {key.name}", kind="render", execute=clear)
    if key.in_place:
        black = node.attach(record.read(), load_op=load_op)
    else:
        node.read(record.read(), "texture-sampled")
        black = node.attach(node.create_texture("black", TextureDescriptor(shape.size, shape.format)), load_op="clear")
    record.publish(black)


def _nothing(resources: Any, context: Any) -> None:
    """A pass that encodes nothing."""
