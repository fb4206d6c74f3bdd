"""What goes wrong between a pipeline descriptor and the device."""

from __future__ import annotations

from framescope.shade.errors import FramescopeError

__all__ = ["PipelineError"]


class PipelineError(FramescopeError, ValueError):
    """A pipeline descriptor is malformed, or the device refused it; the message names the pipeline's label.

    Where the device refused, its own error is the ``__cause__``.
    """
