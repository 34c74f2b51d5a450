"""Refused moves and presses."""

from __future__ import annotations

import re

import pytest

from gridlock_rules import VARIANTS, IllegalMove, replay
from local_discord import Refused
from tests.end_to_end.support.table import Table, cell_button, cells, game_id, refusal, reply
from tests.rules.support import GoldenGame, golden_games

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_move_out_of_turn_is_refused_with_the_way_to_the_board(table: Table) -> None:
    board = await table.begin()
    sentence = refusal(await table.bob.press(board, "C3"))
    assert "not your turn" in sentence
    assert f"https://discord.com/channels/{table.guild.id}/{table.channel.id}/{board.id}" in sentence
    assert "not your turn" in refusal(await table.bob.command(table.channel, "gridlock move", cell="C3"))
    assert "No move yet" in board.text


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


@pytest.mark.parametrize("written", ["hello", "", "Z9", "C", "33", "C3 D4", "（3;3）", "💥", "c" * 3000])  # noqa: RUF001
async def test_an_invalid_cell_is_refused_and_costs_no_turn(table: Table, written: str) -> None:
    await table.begin()
    if not written:
        with pytest.raises(Refused):
            await table.ada.command(table.channel, "gridlock move", cell=written)
        return
    sentence = refusal(await table.ada.command(table.channel, "gridlock move", cell=written))
    assert "C3" in sentence or "rows A to E" in sentence
    assert "played **C3**" in (await table.move(table.ada, "C3")).text


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


async def test_a_press_on_an_outdated_board_is_refused_with_the_way_to_the_board(table: Table) -> None:
    old = await table.begin()
    button = cell_button(old, "C3")
    table.discord.faults.fail("DELETE", rf"/channels/\d+/messages/{old.id}", status=403, code=50001)
    await table.ada.command(table.channel, "gridlock board")
    await table.shows(old, "The board is now at")
    current = await table.play(["C3", "E3"])
    sentence = refusal(await table.ada.press(old, custom_id=button, forged=True))
    assert "out of date" in sentence
    assert str(current.id) in sentence


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
    assert "No move yet" in board.text


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


@pytest.mark.parametrize("variant", [variant.key for variant in VARIANTS])
async def test_an_illegal_move_is_refused_with_the_rule_it_breaks(table: Table, variant: str) -> None:
    game, illegal = illegal_move(variant)
    with pytest.raises(IllegalMove) as broken:
        replay(variant, game.size, [*game.moves, illegal])
    sentence = str(broken.value)
    await table.begin(variant=variant, size=game.size)
    board = await table.play(game.moves)
    before = (board.text, board.edited)
    player = (table.ada, table.bob)[len(game.moves) % 2]
    assert sentence in refusal(await player.command(table.channel, "gridlock move", cell=illegal))
    some_cell = next(cell for cell in cells(board))
    forged = cell_button(board, some_cell).rsplit(":", 1)[0] + f":{illegal}"
    assert sentence in refusal(await player.press(board, custom_id=forged, forged=True))
    assert (board.text, board.edited) == before
