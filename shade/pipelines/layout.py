"""The three ways a pipeline descriptor may give its layout."""

from __future__ import annotations

from typing import Any

from framescope.shade.pipelines.errors import PipelineError

__all__ = ["checked_layout"]


def checked_layout(label: str, layout: Any, immediate_size: int) -> Any:
    """Return the layout as a key: ``"auto"``, a pipeline layout, or a tuple of bind group layouts.

    Args:
        label: The pipeline's, for the message.
        layout: ``"auto"``, a ``GPUPipelineLayout``, or a sequence of ``GPUBindGroupLayout``.
        immediate_size: Bytes of immediate data; only a layout made from bind group layouts can be given any.

    Raises:
        PipelineError: It is none of the three, or immediate data is asked of a layout that exists already.
    """
    if isinstance(layout, (list, tuple)):
        if None in layout:
            raise PipelineError(f"pipeline {label!r}: a bind group layout is None; pass an empty layout instead")
        return tuple(layout)
    if layout is None or (isinstance(layout, str) and layout != "auto"):
        raise PipelineError(
            f"pipeline {label!r}: layout {layout!r} is not 'auto', a pipeline layout or a list of bind group layouts"
        )
    if immediate_size != 0:
        raise PipelineError(f"pipeline {label!r}: immediate_size needs a layout given as a list of bind group layouts")
    return layout
