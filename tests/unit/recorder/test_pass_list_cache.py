"""Equal pass lists are one object."""

from __future__ import annotations

from framescope.profile.pass_list_cache import EntryKey, PassListCache
from framescope.profile.sgpt.model import Attachment, PassListEntry, PipelineRef


def keys(*labels: str) -> list[EntryKey]:
    """Compute passes of these labels."""
    return [("path", label, "compute", 0, (), ()) for label in labels]


def test_equal_frames_get_the_same_object() -> None:
    """The writer recognises an unchanged frame by identity."""
    cache = PassListCache()
    assert cache.get(keys("a", "b")) is cache.get(keys("a", "b"))


def test_alternating_frames_get_their_own_object_back() -> None:
    """Shadow cascades refreshed in turn keep their four pass lists."""
    cache = PassListCache()
    first = [cache.get(keys("frame", f"cascade {index}")) for index in range(4)]
    again = [cache.get(keys("frame", f"cascade {index}")) for index in range(4)]
    assert [id(passes) for passes in first] == [id(passes) for passes in again]


def test_lists_that_differ_in_length_are_two() -> None:
    """A list that another begins with is not that other."""
    cache = PassListCache()
    assert len(cache.get(keys("a", "b"))) == 2
    assert len(cache.get(keys("a"))) == 1


def test_a_list_that_was_forgotten_is_built_again_equal() -> None:
    """The cache is bounded, and forgetting changes no content."""
    cache = PassListCache(recent=2, entries=2)
    first = cache.get(keys("a"))
    for label in "bcde":
        cache.get(keys(label))
    again = cache.get(keys("a"))
    assert again is not first
    assert again == first


def test_keys_become_entries() -> None:
    """Everything a key holds is in the entry."""
    ref = PipelineRef("pipeline", None)
    target = ("color", ("rgba8unorm", 4, 2, 1), "clear", "store")
    (entry,) = PassListCache().get([("a/b", "label", "render", 3, (ref,), (target,))]).entries
    attachment = Attachment("color", "rgba8unorm", 4, 2, 1, "clear", "store")
    assert entry == PassListEntry("a/b", "label", "render", 3, (ref,), (attachment,))
