"""The public conformance suite of FrameGraph Snapshot 1.2: its cases, its schema, its canonical outputs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from snapshot_builders import found, full

from framescope.profile.snapshot.codec import decode, encode
from framescope.profile.snapshot.validation import validate

Case = dict[str, Any]


def text_of(conformance: Path, name: str) -> bytes:
    """A file as the manifest names it."""
    return (conformance / "conformance" / name).read_bytes()


def test_there_are_cases(conformance: Path) -> None:
    """An empty manifest would make every rule below hold."""
    assert len(json.loads(text_of(conformance, "manifest.json"))["cases"]) >= 47


def test_a_case_gives_exactly_its_issues(conformance: Path, conformance_case: Case) -> None:
    """The complete multiset of code, path and message; their order says nothing."""
    text = text_of(conformance, conformance_case["file"])
    issues = validate(json.loads(text)) if conformance_case["input"] == "validator" else decode(text).issues
    told = conformance_case.get("issues", [])

    assert found(issues) == Counter((issue["code"], issue["path"], issue["message"]) for issue in told)


def test_a_case_decodes_to_its_canonical_form(conformance: Path, conformance_case: Case) -> None:
    """A valid one gives what the suite says it gives, otherwise what it is itself; an invalid one gives nothing."""
    text = text_of(conformance, conformance_case["file"])
    snapshot = decode(text).snapshot
    if not conformance_case["runtimeValid"]:
        assert snapshot is None
        return
    assert snapshot is not None
    canonical = text_of(conformance, conformance_case.get("canonical", conformance_case["file"]))
    assert snapshot == json.loads(canonical)
    assert decode(encode(snapshot)).snapshot == snapshot


def test_the_schema_agrees(conformance: Path, conformance_case: Case, schema: Draft202012Validator) -> None:
    """The suite's column for the schema is what the schema says, and no snapshot that is valid here fails it."""
    if conformance_case["schemaValid"] == "not-applicable":
        return
    value = json.loads(text_of(conformance, conformance_case["file"]))
    by_schema = schema.is_valid(value)

    assert by_schema == conformance_case["schemaValid"]
    assert by_schema or validate(value)


def test_what_is_written_passes_the_schema(
    conformance: Path, conformance_case: Case, schema: Draft202012Validator
) -> None:
    """Migrated ones too."""
    snapshot = decode(text_of(conformance, conformance_case["file"])).snapshot
    if snapshot is not None:
        assert list(schema.iter_errors(json.loads(encode(snapshot)))) == []


def test_every_file_of_the_suite_is_decoded_without_a_crash(conformance: Path) -> None:
    """Those that no case names too."""
    for path in sorted(conformance.rglob("*.json")):
        result = decode(path.read_bytes())
        assert result.ok or result.issues


def test_the_snapshot_that_our_own_tests_break_passes_the_schema(schema: Draft202012Validator) -> None:
    """So that what they call valid is valid for others."""
    assert list(schema.iter_errors(full())) == []
