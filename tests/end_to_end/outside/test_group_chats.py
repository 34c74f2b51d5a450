"""Games outside of servers with the bot: in group chats, its direct messages and other servers, by tokens alone."""

from __future__ import annotations

import pytest
import pytest_asyncio

from local_discord import Permissions
from tests.end_to_end.support.outside import FOREIGN_SERVER, GROUP, Place
from tests.end_to_end.support.table import Table, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session", params=[GROUP, FOREIGN_SERVER])
async def place(table: Table, request: pytest.FixtureRequest) -> Place:
    return Place.add(table, request.param)


async def test_a_game_is_played_from_the_challenge_to_the_end(place: Place) -> None:
    board = await place.begin(size=3)
    await place.ada.press(board, "B2")
    await place.shows(board, "move 2")
    await place.bob.press(board, "B1")
    await place.shows(board, "move 3")
    question = reply(await place.ada.press(board, "Resign"))
    assert question.ephemeral
    await place.ada.press(question, "Yes, resign")
    await place.shows(board, "Game over")
    assert "point" not in board.text
    assert place.calls_by_channel() == []


async def test_a_player_is_called_to_move_and_an_older_call_is_removed(place: Place) -> None:
    board = await place.begin()
    await place.ada.press(board, "C3")
    called = await place.discord.until(
        lambda: [one for one in place.channel.messages if f"{place.bob.mention}, it is your turn" in one.text], "a call"
    )
    assert place.bob in called[0].mentions
    await place.bob.press(board, "C1")
    await place.discord.until(lambda: called[0].deleted, "the older call to be removed")


async def test_a_typed_move_posts_the_board_and_removes_the_older_one(place: Place) -> None:
    board = await place.begin()
    newer = await place.answer(place.ada, "gridlock move", cell="C3")
    assert "move 2" in newer.text
    await place.discord.until(lambda: board.deleted, "the older board to be removed")
    await place.bob.press(newer, "C1")
    await place.shows(newer, "move 3")
    assert place.calls_by_channel() == []


async def test_a_challenge_is_declined_and_cancelled(place: Place) -> None:
    challenge = await place.challenge()
    await place.bob.press(challenge, "Decline")
    await place.shows(challenge, "declined")
    challenge = await place.challenge()
    assert "cancelled" in (await place.answer(place.ada, "gridlock cancel")).text
    await place.shows(challenge, "cancelled")


async def test_games_are_listed_outside_and_not_in_the_servers(place: Place, table: Table) -> None:
    await place.begin()
    assert "Lines" in (await place.answer(place.ada, "gridlock games")).text
    in_server = reply(await table.ada.command(table.channel, "gridlock games"))
    assert "Lines" not in in_server.text


async def test_a_block_holds(place: Place) -> None:
    await place.answer(place.ada, "gridlock me block", member=place.bob)
    open_to_anybody = await place.challenge(opponent=None)
    assert "cannot be accepted" in reply(await place.bob.press(open_to_anybody, "Accept")).text
    await place.answer(place.ada, "gridlock me unblock", member=place.bob)


async def test_a_rematch_is_offered_and_begun(place: Place) -> None:
    board = await place.finish()
    offer = reply(await place.ada.press(board, "Rematch"))
    rematch = reply(await place.bob.press(offer, "Rematch"))
    assert "move 1" in rematch.text


async def test_nothing_is_begun_where_nobody_else_would_see_it(table: Table) -> None:
    guild = table.discord.add_guild_without_bot("A strict server")
    guild.everyone.permissions &= ~Permissions.USE_EXTERNAL_APPS
    table.ada.user.has_installed_app = True
    ada, bob = (guild.add_member(one.name, user=one.user) for one in (table.ada, table.bob))
    place = Place(table.discord, guild.add_channel("talk"), ada, bob)
    assert "you may not show others what I say" in (await place.challenge()).text
    assert "no open" in (await place.answer(ada, "gridlock games")).text


async def test_the_bot_is_played_in_direct_messages(table: Table) -> None:
    chat = table.ada.dm
    refused = reply(await table.ada.command(chat, "gridlock challenge", variant="lines"))
    assert "Nobody else can see this chat" in refused.text
    begun = await table.ada.command(chat, "gridlock challenge", opponent=table.guild.bot, level=1, size=3, first="me")
    board = reply(begun)
    hint = reply(await table.ada.press(board, "Hint"))
    assert hint.ephemeral
    await table.ada.press(board, "B2")
    await table.discord.until(lambda: "move 3" in board.text or "Game over" in board.text, "the bot to move")


async def test_a_move_is_taken_back(place: Place) -> None:
    board = await place.begin()
    await place.ada.press(board, "C3")
    await place.shows(board, "move 2")
    asked = reply(await place.ada.press(board, "Take back"))
    await place.bob.press(asked, "Agree")
    await place.shows(board, "move 1")


async def test_the_privacy_text_says_what_is_known_of_the_place(place: Place) -> None:
    assert "outside of the servers that I am in" in (await place.answer(place.ada, "gridlock me privacy")).text
