"""Moving by command and by button, and everything a move can be refused for."""

from __future__ import annotations

import re

import pytest

from gridlock_rules import VARIANTS, IllegalMove, replay
from local_discord import Message, Refused
from tests.end_to_end.support.bot_process import LONG_AGO, BotProcess
from tests.end_to_end.support.table import Table, cells, game_id, labels, refusal, reply
from tests.rules.support import GoldenGame, golden_games

pytestmark = pytest.mark.asyncio(loop_scope="session")

GOLDEN_BLOCKING = ["C3", "A1", "E5", "B4", "D2"]


def cell_button(board: Message, cell: str) -> str:
    return next(str(button.custom_id) for button in board.buttons if str(button.custom_id).endswith(f":{cell}"))


async def test_the_board_says_everything_a_player_needs(table: Table) -> None:
    await table.begin()
    board = await table.play(["C3", "E3"])
    assert f"{table.ada.mention} (X) · {table.bob.mention} (O)" in board.text
    assert "Last move (2): O E3" in board.text
    assert f"**{table.ada.mention}** (X) to move: a free cell in row E or column 3." in board.text
    assert "```\n   1  2  3  4  5 \nA  .  .  .  .  . \n" in board.text
    assert "\nE  .  . [O] .  . \n```" in board.text


async def test_buttons_repeat_the_board(table: Table) -> None:
    await table.begin()
    board = await table.play(["C3", "E3"])
    shown = cells(board)
    assert shown["C3"] == "(X)"
    assert shown["E3"] == "(O)"
    assert [cell for cell, label in shown.items() if label == cell] == ["A3", "B3", "D3", "E1", "E2", "E4", "E5"]
    assert [button.label for button in board.buttons[-2:]] == ["Resign", "Rules"]


async def test_a_move_by_button_edits_the_board_in_place(table: Table) -> None:
    board = await table.begin()
    pressed = await table.ada.press(board, "C3")
    assert pressed.reply is board
    assert "Last move (1): X C3" in board.text


async def test_a_move_by_command_shows_the_board_and_the_older_copy_loses_its_buttons(table: Table) -> None:
    first = await table.begin()
    second = await table.move(table.ada, "C3")
    assert second is not first
    assert "Last move (1): X C3" in second.text
    await table.discord.until(lambda: not first.buttons, "the older copy to lose its buttons")
    assert str(second.id) in first.text


@pytest.mark.parametrize("written", ["c3", " C3 ", "3,3", "3 3"])
async def test_a_move_may_be_written_as_in_the_books(table: Table, written: str) -> None:
    await table.begin()
    assert "Last move (1): X C3" in (await table.move(table.ada, written)).text


async def test_the_golden_game_of_blocking_is_won_by_player_one_and_counted_once(table: Table) -> None:
    await table.begin(variant="blocking", size=5)
    board = await table.play(GOLDEN_BLOCKING)
    assert f"{table.ada.mention} (X) won: {table.bob.mention} (O) has no legal move" in board.text
    assert labels(board) == ["Rematch", "Review"]
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
    assert labels(board) == ["Rematch", "Review"]


async def test_the_player_to_move_gets_one_fresh_mention_and_the_last_one_is_removed(
    table: Table, bot: BotProcess
) -> None:
    board = await table.begin()
    first_call = table.ada.notifications[-1]
    await table.ada.press(board, "C3")
    await table.called(table.bob, board)
    await table.ada.press(board, "Rules")
    bot.change_rows("UPDATE moves SET played_at = ? WHERE game_id = ?", LONG_AGO, game_id(board))
    await table.bob.press(board, "E3")
    await table.discord.until(lambda: len(table.ada.notifications) == 2, "Ada to be called again")
    assert first_call.deleted
    calls = [message for message in table.channel.messages if "it is your turn" in message.text]
    assert [message.mentions for message in calls] == [[table.ada]]
    assert [message for message in table.bob.notifications if "it is your turn" in message.text][-1].deleted


async def test_a_move_out_of_turn_is_refused_with_the_way_to_the_board(table: Table) -> None:
    board = await table.begin()
    sentence = refusal(await table.bob.press(board, "C3"))
    assert "not your turn" in sentence
    assert f"https://discord.com/channels/{table.guild.id}/{table.channel.id}/{board.id}" in sentence
    assert "not your turn" in refusal(await table.bob.command(table.channel, "gridlock move", cell="C3"))
    assert "No move yet." in board.text


async def test_a_bystander_changes_nothing(table: Table) -> None:
    board = await table.begin()
    before = board.text
    for label in ("C3", "Resign"):
        assert "You are not playing in game" in refusal(await table.cleo.press(board, label))
    for command in ("move", "board", "resign"):
        options = {"game": game_id(board)} | ({"cell": "C3"} if command == "move" else {})
        answered = await table.cleo.command(table.channel, f"gridlock {command}", **options)
        assert "You are not playing in game" in refusal(answered)
    assert (board.text, board.edited) == (before, 0)


