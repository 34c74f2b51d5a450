"""Direct messages about games outside of servers, for those who have asked for them."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.outside import GROUP, Place
from tests.end_to_end.support.sweeps import sweep
from tests.end_to_end.support.table import Table, game_id, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def lost_on_time(table: Table, bot: BotProcess) -> tuple[Place, str]:
    """A game in a group chat that Ada has lost on time, and its number."""
    place = Place.add(table, GROUP)
    table.bob.user.has_installed_app = True
    board = await place.begin(time="1 hour")
    for player, cell in ((place.ada, "C3"), (place.bob, "C1")):
        await player.press(board, cell)
        await place.shows(board, f"**{cell}**")
    bot.run_out(game_id(board))
    await sweep(table.discord, bot)
    return place, game_id(board)


async def test_those_who_asked_for_it_are_told_directly_how_a_game_ended(own_table: Table, own_bot: BotProcess) -> None:
    told = reply(await own_table.ada.command(own_table.ada.dm, "gridlock me notify", mode="direct"))
    assert "direct message" in told.text
    _, number = await lost_on_time(own_table, own_bot)
    await own_table.discord.until(
        lambda: [one for one in own_table.ada.dm.messages if f"#{number}" in one.text and "is over" in one.text],
        "Ada to be told directly",
    )
    assert own_table.bob.dm.messages == []


async def test_a_person_whose_discord_takes_no_direct_messages_is_told_with_the_next_press(
    own_table: Table, own_bot: BotProcess
) -> None:
    await own_table.ada.command(own_table.ada.dm, "gridlock me notify", mode="direct")
    own_table.ada.user.takes_direct_messages = False
    before = len(own_table.ada.dm.messages)
    place, number = await lost_on_time(own_table, own_bot)
    own_table.ada.user.takes_direct_messages = True
    assert len(own_table.ada.dm.messages) == before
    listed = await place.answer(place.ada, "gridlock games", show="finished")
    assert f"#{number}" in listed.text
