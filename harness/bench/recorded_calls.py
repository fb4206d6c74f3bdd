"""What a scene says to the frame graph, without the scene: its calls noted once, then made again as straight code.

A scene that records a frame also culls, packs and uploads, which is no cost of the graph. Here the calls on the graph
and on its passes, ``attach`` and copies among them, become a function of as many lines, with callbacks that do
nothing. What it records has the same plan key.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from inspect import ismethod
from types import TracebackType
from typing import Any, NamedTuple

from framescope.profile.levels import GPUProfileLevel
from framescope.profile.session import GPUProfileSession
from framescope.scenes.scene import Scene
from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import ResourceHandle, ViewHandle
from framescope.shade.graph.pass_builder import PassBuilder
from framescope.shade.graph.scope import Scope
from framescope.shade.graphics import GraphicsContext
from framescope.shade.renderer import Renderer

__all__ = ["CallLog", "SceneFrame", "frame_of_scene", "nothing"]


def nothing(resources: object, context: object) -> None:
    """The callback of a pass that is only timed around."""


class CallLog:
    """The calls of one recording, as lines of Python."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._values: dict[str, Any] = {"nothing": nothing}
        self._names: dict[int, str] = {}  # by identity of what a line made; `_kept` keeps identities from being reused
        self._kept: list[object] = []

    def watch(self, graph: FrameGraph) -> Any:
        """What to record on in place of ``graph``."""
        return _Watched(self, graph, "graph")

    def function(self) -> Callable[[FrameGraph], None]:
        """The calls, to be made on a new graph."""
        body = "\n    ".join(self._lines)
        exec(f"def record(graph):\n    {body}\n", self._values)
        record: Callable[[FrameGraph], None] = self._values["record"]
        return record

    def call(self, owner: str, target: object, method: str, *arguments: Any, **named: Any) -> Any:
        """Make a call and note it."""
        made = getattr(target, method)(*arguments, **named)
        if "execute" in named:
            named = {**named, "execute": nothing}
        given = [self._spell(value) for value in arguments]
        given += [f"{name}={self._spell(value)}" for name, value in named.items()]
        known = id(made) in self._names or not isinstance(made, ResourceHandle | ViewHandle | PassBuilder | Scope)
        result = "" if known else f"{self._name(made)} = "
        self._lines.append(f"{result}{owner}.{method}({', '.join(given)})")
        if isinstance(made, PassBuilder):
            return _Watched(self, made, self._names[id(made)])
        return _WatchedScope(self, made, self._names[id(made)]) if isinstance(made, Scope) else made

    def _name(self, made: object) -> str:
        name = f"v{len(self._kept)}"
        self._kept.append(made)
        self._names[id(made)] = name
        return name

    def _spell(self, value: Any) -> str:
        if id(value) in self._names:
            return self._names[id(value)]
        if isinstance(value, dict):
            return "{" + ", ".join(f"{key!r}: {self._spell(held)}" for key, held in value.items()) + "}"
        if value is None or isinstance(value, str | int | float):
            return repr(value)
        if value is nothing:
            return "nothing"
        name = f"c{len(self._values)}"
        self._values[name] = value
        return name


class _Watched:
    """A graph or a pass whose public methods are noted."""

    def __init__(self, log: CallLog, target: object, name: str) -> None:
        self._log, self._target, self._name = log, target, name

    def __getattr__(self, attribute: str) -> Any:
        value = getattr(self._target, attribute)
        if attribute.startswith("_") or not ismethod(value):
            return value
        return partial(self._log.call, self._name, self._target, attribute)


class _WatchedScope:
    def __init__(self, log: CallLog, scope: Scope, name: str) -> None:
        self._log, self._scope, self._name = log, scope, name

    def __enter__(self) -> None:
        self._log.call(self._name, self._scope, "__enter__")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._log.call(self._name, self._scope, "__exit__", None, None, None)


class SceneFrame(NamedTuple):
    """A frame of a scene.

    Attributes:
        record: Makes the same calls on a new graph, as long as the scene and its target are there.
        gpu_passes: Kind of every GPU pass that it encoded, ``"compute"`` or ``"render"``, in order.
    """

    record: Callable[[FrameGraph], None]
    gpu_passes: list[str]


def frame_of_scene(graphics: GraphicsContext, scene: Scene, texture: Any, frame: int) -> SceneFrame:
    """Render frames 0 to ``frame`` of a scene into ``texture``; the last of them as its calls on the graph."""
    noted: list[CallLog] = []

    def record(graph: FrameGraph, index: int) -> None:
        log = CallLog()
        watched = log.watch(graph)
        target = watched.import_texture("target", texture, initial="undefined")
        watched.mark(scene.record(watched, target, index), "output")
        noted.append(log)

    session = GPUProfileSession(None, level=GPUProfileLevel.WORKLOAD)
    session.start()
    renderer = Renderer(graphics, session)
    for _ in range(frame + 1):
        renderer.render(record)
    with session.stop() as capture:
        *_, last = capture.frames()
        return SceneFrame(noted[-1].function(), [span.kind for span in last.spans if span.kind is not None])
