"""Watches the functions of a folder record a frame graph, for handles that one of them drops.

A write makes a new version, and whoever comes later needs its handle: a function that writes has to give it back, in
what it returns or in what it was given, unless the resource is its own affair: made, written and read inside. The
same holds for the function that called it, and so on up, so a caller that ignores what it gets is found as well. The
outermost function owns the frame: what it imports, and what its locals hold at the end, is its own affair too.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from framescope.shade.graph.frame_graph import FrameGraph
from framescope.shade.graph.handles import ResourceHandle

__all__ = ["HandleWalk"]


class HandleWalk:
    """While entered, checks each function of ``folder`` as it returns.

    Args:
        folder: Whose functions.
        graph: What they record.

    Attributes:
        dropped: ``(function, resource)`` of every handle that was dropped.
        writers: Names of the functions that were seen writing.
    """

    def __init__(self, folder: Path, graph: FrameGraph) -> None:
        self._folder = str(folder)
        self._graph = graph
        self._open: dict[FrameType, tuple[int, int]] = {}  # accesses and resources when it was called
        self.dropped: list[tuple[str, str]] = []
        self.writers: set[str] = set()

    def __enter__(self) -> HandleWalk:
        sys.setprofile(self._look)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.setprofile(None)

    def _look(self, frame: FrameType, event: str, value: Any) -> None:
        code = frame.f_code
        if not code.co_filename.startswith(self._folder) or code.co_name.startswith("<"):
            return
        if event == "call":
            self._open[frame] = (len(self._graph._accesses), len(self._graph._resources))
        elif event == "return" and frame in self._open:
            self._check(frame, value, *self._open.pop(frame))

    def _check(self, frame: FrameType, returned: Any, accesses: int, resources: int) -> None:
        made = self._graph._accesses[accesses:]
        written = {access[1] for access in made if len(access) > 5 and access[6]}
        read = {(access[1], access[2]) for access in made if len(access) == 5}
        if not written:
            return
        code = frame.f_code
        self.writers.add(code.co_qualname)
        arguments = [frame.f_locals[name] for name in code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]]
        given_back = set(_handles([returned, *arguments]))
        held = set() if self._open else set(_handles([*frame.f_locals.values()]))  # at the end of the frame
        for resource in sorted(written):
            handle = self._graph._current[resource]
            if handle in given_back:
                continue
            own = resource >= resources and self._is_settled(handle, read, held)
            if not own:
                self.dropped.append((code.co_qualname, handle._name))

    def _is_settled(self, handle: ResourceHandle, read: set[tuple[int, int]], held: set[ResourceHandle]) -> bool:
        """Whether a resource that came up inside needs nobody outside to know its last version."""
        if self._graph._resources[handle._index][1] != "transient":
            return not self._open  # the frame's owner imports for itself, and no helper does
        return (handle._index, handle._version) in read or handle in held


def _handles(roots: list[Any]) -> Iterator[ResourceHandle]:
    """Every handle that can be reached through containers and the scenes' own objects."""
    seen: set[int] = set()
    waiting = list(roots)
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        if isinstance(value, ResourceHandle):
            yield value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list | tuple | set):
            waiting += value
        elif type(value).__module__.startswith(("framescope.scenes", "framescope.shade.extensions")):
            names = [*getattr(value, "__dict__", ()), *getattr(type(value), "__slots__", ())]
            waiting += [getattr(value, name) for name in names if hasattr(value, name)]
