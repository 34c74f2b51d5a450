"""What `bot.py doctor` finds on the machine."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest

from gridlock_host import Database
from operation.application.findings import Finding, Severity
from operation.application.machine_checks import check_access, check_clock, check_database, check_disk
from tests.support.migrated_sqlite import migrated_sqlite

NOW = datetime(2026, 11, 1, 12, tzinfo=UTC)


class Usage(NamedTuple):
    free: int


def severities(findings: list[Finding]) -> list[Severity]:
    return [finding.severity for finding in findings]


async def looked_at(path: Path) -> Finding:
    database = Database(f"sqlite:///{path}")
    try:
        (finding,) = [finding async for finding in check_database(database)]
    finally:
        await database.close()
    return finding


@pytest.mark.parametrize(
    ("seconds", "severity"),
    [(0, Severity.GOOD), (4, Severity.GOOD), (-4, Severity.GOOD), (6, Severity.FAULT), (-90, Severity.FAULT)],
)
def test_a_clock_that_differs_by_more_than_some_seconds_is_a_fault(seconds: int, severity: Severity) -> None:
    assert severities(list(check_clock(NOW + timedelta(seconds=seconds), NOW))) == [severity]


def test_a_clock_that_cannot_be_compared_is_noted() -> None:
    assert severities(list(check_clock(NOW, None))) == [Severity.NOTE]


@pytest.mark.parametrize(("megabytes", "severity"), [(49, Severity.FAULT), (499, Severity.NOTE), (500, Severity.GOOD)])
def test_the_room_on_the_disk_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, megabytes: int, severity: Severity
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(megabytes * 1_000_000))
    assert severities(list(check_disk(tmp_path / "missing" / "gridlock.db"))) == [severity]


def test_files_that_others_can_read_and_the_rights_of_root_are_noted(tmp_path: Path) -> None:
    settings, database = tmp_path / ".env", tmp_path / "gridlock.db"
    for path in (settings, database):
        path.touch(mode=0o644)
        path.chmod(0o644)
    found = list(check_access(settings, database, user_id=0))
    assert severities(found) == [Severity.NOTE] * 3
    assert found[0].remedy == f"chmod 600 {settings}"
    for path in (settings, database):
        path.chmod(0o600)
    assert severities(list(check_access(settings, database, user_id=1000))) == [Severity.GOOD]


async def test_a_database_is_called_missing_current_older_newer_or_unusable(tmp_path: Path) -> None:
    path = tmp_path / "gridlock.db"
    assert "does not exist yet" in (await looked_at(path)).sentence
    assert not path.exists()
    shutil.copy(migrated_sqlite(), path)
    assert "has the schema of this version" in (await looked_at(path)).sentence
    for revision, severity, word in (("0001", Severity.NOTE, "older"), ("9999", Severity.FAULT, "newer")):
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("UPDATE alembic_version SET version_num = ?", [revision])
            connection.commit()
        finding = await looked_at(path)
        assert finding.severity is severity
        assert f"{word} version" in finding.sentence
    unreadable = tmp_path / "unreadable.db"
    unreadable.write_bytes(b"\xff" * 10_000)
    assert (await looked_at(unreadable)).severity is Severity.FAULT
    assert unreadable.read_bytes() == b"\xff" * 10_000
