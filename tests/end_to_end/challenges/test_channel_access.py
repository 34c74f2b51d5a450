"""Channels that one of the players cannot see."""

from __future__ import annotations

import pytest

from local_discord import Channel, Message
from local_discord.wire import ChannelType
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.finished_games import finished
from tests.end_to_end.support.table import Table, game_id, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


def hidden_from_bob(table: Table) -> Channel:
    channel = table.guild.add_channel("hidden")
    channel.hide_from(table.bob)
    return channel


async def under_way(table: Table) -> Message:
    """A game in which both have moved; Ada is to move."""
    board = await table.begin(variant="blocking")
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.bob.press(board, "A1")
    return board


async def test_a_move_from_another_channel_notifies_in_the_games_channel(table: Table, bot: BotProcess) -> None:
    board, hidden = await table.begin(variant="blocking"), hidden_from_bob(table)
    said = refusal(await table.ada.command(hidden, "gridlock move", cell="C3"))
    assert said == f"You played C3 in game #{game_id(board)}: {address(board)}"
    assert (await table.called(table.bob, board)).channel is table.channel
    assert "played **C3**" in board.text
    bot.change_rows("UPDATE games SET wake_at = ? WHERE id = ?", LONG_AGO, game_id(board))
    await table.discord.until(lambda: "runs out" in table.bob.notifications[-1].text, "Bob to be warned")
    bot.run_out(game_id(board))
    await table.shows(board, "Game over")
    assert [message for message in hidden.messages if not message.ephemeral] == []


async def test_a_resignation_from_another_channel_is_shown_in_the_games_channel(table: Table) -> None:
    board, hidden = await under_way(table), hidden_from_bob(table)
    await table.ada.press(reply(await table.ada.command(hidden, "gridlock resign")), "Yes, resign")
    await table.discord.until(lambda: "is over" in table.bob.notifications[-1].text, "Bob to hear of the end")
    assert "Game over" in board.text


async def test_a_board_does_not_move_to_a_channel_hidden_from_the_opponent(table: Table) -> None:
    board, hidden = await under_way(table), hidden_from_bob(table)
    for where in (hidden, table.guild.add_thread(hidden, "a thread", table.ada.user)):
        said = refusal(await table.ada.command(where, "gridlock board"))
        assert said.startswith("Your opponent cannot see this channel")
        assert address(board) in said
    await table.ada.press(board, "E5")
    assert "played **E5**" in board.text


async def test_a_board_does_not_move_to_a_channel_without_games(table: Table) -> None:
    await under_way(table)
    await table.settle(channel_add=table.channel)
    elsewhere = table.guild.add_channel("elsewhere")
    assert "You cannot start games in this channel" in refusal(await table.ada.command(elsewhere, "gridlock board"))


async def test_a_deleted_board_is_posted_again_in_its_own_channel(table: Table) -> None:
    board, hidden = await under_way(table), hidden_from_bob(table)
    table.channel.remove(board)
    said = refusal(await table.ada.command(hidden, "gridlock board"))
    (fresh,) = [message for message in table.channel.messages if "· move " in message.text]
    assert address(fresh) in said


async def test_a_board_moves_to_a_channel_that_both_players_see(table: Table) -> None:
    board = await table.begin()
    elsewhere = table.guild.add_channel("elsewhere")
    fresh = reply(await table.ada.command(elsewhere, "gridlock board"))
    await table.discord.until(lambda: board.deleted, "the older copy to be deleted")
    await table.ada.press(fresh, "C3")
    assert (await table.called(table.bob, fresh)).channel is elsewhere


async def test_a_game_of_a_deleted_channel_moves_with_the_next_move(table: Table) -> None:
    await under_way(table)
    hidden = hidden_from_bob(table)
    table.channel.delete()
    moved = reply(await table.ada.command(hidden, "gridlock move", cell="E5"))
    assert "played **E5**" in moved.text
    assert not moved.ephemeral


async def test_a_challenge_is_not_accepted_in_a_channel_hidden_from_the_challenger(table: Table) -> None:
    challenge = await table.challenge()
    hidden = table.guild.add_channel("hidden")
    hidden.hide_from(table.ada)
    said = refusal(await table.bob.command(hidden, "gridlock accept"))
    assert said.startswith("The challenger cannot see this channel")
    assert f"/{table.channel.id}" in said
    await table.bob.press(challenge, "Accept")
    await table.shows(challenge, "accepted")


