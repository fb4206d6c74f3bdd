"""What holds of every snapshot, and of every single thing that may be wrong with one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from snapshot_builders import ABSENT, changed, full, legacy_v0, value_at

from framescope.profile.snapshot.codec import decode, decode_value, encode
from framescope.profile.snapshot.validation import validate

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=10,
)
NASTY = [None, True, -1, 0, 1.5, 2**53, 10**400, "", "x", "node:x", [], {}, [[]], {"a": None}, float("inf"), (), ABSENT]


def places(value: Any, path: str = "") -> Iterator[str]:
    """The path of everything in a value but itself."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, entry in inner:
        yield f"{path}/{name}"
        yield from places(entry, f"{path}/{name}")


def is_there(value: Any, path: str) -> bool:
    """The path leads somewhere, or names a property that its object does not have."""
    try:
        value_at(value, path)
    except TypeError:
        return False
    except (KeyError, IndexError):
        return isinstance(value_at(value, path.rpartition("/")[0]), dict)
    return True


PLACES = list(places(full()))
LEGACY_PLACES = list(places(legacy_v0()))


@pytest.mark.parametrize("value", NASTY, ids=lambda value: "absent" if value is ABSENT else repr(value)[:12])
def test_every_single_change_is_valid_or_has_its_place(value: object) -> None:
    """At each place in turn: no crash, and of the issues one names a place that is there, or a property that is not."""
    for path in PLACES:
        snapshot = changed(full(), {path: value})
        issues = validate(snapshot)
        assert not issues or any(is_there(snapshot, issue.path) for issue in issues), (path, issues)


@pytest.mark.parametrize("value", NASTY, ids=lambda value: "absent" if value is ABSENT else repr(value)[:12])
def test_every_single_change_of_a_legacy_capture_is_migrated_or_told(value: object) -> None:
    """No crash there either, and what is migrated is valid."""
    for path in LEGACY_PLACES:
        result = decode_value(changed(legacy_v0(), {path: value}))
        assert result.ok or result.issues
        assert result.snapshot is None or validate(result.snapshot) == []


@given(st.sampled_from(PLACES), JSON)
def test_a_change_that_is_valid_survives_the_text(path: str, value: object) -> None:
    """Encode and decode are the identity on whatever the validator accepts."""
    snapshot = changed(full(), {path: value})
    if validate(snapshot):
        return
    result = decode(encode(snapshot))
    assert (result.snapshot, result.issues) == (snapshot, ())


@given(st.dictionaries(st.from_regex(r"[a-z]{1,4}\.[a-z]{1,4}", fullmatch=True), JSON, max_size=3))
def test_extensions_pass_through_untouched(extensions: dict[str, Any]) -> None:
    """Any JSON, to the sign of a zero and the kind of a number, by way of every migration."""
    newest = full() | {"extensions": extensions}
    older = changed(newest, {"/version/minor": 1, "/timings/cpu": ABSENT})
    for snapshot in (newest, older):
        result = decode(json.dumps(snapshot))
        if result.snapshot is not None:  # a nest of more than 64 may have been drawn
            assert repr(result.snapshot["extensions"]) == repr(extensions)


@given(JSON)
def test_any_json_gives_a_result(value: object) -> None:
    """Whatever is decoded: a snapshot, or at least one issue."""
    result = decode(json.dumps(value))
    assert result.ok or result.issues
