"""The schema of the protocol beside our own validator."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator


@pytest.fixture(scope="session")
def schema(conformance: Path) -> Draft202012Validator:
    """The schema of the protocol, with an implementation that is not ours."""
    path = conformance / "schema" / "frame-graph-snapshot-v1.schema.json"
    return Draft202012Validator(json.loads(path.read_bytes()))
