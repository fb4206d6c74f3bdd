"""Text in, text out: whatever the text is."""

from __future__ import annotations

import copy
import json
import sys
from typing import Any

import pytest
from snapshot_builders import ABSENT, chain, changed, found, full

from framescope.profile.snapshot.codec import decode, decode_value, encode
from framescope.profile.snapshot.issues import InvalidSnapshot

NOT_JSON = {("invalid-json", "", "Invalid JSON."): 1}
NO_FORMAT = {("unsupported-format", "/format", 'Expected FrameGraph Snapshot format "zenfg.frame-graph-snapshot".'): 1}
TOO_DEEP = "Extension JSON nesting depth must not exceed 64 container levels."


def deep(levels: int, start: str = "[", end: str = "]", core: str = "") -> str:
    """A valid snapshot but for one extension, so many containers deep."""
    text = json.dumps(changed(full(), {"/extensions/a.b": "DEEP"}))
    return text.replace('"DEEP"', start * levels + core + end * levels)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "{]",
        "nul",
        '{"a":1,}',
        "[1 2]",
        "'x'",
        '{"format": NaN}',
        "-Infinity",
        '"\n"',
        "\ufeff{}",
        "// {}",
        "01",
        b"\xff\xfe{}",
        b"\x00" * 100,
        "[" * 5000,
        "[" * 2_000_000,
        "[" * 5000 + '"',
        "[" * 2000 + '"' + '\\"' * 200_000,
        "[" * 70 + "]" * 69,
        "]" * 5000,
        '{"a":' * 3000,
    ],
    ids=lambda text: repr(text[:12]) + str(len(text)),
)
def test_what_is_no_json_gives_one_issue(text: str | bytes) -> None:
    """However long it is or deep."""
    result = decode(text)
    assert (result.ok, result.source, found(result.issues)) == (False, None, NOT_JSON)


@pytest.mark.parametrize("text", ["null", "1", "[]", "{}", '"x"', '{"format":1}', '{"format":"t3d"}', "1" * 10_000])
def test_another_format_gives_one_issue(text: str) -> None:
    """JSON of something else."""
    assert found(decode(text).issues) == NO_FORMAT


def test_a_name_given_twice_gives_an_issue() -> None:
    """Readers disagree which of the two counts, so neither does."""
    text = encode(full()).replace('"frameIndex":7', '"frameIndex":7,"frameIndex":8')
    assert found(decode(text).issues) == {
        ("duplicate-property", "", 'Property "frameIndex" is given twice in one object.'): 1
    }


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 400, "9" * 5000])
def test_a_number_beyond_every_double_is_reported_where_it_stands(number: str) -> None:
    """It is JSON, and no value that any property may have."""
    text = encode(full())
    frame = text.replace('"frameIndex":7', f'"frameIndex":{number}')
    extension = text.replace("1.5", number)

    assert [(issue.code, issue.path) for issue in decode(frame).issues] == [("invalid-integer", "/capture/frameIndex")]
    assert [(issue.code, issue.path) for issue in decode(extension).issues] == [
        ("invalid-json-value", "/extensions/dev.example/any/2")
    ]


def test_a_lone_surrogate_is_reported_where_it_stands() -> None:
    """JSON can escape half a character; no UTF-8 file can hold it, so none is read or written."""
    snapshot = changed(full(), {"/producer/name": "\ud834"})
    assert [(issue.code, issue.path) for issue in decode(json.dumps(snapshot)).issues] == [
        ("invalid-json-value", "/producer/name")
    ]
    with pytest.raises(InvalidSnapshot):
        encode(snapshot)


@pytest.mark.parametrize(
    ("start", "end", "core"), [("[", "]", ""), ('{"x":', "}", "0"), ('["]",{"[":', "}]", "0")], ids=["[]", "{}", "[{}]"]
)
@pytest.mark.parametrize("levels", [33, 64, 65, 66, 67, 68, 500, 2000, 100_000])
def test_depth_is_judged_alike_however_deep(levels: int, start: str, end: str, core: str) -> None:
    """64 levels pass; beyond them there is one issue at the extension, and the stack of Python plays no part."""
    result = decode(deep(levels, start, end, core))
    depth = levels * (2 if start.startswith("[") and core else 1)
    expected = {} if depth <= 64 else {("extension-depth-exceeded", "/extensions/a.b", TOO_DEEP): 1}
    assert found(result.issues) == expected


