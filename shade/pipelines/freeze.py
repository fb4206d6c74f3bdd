"""Turns the plain dicts and lists that wgpu-py takes into values that can be keys, and back.

A key that is absent, one that is None and one that is 0 stay three things, in both directions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from wgpu.structs import Struct

__all__ = ["FrozenDict", "freeze", "frozen_constants", "thaw"]


class FrozenDict(Mapping[str, Any]):
    """A mapping that cannot change, equal to another with the same items in whatever order; hashed once.

    Floats compare by their bits, so that -0.0 and 0.0, which a shader can tell apart, are two keys.
    """

    __slots__ = ("_hash", "_identity", "_items")

    def __init__(self, items: Mapping[str, Any]) -> None:
        self._items = dict(items)
        self._identity = frozenset((key, _identity(value)) for key, value in items.items())
        self._hash = hash(self._identity)

    def __getitem__(self, key: str) -> Any:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __eq__(self, other: object) -> bool:
        return self._identity == other._identity if isinstance(other, FrozenDict) else NotImplemented

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"FrozenDict({self._items!r})"


def freeze(value: Any) -> Any:
    """Freeze a value deeply: mappings to :class:`FrozenDict`, sequences to tuples, plain values as they are.

    In one of wgpu-py's structs every field is there and None stands for absent, so there it is left out.

    Raises:
        TypeError: A value of another kind is inside.
    """
    if isinstance(value, (str, bytes, int, float, FrozenDict)) or value is None:
        return value
    if isinstance(value, Struct):
        return FrozenDict({key: freeze(value[key]) for key in value if value[key] is not None})
    if isinstance(value, Mapping):
        return FrozenDict({key: freeze(item) for key, item in value.items()})
    if isinstance(value, Sequence):
        return tuple(freeze(item) for item in value)
    raise TypeError(f"a pipeline is described by dicts, lists, texts and numbers, not by {type(value).__name__}")


def thaw(value: Any) -> Any:
    """Return fresh dicts and lists for a frozen value; wgpu-py pops keys out of those it is given."""
    if isinstance(value, FrozenDict):
        return {key: thaw(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [thaw(item) for item in value]
    return value


def frozen_constants(constants: Mapping[str | int, float] | None) -> FrozenDict | None:
    """Freeze pipeline constants as the device takes them: names or ``@id`` numbers as text, values as floats.

    Raises:
        TypeError: A name is no text or integer, or a value no number.
    """
    if constants is None:
        return None
    for name, value in constants.items():
        if not isinstance(name, (str, int)) or not isinstance(value, (int, float)):
            raise TypeError(f"pipeline constant {name!r} is {value!r}; it takes a name or number and a number")
    return FrozenDict({str(name): float(value) for name, value in constants.items()})


def _identity(value: Any) -> Any:
    if isinstance(value, float):
        return (float, value.hex())
    if isinstance(value, tuple):
        return tuple(_identity(item) for item in value)
    return value
