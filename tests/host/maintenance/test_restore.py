"""Restores of a backup, also interrupted ones."""

from __future__ import annotations

import shutil
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from gridlock_host import Database, DatabaseUnusable, migrate
from gridlock_host.maintenance.backup import back_up
from gridlock_host.maintenance.files import examine
from gridlock_host.maintenance.integrity import check
from gridlock_host.maintenance.restore import finish_restore, is_half_restored, restore
from tests.host.support.host import CLEO, NOON, contents_of, dump, open_host, start
from tests.host.support.old_database import make_old_file
from tests.host.support.restore_process import restore_until
from tests.host.support.small_disk import full


@pytest.fixture
async def backup(sqlite_url: str, tmp_path: Path) -> Path:
    """A backup with one game in it."""
    database = Database(sqlite_url)
    await start(open_host(database))
    await database.close()
    back_up(tmp_path / "gridlock.db", tmp_path / "backup.db")
    return tmp_path / "backup.db"


@pytest.fixture
def path(backup: Path, tmp_path: Path) -> Path:
    """The store as a process left it that was killed later: a part is still written ahead."""
    folder = tmp_path / "data"
    folder.mkdir()
    with closing(sqlite3.connect(tmp_path / "gridlock.db")) as connection:
        connection.execute("INSERT INTO departures VALUES (7, '2030-01-01 00:00:00.000000')")
        connection.commit()
        for suffix in ("", "-wal"):
            shutil.copy(tmp_path / f"gridlock.db{suffix}", folder)
    assert (folder / "gridlock.db-wal").stat().st_size > 0
    assert backup.exists()
    return folder / "gridlock.db"


def copy_of(path: Path, folder: Path) -> Path:
    """The same store in another folder, so that it can be looked at without being changed."""
    shutil.copytree(path.parent, folder)
    return folder / path.name


@pytest.fixture
def before(path: Path, tmp_path: Path) -> list[str]:
    return dump(copy_of(path, tmp_path / "before"))


async def test_a_restore_replaces_the_database_and_keeps_the_old_one(
    path: Path, backup: Path, before: list[str]
) -> None:
    path.chmod(0o640)  # noqa: ASYNC240  # nothing else runs here
    kept = restore(path, backup, NOON)
    assert dump(path) == dump(backup) != before
    assert kept == path.with_name("gridlock.before-restore-20300517T120000000000.db")
    assert dump(kept) == before
    assert {each.stat().st_mode & 0o777 for each in (path, kept)} == {0o640}
    database = Database(f"sqlite:///{path}")
    assert (await check(database)).faults == []
    await database.close()


def test_a_backup_can_be_restored_without_an_old_database(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "new").mkdir()
    assert restore(tmp_path / "new" / "gridlock.db", backup, NOON) is None
    assert rows_in(tmp_path / "new" / "gridlock.db") == rows_in(backup)


async def test_ids_skip_those_of_games_lost_by_the_restore(sqlite_url: str, backup: Path) -> None:
    """Else the buttons of that one's board, which still stands on the server, would play in the new one."""
    database = Database(sqlite_url)
    lost = await start(open_host(database), two=CLEO)
    await database.close()
    restore(backup.with_name("gridlock.db"), backup, NOON)
    begun = await start(open_host(database), two=CLEO)
    assert begun.id > lost.id
    await database.close()


async def test_ids_skip_ahead_when_the_old_database_is_unreadable(backup: Path, tmp_path: Path) -> None:
    (tmp_path / "lost.db").write_bytes(b"not a database any more" * 1000)
    for path in (tmp_path / "lost.db", tmp_path / "new.db"):
        restore(path, backup, NOON)
        database = Database(f"sqlite:///{path}")
        begun = await start(open_host(database), two=CLEO)
        assert begun.id > 100_000
        await database.close()


def test_a_damaged_database_is_replaced_and_kept(path: Path, backup: Path) -> None:
    damaged = b"\xff" * 8192
    path.write_bytes(damaged)
    kept = restore(path, backup, NOON)
    assert kept is not None
    assert kept.read_bytes() == damaged
    assert rows_in(path) == rows_in(backup)


def rows_in(path: Path) -> list[str]:
    """All of a store, but for the numbers with which it goes on."""
    return [line for line in dump(path) if "sqlite_sequence" not in line]


def nowhere(path: Path, backup: Path) -> Path:
    assert path.exists()
    return backup.with_name("nowhere.db")


def the_store_itself(path: Path, _: Path) -> Path:
    return path


def a_letter(_: Path, backup: Path) -> Path:
    backup.write_text("Dear Ada")
    return backup


def damaged(_: Path, backup: Path) -> Path:
    with backup.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    return backup


def newer(_: Path, backup: Path) -> Path:
    return changed(backup, "UPDATE alembic_version SET version_num = '9999'")


def of_another_program(_: Path, backup: Path) -> Path:
    return changed(backup, "DROP TABLE alembic_version")


def without_a_table(_: Path, backup: Path) -> Path:
    return changed(backup, "DROP TABLE moves")


