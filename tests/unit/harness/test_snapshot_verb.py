"""`framescope snapshot`: files in, issues out."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import run_json
from snapshot_builders import ABSENT, changed, full, legacy_v0

from framescope.harness.cli import main
from framescope.profile.snapshot.codec import decode, encode

OLDER = changed(full(), {"/version/minor": 1, "/timings/cpu": ABSENT})
WRONG = changed(full(), {"/producer/name": "", "/graph/nodes/0/a\nb": 0})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A valid snapshot, an older one, a wrong one, and none."""
    (tmp_path / "good.fgsnapshot.json").write_text(encode(full()), encoding="utf-8")
    (tmp_path / "older.fgsnapshot.json").write_text(json.dumps(OLDER), encoding="utf-8")
    (tmp_path / "wrong.fgsnapshot.json").write_text(json.dumps(WRONG), encoding="utf-8")
    (tmp_path / "none.fgsnapshot.json").write_bytes(b"\xff" * 1000)
    return tmp_path


def paths(folder: Path, *names: str) -> list[str]:
    """Their paths."""
    return [str(folder / f"{name}.fgsnapshot.json") for name in names]


def test_valid_files_are_status_zero(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older one is migrated in memory, and the line says so; no file is touched."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    good, older = paths(folder, "good", "older")
    assert main(["snapshot", "validate", good, older]) == 0
    out, err = capsys.readouterr()

    assert out.splitlines() == [
        f"{good}: valid, FrameGraph Snapshot 1.2",
        f"{older}: warning snapshot-v1.1-migrated at /: "
        "Snapshot 1.1 was migrated to ZenFG Snapshot 1.2; CPU timing was not collected.",
    ]
    assert err == ""
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_issues_are_one_a_line(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 1, and a name that holds a line break breaks no line."""
    wrong, none = paths(folder, "wrong", "none")
    assert main(["snapshot", "validate", wrong, none]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{wrong}: error empty-string at /producer/name: Expected a non-empty string.",
        f'{wrong}: error unexpected-property at /graph/nodes/0/a\\nb: Property "a\\nb" is not part of Snapshot 1.2.',
        f"{none}: error invalid-json at /: Invalid JSON.",
    ]


def test_json_has_the_keys_that_are_documented(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One object a file, issues as the library has them."""
    names = paths(folder, "good", "older", "none")
    told = run_json(capsys, "snapshot", "validate", *names, status=1)

    def entry(file: str, ok: bool, source: str | None, migrated: bool, issues: list[Any]) -> dict[str, Any]:
        return {"file": file, "ok": ok, "source": source, "migrated": migrated, "issues": issues}

    issues = [[issue.as_dict() for issue in decode(Path(name).read_bytes()).issues] for name in names]
    assert told == {
        "files": [
            entry(names[0], True, "v1", False, []),
            entry(names[1], True, "snapshot-v1.1", True, issues[1]),
            entry(names[2], False, None, False, issues[2]),
        ]
    }
    assert [issue["severity"] for issue in issues[1] + issues[2]] == ["warning", "error"]


def test_strict_migrates_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older file is then invalid."""
    told = run_json(capsys, "snapshot", "validate", "--strict", *paths(folder, "good", "older"), status=1)
    assert [(file["ok"], file["migrated"]) for file in told["files"]] == [(True, False), (False, False)]


def test_a_file_that_is_not_there_is_status_three(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The others are checked all the same."""
    missing, wrong = paths(folder, "missing", "wrong")
    assert main(["snapshot", "validate", missing, str(folder), wrong]) == 3
    out, err = capsys.readouterr()
    assert (out.count("\n"), err.splitlines()) == (
        2,
        [f"framescope: {missing}: No such file or directory", f"framescope: {folder}: Is a directory"],
    )


def test_migrate_writes_1_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Indented for people; what was migrated is told on stderr."""
    (older,) = paths(folder, "older")
    output = folder / "new.fgsnapshot.json"
    assert main(["snapshot", "migrate", older, "-o", str(output)]) == 0
    out, err = capsys.readouterr()
    result = decode(output.read_bytes())

    assert (out, "snapshot-v1.1-migrated" in err) == ("", True)
    assert (result.source, result.issues, result.snapshot) == ("v1", (), decode(json.dumps(OLDER)).snapshot)
    assert output.read_text(encoding="utf-8").startswith('{\n  "format"')
    assert sorted(path.name for path in folder.iterdir() if path.name.startswith(".")) == []


def test_a_snapshot_may_be_migrated_in_place(folder: Path) -> None:
    """Of whatever version the file is that is replaced, or when it is empty."""
    (older,) = paths(folder, "older")
    (folder / "empty").touch()
    (folder / "legacy").write_text(json.dumps(legacy_v0()), encoding="utf-8")
    assert [main(["snapshot", "migrate", older, "-o", str(folder / name)]) for name in ("empty", "legacy")] == [0, 0]
    assert main(["snapshot", "migrate", older, "-o", older]) == 0
    assert decode(Path(older).read_bytes()).source == "v1"


def test_a_file_of_another_kind_is_replaced_by_force_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Status 2, and it is still there."""
    good, none = paths(folder, "good", "none")
    assert main(["snapshot", "migrate", good, "-o", none]) == 2
    assert Path(none).read_bytes() == b"\xff" * 1000
    assert "is no snapshot" in capsys.readouterr().err
    assert main(["snapshot", "migrate", good, "-o", none, "--force"]) == 0
    assert decode(Path(none).read_bytes()).ok


@pytest.mark.parametrize(("name", "status"), [("wrong", 1), ("none", 1), ("missing", 3)])
def test_what_cannot_be_migrated_writes_nothing(
    folder: Path, name: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """The issues go to stderr, and the output is not made or changed."""
    (source, good) = paths(folder, name, "good")
    before = Path(good).read_bytes()
    assert [main(["snapshot", "migrate", source, "-o", output]) for output in (good, str(folder / "new"))] == [
        status
    ] * 2
    assert (Path(good).read_bytes() == before, (folder / "new").exists()) == (True, False)
    assert capsys.readouterr().err != ""


def test_an_output_that_cannot_be_written_is_status_three(folder: Path) -> None:
    """Its folder is not there."""
    (good,) = paths(folder, "good")
    assert main(["snapshot", "migrate", good, "-o", str(folder / "no" / "such")]) == 3


@pytest.mark.parametrize("argv", [[], ["validate"], ["migrate", "a"], ["repair", "a"], ["validate", "a", "--loose"]])
def test_a_wrong_command_line_is_status_two(argv: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """In one line."""
    with pytest.raises(SystemExit) as ended:
        main(["snapshot", *argv])
    assert (ended.value.code, capsys.readouterr().err.count("\n")) == (2, 1)


def test_no_driver_is_asked_for(folder: Path) -> None:
    """Neither wgpu nor a window library is imported to check a file."""
    code = "import sys; from framescope.harness.cli import main; status = main(sys.argv[1:]); "
    code += "sys.exit(status or bool({'wgpu', 'rendercanvas', 'glfw', 'cffi'} & set(sys.modules)))"
    argv = [sys.executable, "-c", code, "snapshot", "validate", *paths(folder, "good", "older")]
    assert subprocess.run(argv, capture_output=True, check=False, cwd=folder).returncode == 0
