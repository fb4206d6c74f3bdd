"""Pass lists that are the same object as long as they are equal.

The writer looks a frame's pass list up by its hash. Building two hundred entries and hashing them anew each frame
would cost more than everything else the recorder does, so a frame's passes are compared with those of the last
few frames first: an element-by-element comparison of tuples, in C.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import Literal

from framescope.profile.attachments import AttachmentKey, attachments_of
from framescope.profile.sgpt.model import PassList, PassListEntry, PipelineRef

__all__ = ["EntryKey", "PassListCache"]

EntryKey = tuple[str, str, Literal["compute", "render"], int, tuple[PipelineRef, ...], tuple[AttachmentKey, ...]]
"""``(path, label, kind, graph_pass, pipelines, attachment keys)`` of one GPU pass."""


class PassListCache:
    """Pass lists by content.

    Args:
        recent: How many lists are compared directly before anything is hashed. Shadow cascades that are refreshed
            in turn, for instance, alternate between a few.
        entries: How many entries are kept for building new lists from.
    """

    __slots__ = ("_entries", "_max_entries", "_max_recent", "_recent")

    def __init__(self, recent: int = 16, entries: int = 16384) -> None:
        self._recent: OrderedDict[int, tuple[list[EntryKey], PassList]] = OrderedDict()
        self._entries: dict[EntryKey, PassListEntry] = {}
        self._max_recent = recent
        self._max_entries = entries

    def get(self, keys: list[EntryKey]) -> PassList:
        """The pass list of ``keys``: the object of an earlier frame if one of the last few had the same passes."""
        for name, (known, pass_list) in reversed(self._recent.items()):
            if known == keys:
                self._recent.move_to_end(name)
                return pass_list
        pass_list = PassList(tuple(map(self._entry, keys)))
        self._recent[id(pass_list)] = (keys, pass_list)
        if len(self._recent) > self._max_recent:
            self._recent.popitem(last=False)
        return pass_list

    def _entry(self, key: EntryKey) -> PassListEntry:
        found = self._entries.get(key)
        if found is None:
            if len(self._entries) >= self._max_entries:
                self._entries.clear()
            path, label, kind, graph_pass, pipelines, attachments = key
            found = PassListEntry(path, label, kind, graph_pass, pipelines, attachments_of(attachments))
            self._entries[key] = found
        return found