def without_a_column(_: Path, backup: Path) -> Path:
    return changed(backup, "ALTER TABLE games DROP COLUMN helped")


def with_nothing_but_a_version(_: Path, backup: Path) -> Path:
    backup.unlink()
    changed(backup, "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)")
    return changed(backup, "INSERT INTO alembic_version VALUES ('0001')")


def with_a_move_of_no_game(_: Path, backup: Path) -> Path:
    return changed(backup, "INSERT INTO moves VALUES (99, 0, 'A1', '2030-01-01 00:00:00.000000')")


def changed(path: Path, statement: str) -> Path:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(statement)
        connection.commit()
    return path


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (nowhere, "There is no file"),
        (the_store_itself, "is the database itself"),
        (a_letter, "file is not a database"),
        (damaged, "malformed|damaged"),
        (newer, "newer than this program: its schema is 9999"),
        (of_another_program, "not a database of Gridlock"),
        (without_a_table, r"cannot be restored\. It has no table moves\."),
        (without_a_column, r"cannot be restored\. Its table games has no column helped\."),
        (with_nothing_but_a_version, r"It has no table challenges\. It has no table games\. .*"),
        (with_a_move_of_no_game, "refers to a row of games that does not exist"),
    ],
)
def test_an_invalid_backup_is_refused_and_the_database_stays(
    path: Path, backup: Path, spoil: Callable[[Path, Path], Path], sentence: str
) -> None:
    unusable, files = spoil(path, backup), contents_of(path.parent)
    with pytest.raises(DatabaseUnusable, match=sentence) as info:
        restore(path, unusable, NOON)
    assert "Nothing was changed." in str(info.value)
    assert contents_of(path.parent) == files


def test_an_inaccessible_backup_is_reported(path: Path) -> None:
    """Its name is too long here; usually its folder is not accessible."""
    with pytest.raises(DatabaseUnusable, match="cannot be accessed: File name too long"):
        restore(path, path.with_name("x" * 300), NOON)


def test_a_backup_of_an_older_version_can_be_restored(path: Path, backup: Path) -> None:
    backup.unlink()
    make_old_file(backup)
    restore(path, backup, NOON)
    assert dump(path) == dump(backup)


def test_a_full_disk_keeps_the_old_database(backup: Path, path: Path, small_disk: Path) -> None:
    stored = Path(shutil.copy(path, small_disk))
    with full(small_disk), pytest.raises(DatabaseUnusable, match="disk is full"):
        restore(stored, backup, NOON)
    assert not is_half_restored(stored)
    assert [each.name for each in small_disk.iterdir()] == [stored.name]
    assert stored.read_bytes() == path.read_bytes()


def test_a_killed_restore_leaves_the_old_or_the_new_database_whole(
    processes: ForkServerContext, path: Path, backup: Path, before: list[str], tmp_path: Path
) -> None:
    """At whatever step: the next start has one of the two, and never a mixture."""
    found = []
    for step in range(100):
        stored = copy_of(path, tmp_path / f"killed{step}")
        process = processes.Process(target=restore_until, args=(stored, backup, step))
        process.start()
        process.join()
        finish_restore(stored)
        assert examine(stored) == []
        found.append(dump(stored))
        if found[-1] != before:
            assert found[-1] == dump(backup)
            assert [dump(kept) for kept in stored.parent.glob("*.before-restore-*.db")] == [before]
        if process.exitcode == 0:
            break
        assert process.exitcode == -signal.SIGKILL
    assert found[0] == before
    assert found[-1] == found[-2] == dump(backup)
    assert found == sorted(found, key=lambda one: one != before)


async def test_a_restore_leaves_no_file_that_others_can_read(path: Path, backup: Path) -> None:
    path.chmod(0o644)  # noqa: ASYNC240  # nothing else runs here
    kept = restore(path, backup, NOON)
    assert kept is not None
    found = {path, kept, *kept.parent.glob(f"{kept.name}*")}
    assert {each.stat().st_mode & 0o777 for each in found} == {0o600}


async def test_a_database_replaced_by_hand_is_not_undone_by_the_log_of_the_old_one(path: Path, backup: Path) -> None:
    shutil.copy(backup, path)
    files = contents_of(path.parent)
    database = Database(f"sqlite:///{path}")
    for use in (migrate, check):
        with pytest.raises(DatabaseUnusable, match=r"was replaced, but the log .*gridlock\.db-wal .* would undo that"):
            await use(database)
    with pytest.raises(DatabaseUnusable, match="would undo that"):
        back_up(path, path.with_name("other.db"))
    assert contents_of(path.parent) == files
    path.with_name("gridlock.db-wal").rename(path.with_name("old-wal"))  # nothing else runs here
    await migrate(database)
    await database.close()
    assert dump(path) == dump(backup)


async def test_a_restore_puts_a_backup_in_the_place_of_a_database_that_was_replaced_by_hand(
    path: Path, backup: Path
) -> None:
    shutil.copy(backup, path)
    restore(path, backup, NOON)
    assert dump(path) == dump(backup)
