"""What a capture says of the textures that a render pass draws to."""

from __future__ import annotations

from typing import Any

from framescope.profile.capture import open_capture
from framescope.profile.frame_recorder import GPUFrameRecorder
from framescope.profile.sgpt.model import Attachment
from framescope.profile.sgpt.writer import CaptureWriter
from framescope.shade.graphics import GraphicsContext

RENDER_ATTACHMENT = 0x10


def test_attachments_are_recorded_with_their_operations(graphics: GraphicsContext) -> None:
    """Format, size of the mip that is drawn to, load and store op, and what a depth attachment only reads."""
    usage = RENDER_ATTACHMENT
    color = graphics.create_texture(size=(64, 32, 1), format="rgba8unorm", usage=usage, mip_level_count=3)
    depth = graphics.create_texture(size=(16, 8, 1), format="depth32float", usage=usage)

    def draw(context: Any, **depth_access: Any) -> None:
        view = graphics.view(color, base_mip_level=2, mip_level_count=1)
        attachment = {"view": view, "load_op": "clear", "store_op": "discard"}
        context.begin_render_pass(
            label="draw",
            color_attachments=[attachment],
            depth_stencil_attachment={"view": graphics.view(depth), **depth_access},
        ).end()

    recorder = GPUFrameRecorder(graphics)
    context = graphics.create_command_context("alone")
    context.enable_profiling(recorder)
    draw(context, depth_load_op="clear", depth_store_op="store", depth_clear_value=1.0)
    draw(context, depth_read_only=True)
    context.finish()
    context.profiling_absorbed.wait()
    written, read = recorder.close().pass_list.entries
    assert [(a.role, a.format, a.width, a.height, a.load_op, a.store_op) for a in written.attachments] == [
        ("color", "rgba8unorm", 16, 8, "clear", "discard"),
        ("depth", "depth32float", 16, 8, "clear", "store"),
    ]
    assert (read.attachments[1].load_op, read.attachments[1].store_op) == ("read-only", "read-only")


def test_the_size_behind_a_view_of_unknown_make_is_unknown(graphics: GraphicsContext) -> None:
    """wgpu-py's view does not say which mip it shows: the size is None then, not that of mip 0, in the file too."""
    mips, flat = (
        graphics.create_texture(size=(64, 32, 1), format="rgba8unorm", usage=RENDER_ATTACHMENT, mip_level_count=count)
        for count in (3, 1)
    )
    recorder = GPUFrameRecorder(graphics)
    context = graphics.create_command_context("alone")
    context.enable_profiling(recorder)
    for view in (mips.create_view(base_mip_level=2, mip_level_count=1), flat.create_view()):
        attachment = {"view": view, "load_op": "clear", "store_op": "store"}
        context.begin_render_pass(color_attachments=[attachment]).end()
    context.finish()
    context.profiling_absorbed.wait()
    writer = CaptureWriter(None, {})
    writer.write_frame(recorder.close())
    writer.close()
    found = [entry.attachments for entry in open_capture(writer.to_bytes()).frame(0).pass_list.entries]
    assert found == [
        (Attachment("color", "rgba8unorm", None, None, 1, "clear", "store"),),
        (Attachment("color", "rgba8unorm", 64, 32, 1, "clear", "store"),),
    ]
