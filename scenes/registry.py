"""The sample scenes by name. A scene's module is imported when it is asked for, so a list costs nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from framescope.scenes.scene import Scene

__all__ = ["SCENES", "SceneEntry", "UnknownScene", "load_scene"]


@dataclass(frozen=True, slots=True)
class SceneEntry:
    """Where a scene lives.

    Attributes:
        name: What the command line calls it.
        target: ``module:Class``.
        summary: One line for the list.
    """

    name: str
    target: str
    summary: str


class UnknownScene(KeyError):
    """No scene has this name. ``str()`` of it lists those there are."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name

    def __str__(self) -> str:
        return f"there is no scene {self.name!r}; there are: {', '.join(SCENES)}"


def _entries(*entries: SceneEntry) -> Mapping[str, SceneEntry]:
    return MappingProxyType({entry.name: entry for entry in entries})


SCENES: Mapping[str, SceneEntry] = _entries(
    SceneEntry(
        "triangle", "framescope.scenes.triangle.scene:TriangleScene", "one spinning triangle in one render pass"
    ),
    SceneEntry(
        "compute-chain",
        "framescope.scenes.compute_chain.scene:ComputeChainScene",
        "N compute passes, each reading what the one before wrote, and a pass that shows the result",
    ),
    SceneEntry(
        "shadow-cubes",
        "framescope.scenes.shadow_cubes.scene:ShadowCubesScene",
        "a forward scene with one shadow map: shadow, forward and tone mapping passes",
    ),
    SceneEntry(
        "sponza",
        "framescope.scenes.sponza.scene:SponzaScene",
        "a procedural atrium of Sponza's kind and scale, drawn by a deferred renderer",
    ),
)


def load_scene(name: str) -> type[Scene]:
    """The class of the scene called ``name``.

    Raises:
        UnknownScene: No scene has this name.
    """
    entry = SCENES.get(name)
    if entry is None:
        raise UnknownScene(name)
    module, _, attribute = entry.target.partition(":")
    scene: type[Scene] = getattr(import_module(module), attribute)
    return scene
