"""Snapshot 1.1 and Legacy Candidate V1 become 1.2, and nothing of them is lost on the way."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from snapshot_builders import ABSENT, changed, found, full

from framescope.profile.snapshot.codec import decode_value

NOT_COLLECTED = {"status": "unavailable", "reason": "not-collected"}
V1_1 = {"/version/minor": 1, "/timings/cpu": ABSENT}
RESOURCE_ROOTS = ("/graph/roots/0", "/graph/roots/1")
CANDIDATE = {
    "/format": "zenfg.frame-graph-snapshot-candidate",
    "/version/minor": 0,
    "/timings/cpu": ABSENT,
    "/graph/resources/0/initialContents": ABSENT,
    **{f"{root}/{fact}": ABSENT for root in RESOURCE_ROOTS for fact in ("range", "resolution")},
}


def codes(value: Any) -> list[tuple[str, str]]:
    """Codes and paths of what decoding says."""
    return sorted((issue.code, issue.path) for issue in decode_value(value).issues)


def test_1_1_gains_the_cpu_times_it_does_not_have() -> None:
    """Everything else is as it was, and where it came from is told."""
    old = changed(full(), V1_1)
    before = copy.deepcopy(old)
    result = decode_value(old)
    migration = {"sourceFormat": "snapshot-v1.1", "unavailableFacts": []}

    assert old == before
    assert (result.source, result.migrated) == ("snapshot-v1.1", True)
    assert result.snapshot == changed(full(), {"/timings/cpu": NOT_COLLECTED, "/capture/migration": migration})
    assert [issue.as_dict() for issue in result.issues] == [
        {
            "severity": "warning",
            "code": "snapshot-v1.1-migrated",
            "path": "",
            "message": "Snapshot 1.1 was migrated to ZenFG Snapshot 1.2; CPU timing was not collected.",
        }
    ]


def test_an_earlier_migration_stays_told() -> None:
    """1.1 may itself have been migrated, and what was unknown then is unknown now."""
    migration = {"sourceFormat": "legacy-v0", "unavailableFacts": ["graph.accesses.regions"]}
    old = changed(full(), {**V1_1, "/capture/migration": migration, "/graph/accesses/0/textureRegion": ABSENT})
    snapshot = decode_value(old).snapshot
    assert snapshot is not None
    assert snapshot["capture"]["migration"] == migration


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"/timings/cpu": NOT_COLLECTED}, [("unexpected-property", "/timings/cpu")]),
        (
            {"/capture/migration": {"sourceFormat": "snapshot-v1.1", "unavailableFacts": []}},
            [("invalid-enum", "/capture/migration/sourceFormat")],
        ),
        ({"/graph/nodes/0/recordingOrder": 9}, [("invalid-recording-order", "/graph/nodes/0/recordingOrder")]),
    ],
    ids=str,
)
def test_1_1_is_held_to_its_own_rules_first(changes: dict[str, Any], said: list[tuple[str, str]]) -> None:
    """What it could not say then is a fault, and no migration hides a fault."""
    assert codes(changed(full(), {**V1_1, **changes})) == said


def test_a_candidate_says_less_of_contents_and_of_roots() -> None:
    """What starts undefined does so, imported contents and the final writers are unknown; the rest is kept."""
    old = changed(full(), CANDIDATE)
    before = copy.deepcopy(old)
    result = decode_value(old)
    facts = ["graph.roots.range", "graph.roots.resolution"]
    expected = {
        "/graph/resources/1/initialContents": ABSENT,
        "/timings/cpu": NOT_COLLECTED,
        "/capture/migration": {"sourceFormat": "legacy-candidate-v1", "unavailableFacts": facts},
        **{f"{root}/{fact}": ABSENT for root in RESOURCE_ROOTS for fact in ("range", "resolution")},
    }

    assert old == before
    assert (result.source, [issue.code for issue in result.issues]) == (
        "legacy-candidate-v1",
        ["legacy-candidate-v1-migrated"],
    )
    assert result.snapshot == changed(full(), expected)


def test_a_candidate_without_resource_roots_has_no_unknown_facts() -> None:
    """And what it claims to have been migrated from is overwritten."""
    changes = {**CANDIDATE, "/graph/roots": [full()["graph"]["roots"][2]], "/capture/migration": 5}
    changes = {path: value for path, value in changes.items() if not path.startswith("/graph/roots/")}
    snapshot = decode_value(changed(full(), changes)).snapshot
    assert snapshot is not None
    assert snapshot["capture"]["migration"] == {"sourceFormat": "legacy-candidate-v1", "unavailableFacts": []}


def test_a_candidate_whose_roots_are_whole_misses_nothing() -> None:
    """Calling facts unknown that are there is a fault of the result."""
    kept = {path: value for path, value in CANDIDATE.items() if not path.startswith("/graph/roots")}
    assert (
        codes(changed(full(), {**kept, "/graph/roots/0/resolution/usesInitialContents": False}))
        == [("invalid-migration-availability", "/capture/migration/unavailableFacts")] * 2
    )


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"/graph/resources": {}}, [("invalid-type", "/graph/resources")] * 2),
        ({"/graph/resources/0": 1}, [("invalid-type", "/graph/resources/0")]),
        ({"/graph/roots": None}, [("invalid-type", "/graph/roots")] * 2),
        ({"/capture": None}, [("invalid-type", "/capture")]),
    ],
    ids=str,
)
def test_a_malformed_candidate_gives_the_issues_of_1_1(changes: dict[str, Any], said: list[tuple[str, str]]) -> None:
    """As far as it can be brought there."""
    kept = {
        path: value for path, value in CANDIDATE.items() if not any(path.startswith(f"{gone}/") for gone in changes)
    }
    structural = [("invalid-initial-contents", "/graph/resources/0/initialContents")] if "/capture" in changes else []
    assert codes(changed(full(), {**kept, **changes})) == sorted(said + structural)


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ({"major": 1, "minor": 0}, "1.0"),
        ({"major": 2, "minor": 2}, "2.2"),
        ({"major": 1, "minor": 3}, "1.3"),
        ({"major": 1.0, "minor": -1}, "1.-1"),
        ({"major": 1, "minor": 2.5}, "1.2.5"),
        ({"major": 12345678.0, "minor": -0.0}, "12345678.0"),
        ("1.2", "missing"),
        (None, "missing"),
        ({"major": 1}, "missing"),
        ({"major": True, "minor": 2}, "missing"),
    ],
    ids=str,
)
def test_other_versions_are_not_guessed_at(version: object, told: str) -> None:
    """One issue that names the version; no other rule is asked."""
    result = decode_value(changed(full(), {"/version": version}))
    message = f"Snapshot version {told} is not supported; this Viewer supports 1.2."
    assert (result.source, result.ok) == (None, False)
    assert found(result.issues) == {("unsupported-version", "/version", message): 1}


@pytest.mark.parametrize("minor", [1, 2, 3])
def test_a_candidate_has_one_version(minor: int) -> None:
    """There was only 1.0."""
    assert codes(changed(full(), {**CANDIDATE, "/version/minor": minor})) == [("unsupported-version", "/version")]


def test_versions_may_be_written_as_any_number() -> None:
    """JSON has one kind: 1.0 and 1.0 are the version 1.1 with a minor written 1.0."""
    result = decode_value(changed(full(), {**V1_1, "/version": {"major": 1.0, "minor": 1.0}}))
    assert result.snapshot is not None
    assert json.dumps(result.snapshot["version"]) == '{"major": 1, "minor": 2}'
