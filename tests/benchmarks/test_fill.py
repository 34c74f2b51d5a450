"""Databases that the benchmarks fill."""

from pathlib import Path

import pytest

from benchmarks.stored.fill import add_open_games, add_results
from gridlock_host import Database
from gridlock_host.maintenance.integrity import check
from gridlock_host.storage.address import sqlite_address
from local_discord import LocalDiscord

NUMBER = 130


@pytest.mark.parametrize("is_open", [True, False])
async def test_a_filled_database_holds_sound_games(tmp_path: Path, is_open: bool) -> None:
    """All moves are legal, and results, standings and indexes are as the host would have left them."""
    discord = LocalDiscord()
    guild = discord.add_guild("Pretend server")
    guild.add_channel("games")
    database = Database(sqlite_address(tmp_path / "gridlock.db"))
    if is_open:
        await add_open_games(database, [guild], NUMBER)
    else:
        await add_results(database, guild, guild.add_member("Ada").id, guild.add_member("Bob").id, NUMBER)
    report = await check(database)
    await database.close()
    assert (report.faults, report.games, report.is_whole) == ([], NUMBER, True)
