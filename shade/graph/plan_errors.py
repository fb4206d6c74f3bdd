"""The errors of planning: what is wrong with declarations that were each fine when made."""

from __future__ import annotations

from framescope.shade.errors import GraphError
from framescope.shade.format_usages import usage_text
from framescope.shade.graph.accesses import Access
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.places import Place, spell
from framescope.shade.graph.region_words import boxes_text
from framescope.shade.graph.regions import Box

__all__ = ["discarded", "out_of_order", "root_undefined", "undefined", "usage_mismatch"]


def _error(
    code: str, message: str, access: Access, declarations: Declarations, region: str | None, *places: Place
) -> GraphError:
    spelled = tuple(spell(place) for place in (*places, declarations.access_places[access.position]))
    return GraphError(
        code,
        message,
        phase="compile",
        pass_label=declarations.path_of(access.pass_index),
        resource=declarations.resources[access.resource][0],
        region=region,
        declared_at=spelled,
    )


def _subject(access: Access, declarations: Declarations) -> tuple[str, str]:
    return declarations.path_of(access.pass_index), declarations.resources[access.resource][0]


def undefined(access: Access, missing: tuple[Box, ...], declarations: Declarations) -> GraphError:
    """Contents are used that nobody wrote: FG1001 for a read, FG1002 for a preserving write."""
    path, name = _subject(access, declarations)
    region = boxes_text(missing, declarations.resources[access.resource][3])
    if access.contents is None:
        message = f"pass {path!r} reads {name!r} ({access.kind}, {region}), which nobody wrote before it"
        advice = "write it in an earlier pass, or import it with initial='defined'"
        return _error("FG1001", f"{message}; {advice}", access, declarations, region)
    message = f"pass {path!r} writes {name!r} with contents='preserve' ({region}), but nobody wrote it before"
    return _error("FG1002", f"{message}; the first write overwrites", access, declarations, region)


def discarded(access: Access, by: int, boxes: tuple[Box, ...], declarations: Declarations) -> GraphError:
    """Contents are used that write ``by`` discarded: FG1003 for a read, FG1002 for a preserving write."""
    path, name = _subject(access, declarations)
    region = boxes_text(boxes, declarations.resources[access.resource][3])
    message = (
        f"pass {path!r} uses {name!r} ({region}), which pass {declarations.path_of(declarations.accesses[by][0])!r} "
        "left undefined (store=False, or a store op of 'discard'); store it there, or overwrite it before this use"
    )
    place = declarations.access_places[by]
    code = "FG1003" if access.contents is None else "FG1002"
    return _error(code, message, access, declarations, region, place)


def out_of_order(access: Access, current: int, declarations: Declarations) -> GraphError:
    """A pass uses a version that is not there when it runs: passes were declared in another order than added.

    Args:
        access: The access at fault.
        current: The version that is there when its pass runs.
        declarations: What was recorded.
    """
    path, name = _subject(access, declarations)
    if access.contents is not None:
        wanted = access.version - 1
    else:
        wanted = access.version if access.version > current else access.version + 1
    position = declarations.writer_of(access.resource, wanted, "compile")
    maker = declarations.accesses[position][0]
    relation = "before" if maker > access.pass_index else "after"
    message = (
        f"pass {path!r} uses {name!r} version {access.version}, but it runs {relation} pass "
        f"{declarations.path_of(maker)!r}, which makes version {wanted}; passes run in the order of graph.add, so "
        "declare each pass before adding the next"
    )
    return _error("FG2002", message, access, declarations, None, declarations.access_places[position])


def root_undefined(
    resource: int, reason: str, boxes: tuple[Box, ...], by: int | None, place: Place, declarations: Declarations
) -> GraphError:
    """A root needs contents that are undefined at the end of the frame; ``by`` is the write that discarded them."""
    name, _, _, descriptor, _, _ = declarations.resources[resource]
    region = boxes_text(boxes, descriptor)
    discarder = None if by is None else declarations.path_of(declarations.accesses[by][0])
    why = "nobody wrote" if by is None else f"pass {discarder!r} left undefined"
    places = [declarations.resource_places[resource], place] if by is None else [declarations.access_places[by], place]
    return GraphError(
        "FG1004",
        f"{name!r} is kept as {reason!r} ({region}), which {why}; write and store it, or mark less",
        phase="compile",
        pass_label=discarder,
        resource=name,
        region=region,
        declared_at=tuple(map(spell, places)),
    )


def usage_mismatch(access: Access, usage: int, needed: int, declarations: Declarations) -> GraphError:
    """The usage a resource was given does not cover an access of a surviving pass."""
    path, name = _subject(access, declarations)
    buffer = access.kind.startswith("buffer")
    needs, has = (usage_text(bits, buffer=buffer) for bits in (needed, usage))
    message = f"pass {path!r} declares {access.kind!r} on {name!r}, which needs usage {needs}, but its usage is {has}"
    transient = declarations.resources[access.resource][1] == "transient"
    advice = "add the bit, or give no usage and have it inferred" if transient else "make it with the bit"
    message = f"{message}; {advice}"
    place = declarations.resource_places[access.resource]
    return _error("FG1101", message, access, declarations, None, place)
