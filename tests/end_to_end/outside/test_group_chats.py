"""Games outside of servers with the bot: in group chats, its direct messages and other servers, by tokens alone."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
import pytest_asyncio

from local_discord import Channel, LocalDiscord, Member, Message, Permissions
from tests.end_to_end.support.table import Table, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True)
class Place:
    """A channel without the bot, with two people; Ada has installed it."""

    discord: LocalDiscord
    channel: Channel
    ada: Member
    bob: Member

    async def answer(self, person: Member, command: str, **options: object) -> Message:
        return reply(await person.command(self.channel, command, **options))  # type: ignore[arg-type]

    async def challenge(self, **options: object) -> Message:
        terms = {"opponent": self.bob, "variant": "lines", "start": "plain", "first": "me"} | options
        return await self.answer(self.ada, "gridlock challenge", **terms)

    async def begin(self, **options: object) -> Message:
        """Start a game of Ada against Bob; return the board."""
        challenge = await self.challenge(**options)
        board = reply(await self.bob.press(challenge, "Accept"))
        await self.discord.until(lambda: not challenge.buttons, "the challenge to lose its buttons")
        return board

    def calls_by_channel(self) -> list[str]:
        """The requests of the bot about this channel, which Discord would refuse."""
        return [one.path for one in self.discord.requests if f"/channels/{self.channel.id}" in one.path]


@pytest_asyncio.fixture(loop_scope="session", params=["a group chat", "a server without the bot"])
async def place(table: Table, request: pytest.FixtureRequest) -> Place:
    table.ada.user.has_installed_app = True
    if request.param == "a group chat":
        return Place(table.discord, table.discord.add_group("friends", table.ada, table.bob), table.ada, table.bob)
    guild = table.discord.add_guild_without_bot("Another server")
    ada, bob = (guild.add_member(one.name, user=one.user) for one in (table.ada, table.bob))
    return Place(table.discord, guild.add_channel("talk"), ada, bob)


async def until_shows(place: Place, message: Message, text: str) -> None:
    await place.discord.until(lambda: text in message.text, f"the message to show {text!r}")


async def test_a_game_is_played_from_the_challenge_to_the_end(place: Place) -> None:
    board = await place.begin(size=3)
    await place.ada.press(board, "B2")
    await until_shows(place, board, "move 2")
    await place.bob.press(board, "B1")
    await until_shows(place, board, "move 3")
    question = reply(await place.ada.press(board, "Resign"))
    assert question.ephemeral
    await place.ada.press(question, "Yes, resign")
    await until_shows(place, board, "Game over")
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
    await until_shows(place, newer, "move 3")
    assert place.calls_by_channel() == []


async def test_a_challenge_is_declined_and_cancelled(place: Place) -> None:
    challenge = await place.challenge()
    await place.bob.press(challenge, "Decline")
    await until_shows(place, challenge, "declined")
    challenge = await place.challenge()
    assert "cancelled" in (await place.answer(place.ada, "gridlock cancel")).text
    await until_shows(place, challenge, "cancelled")


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
    board = await place.begin(size=3)
    for player, cell in ((place.ada, "B2"), (place.bob, "B1")):
        await player.press(board, cell)
        await until_shows(place, board, f"**{cell}**")
    question = reply(await place.ada.press(board, "Resign"))
    await place.ada.press(question, "Yes, resign")
    await until_shows(place, board, "Game over")
    offer = reply(await place.ada.press(board, "Rematch"))
    rematch = reply(await place.bob.press(offer, "Rematch"))
    assert "move 1" in rematch.text


@pytest.mark.parametrize(
    "command", ["leaderboard", "stats", "profile", "learn puzzle", "help", "export", "learn streaks"]
)
async def test_what_belongs_to_servers_is_refused(place: Place, command: str) -> None:
    answer = await place.answer(place.ada, f"gridlock {command}")
    assert answer.ephemeral
    assert answer.text.startswith("That works only in servers that I am in.")


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
    await until_shows(place, board, "move 2")
    asked = reply(await place.ada.press(board, "Take back"))
    await place.bob.press(asked, "Agree")
    await until_shows(place, board, "move 1")


@pytest.mark.parametrize("command", ["games", "me privacy", "me my-data", "me forget-me", "decline", "resign"])
async def test_private_commands_answer_everywhere(place: Place, command: str) -> None:
    for channel, person in ((place.channel, place.ada), (place.ada.dm, place.ada)):
        answer = reply(await person.command(channel, f"gridlock {command}"))
        assert answer.ephemeral
        assert "only in servers" not in answer.text
        assert "went wrong" not in answer.text


async def test_the_privacy_text_says_what_is_known_of_the_place(place: Place) -> None:
    assert "outside of the servers that I am in" in (await place.answer(place.ada, "gridlock me privacy")).text
