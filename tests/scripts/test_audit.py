"""The audit of locked dependencies, with made-up advisories."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from scripts import audit

LOCK = """\
aiohttp==3.14.5 \\
    --hash=sha256:00
    # via discord-py
discord-py==2.7.1 ; python_version < '4' \\
    --hash=sha256:01
"""


def advisory(name: str = "aiohttp", *events: dict[str, str], **more: Any) -> dict[str, Any]:  # JSON
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}] if events else []
    affected = {"package": {"ecosystem": "PyPI", "name": name}, "ranges": ranges, **more}
    return {"id": "MADE-UP-1", "summary": "it answers everybody", "affected": [affected]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "requirements.txt").write_text(LOCK)
    (tmp_path / "requirements-dev.txt").write_text(LOCK + "pytest==9.2.0 \\\n    --hash=sha256:02\n")
    return tmp_path


def listing(folder: Path, *advisories: dict[str, Any], locks: str | None = None) -> list[str]:
    """What the audit finds with a list of these advisories."""
    listed = {"source": None, "locks": locks or audit.digest(folder), "advisories": advisories}
    (folder / audit.LIST).write_text(json.dumps(listed))
    return audit.faults(folder)


ALWAYS = {"introduced": "0"}


@pytest.mark.parametrize(
    ("events", "is_affected"),
    [
        ([ALWAYS], True),
        ([ALWAYS, {"fixed": "3.14.6"}], True),
        ([ALWAYS, {"fixed": "3.14.5"}], False),
        ([{"fixed": "3.14.10"}, ALWAYS], True),
        ([ALWAYS, {"last_affected": "3.14.5"}], True),
        ([ALWAYS, {"last_affected": "3.14.4"}], False),
        ([{"introduced": "3.14.6"}], False),
        ([{"introduced": "3.14.5rc1"}], True),
        ([ALWAYS, {"fixed": "1.0"}, {"introduced": "3.14.0"}, {"fixed": "3.15"}], True),
        ([ALWAYS, {"fixed": "1.0"}, {"introduced": "4.0"}], False),
    ],
)
def test_a_locked_version_in_an_affected_range_is_named(
    folder: Path, events: list[dict[str, str]], is_affected: bool
) -> None:
    expected = ["aiohttp 3.14.5 is affected by MADE-UP-1: it answers everybody"] if is_affected else []
    assert listing(folder, advisory("aiohttp", *events)) == expected


def test_names_are_compared_as_the_index_does_and_versions_may_be_listed(folder: Path) -> None:
    assert listing(folder, advisory("Discord.Py", versions=["2.7.0", "not a version", "2.7.1"])) == [
        "discord-py 2.7.1 is affected by MADE-UP-1: it answers everybody"
    ]
    assert listing(folder, advisory("discord.py", versions=["2.7"]), advisory("flask", ALWAYS)) == []
    other = advisory("aiohttp", ALWAYS)
    other["affected"][0]["package"]["ecosystem"] = "npm"
    assert listing(folder, other) == []


def test_developers_tools_are_audited_too(folder: Path) -> None:
    (found,) = listing(folder, advisory("pytest", ALWAYS))
    assert found.startswith("pytest 9.2.0 is affected by MADE-UP-1")


def test_a_list_of_other_lock_files_is_a_fault(folder: Path) -> None:
    assert listing(folder) == []
    (folder / "requirements.txt").write_text(LOCK.replace("3.14.5", "3.14.6"))
    (folder / "requirements-dev.txt").write_text(LOCK.replace("3.14.5", "3.14.6"))
    assert audit.main([], folder) == 1
    assert ["of other lock files" in fault for fault in audit.faults(folder)] == [True]


def test_a_dump_replaces_the_list_by_what_is_about_locked_packages(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    gone = advisory("aiohttp", ALWAYS) | {"id": "MADE-UP-2", "withdrawn": "2026-01-01T00:00:00Z"}
    elsewhere = advisory("flask", ALWAYS) | {"id": "MADE-UP-3"}
    dump = folder / "all.zip"
    with zipfile.ZipFile(dump, "w") as archive:
        for number, one in enumerate((advisory("aiohttp", ALWAYS) | {"details": "long"}, gone, elsewhere)):
            archive.writestr(f"{number}.json", json.dumps(one))
    assert audit.main(["--take", str(dump)], folder) == 1
    stored = json.loads((folder / audit.LIST).read_text())
    assert [one["id"] for one in stored["advisories"]] == ["MADE-UP-1"]
    assert "details" not in stored["advisories"][0]
    told = capsys.readouterr()
    assert "has 1 advisories about locked packages now" in told.out
    assert told.err == "aiohttp 3.14.5 is affected by MADE-UP-1: it answers everybody\n"


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"advisories": 5, "locks": ""}', None])
def test_a_list_that_cannot_be_read_is_no_good_news(folder: Path, content: str | None) -> None:
    if content is not None:
        (folder / audit.LIST).write_text(content)
    assert audit.main([], folder) == 2


def test_an_advisory_that_cannot_be_read_is_no_good_news(folder: Path) -> None:
    listing(folder)
    for bad in ({"introduced": "first"}, {"found": "1"}, {"introduced": "0", "fixed": "1"}):
        with pytest.raises(audit.BadList, match="MADE-UP-1"):
            listing(folder, advisory("aiohttp", bad))


def test_the_committed_list_is_of_the_committed_lock_files() -> None:
    assert audit.faults(audit.ROOT) == []
    assert len(audit.locked(audit.ROOT)) > 50