@pytest.mark.parametrize("written", ["hello", "", "Z9", "C", "33", "C3 D4", "（3,3）", "💥", "c" * 3000])  # noqa: RUF001
async def test_what_is_no_cell_is_refused_and_costs_no_turn(table: Table, written: str) -> None:
    await table.begin()
    if not written:
        with pytest.raises(Refused):
            await table.ada.command(table.channel, "gridlock move", cell=written)
        return
    sentence = refusal(await table.ada.command(table.channel, "gridlock move", cell=written))
    assert "C3" in sentence or "rows A to E" in sentence
    assert "Last move (1): X C3" in (await table.move(table.ada, "C3")).text


def illegal_move(variant: str) -> tuple[GoldenGame, str]:
    """Return a golden game with buttons for its cells, and a move that it refuses."""
    refused = [
        (game, refusal.text)
        for game in golden_games(variant)
        for refusal in game.refused
        if game.size <= 5 and not game.winner and re.fullmatch(r"[A-H]\d(/[A-H]\d)?", refusal.text)
    ]
    assert refused, f"tests/rules/golden/{variant}.toml: write a game that refuses a move"
    return refused[0]


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_an_illegal_move_is_refused_with_the_rule_it_breaks(table: Table, variant: str) -> None:
    game, illegal = illegal_move(variant)
    with pytest.raises(IllegalMove) as broken:
        replay(variant, game.size, [*game.moves, illegal])
    sentence = str(broken.value)
    await table.begin(variant=variant, size=game.size)
    board = await table.play(game.moves)
    before = board.text
    player = (table.ada, table.bob)[len(game.moves) % 2]
    assert sentence in refusal(await player.command(table.channel, "gridlock move", cell=illegal))
    some_cell = next(cell for cell in cells(board))
    forged = cell_button(board, some_cell).rsplit(":", 1)[0] + f":{illegal}"
    assert sentence in refusal(await player.press(board, custom_id=forged, forged=True))
    assert (board.text, board.edited) == (before, 0)


async def test_a_press_on_an_outdated_board_is_refused_and_the_board_put_right(table: Table) -> None:
    board = await table.begin()
    old = cell_button(board, "C3")
    current = await table.play(["C3", "E3"])
    await table.discord.until(
        lambda: [message for message in table.channel.messages if f"/{current.id}" in message.text],
        "the older copy to show where the board is",
    )
    assert "The board is now at" in board.text
    sentence = refusal(await table.ada.press(board, custom_id=old, forged=True))
    assert "out of date" in sentence
    assert str(current.id) in sentence


async def test_pressing_twice_plays_once(table: Table) -> None:
    board = await table.begin()
    old = cell_button(board, "C3")
    await table.ada.press(board, "C3")
    assert "not your turn" in refusal(await table.ada.press(board, custom_id=old, forged=True))
    assert "Last move (1): X C3" in board.text


async def test_an_interaction_delivered_twice_counts_once(table: Table) -> None:
    board = await table.begin()
    pressed = await table.ada.press(board, "C3")
    await table.discord.deliver_again(pressed)
    second = await table.bob.press(board, "E3")
    assert second.reply is board
    assert "Last move (2): O E3" in board.text
    assert len(pressed.callbacks) == 1


async def test_nothing_can_be_done_in_a_finished_game(table: Table) -> None:
    board = await table.begin(variant="dodge", size=3)
    buttons = [str(button.custom_id) for button in board.buttons if button.label in {"A1", "Resign"}]
    number = game_id(board)
    await table.ada.press(board, "B2")
    for custom_id in buttons:
        assert "is over" in refusal(await table.bob.press(board, custom_id=custom_id, forged=True))
    moved = await table.bob.command(table.channel, "gridlock move", cell="A1", game=number)
    assert "is over" in refusal(moved)
    assert "is over" in refusal(await table.bob.command(table.channel, "gridlock resign", game=number))


@pytest.mark.parametrize("command", ["move", "board", "resign"])
@pytest.mark.parametrize("written", ["0", "999999", "x", "-1", "9" * 80, "1 OR 1=1"])
async def test_a_game_that_does_not_exist_is_refused(table: Table, command: str, written: str) -> None:
    await table.begin()
    options = {"game": written} | ({"cell": "C3"} if command == "move" else {})
    assert "There is no game" in refusal(await table.ada.command(table.channel, f"gridlock {command}", **options))


