"""The errors of recording: each names the passes, the places and the way out.

They are built here, away from the recording methods, because those run hundreds of times a frame and these
never in a frame that is right.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, get_args

from framescope.shade.errors import GraphError
from framescope.shade.graph.access import NODE_KINDS, ReadAccess, WriteAccess
from framescope.shade.graph.declarations import Declarations
from framescope.shade.graph.handles import ResourceHandle, TextureHandle, ViewHandle
from framescope.shade.graph.places import Place, spell
from framescope.shade.graph.regions import BufferRegion, Region

if TYPE_CHECKING:
    from framescope.shade.graph.attachment_rules import Attachment

__all__ = [
    "bad_access",
    "bad_attachment",
    "bad_contents",
    "bad_format",
    "bad_native",
    "bad_pass",
    "bad_region",
    "bad_use_of_view",
    "bad_view",
    "check_import",
    "conflict",
    "foreign",
    "imported_twice",
    "not_a_handle",
    "record_error",
    "superseded",
    "view_without_role",
]


def record_error(
    code: str,
    message: str,
    *places: Place,
    resource: str | None = None,
    pass_path: str | None = None,
    region: str | None = None,
) -> GraphError:
    """A GraphError of the recording phase, with its places spelled."""
    spelled = tuple(spell(place) for place in places)
    return GraphError(
        code, message, phase="record", pass_label=pass_path, resource=resource, region=region, declared_at=spelled
    )


def _user(pass_path: str | None, other: str = "a mark") -> str:
    return other if pass_path is None else f"pass {pass_path!r}"


def _maker(label: str) -> str:
    return f"pass {label!r}" if label else "its declaration outside of a pass"


def not_a_handle(value: object, place: Place, pass_path: str | None, user: str = "a mark") -> GraphError:
    """Something that no graph made was used as a handle, by a pass or by another ``user``."""
    message = f"{_user(pass_path, user)} was given {value!r}; it takes a TextureHandle or BufferHandle of this graph"
    return record_error("FG2011", message, place, pass_path=pass_path)


def foreign(
    handle: ResourceHandle, frame: int, place: Place, pass_path: str | None, user: str = "a mark"
) -> GraphError:
    """The handle was made by another graph: another one of this frame, or last frame's."""
    message = (
        f"{_user(pass_path, user)} uses {handle._name!r} version {handle._version} of another recording "
        f"(number {handle._frame}, this is {frame}), made by {_maker(handle._place[0])}; "
        "handles live for one recording: declare the resource in this graph"
    )
    return record_error("FG2001", message, handle._place, place, resource=handle._name, pass_path=pass_path)


def superseded(
    handle: ResourceHandle, declarations: Declarations, place: Place, pass_path: str | None, user: str = "a mark"
) -> GraphError:
    """A later version of the resource exists."""
    position = declarations.writer_of(handle._index, handle._version + 1, "record")
    writer, written_at = declarations.path_of(declarations.accesses[position][0]), declarations.access_places[position]
    message = (
        f"{_user(pass_path, user)} uses {handle._name!r} version {handle._version}, which pass {writer!r} superseded "
        f"by version {handle._version + 1}; use the handle that write() returned"
    )
    return record_error("FG2011", message, written_at, place, resource=handle._name, pass_path=pass_path)


def bad_pass(label: object, kind: object, execute: object, place: Place) -> GraphError:
    """The pass has no name, no known kind, or a callback that cannot be called."""
    if kind not in tuple(NODE_KINDS):
        return record_error("FG1106", f"pass {label!r}: unknown kind {kind!r}; one of {', '.join(NODE_KINDS)}", place)
    if not isinstance(label, str) or not label:
        return record_error("FG2003", f"pass label {label!r}; a non-empty string", place)
    return record_error("FG4004", f"pass {label!r}: {execute!r} cannot be called", place, pass_path=label)


def check_import(name: str, origin: str, initial: str, place: Place) -> None:
    """Raise FG1102 unless the import says what it is and whether it arrives with contents."""
    if initial not in ("defined", "undefined") or origin not in ("imported", "surface"):
        message = f"import {name!r}: initial {initial!r}, origin {origin!r}"
        raise record_error("FG1102", message, place, resource=name)
    if origin == "surface" and initial == "defined":
        message = f"import {name!r}: a surface's texture arrives with undefined contents"
        raise record_error("FG1102", message, place, resource=name)


def bad_access(kind: str, access: object, handle: object, *, writing: bool, place: Place, pass_path: str) -> GraphError:
    """The access is unknown, has the other mode, does not fit the resource, or not the kind of node."""
    if not isinstance(handle, ResourceHandle):
        return not_a_handle(handle, place, pass_path)
    allowed, other = (WriteAccess, ReadAccess) if writing else (ReadAccess, WriteAccess)
    name = handle._name
    what = "texture" if isinstance(handle, TextureHandle) else "buffer"
    if access in get_args(other):
        code, why = "FG1109", f"{access!r} is declared by {'read' if writing else 'write'}()"
    elif access not in get_args(allowed):
        code, why = "FG1109", f"unknown access {access!r}; one of {', '.join(get_args(allowed))}"
    elif not str(access).startswith(what):
        code, why = "FG1109", f"{access!r} of {name!r}, which is a {what}"
    else:
        kinds = [k for k, rules in NODE_KINDS.items() if access in (rules.writes if writing else rules.reads)]
        code, why = "FG1106", f"a {kind} node cannot declare {access!r}; these kinds can: {', '.join(kinds)}"
    return record_error(code, f"pass {pass_path!r}: {why}", place, resource=name, pass_path=pass_path)


