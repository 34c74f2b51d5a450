"""Links to messages from each kind of place: each has the form in which Discord finds the message."""

from __future__ import annotations

import re

import pytest

from local_discord import Channel, Member, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.outside import FOREIGN_SERVER, GROUP, Place
from tests.end_to_end.support.table import Table, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

_WITH_BOT, _DIRECT = "a server with the bot", "direct messages with the bot"
_PLACES = (_WITH_BOT, FOREIGN_SERVER, GROUP, _DIRECT)
_LINK = re.compile(r"https://discord\.com/channels/([^/\s]+)/(\d+)/(\d+)")


def address_of(message: Message) -> tuple[str, str, str]:
    """Where Discord finds a message: the server, or `@me` in chats; the channel; the message."""
    channel = message.channel
    return "@me" if channel.guild is None else str(channel.guild.id), str(channel.id), str(message.id)


def members_of(table: Table, kind: str) -> tuple[Channel, Member, Member]:
    if kind in (FOREIGN_SERVER, GROUP):
        place = Place.add(table, kind)
        return place.channel, place.ada, place.bob
    return (table.ada.dm if kind == _DIRECT else table.channel), table.ada, table.bob


async def noted(bot: BotProcess, table: str, message: Message) -> Message:
    """Wait until the bot has noted which message shows a game, a challenge or an offer; return the message."""
    await bot.until_row(f"SELECT 1 FROM {table} WHERE message_id = ?", message.id)  # noqa: S608  # a name of a table
    return message


async def begun(bot: BotProcess, kind: str, channel: Channel, ada: Member, bob: Member) -> Message:
    """The board of a game of Ada: against the bot where nobody else is."""
    if kind == _DIRECT:
        options = {"opponent": ada.guild.bot, "level": 1, "first": "me"}
        board = reply(await ada.command(channel, "gridlock challenge", **options))  # type: ignore[arg-type]
    else:
        challenge = reply(await ada.command(channel, "gridlock challenge", opponent=bob, start="plain", first="me"))
        board = reply(await bob.press(challenge, "Accept"))
    return await noted(bot, "games", board)


async def linked(person: Member, channel: Channel, command: str, **options: object) -> tuple[str, ...]:
    """The parts of the only link in an answer."""
    answer = reply(await person.command(channel, command, **options))  # type: ignore[arg-type]
    (found,) = _LINK.findall(answer.text)
    return tuple(found)


@pytest.mark.parametrize("kind", _PLACES)
async def test_a_list_of_games_links_to_the_board(table: Table, bot: BotProcess, kind: str) -> None:
    channel, ada, bob = members_of(table, kind)
    board = await begun(bot, kind, channel, ada, bob)
    assert await linked(ada, channel, "gridlock games") == address_of(board)
    assert channel.can_be_read_by(ada)
    assert board.visible_to(ada)


@pytest.mark.parametrize("kind", [_WITH_BOT, FOREIGN_SERVER, GROUP])
async def test_a_list_links_to_a_challenge_and_to_a_call(table: Table, bot: BotProcess, kind: str) -> None:
    channel, ada, bob = members_of(table, kind)
    asked = await ada.command(channel, "gridlock challenge", opponent=bob, start="plain", first="me")
    challenge = await noted(bot, "challenges", reply(asked))
    assert await linked(ada, channel, "gridlock games") == address_of(challenge)
    board = reply(await bob.press(challenge, "Accept"))
    await ada.press(board, "C3")
    call = await table.discord.until(
        lambda: [one for one in channel.messages if f"{bob.mention}, it is your turn" in one.text], "a call"
    )
    assert _LINK.findall(call[0].text) == [address_of(board)]


@pytest.mark.parametrize("kind", [FOREIGN_SERVER, GROUP])
async def test_a_link_in_direct_messages_leads_to_the_other_place(table: Table, bot: BotProcess, kind: str) -> None:
    channel, ada, bob = members_of(table, kind)
    board = await begun(bot, kind, channel, ada, bob)
    assert await linked(table.ada, table.ada.dm, "gridlock games") == address_of(board)
    assert await linked(table.ada, table.ada.dm, "gridlock board") == address_of(board)


@pytest.mark.parametrize("kind", [FOREIGN_SERVER, GROUP])
async def test_a_rematch_is_linked(table: Table, bot: BotProcess, kind: str) -> None:
    place = Place.add(table, kind)
    board = await place.finish()
    offer = await noted(bot, "offers", reply(await place.ada.press(board, "Rematch")))
    assert await linked(place.ada, place.channel, "gridlock games") == address_of(offer)
    rematch = await noted(bot, "games", reply(await place.bob.press(offer, "Rematch")))
    assert await linked(place.ada, place.channel, "gridlock games") == address_of(rematch)
    await place.shows(offer, "has begun")
    assert _LINK.findall(offer.text) == [address_of(rematch)]
