"""The contract between a sample scene and whatever drives it.

A scene records the passes of one frame into a frame graph and knows nothing of windows, recorders or files.
Everything it draws follows from its parameters and the frame's number, so that two runs give the same frames.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:  # annotations only: the list of scenes is printed without a driver
    from framescope.shade.extensions.frame_points import FramePoint
    from framescope.shade.extensions.registry import Extensions
    from framescope.shade.graph.frame_graph import FrameGraph
    from framescope.shade.graph.handles import TextureHandle
    from framescope.shade.graphics import GraphicsContext

__all__ = ["Parameter", "Scene", "load_wgsl"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing about a scene that its user may choose; a flag ``--name`` on the command line.

    Attributes:
        name: The keyword of the scene's constructor, snake_case.
        default: Its value when not given; its type is the parameter's type (bool, int, float or str).
        help: One line.
        minimum: The smallest legal number, or None for no bound.
        choices: The legal values, or () for any.
    """

    name: str
    default: bool | int | float | str
    help: str
    minimum: float | None = None
    choices: tuple[str, ...] = ()

    def check(self, value: bool | int | float | str) -> None:
        """Refuse a value the scene could not run with.

        Raises:
            ValueError: The value is below ``minimum`` or not among ``choices``.
        """
        if self.minimum is not None and float(value) < self.minimum:
            raise ValueError(f"{self.name} is {value}, the smallest it can be is {self.minimum:g}")
        if self.choices and value not in self.choices:
            raise ValueError(f"{self.name} is {value!r}, it can be {', '.join(self.choices)}")


class Scene(Protocol):
    """What a sample scene looks like to the frame loop.

    A class that offers this is built as ``SceneClass(graphics, size, target_format, **parameters)``.

    Attributes:
        points: Where code from outside may add passes, in the order of a frame; () for nowhere.
        extensions: What was added there; :meth:`record` lets it add its passes.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    parameters: ClassVar[tuple[Parameter, ...]]
    points: ClassVar[tuple[FramePoint, ...]]
    extensions: Extensions

    def __init__(
        self, graphics: GraphicsContext, size: tuple[int, int], target_format: str, **parameters: Any
    ) -> None: ...

    @classmethod
    def default_size(cls, software: bool) -> tuple[int, int]:
        """``(width, height)`` in texels; smaller where a software adapter does the work."""

    def record(self, graph: FrameGraph, target: TextureHandle, frame_index: int) -> TextureHandle:
        """Add this frame's passes; the returned handle is the last version of ``target``."""

    def counters(self) -> Mapping[str, int | float]:
        """Figures of the frame just recorded that are worth a track of their own."""

    def describe(self) -> Mapping[str, Any]:
        """The scene's scale (meshes, lights, passes), for the capture's META record."""

    def resize(self, size: tuple[int, int]) -> None:
        """The target has another size from the next frame on."""

    def close(self) -> None:
        """Retire every resource the scene made. May be called twice."""


def load_wgsl(module_file: str, name: str) -> str:
    """The text of the shader ``name`` that lies beside a module; ``module_file`` is that module's ``__file__``.

    ``importlib.resources`` cannot be used: it fails on a namespace package in an editable install.
    """
    return Path(module_file).with_name(name).read_text(encoding="utf-8")