def bad_contents(contents: object, handle: ResourceHandle, place: Place, pass_path: str) -> GraphError:
    """``contents`` says neither whether the old value is dropped nor whether it is needed."""
    message = f"pass {pass_path!r} writes {handle._name!r} with contents {contents!r}; 'overwrite' or 'preserve'"
    return record_error("FG1109", message, place, resource=handle._name, pass_path=pass_path)


def conflict(name: str, region: str, pass_path: str, first: tuple[str, Place], second: tuple[str, Place]) -> GraphError:
    """One subresource written and read, or written in two ways, in one pass."""
    message = (
        f"pass {pass_path!r} declares {first[0]!r} and {second[0]!r} on one subresource of {name!r} ({region}); "
        "give them disjoint regions, or read a copy"
    )
    places = (first[1], second[1])
    return record_error("FG1105", message, *places, resource=name, pass_path=pass_path, region=region)


def bad_format(name: str, texture_format: str, access: str, why: str, place: Place, pass_path: str) -> GraphError:
    """The format of the texture lacks the role."""
    message = f"pass {pass_path!r} declares {access!r} on {name!r} of format {texture_format}: {why}"
    return record_error("FG1108", message, place, resource=name, pass_path=pass_path)


def bad_attachment(code: str, why: str, first: Attachment, second: Attachment, pass_path: str) -> GraphError:
    """Two attachments of one GPU pass do not go together."""
    advice = "where the node opens several GPU passes, gpu_pass= says which one"
    message = f"pass {pass_path!r} {why}: {first} and {second}; {advice}"
    places = (first.place, second.place)
    return record_error(code, message, *places, resource=second.name, pass_path=pass_path)


def bad_native(name: str, native: object, what: str, place: Place) -> GraphError:
    """What is imported does not look like a resource."""
    message = f"import {name!r}: {native!r} is not shaped like a {what}; give one, or pass descriptor="
    return record_error("FG4003", message, place, resource=name)


def bad_region(
    resource: int, region: Region | None, why: str, declarations: Declarations, place: Place, pass_index: int | None
) -> GraphError:
    """The region does not lie inside the resource; a mark has no pass."""
    code = "FG1103" if isinstance(region, BufferRegion) else "FG1104"
    name = declarations.resources[resource][0]
    path = None if pass_index is None else declarations.path_of(pass_index)
    message = f"{_user(path)} has a region of {name!r} outside of the resource: {why}; give one inside of it"
    places = (declarations.resource_places[resource], place)
    return record_error(code, message, *places, resource=name, pass_path=path, region=repr(region))


def bad_view(name: str, label: str, why: str, place: Place) -> GraphError:
    """The texture cannot be viewed so."""
    message = f"view {label!r} of {name!r} asks for {why}"
    return record_error("FG1104", message, place, resource=name)


def bad_use_of_view(
    view: object, region: Region | None, handle: ResourceHandle, frame: int, place: Place, pass_path: str | None
) -> GraphError:
    """What is given as a view is none, or of another graph or texture, or a region is given beside it."""
    user = _user(pass_path)
    if not isinstance(view, ViewHandle):
        message = f"{user} was given {view!r} as a view; graph.create_view() makes one"
        return record_error("FG2011", message, place, pass_path=pass_path)
    if view._frame != frame:
        code, why = "FG2001", f"of another recording (number {view._frame}, this is {frame}); declare it in this graph"
    elif view._view.resource != handle._index:
        code, why = "FG1104", f"for {handle._name!r}; declare a view of that texture"
    else:
        code, why = "FG1104", f"and {region!r}; a view says its region itself: give one of them"
    message = f"{user} uses {view!r} {why}"
    return record_error(code, message, view._place, place, resource=handle._name, pass_path=pass_path)


def view_without_role(view: ViewHandle, access: str, why: str, place: Place, pass_path: str) -> GraphError:
    """The view exists, and cannot serve as what the access uses it for."""
    message = f"pass {pass_path!r} declares {access!r} through {view!r}, which {why}"
    return record_error("FG1104", message, view._place, place, resource=view._name, pass_path=pass_path)


def imported_twice(name: str, first: str, earlier: Place, place: Place) -> GraphError:
    """One native under two names has two version chains, and no hazard between them is seen."""
    message = f"{name!r} is the resource already imported as {first!r}; use that handle, or pass alias=True"
    return record_error("FG2010", message, earlier, place, resource=name)
