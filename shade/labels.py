"""Names as a driver takes them."""

from __future__ import annotations

__all__ = ["device_label"]


def device_label(label: str) -> str:
    """``label`` with U+FFFD for each lone surrogate: WebGPU's labels hold none, and wgpu-py raises over one."""
    return label if label.isascii() else label.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
