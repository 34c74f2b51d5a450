"""Moves by command and by button."""

from __future__ import annotations

import pytest

from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, call_of, cell_button, cells, game_id, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

GOLDEN_BLOCKING = ["C3", "A1", "E5", "B4", "D2"]


async def test_the_board_says_everything_a_player_needs(table: Table) -> None:
    await table.begin()
    board = await table.play(["C3", "E3"])
    first, turn, last, *_ = board.text.split("\n")
    assert first == f"**Lines** #{game_id(board)} · 5×5 · move 3"  # noqa: RUF001  # the multiplication sign
    assert turn.startswith(f"🟦 {table.ada.mention} (X) **to move** · 🟠 {table.bob.mention} (O) · ⏳ <t:")
    assert last == f"{table.bob.mention} played **E3**: claim a free cell in row E or column 3."
    assert "```\n   1  2  3  4  5 \nA  .  .  +  .  . \n" in board.text
    assert "\nE  +  + [O] +  + \n```" in board.text


async def test_buttons_repeat_the_board(table: Table) -> None:
    await table.begin()
    board = await table.play(["C3", "E3"])
    shown = cells(board)
    assert shown["C3"] == "(🟦)"
    assert shown["E3"] == "(🔶)", "a ring, or another shape, marks the last move"
    assert shown["A1"] == "()"
    assert [cell for cell, label in shown.items() if label == cell] == ["A3", "B3", "D3", "E1", "E2", "E4", "E5"]
    assert [button.label for button in board.buttons[-3:]] == ["Take back", "Rules", "Resign"]


async def test_a_move_by_button_edits_the_board_in_place(table: Table) -> None:
    board = await table.begin()
    pressed = await table.ada.press(board, "C3")
    assert pressed.reply is board
    assert "played **C3**" in board.text


@pytest.mark.parametrize("written", ["c3", " C3 ", "3,3", "3 3", "(3,3)", "\u0421\uff13"])
async def test_a_move_may_be_written_as_in_the_books(table: Table, written: str) -> None:
    await table.begin()
    assert "played **C3**" in (await table.move(table.ada, written)).text


async def test_the_golden_game_of_blocking_is_won_by_player_one_and_counted_once(table: Table) -> None:
    await table.begin(variant="blocking", size=5)
    board = await table.play(GOLDEN_BLOCKING)
    assert f"{table.ada.mention} (X) won: {table.bob.mention} (O) has no legal move" in board.text
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]
    end = await table.discord.until(
        lambda: [message for message in table.bob.notifications if "is over" in message.text], "Bob to hear of the end"
    )
    assert table.ada.mention in end[0].text
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    assert f"1\\. {table.ada.mention} **1 point** · 1 played, 1 won, 0 lost" in standings
    assert f"2\\. {table.bob.mention} **0 points** · 1 played, 0 won, 1 lost" in standings


