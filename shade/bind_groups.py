"""Bind groups by content: built once, found again every frame.

The key holds the layout and the very objects bound, so it can neither confuse two resources nor outlive them
unnoticed: a resource that is retired takes its bind groups with it.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["BindGroupCache", "bound_parts"]

_Key = tuple[Any, ...]

BoundPart = tuple[tuple[str, Any], ...] | None
"""``offset`` and ``size`` of a buffer, or the arguments that made a view; None where that is not known."""


def bound_parts(entries: Any) -> tuple[tuple[Any, BoundPart], ...]:
    """The buffers and textures that bind group ``entries`` (wgpu-py's form) name, in order, and what of each."""
    found = []
    for entry in entries:
        resource, part = entry["resource"], None
        if isinstance(resource, dict):
            part = tuple((name, resource.get(name)) for name in ("offset", "size"))
            resource = resource["buffer"]
        if hasattr(resource, "texture"):  # a view stands for its texture
            resource, part = resource.texture, getattr(resource, "framescope_view", None)
        if hasattr(resource, "destroy"):  # samplers cannot be destroyed, so nothing about them needs checking
            found.append((resource, part))
    return tuple(found)


class BindGroupCache:
    """An LRU of bind groups.

    Args:
        create: Makes a bind group from ``(layout, entries, label)``.
        capacity: Bind groups kept.
    """

    def __init__(self, create: Callable[[Any, list[dict[str, Any]], str], Any], capacity: int = 4096) -> None:
        self._create = create
        self._capacity = capacity
        self._groups: OrderedDict[_Key, Any] = OrderedDict()
        self._keys_of: dict[Any, set[_Key]] = {}

    def __len__(self) -> int:
        return len(self._groups)

    def get(self, layout: Any, bindings: Mapping[int, Any], label: str) -> Any:
        """The bind group of ``layout`` with these bindings, made on first use.

        Args:
            layout: A bind group layout.
            bindings: By binding number: a buffer, a view, a sampler, or ``(buffer, offset, size)``.
            label: Used when it has to be made.
        """
        key = (layout, *bindings.items())
        group = self._groups.get(key)
        if group is not None:
            self._groups.move_to_end(key)
            return group
        entries = [{"binding": number, "resource": _resource(value)} for number, value in bindings.items()]
        group = self._create(layout, entries, label)
        self._remember(key, group)
        return group

    def _remember(self, key: _Key, group: Any) -> None:
        self._groups[key] = group
        for resource in set(group.framescope_resources):
            self._keys_of.setdefault(resource, set()).add(key)
        if len(self._groups) > self._capacity:
            self._drop(next(iter(self._groups)))

    def _drop(self, key: _Key) -> None:
        group = self._groups.pop(key)
        for resource in set(group.framescope_resources):
            keys = self._keys_of[resource]
            keys.discard(key)
            if not keys:
                del self._keys_of[resource]

    def forget(self, resource: Any) -> None:
        """Drop every bind group that names ``resource``."""
        for key in list(self._keys_of.get(resource, ())):
            self._drop(key)

    def clear(self) -> None:
        """Drop everything."""
        self._groups.clear()
        self._keys_of.clear()


def _resource(value: Any) -> Any:
    if isinstance(value, tuple):
        buffer, offset, size = value
        return {"buffer": buffer, "offset": offset, "size": size}
    if hasattr(value, "map_state"):  # a buffer; wgpu-py wants it wrapped
        return {"buffer": value, "offset": 0, "size": value.size}
    return value
