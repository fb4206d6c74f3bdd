"""``decode`` and ``encode``: snapshots as JSON text, and whatever older format they come in.

Example::

    result = decode(Path("frame.fgsnapshot.json").read_bytes())
    for issue in result.issues:
        print(issue.severity, issue.code, issue.path, issue.message)
    if result.ok:
        Path("again.fgsnapshot.json").write_text(encode(result.snapshot, pretty=True), encoding="utf-8")
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from framescope.profile.snapshot.checks import is_number, is_whole
from framescope.profile.snapshot.earlier_minor import from_candidate, from_snapshot_1_1
from framescope.profile.snapshot.issues import InvalidSnapshot, Issue, warning
from framescope.profile.snapshot.json_text import NotJson, parse
from framescope.profile.snapshot.legacy_v0 import from_legacy_v0, is_legacy_v0
from framescope.profile.snapshot.numbers import canonical
from framescope.profile.snapshot.validation import validate
from framescope.profile.snapshot.vocabulary import CANDIDATE_FORMAT, FORMAT

__all__ = ["DecodeResult", "Source", "decode", "decode_value", "encode"]

Source = Literal["v1", "snapshot-v1.1", "legacy-v0", "legacy-candidate-v1"]

_MIGRATED = {
    "snapshot-v1.1": warning(
        "snapshot-v1.1-migrated", "Snapshot 1.1 was migrated to ZenFG Snapshot 1.2; CPU timing was not collected."
    ),
    "legacy-v0": warning(
        "legacy-v0-migrated", "The unversioned debug capture was migrated to FrameGraph Snapshot 1.2."
    ),
    "legacy-candidate-v1": warning(
        "legacy-candidate-v1-migrated", "Legacy Candidate V1 was migrated to ZenFG Snapshot 1.2."
    ),
}


@dataclass(frozen=True, slots=True)
class DecodeResult:
    """What came of a text.

    Attributes:
        snapshot: A valid Snapshot 1.2, or None.
        source: The format it was read as, or None where it is none of them.
        migrated: True where ``snapshot`` was made from an older format.
        issues: All errors, or the one warning of a migration; none for a valid 1.2.
    """

    snapshot: dict[str, Any] | None
    source: Source | None
    migrated: bool
    issues: tuple[Issue, ...]

    @property
    def ok(self) -> bool:
        """There is a snapshot."""
        return self.snapshot is not None


def decode(text: str | bytes, *, strict: bool = False) -> DecodeResult:
    """Read a snapshot of any format there was, and migrate it to 1.2.

    Never raises for what the text holds: text that is no JSON, of a wrong format or version, or faulty gives issues.

    Args:
        text: JSON; bytes are UTF-8.
        strict: Take it for a Snapshot 1.2, whatever it says it is: the rules of 1.2 alone.
    """
    try:
        value = parse(text)
    except NotJson as error:
        return _failure(None, [error.issue])
    return _finish(value, "v1") if strict else decode_value(value)


def decode_value(value: object) -> DecodeResult:
    """:func:`decode` of a value that is parsed already; it is not changed."""
    source, issue = _recognise(value)
    if source is None or not isinstance(value, dict):
        return _failure(None, [issue] if issue else [])
    if source == "v1":
        return _finish(value, source)
    migrate = {
        "legacy-v0": from_legacy_v0,
        "legacy-candidate-v1": from_candidate,
        "snapshot-v1.1": from_snapshot_1_1,
    }[source]
    migrated = migrate(value)
    return _failure(source, migrated) if isinstance(migrated, list) else _finish(migrated, source)


def encode(snapshot: dict[str, Any], *, pretty: bool = False) -> str:
    """A snapshot as JSON text, to be written as UTF-8.

    Args:
        snapshot: A Snapshot 1.2; it is not changed. Nothing is migrated here.
        pretty: Indent by two blanks; otherwise no blank is written.

    Raises:
        InvalidSnapshot: It is not valid; with all issues.
    """
    issues = validate(snapshot)
    if issues:
        raise InvalidSnapshot(issues)
    separators = None if pretty else (",", ":")
    indent = 2 if pretty else None
    return json.dumps(canonical(snapshot), ensure_ascii=False, allow_nan=False, indent=indent, separators=separators)


def _finish(snapshot: Any, source: Source) -> DecodeResult:
    issues = validate(snapshot)
    if issues:
        return _failure(source, issues)
    warnings = () if source == "v1" else (_MIGRATED[source],)
    return DecodeResult(canonical(snapshot), source, bool(warnings), warnings)


def _failure(source: Source | None, issues: Sequence[Issue]) -> DecodeResult:
    return DecodeResult(None, source, False, tuple(issues))


def _recognise(value: object) -> tuple[Source | None, Issue | None]:
    """The format, or why it is none that can be read."""
    if is_legacy_v0(value):
        return "legacy-v0", None
    if not isinstance(value, dict) or value.get("format") not in (FORMAT, CANDIDATE_FORMAT):
        message = f'Expected FrameGraph Snapshot format "{FORMAT}".'
        return None, Issue("error", "unsupported-format", "/format", message)
    version = _version(value.get("version"))
    if value["format"] == CANDIDATE_FORMAT:
        source: Source | None = "legacy-candidate-v1" if version == "1.0" else None
    else:
        source = {"1.1": "snapshot-v1.1", "1.2": "v1"}.get(version)  # type: ignore[assignment]
    message = f"Snapshot version {version} is not supported; this Viewer supports 1.2."
    return source, None if source else Issue("error", "unsupported-version", "/version", message)


def _version(version: object) -> str:
    numbers = [version.get("major"), version.get("minor")] if isinstance(version, dict) else []
    if not numbers or not all(is_number(number) for number in numbers):
        return "missing"
    return ".".join(str(int(number) if is_whole(number) else number) for number in numbers)
