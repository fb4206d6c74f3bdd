"""Render pass attachments, checked as wgpu-py checks them before the library sees them."""

from __future__ import annotations

from typing import Any

from software_device.arguments import check_choice, check_struct, handle
from software_device.texture import SoftwareTextureView

__all__ = ["check_color_attachment", "check_depth_attachment"]


def check_color_attachment(attachment: Any) -> list[SoftwareTextureView]:
    """The views a colour attachment writes: its own and its resolve target."""
    check_struct("RenderPassColorAttachment", attachment)
    view = attachment["view"]
    if not isinstance(view, SoftwareTextureView):
        raise TypeError("Color attachment view must be a GPUTextureView.")
    check_choice("LoadOp", attachment["load_op"])
    check_choice("StoreOp", attachment["store_op"])
    clear_value = attachment.get("clear_value", (0, 0, 0, 0))
    if isinstance(clear_value, dict):
        check_struct("Color", clear_value)
    target = attachment.get("resolve_target", None)
    if target is None:
        return [view]
    handle(target)
    return [view, target]


def check_depth_attachment(attachment: Any) -> SoftwareTextureView:
    """The view of a depth-stencil attachment; aspects that are written need their operations."""
    check_struct("RenderPassDepthStencilAttachment", attachment)
    view: SoftwareTextureView = attachment["view"]
    for aspect in ("depth", "stencil"):
        if aspect in view.texture.format and not attachment.get(f"{aspect}_read_only", False):
            check_choice("LoadOp", attachment[f"{aspect}_load_op"])
            check_choice("StoreOp", attachment[f"{aspect}_store_op"])
    if "depth" in view.texture.format and attachment.get("depth_load_op", None) == "clear":
        float(attachment["depth_clear_value"])
    return view
