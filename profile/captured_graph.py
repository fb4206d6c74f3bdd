"""A captured frame's graph, told to others: what a foreign model lacks is damage of the file, and named.

A capture holds under ``TOPO`` whatever its writer put there. What tells it further needs some of the keys that
SGPT_FORMAT.md §6.1 lists, and looks none of them up twice; only where it stumbles is the model held against that list.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from framescope.profile.captured_frame import CapturedFrame
from framescope.profile.errors import CaptureDamaged
from framescope.shade.errors import FramescopeError

__all__ = ["graph_of", "missing_keys", "why_no_graph"]

T = TypeVar("T")

_VIEW_REGION = "base_mip_level mip_level_count base_array_layer array_layer_count"
_KEYS = {
    "passes": "index label path kind scope side_effect order cull_reason cull_detail",
    "scopes": "index label path parent",
    "resources": "index name kind origin initial scope creator descriptor usage declared_bytes first_use last_use"
    " allocation versions final_writes",
    "views": f"index label resource format dimension aspect swizzle {_VIEW_REGION}",
    "accesses": "pass resource version access mode contents produces_value region view uses_initial",
    "edges": "from to resource kind hazard regions causes",
    "roots": "reason",
    "segments": "index kind passes",
    "allocations": "index kind label descriptor declared_bytes resources compatibility",
}
_INNER_KEYS = {
    "versions": "version producer readers first_use last_use",
    "final_writes": "pass access stores region",
    "causes": "from_access to_access hazard region",
}


def graph_of(frame: CapturedFrame, tell: Callable[[Mapping[str, Any]], T]) -> T:
    """What ``tell`` makes of the frame's model.

    Raises:
        CaptureDamaged: The graph was lost, or ``tell`` stumbles over it: it lacks a key, which is named, or says what
            cannot be.
    """
    topology = frame.topology
    if topology is None:
        expected, found = f"topology {frame.topology_id}", "none that can be read"
        raise CaptureDamaged(
            f"the frame graph of frame {frame.number} was lost", offset=frame.offset, expected=expected, found=found
        )
    try:
        return tell(topology.model)
    except FramescopeError:
        raise
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError, RecursionError) as error:
        missing = next(missing_keys(topology.model), None)
        found = f"a value that fits no graph ({type(error).__name__}: {error})" if missing is None else f"no {missing}"
        raise CaptureDamaged(
            f"the frame graph of frame {frame.number} is none",
            offset=frame.offset,
            expected="the keys and values of SGPT_FORMAT.md §6.1",
            found=found,
        ) from error


def why_no_graph(meta: Mapping[str, Any], frame: CapturedFrame) -> str:
    """Of a frame whose ``topology_id`` is None: what happened to it, or at which level it would have one."""
    if frame.status != "complete":
        return f"frame {frame.number} has no frame graph: it was {frame.status} ({frame.reason})"
    level = meta.get("level")
    told = f" at level {level}" if isinstance(level, str) and level else ""
    return f"frame {frame.number} was recorded{told} without its frame graph: record at level structure or above"


def missing_keys(model: Mapping[str, Any]) -> Iterator[str]:
    """The places, as ``passes[2].order``, of keys that every writer must write and this model lacks."""
    for name, keys in _KEYS.items():
        if isinstance(model.get(name), list):
            yield from _missing(model[name], keys, name)
        else:
            yield f"list {name}"


def _missing(rows: list[Any], keys: str, place: str) -> Iterator[str]:
    for index, row in enumerate(rows):
        if not isinstance(row, dict):
            yield f"object {place}[{index}]"
            continue
        yield from (f"{place}[{index}].{key}" for key in keys.split() if key not in row)
        for name, inner in _INNER_KEYS.items():
            if isinstance(row.get(name), list):
                yield from _missing(row[name], inner, f"{place}[{index}].{name}")