@pytest.mark.parametrize("by_menu", [False, True])
async def test_a_person_is_not_challenged_where_they_cannot_see_it(table: Table, by_menu: bool) -> None:
    for hidden in (table.guild.add_channel("hidden"), table.guild.add_channel("hidden from the bot too")):
        hidden.hide_from(table.bob)
        if "bot" in hidden.name:
            hidden.hide_from(table.guild.bot)
        asked = (
            await table.ada.context_menu(hidden, "Challenge to Gridlock", target=table.bob)
            if by_menu
            else await table.ada.command(hidden, "gridlock challenge", opponent=table.bob)
        )
        assert refusal(asked).startswith(f"{table.bob.mention} cannot see this channel")
        assert [message for message in hidden.messages if not message.ephemeral] == []
    assert "no open" in reply(await table.ada.command(table.channel, "gridlock games")).text


async def test_a_challenge_in_a_private_thread_says_that_it_may_not_be_seen(table: Table) -> None:
    thread = table.guild.add_thread(table.channel, "private", table.ada.user)
    thread.type = ChannelType.PRIVATE_THREAD
    for event in ("THREAD_DELETE", "THREAD_CREATE"):  # an update does not tell the type
        thread.announce(event)
    asked = await table.ada.command(thread, "gridlock challenge", opponent=table.bob)
    assert "challenges you" in reply(asked).text or table.bob.mention in reply(asked).text
    (said,) = await table.discord.until(lambda: asked.followups, "the warning")
    assert "do not know whether your opponent can see this thread" in said.text


async def test_in_a_channel_masked_for_the_bot_it_says_that_it_cannot_know(table: Table) -> None:
    """Discord gives such channels a false name and one overwrite that denies everybody."""
    masked = table.guild.add_channel("private")
    masked.hide_from(table.guild.bot)
    board = await under_way(table)
    said = refusal(await table.ada.command(masked, "gridlock board"))
    assert said.startswith("I cannot see this channel myself, so I do not know whether your opponent can.")
    assert address(board) in said
    await table.challenge()
    accepted = await table.bob.command(masked, "gridlock accept")
    assert "· move " in reply(accepted).text
    await table.discord.until(
        lambda: [note for note in accepted.followups if "I do not know whether your opponent can" in note.text],
        "the note",
    )


async def test_a_challenge_to_anybody_in_a_masked_channel_is_accepted_there(table: Table) -> None:
    """Elsewhere the bot says that it cannot know who sees it."""
    masked = table.guild.add_channel("private")
    masked.hide_from(table.guild.bot)
    await table.ada.command(masked, "gridlock challenge")
    said = refusal(await table.bob.command(table.channel, "gridlock accept"))
    assert said.startswith("There is no open challenge to you. There is one to anybody in a channel that I cannot see")
    assert "· move " in reply(await table.bob.command(masked, "gridlock accept")).text


async def test_a_rematch_is_not_offered_where_the_opponent_cannot_see_it_any_more(table: Table) -> None:
    board = await finished(table)
    table.channel.hide_from(table.bob)
    told = len(table.bob.notifications)
    said = refusal(await table.ada.press(board, "Rematch"))
    assert said.startswith(f"{table.bob.mention} cannot see this channel")
    assert "no open" in reply(await table.ada.command(table.channel, "gridlock games")).text
    assert len(table.bob.notifications) == told


async def test_a_rematch_does_not_begin_where_the_other_player_cannot_see_it_any_more(table: Table) -> None:
    board = await finished(table)
    offer = reply(await table.bob.press(board, "Rematch"))
    table.channel.hide_from(table.bob)
    assert refusal(await table.ada.press(offer, "Rematch")).startswith(f"{table.bob.mention} cannot see this channel")
    assert [message for message in table.channel.messages if "· move " in message.text] == []


async def test_a_rematch_in_a_masked_channel_says_that_it_cannot_know(table: Table) -> None:
    board = await finished(table)
    table.channel.hide_from(table.guild.bot)
    asked = await table.ada.press(board, "Rematch")
    assert "offers you a rematch" in reply(asked).text
    (said,) = await table.discord.until(lambda: asked.followups, "the note")
    assert said.text.startswith("I do not know whether your opponent can see this channel.")
    assert said.ephemeral


async def test_a_player_who_cannot_see_the_channel_any_more_takes_the_game_elsewhere(table: Table) -> None:
    board, other = await under_way(table), table.guild.add_channel("other")
    table.channel.hide_from(table.bob)
    await table.ada.press(board, "E5")
    listed = reply(await table.bob.command(other, "gridlock games")).text
    assert f"#{game_id(board)} · Blocking" in listed
    moved = reply(await table.bob.command(other, "gridlock board"))
    assert "played **E5**" in moved.text
    assert moved.channel is other


def address(message: Message) -> str:
    """The address of a message in the test's server."""
    assert message.channel.guild is not None
    return f"https://discord.com/channels/{message.channel.guild.id}/{message.channel.id}/{message.id}"
