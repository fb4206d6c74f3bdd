"""What reading a shader can run into."""

from __future__ import annotations

from framescope.shade.errors import FramescopeError

__all__ = ["ExpressionError", "OverrideWithoutValue", "WorkgroupSizeError"]


class WorkgroupSizeError(FramescopeError, ValueError):
    """A shader states no workgroup size that can be read; the message names the shader by its label.

    Raised where a pipeline descriptor is made: every consumer of the size divides or multiplies by it, so a
    shader without one is refused where it is written down (the pass encoder proposal §3.5).
    """


class ExpressionError(FramescopeError, ValueError):
    """An expression is no constant, or its value cannot be worked out; knows no shader, only the reason."""


class OverrideWithoutValue(FramescopeError, LookupError):
    """An expression needs an override that has neither a default nor a pipeline constant."""
