"""The codes of issues; docs/snapshot.md says what each of them means."""

from __future__ import annotations

from typing import Literal

__all__ = ["Code"]

Code = Literal[
    # Reading
    "invalid-json",
    "unsupported-format",
    "unsupported-version",
    # The structure of each object
    "duplicate-value",
    "empty-string",
    "extension-depth-exceeded",
    "invalid-access-mode",
    "invalid-access-range",
    "invalid-access-view",
    "invalid-enum",
    "invalid-extension-name",
    "invalid-id",
    "invalid-initial-contents",
    "invalid-integer",
    "invalid-lifetime",
    "invalid-literal",
    "invalid-number",
    "invalid-read",
    "invalid-root",
    "invalid-root-range",
    "invalid-segment-sequence",
    "invalid-texture-region",
    "invalid-type",
    "missing-property",
    "unexpected-property",
    # Rules across objects
    "duplicate-dependency",
    "duplicate-id",
    "duplicate-segment-node",
    "duplicate-timing",
    "group-cycle",
    "invalid-dependency-order",
    "invalid-execution-order",
    "invalid-group-order",
    "invalid-migration-availability",
    "invalid-recording-order",
    "invalid-root-producer",
    "invalid-root-resolution",
    "invalid-segment-kind",
    "invalid-segment-order",
    "missing-initial-contents",
    "missing-reference",
    "missing-root-fact",
    "missing-segment-node",
    "reference-kind",
    "reference-mismatch",
    "reference-state",
    # Values of a Legacy V0 capture
    "legacy-access-contents",
    "legacy-access-value",
    "legacy-boolean",
    "legacy-enum",
    "legacy-number",
    "legacy-root",
    "legacy-string",
    "legacy-structure",
    "legacy-texture-region",
    "legacy-unknown-usage",
    # What a migration that succeeded says
    "legacy-candidate-v1-migrated",
    "legacy-v0-migrated",
    "snapshot-v1.1-migrated",
    # Ours, for what the protocol leaves to each language
    "duplicate-property",
    "invalid-json-value",
]
