"""The bot as an opponent."""

from __future__ import annotations

from typing import Any

import pytest

from gridlock_rules import VARIANTS
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.playing_the_bot import answered, play_bot, play_on, play_to_the_end
from tests.end_to_end.support.table import Table, cells, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_bot_accepts_at_once_and_shows_its_level(table: Table) -> None:
    board = await play_bot(table, variant="lines", level=1)
    assert f"{table.ada.mention} (X) **to move** · 🟠 {table.guild.bot.mention} (O), level 1" in board.text
    assert "No move yet" in board.text
    assert [message.text for message in table.channel.messages if message is not board] == []


async def test_the_bot_answers_in_the_same_message_without_notifications(table: Table) -> None:
    board = await play_bot(table, variant="lines", level=5)
    hold = table.discord.faults.hold("PATCH", rf"/channels/{table.channel.id}/messages/.+")
    await table.ada.press(board, "C3")
    assert "played **C3**" in board.text
    assert f"{table.guild.bot.mention} (O), level 5 is thinking ..." in board.text
    assert all(label.startswith("(") for label in cells(board).values()), "nothing can be pressed while the bot thinks"
    hold.release()
    await answered(table, board)
    assert "· move 3" in board.text
    assert table.channel.messages == [board]
    assert table.ada.notifications == table.guild.bot.notifications == []


@pytest.mark.parametrize("level", [1, 5])
@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_a_whole_bot_game_counts_in_the_bot_table_only(table: Table, variant: str, level: int) -> None:
    board = await play_bot(table, variant=variant, level=level, size=4, first="opponent")
    await play_to_the_end(table, board)
    assert table.guild.bot.notifications == table.ada.notifications == []
    leaderboard = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert "Nobody has finished a game here yet" in leaderboard
    stats = reply(await table.ada.command(table.channel, "gridlock stats")).text
    assert "has not finished a game against another member in this server yet" in stats
    assert f"**Against me** (these games count in no leaderboard):\n{variant.title()}: level {level}: " in stats


async def test_the_bots_statistics_list_results_by_level(table: Table) -> None:
    async def stats() -> str:
        return reply(await table.cleo.command(table.channel, "gridlock stats", member=table.guild.bot)).text

    assert "Nobody has finished a game against me in this server yet." in await stats()
    for player, level in ((table.ada, 2), (table.bob, 2), (table.bob, 5)):
        terms: dict[str, Any] = {"opponent": table.guild.bot, "variant": "dodge", "size": 3, "first": "me"}
        board = reply(await player.command(table.channel, "gridlock challenge", level=level, **terms))
        await player.press(board, "B2")
        await table.shows(board, "Game over")
    await table.resign(table.ada, await table.both_move(await play_bot(table, variant="lines", level=2)))
    assert (await stats()).splitlines()[1:] == [
        "Lines: level 2: 0 won, 1 lost",
        "Dodge: level 2: 2 won, 0 lost · level 5: 1 won, 0 lost",
    ]


async def test_level_5_wins_a_won_position(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3, level=5, first="opponent")
    assert f"{table.guild.bot.mention} (X) won" in board.text
    assert "played **B2**" in board.text


async def test_the_level_of_a_first_game_is_1_and_the_player_is_told(table: Table) -> None:
    challenged = await table.ada.command(table.channel, "gridlock challenge", opponent=table.guild.bot)
    (said,) = await table.discord.until(lambda: challenged.followups, "the level to be said")
    assert said.ephemeral
    assert "You play me at level 1." in said.text
    assert ", level 1" in reply(challenged).text


async def test_the_menu_on_the_bot_begins_a_game_at_once(table: Table) -> None:
    chosen = await table.ada.context_menu(table.channel, "Challenge to Gridlock", target=table.guild.bot)
    assert ", level 1" in reply(chosen).text


async def test_a_level_is_for_the_bot_alone(table: Table) -> None:
    for opponent in (table.bob, None):
        refused = await table.ada.command(table.channel, "gridlock challenge", level=2, opponent=opponent)
        assert "Only games against me have levels" in refusal(refused)


async def test_a_rematch_begins_with_one_press_at_the_same_level_and_the_other_first(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3, level=4)
    await table.ada.press(board, "B2")
    await table.shows(board, "Game over")
    rematch = reply(await table.ada.press(board, "Rematch"))
    assert f"{table.guild.bot.mention} (X), level 4 is thinking ... · 🟠 {table.ada.mention} (O)" in rematch.text
    await answered(table, rematch)
    await table.discord.until(lambda: "Rematch" not in labels(board), "the button to go")


async def test_the_next_game_of_a_match_begins_by_itself_and_the_bot_moves_in_it(table: Table) -> None:
    board = await play_bot(table, variant="dodge", size=3, level=5, best_of=3)
    await table.ada.press(board, "B2")
    following = await table.discord.until(
        lambda: [message for message in table.channel.messages if "game 2 of at most 3" in message.text], "the next one"
    )
    await table.shows(following[0], "Game over")


async def test_a_move_is_taken_back_at_once_with_the_bots_answer(table: Table) -> None:
    board = await play_bot(table, variant="lines", level=5)
    await table.ada.press(board, "C3")
    await answered(table, board)
    await table.ada.press(board, "Take back")
    assert "No move yet" in board.text
    await play_on(table, board)
    assert "· move 3" in board.text


async def test_the_end_of_a_bot_game_posts_no_message(table: Table, bot: BotProcess) -> None:
    board = await play_bot(table, variant="dodge", size=3, level=1)
    await table.ada.press(board, "B2")
    await bot.until_shown(game_id(board))
    assert table.channel.messages == [board]


async def test_taking_back_against_the_bot_notifies_nobody(table: Table, bot: BotProcess) -> None:
    board = await play_bot(table, variant="lines", level=5)
    await play_on(table, board)
    bot.change_rows("UPDATE games SET created_at = ? WHERE id = ?", LONG_AGO, game_id(board))
    bot.change_rows("UPDATE moves SET played_at = ? WHERE game_id = ?", LONG_AGO, game_id(board))
    await table.ada.press(board, "Take back")
    await bot.until_shown(game_id(board))
    assert table.ada.notifications == []
    assert table.channel.messages == [board]


async def test_no_take_back_button_before_the_players_first_move(table: Table) -> None:
    board = await play_bot(table, variant="lines", first="opponent")
    await table.shows(board, "· move 2")
    assert "Take back" not in labels(board)
    forged = f"gl1:takeback:{game_id(board)}:1:"
    assert "You have made no move yet." in refusal(await table.ada.press(board, custom_id=forged, forged=True))
    await play_on(table, board)
    assert "Take back" in labels(board)


async def test_concurrent_take_backs_remove_one_move(table: Table) -> None:
    board = await play_bot(table, variant="lines", level=5)
    await play_on(table, board)
    await play_on(table, board)
    take_back = next(str(button.custom_id) for button in board.buttons if button.label == "Take back")
    await table.ada.press(board, custom_id=take_back)
    assert "out of date" in refusal(await table.ada.press(board, custom_id=take_back, forged=True))
    assert "· move 3" in board.text


async def test_resigning_is_a_loss_against_the_bot(table: Table, bot: BotProcess) -> None:
    board = await table.both_move(await play_bot(table, variant="lines", level=2))
    question = reply(await table.ada.press(board, "Resign"))
    assert "? I win." in question.text
    await table.ada.press(question, "Yes, resign")
    await table.shows(board, "Game over")
    lost = bot.read_rows("SELECT won, lost FROM bot_records WHERE user_id = ?", table.ada.id)
    assert lost == [(0, 1)]