def test_depth_is_judged_alike_with_a_higher_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program may have raised Python's limit beyond what the C stack bears."""
    monkeypatch.setattr(sys, "getrecursionlimit", lambda: 10**9)
    verdicts = [found(decode(deep(levels)).issues) for levels in (64, 65, 66, 67, 68, 100_000)]
    assert verdicts == [{}] + [{("extension-depth-exceeded", "/extensions/a.b", TOO_DEEP): 1}] * 5


def test_depth_elsewhere_is_what_the_place_says() -> None:
    """A property that is not deep is of the wrong type."""
    text = encode(full()).replace('"now"', "[" * 5000 + "]" * 5000)
    assert found(decode(text).issues) == {("invalid-type", "/capture/capturedAt", "Expected a string."): 1}


def test_garbage_of_any_size_is_an_issue() -> None:
    """A hundred megabytes of no text, and as many of brackets."""
    assert found(decode(b"\xfe" * 100_000_000).issues) == NOT_JSON
    assert found(decode("[" * 100_000_000).issues) == NOT_JSON


def test_bytes_may_begin_with_a_mark() -> None:
    """Editors write one; the text proper has none."""
    assert decode(b"\xef\xbb\xbf" + encode(full()).encode()).ok


def test_a_snapshot_comes_back_as_it_was() -> None:
    """Decoding what was encoded gives what was encoded, pretty or not, and the second text is the first."""
    for pretty in (False, True):
        text = encode(full(), pretty=pretty)
        result = decode(text)
        assert (result.snapshot, result.source, result.migrated, result.issues) == (full(), "v1", False, ())
        assert result.snapshot is not None
        assert encode(result.snapshot, pretty=pretty) == text
    assert encode(full(), pretty=True) == json.dumps(full(), indent=2)
    assert encode(full()) == json.dumps(full(), separators=(",", ":"))


def test_numbers_are_written_as_they_are_meant() -> None:
    """1.0 is 1 and -0.0 is 0 in every table; what an extension holds is its own affair."""
    changes = {"/capture/frameIndex": 7.0, "/timings/cpu/executionDurationMicros": -0.0, "/version/minor": 2.0}
    snapshot = changed(full(), {**changes, "/extensions/a.b": [1.0, -0.0]})
    before = copy.deepcopy(snapshot)
    text = encode(snapshot)
    result = decode(json.dumps(snapshot))

    assert repr(snapshot) == repr(before)
    assert result.snapshot is not None
    assert encode(result.snapshot) == text
    assert '"frameIndex":7,' in text
    assert '"executionDurationMicros":0,' in text
    assert '"a.b":[1.0,-0.0]' in text


def test_text_beyond_ascii_is_written_as_it_is() -> None:
    """The file is UTF-8, and a person may read it."""
    snapshot = changed(full(), {"/graph/nodes/0/label": "Überblendung ✓ 𝄞"})
    assert "Überblendung ✓ 𝄞" in encode(snapshot)
    assert decode(encode(snapshot).encode()).snapshot == snapshot


@pytest.mark.parametrize(
    "changes", [{"/version/minor": 1, "/timings/cpu": ABSENT}, {"/extensions/a.b": chain(65)}], ids=["1.1", "too deep"]
)
def test_only_a_valid_1_2_is_written(changes: dict[str, Any]) -> None:
    """Every issue is in the error, one a line with its place, and nothing is migrated on the way out."""
    with pytest.raises(InvalidSnapshot) as caught:
        encode(changed(full(), changes))
    assert str(caught.value).count("\n") + 1 == len(caught.value.issues)
    assert all(issue.path in str(caught.value) for issue in caught.value.issues)


def test_strict_takes_everything_for_1_2() -> None:
    """The format, the version and what a migration would add are then issues like all others."""
    old = json.dumps(changed(full(), {"/version/minor": 1, "/timings/cpu": ABSENT}))
    strict = decode(old, strict=True)
    assert sorted((issue.code, issue.path) for issue in strict.issues) == [
        ("invalid-literal", "/version/minor"),
        ("invalid-type", "/timings/cpu"),
        ("missing-property", "/timings/cpu"),
    ]
    assert found(decode("{", strict=True).issues) == NOT_JSON
    assert decode(encode(full()), strict=True).snapshot == full()


def test_decoding_a_value_leaves_it_alone() -> None:
    """The snapshot in the result is a copy."""
    value = full()
    result = decode_value(value)
    assert result.snapshot is not None
    result.snapshot["capture"]["frameIndex"] = 8
    result.snapshot["graph"]["nodes"].clear()
    assert value == full()
