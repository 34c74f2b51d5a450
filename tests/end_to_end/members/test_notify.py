"""Notifications: who gets which, and when."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from local_discord import Message
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def end(table: Table, board: Message) -> None:
    """Resign as Ada, and wait for the announcement, which comes after all earlier messages of the game."""
    await table.ada.press(reply(await table.ada.press(board, "Resign")), "Yes, resign")
    await table.discord.until(
        lambda: [message for message in table.channel.messages if "is over" in message.text], "the end to be told"
    )


async def test_a_player_who_just_moved_is_not_notified(table: Table) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    call = await table.called(table.bob, board)
    for player, cell in ((table.bob, "E3"), (table.ada, "E5"), (table.bob, "A5")):
        await player.press(board, cell)
    await end(table, board)
    assert call.deleted
    assert len(table.ada.notifications) == 1
    assert [message for message in table.channel.messages if "it is your turn" in message.text] == []


async def moved_before(table: Table, bot: BotProcess, time: timedelta) -> Message:
    """A game in which Ada moved so long ago, and Bob now."""
    board = await table.begin()
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    moved_at = (datetime.now(UTC) - time).strftime("%Y-%m-%d %H:%M:%S.%f")
    await bot.change_kept_rows("UPDATE moves SET played_at = ? WHERE game_id = ?", moved_at, game_id(board))
    await table.bob.press(board, "E3")
    return board


async def test_a_player_who_moved_two_minutes_ago_is_notified(table: Table, bot: BotProcess) -> None:
    await moved_before(table, bot, timedelta(minutes=2))
    await table.discord.until(lambda: len(table.ada.notifications) == 2, "Ada to be called again")
    assert "it is your turn" in table.ada.notifications[-1].text


async def test_a_player_who_moved_a_minute_ago_is_not_notified(table: Table, bot: BotProcess) -> None:
    await end(table, await moved_before(table, bot, timedelta(minutes=1)))
    assert len(table.ada.notifications) == 1


async def test_a_granted_take_back_notifies_the_player(table: Table) -> None:
    """The move that they made just before is none any more."""
    board = await table.begin()
    await table.ada.press(board, "C3")
    call = await table.called(table.bob, board)
    wish = reply(await table.ada.press(board, "Take back"))
    await table.bob.press(wish, "Agree")
    await table.discord.until(lambda: len(table.ada.notifications) == 2, "Ada to be called again")
    assert "it is your turn" in table.ada.notifications[-1].text
    assert call.deleted


async def test_the_accepting_player_is_not_notified_of_the_first_move(table: Table, bot: BotProcess) -> None:
    board = await table.begin(first="opponent")
    await bot.until_shown(game_id(board))
    assert [message for message in table.bob.notifications if "it is your turn" in message.text] == []


async def test_the_player_who_ended_a_game_is_not_notified_of_the_next_one(table: Table, bot: BotProcess) -> None:
    await table.resign(table.bob, await table.both_move(await table.begin(best_of=3)))
    (following,) = await table.discord.until(
        lambda: [message for message in table.channel.messages if "game 2 of" in message.text], "the next game"
    )
    await bot.until_shown(game_id(following))
    assert f"{table.bob.mention} (X) **to move**" in following.text
    called = f"it is your turn in game #{game_id(following)} "
    assert [message for message in table.bob.notifications if called in message.text] == []


async def test_a_moderator_is_not_notified_of_their_own_end(table: Table) -> None:
    manager = table.manager()
    challenge = reply(await manager.command(table.channel, "gridlock challenge", opponent=table.bob, first="me"))
    board = reply(await table.bob.press(challenge, "Accept"))
    await table.called(manager, board)
    await manager.command(table.channel, "gridlock-server moderate end", game=game_id(board), reason="enough")
    await table.discord.until(lambda: "is over" in table.bob.notifications[-1].text, "Bob to be told")
    assert "is over" not in manager.notifications[-1].text


async def test_mode_off_names_a_member_without_notifying_them(table: Table) -> None:
    told = reply(await table.bob.command(table.channel, "gridlock me notify", mode="off"))
    assert told.ephemeral
    assert "do not notify you any more" in told.text
    challenge = await table.challenge(first="me")
    assert table.bob.mention in challenge.text
    board = reply(await table.bob.press(challenge, "Accept"))
    await table.called(table.ada, board)
    await table.ada.press(board, "C3")
    call = await table.discord.until(
        lambda: [
            message for message in table.channel.messages if f"{table.bob.mention}, it is your turn" in message.text
        ],
        "the call to be posted",
    )
    assert call[0].mentions == []
    await end(table, board)
    assert table.bob.notifications == []


@pytest.mark.parametrize("mode", ["off", "quiet"])
async def test_mode_off_and_quiet_hours_suppress_all_notifications(table: Table, bot: BotProcess, mode: str) -> None:
    """All messages are posted: challenge, turn, warning, take-back offer, end and rematch offer."""
    now = datetime.now(UTC)
    hours = {"from": f"{now - timedelta(hours=6):%H:%M}", "to": f"{now + timedelta(hours=6):%H:%M}"}
    await table.bob.command(table.channel, "gridlock me notify", mode=mode, **(hours if mode == "quiet" else {}))
    board = await table.begin()
    await table.ada.press(board, "C3")
    await posted(table, "it is your turn")
    assert table.bob.mention in reply(await table.ada.press(board, "Take back")).text
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, game_id(board))
    await posted(table, "your time in game")
    await table.bob.press(board, "E3")
    await end(table, board)
    await posted(table, "resigned")
    assert table.bob.mention in reply(await table.ada.press(board, "Rematch")).text
    assert table.bob.notifications == []


async def posted(table: Table, text: str) -> None:
    """Wait until a message says something to Bob, or of him."""
    await table.discord.until(
        lambda: [one for one in table.channel.messages if text in one.text and table.bob.mention in one.text],
        f"{text!r} to be posted",
    )


@pytest.mark.parametrize(("begins", "ends", "notified"), [(-6, 6, False), (6, -6, True)])
async def test_quiet_hours_suppress_notifications(table: Table, begins: int, ends: int, notified: bool) -> None:
    """Whatever the time is, it lies hours away from both ends, which are named by the hours from now."""
    now = datetime.now(UTC)
    hours = {"from": f"{now + timedelta(hours=begins):%H:%M}", "to": f"{now + timedelta(hours=ends):%H:%M}"}
    told = reply(await table.bob.command(table.channel, "gridlock me notify", mode="quiet", **hours))
    assert "UTC" in told.text
    challenge = await table.challenge()
    assert bool(challenge.mentions) is notified


async def test_challenging_and_cancelling_in_a_loop_notifies_once(table: Table) -> None:
    """Later challenges still name the opponent and can be accepted."""
    for _ in range(3):
        challenge = await table.challenge()
        await table.ada.press(challenge, "Cancel")
    again = await table.challenge()
    assert table.bob.mention in again.text
    assert again.mentions == []
    assert len(table.bob.notifications) == 1
    assert "to move" in reply(await table.bob.press(again, "Accept")).text


async def test_mode_on_restores_notifications(table: Table) -> None:
    await table.bob.command(table.channel, "gridlock me notify", mode="off")
    told = reply(await table.bob.command(table.channel, "gridlock me notify", mode="on"))
    for occasion in ("your turn", "challenges you", "rematch", "take a move back", "time is running out", "ends"):
        assert occasion in told.text
    assert (await table.challenge()).mentions == [table.bob]


@pytest.mark.parametrize(
    "options", [{"mode": "quiet"}, {"mode": "quiet", "from": "25", "to": "3"}, {"mode": "on", "from": "1", "to": "3"}]
)
async def test_invalid_quiet_hours_are_refused(table: Table, options: dict[str, str]) -> None:
    assert "Quiet hours need" in refusal(await table.bob.command(table.channel, "gridlock me notify", **options))
