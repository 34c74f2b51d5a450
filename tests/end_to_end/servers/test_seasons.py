"""Seasons as members see them: the setting, the table, the list, and who may begin one."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.table import Table, refusal

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_season_begun_by_hand_has_a_table_of_its_own(table: Table) -> None:
    ada, manager = table.ada, table.manager()
    empty = await table.answer(await ada.command(table.channel, "gridlock seasons"))
    assert "This server has had no season yet." in empty.text
    board = await table.begin()
    board = await table.play(["C3", "E3"])
    await table.resign(table.bob, board)
    assert "Seasons: begun by hand" in (await table.settle(season="by hand")).text
    begun = await table.answer(await manager.command(table.channel, "gridlock-server new-season"))
    assert begun.text == "Season 1 has begun."
    of_season = await table.answer(await ada.command(table.channel, "gridlock leaderboard", season=1))
    assert "**Leaderboard** · Season 1 (since <t:" in of_season.text
    assert ada.mention not in of_season.text
    listed = await table.answer(await ada.command(table.channel, "gridlock seasons"))
    assert ": running" in listed.text
    everything = await table.answer(await ada.command(table.channel, "gridlock leaderboard"))
    assert f"1\\. {ada.mention} **1 point**" in everything.text


async def test_requests_that_make_no_sense_are_refused_in_a_sentence(table: Table) -> None:
    manager, command = table.manager(), "gridlock-server new-season"
    by_calendar = refusal(await manager.command(table.channel, command))
    assert "Seasons do not begin by hand in this server." in by_calendar
    unknown = refusal(await table.ada.command(table.channel, "gridlock leaderboard", season=7))
    assert "This server has no season with that number." in unknown
    both = refusal(await table.ada.command(table.channel, "gridlock leaderboard", season=1, variant="lines"))
    assert "A season's table counts all games together." in both
    table.show_managers_commands()
    stranger = refusal(await table.bob.command(table.channel, command))
    assert "Manage Server" in stranger