async def test_a_game_by_buttons_ends_in_place(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    await table.ada.press(board, "B2")
    assert "won" in board.text
    assert labels(board) == ["Rematch", "Review", "Replay", "Share"]


async def test_a_turn_notification_replaces_the_previous_one(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    first_call = table.ada.notifications[-1]
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.ada.press(board, "Rules")
    await bot.change_kept_rows("UPDATE moves SET played_at = ? WHERE game_id = ?", LONG_AGO, game_id(board))
    await table.bob.press(board, "E3")
    await table.discord.until(lambda: len(table.ada.notifications) == 2, "Ada to be called again")
    assert first_call.deleted
    calls = [message for message in table.channel.messages if "it is your turn" in message.text]
    assert [message.mentions for message in calls] == [[table.ada]]
    assert [message for message in table.bob.notifications if "it is your turn" in message.text][-1].deleted


async def test_pressing_twice_plays_once(table: Table) -> None:
    board = await table.begin()
    old = cell_button(board, "C3")
    await table.ada.press(board, "C3")
    assert "not your turn" in refusal(await table.ada.press(board, custom_id=old, forged=True))
    assert "played **C3**" in board.text


async def test_an_interaction_delivered_twice_counts_once(table: Table) -> None:
    board = await table.begin()
    pressed = await table.ada.press(board, "C3")
    await table.discord.deliver_again(pressed)
    second = await table.bob.press(board, "E3")
    assert second.reply is board
    assert "played **E3**" in board.text
    assert len(pressed.callbacks) == 1


async def test_a_button_on_another_games_board_moves_in_its_own_game(table: Table) -> None:
    own = await table.begin()
    foreign = reply(
        await table.bob.press(
            reply(await table.cleo.command(table.channel, "gridlock challenge", opponent=table.bob)), "Accept"
        )
    )
    before = foreign.text
    assert reply(await table.ada.press(foreign, custom_id=cell_button(own, "C3"), forged=True)).ephemeral
    await table.discord.until(lambda: "played **C3**" in own.text, "the move to be shown")
    assert foreign.text == before


async def test_a_move_without_a_game_is_refused(table: Table) -> None:
    for command, options in (("move", {"cell": "C3"}), ("board", {}), ("resign", {})):
        answered = await table.cleo.command(table.channel, f"gridlock {command}", **options)
        assert "no open game" in refusal(answered)


async def test_the_game_in_this_channel_goes_first(table: Table) -> None:
    elsewhere = table.guild.add_channel("more games")
    await table.begin(variant="dodge", size=5)
    challenge = reply(
        await table.ada.command(elsewhere, "gridlock challenge", opponent=table.bob, variant="standoff", first="me")
    )
    board = reply(await table.bob.press(challenge, "Accept"))
    assert "Dodge" in (await table.move(table.ada, "C3")).text
    said = refusal(await table.ada.command(table.channel, "gridlock move", cell="C3"))
    assert f"You played C3 in game #{game_id(board)}" in said


async def test_the_option_names_one_of_several_fitting_games(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    choices = await table.ada.autocomplete(table.channel, "gridlock move", focused="game", game="", cell="A1")
    assert sorted(value for _, value in choices) == sorted(game_id(board) for board in boards)
    assert all("your turn" in name and "Bob" in name for name, _ in choices)
    moved = await table.move(table.ada, "A1", game=f"#{game_id(boards[1])}")
    assert "5×5" in moved.text  # noqa: RUF001
    assert "No move yet" in boards[0].text


async def test_legal_cells_are_offered(table: Table) -> None:
    await table.begin()
    await table.play(["C3"])
    choices = await table.bob.autocomplete(table.channel, "gridlock move", focused="cell", cell="")
    assert [value for _, value in choices] == ["A3", "B3", "C1", "C2", "C4", "C5", "D3", "E3"]
    for typed in ("c", "\u0441"):
        choices = await table.bob.autocomplete(table.channel, "gridlock move", focused="cell", cell=typed)
        assert [value for _, value in choices] == ["C1", "C2", "C4", "C5"]
    choices = await table.bob.autocomplete(table.channel, "gridlock move", focused="cell", cell="(3,4)")
    assert [value for _, value in choices] == ["C4"]


async def test_a_client_that_sends_labels_of_choices_is_understood(table: Table) -> None:
    for opponent in (table.bob, table.cleo):
        asked = await table.ada.command(table.channel, "gridlock challenge", opponent=opponent, first="me")
        choices = await opponent.autocomplete(table.channel, "gridlock accept", focused="challenge", challenge="")
        label, value = choices[0]
        assert label != value
        accepted = await opponent.command(table.channel, "gridlock accept", challenge=label)
        assert "· move " in reply(accepted).text, reply(asked)
    for label, _ in await table.ada.autocomplete(table.channel, "gridlock move", focused="game", game=""):
        assert "played **C3**" in (await table.move(table.ada, "C3", game=label)).text


async def test_no_more_choices_are_offered_than_discord_takes(table: Table) -> None:
    await table.begin(size=8)
    choices = await table.ada.autocomplete(table.channel, "gridlock move", focused="cell", cell="")
    assert len(choices) == 25


@pytest.mark.parametrize("focused", ["cell", "remove", "game"])
async def test_autocomplete_answers_whatever_is_typed(table: Table, focused: str) -> None:
    typed = {"cell": "🤯", "remove": "'; --", "game": "#" * 100}
    assert await table.cleo.autocomplete(table.channel, "gridlock move", focused=focused, **typed) == []


async def test_a_large_board_is_played_by_command(table: Table) -> None:
    board = await table.begin(size=6)
    assert [button.label for button in board.buttons] == ["Type a move", "Rules", "Resign"]
    assert "played **F6**" in (await table.move(table.ada, "F6")).text


async def test_a_notification_of_an_earlier_turn_goes_on_naming_its_player(table: Table, bot: BotProcess) -> None:
    board = await table.begin()
    await table.ada.press(board, "C3")
    call = await table.called(table.bob, board)
    await bot.change_kept_rows("UPDATE moves SET played_at = ? WHERE game_id = ?", LONG_AGO, game_id(board))
    table.discord.faults.fail("DELETE", rf"/channels/\d+/messages/{call.id}", status=403, code=50013)
    for posts in (r"/webhooks/.*", r"/channels/\d+/messages"):
        table.discord.faults.fail("POST", posts, status=403, code=50013)
    await table.bob.press(board, "E3")
    # What follows an answer is done one after the other.
    newer = reply(await table.ada.command(table.channel, "gridlock board"))
    await table.ada.command(table.channel, "gridlock board")
    await table.discord.until(lambda: newer.deleted, "the older copy to be deleted")
    assert call.text.startswith(call_of(table))
