"""Backups of an SQLite database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from multiprocessing.context import ForkServerContext
from pathlib import Path

import pytest

from gridlock_host import Database, DatabaseUnusable
from gridlock_host.maintenance.backup import back_up
from gridlock_host.maintenance.integrity import check
from tests.host.support.host import GUILD, contents_of, dump, open_host, start
from tests.host.support.mover_process import play_for_ever
from tests.host.support.small_disk import full


async def store(url: str) -> Path:
    """A store with a game in it; return its file."""
    database = Database(url)
    await start(open_host(database))
    await database.close()
    assert database.path is not None
    return database.path


async def test_a_backup_during_games_is_consistent_and_holds_all_confirmed_changes(
    processes: ForkServerContext, sqlite_url: str, tmp_path: Path
) -> None:
    reader, writer = processes.Pipe(duplex=False)
    process = processes.Process(target=play_for_ever, args=(sqlite_url, writer))
    process.start()
    played_on = Database(sqlite_url)
    try:
        for number in range(3):
            game_id, moves = [reader.recv() for _ in range(12)][-1]
            back_up(tmp_path / "gridlock.db", tmp_path / f"backup{number}.db")
            backup = Database(f"sqlite:///{tmp_path / f'backup{number}.db'}")
            assert (await check(backup)).faults == []
            assert (await check(played_on)).faults == []
            assert (await open_host(backup).games.find(GUILD, game_id)).moves[: len(moves)] == moves
            await backup.close()
    finally:
        await played_on.close()
        process.kill()
        process.join()


async def test_a_backup_is_one_file_that_only_its_owner_can_read(sqlite_url: str, tmp_path: Path) -> None:
    path = await store(sqlite_url)
    folder = tmp_path / "backups"
    folder.mkdir()
    back_up(path, folder / "backup.db")
    assert [each.name for each in folder.iterdir()] == ["backup.db"]
    assert (folder / "backup.db").stat().st_mode & 0o077 == 0
    assert dump(folder / "backup.db") == dump(path)


async def test_a_backup_includes_the_write_ahead_log_of_a_killed_process(sqlite_url: str, tmp_path: Path) -> None:
    path = await store(sqlite_url)
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("INSERT INTO departures VALUES (7, '2030-01-01 00:00:00.000000')")
        connection.commit()
        left = tmp_path / "left"
        left.mkdir()
        for name in ("gridlock.db", "gridlock.db-wal"):
            (left / name).write_bytes((tmp_path / name).read_bytes())
    assert (left / "gridlock.db-wal").stat().st_size > 0
    back_up(left / "gridlock.db", tmp_path / "backup.db")
    assert any("departures" in line and "VALUES(7" in line for line in dump(tmp_path / "backup.db"))


async def refused(path: Path, target: Path, sentence: str) -> None:
    before = contents_of(target.parent) if target.parent.exists() else {}
    with pytest.raises(DatabaseUnusable, match=sentence):
        back_up(path, target)
    after = contents_of(target.parent) if target.parent.exists() else {}
    assert before == after


async def test_a_backup_overwrites_no_file(sqlite_url: str, tmp_path: Path) -> None:
    path = await store(sqlite_url)
    (tmp_path / "letter.txt").write_text("Dear Ada")
    for target in (tmp_path / "letter.txt", path):
        await refused(path, target, "exists already, and was not changed")


async def test_a_backup_does_not_create_a_missing_database(tmp_path: Path) -> None:
    await refused(tmp_path / "gridlock.db", tmp_path / "backup.db", r"There is no database .*gridlock\.db to back up")


async def test_a_missing_folder_is_reported(sqlite_url: str, tmp_path: Path) -> None:
    path = await store(sqlite_url)
    await refused(path, tmp_path / "nowhere" / "backup.db", "Nothing can be written to .*nowhere: No such file")


async def test_an_inaccessible_file_is_reported(sqlite_url: str, tmp_path: Path) -> None:
    path = await store(sqlite_url)
    await refused(path, tmp_path / ("x" * 300), "cannot be accessed: File name too long")


async def test_a_damaged_database_is_not_backed_up(sqlite_url: str, tmp_path: Path) -> None:
    path = await store(sqlite_url)
    with path.open("r+b") as file:
        file.seek(3 * 4096)
        file.write(b"\xff" * 4096)
    (tmp_path / "backups").mkdir()
    await refused(path, tmp_path / "backups" / "backup.db", "was not backed up, because something is wrong with it")


async def test_a_full_disk_leaves_no_partial_backup(sqlite_url: str, small_disk: Path) -> None:
    path = await store(sqlite_url)
    with full(small_disk):
        await refused(path, small_disk / "backup.db", "could not be backed up: database or disk is full")
    back_up(path, small_disk / "backup.db")
    assert dump(small_disk / "backup.db") == dump(path)