async def test_a_game_of_another_server_does_not_exist_here(table: Table) -> None:
    elsewhere = Table.lay(table.discord, "Another server")
    board = await elsewhere.begin()
    mine = await table.begin()
    for custom_id in (cell_button(board, "C3"), str(board.buttons[-2].custom_id), str(board.buttons[-1].custom_id)):
        assert "There is no game" in refusal(await table.ada.press(mine, custom_id=custom_id, forged=True))
    assert "No move yet." in board.text


@pytest.mark.parametrize(
    "custom_id",
    ["gl1:cell:1:0:Z9", "gl0:old", "gl1:", "x", "gl1:cell:1:0:A1\n", "gl1:accept:\N{ARABIC-INDIC DIGIT ONE}:0:"],
)
async def test_a_forged_button_gets_an_answer(table: Table, custom_id: str) -> None:
    board = await table.begin()
    assert "does nothing now" in refusal(await table.ada.press(board, custom_id=custom_id, forged=True))


@pytest.mark.parametrize("custom_id", ["gl1:keep:0:0:", "gl1:playon:1:0:", "gl1:forget:0:0:"])
async def test_a_forged_button_changes_no_message_that_never_had_it(table: Table, custom_id: str) -> None:
    challenge, board = await table.challenge(), await table.begin()
    before = (challenge.text, board.text)
    for message in (challenge, board):
        assert reply(await table.cleo.press(message, custom_id=custom_id, forged=True)).ephemeral
    assert (challenge.text, board.text) == before
    assert (len(challenge.buttons), len(board.buttons)) == (3, 27)


async def test_a_move_by_a_button_on_another_games_board_is_shown_on_its_own(table: Table) -> None:
    own = await table.begin()
    foreign = reply(
        await table.bob.press(
            reply(await table.cleo.command(table.channel, "gridlock challenge", opponent=table.bob)), "Accept"
        )
    )
    before = foreign.text
    assert reply(await table.ada.press(foreign, custom_id=cell_button(own, "C3"), forged=True)).ephemeral
    await table.discord.until(lambda: "Last move (1): X C3" in own.text, "the move to be shown")
    assert foreign.text == before


async def test_without_a_game_there_is_nothing_to_move_in(table: Table) -> None:
    for command, options in (("move", {"cell": "C3"}), ("board", {}), ("resign", {})):
        answered = await table.cleo.command(table.channel, f"gridlock {command}", **options)
        assert "no open game" in refusal(answered)


async def test_the_game_in_this_channel_is_meant_first(table: Table) -> None:
    elsewhere = table.guild.add_channel("more games")
    await table.begin(variant="dodge", size=5)
    challenge = reply(
        await table.ada.command(elsewhere, "gridlock challenge", opponent=table.bob, variant="standoff", first="me")
    )
    board = reply(await table.bob.press(challenge, "Accept"))
    assert "Dodge" in (await table.move(table.ada, "C3")).text
    said = refusal(await table.ada.command(table.channel, "gridlock move", cell="C3"))
    assert f"You played C3 in game #{game_id(board)}" in said


async def test_several_games_at_once_are_told_apart(table: Table) -> None:
    boards = [await table.begin(variant="dodge", size=size) for size in (4, 5)]
    sentence = refusal(await table.ada.command(table.channel, "gridlock move", cell="A1"))
    between = f"{table.ada.mention} against {table.bob.mention}"
    assert sentence.split("\n") == [
        "More than one game fits. Say which with the option `game`:",
        f"#{game_id(boards[0])} · Dodge 4×4: {between}",  # noqa: RUF001
        f"#{game_id(boards[1])} · Dodge 5×5: {between}",  # noqa: RUF001
    ]
    choices = await table.ada.autocomplete(table.channel, "gridlock move", focused="game", game="", cell="A1")
    assert sorted(value for _, value in choices) == sorted(game_id(board) for board in boards)
    assert all("your turn" in name and "Bob" in name for name, _ in choices)
    moved = await table.move(table.ada, "A1", game=f"#{game_id(boards[1])}")
    assert "5×5" in moved.text  # noqa: RUF001
    assert "No move yet." in boards[0].text


async def test_legal_cells_are_offered(table: Table) -> None:
    await table.begin()
    await table.play(["C3"])
    choices = await table.bob.autocomplete(table.channel, "gridlock move", focused="cell", cell="")
    assert [value for _, value in choices] == ["A3", "B3", "C1", "C2", "C4", "C5", "D3", "E3"]
    choices = await table.bob.autocomplete(table.channel, "gridlock move", focused="cell", cell="c")
    assert [value for _, value in choices] == ["C1", "C2", "C4", "C5"]


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
    assert [button.label for button in board.buttons] == ["Resign", "Rules"]
    assert "Last move (1): X F6" in (await table.move(table.ada, "F6")).text
