"""The opening explorer: values of moves, walked by presses, and none of running games."""

from __future__ import annotations

from typing import Any

import pytest

from gridlock_rules import replay
from gridlock_solver import solve
from local_discord import Member, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")

GREEN, RED, GREY = 3, 4, 2


async def explored(table: Table, person: Member, **options: Any) -> Message:
    message = reply(await person.command(table.channel, "gridlock learn explore", **options))
    await table.shows(message, "**Explorer**")
    assert message.ephemeral
    return message


async def walk(table: Table, person: Member, message: Message, cell: str, shows: str) -> None:
    """Press a cell, and wait until the position after it is shown."""
    found = next(button for button in message.buttons if str(button.label).startswith(cell))
    await person.press(message, custom_id=found.custom_id)
    await table.shows(message, shows)


def signs(message: Message) -> dict[str, str]:
    """What stands beside the name of each cell that can be pressed."""
    cells = [button for button in message.buttons if ":walk:" in str(button.custom_id) and not button.disabled]
    parts = [str(button.label).split(" ") for button in cells]
    return {part[0]: part[1] for part in parts}


def expected(variant: str, size: int, *moves: str) -> dict[str, str]:
    """The sign of each cell, without its number, as the solver knows it."""
    position = replay(variant, size, moves)
    winning = solve(position).winning_moves
    return {str(move): "+" if move in winning else "-" for move in position.legal_moves}


async def test_each_cell_shows_whether_it_wins_and_a_walk_goes_on_from_there(table: Table) -> None:
    shown = await explored(table, table.ada, variant="standoff", size=5)
    assert {cell: sign[0] for cell, sign in signs(shown).items()} == expected("standoff", 5)
    assert "X wins with 1 of 25 moves." in shown.text
    assert "`+` wins · `-` loses" in shown.text
    await walk(table, table.ada, shown, "C3", "move 2")
    assert "Played: C3" in shown.text
    assert "O loses with every move." in shown.text
    assert {cell: sign[0] for cell, sign in signs(shown).items()} == expected("standoff", 5, "C3")
    await table.ada.press(shown, "Back")
    await table.shows(shown, "· move 1")
    await walk(table, table.ada, shown, "A1", "move 2")
    await table.ada.press(shown, "Start over")
    await table.shows(shown, "· move 1")


async def test_a_walk_to_the_end_counts_the_moves_that_are_left(table: Table) -> None:
    shown = await explored(table, table.ada, variant="dodge", size=3)
    assert signs(shown)["B2"] == "+1"
    assert "a number: so many moves to the end" in shown.text
    await walk(table, table.ada, shown, "B2", "move 2")
    assert "O has no legal move, so X has won." in shown.text
    assert signs(shown) == {}


async def test_values_are_told_by_signs_and_colours_alike(table: Table) -> None:
    shown = await explored(table, table.ada, variant="standoff", size=4)
    styles = {str(button.label): button.style for button in shown.buttons if not button.disabled}
    for label, style in styles.items():
        if label[0] in "ABCD" and label[1] in "1234":
            assert style == (GREEN if "+" in label else RED)


async def test_isolation_is_walked_by_a_step_and_a_removal(table: Table) -> None:
    shown = await explored(table, table.ada, variant="isolation", size=3)
    await walk(table, table.ada, shown, "A1", "move 2")
    await walk(table, table.ada, shown, "C3", "move 3")
    await walk(table, table.ada, shown, "A2", "Now choose the cell to remove")
    await table.ada.press(shown, "Back")
    await table.discord.until(lambda: "choose the cell to remove" not in shown.text, "the step to be taken back")
    await walk(table, table.ada, shown, "A2", "Now choose the cell to remove")
    await walk(table, table.ada, shown, "A1", "move 4")
    assert "Played: A1 C3 A2/A1" in shown.text


async def test_a_large_board_is_walked_by_menus_in_every_look(table: Table) -> None:
    for look, sign in (("classic", "```"), ("text", "```"), ("pictures", "👍")):
        await table.settle(look=look)
        shown = await explored(table, table.ada, variant="lines", size=7)
        assert sign in shown.text
        values = [value for select in shown.selects for value, _ in select.options]
        assert len(values) == 49
        assert all(label.split(" ")[1][0] == "+" for select in shown.selects for _, label in select.options)
        await table.ada.choose(shown, shown.selects[0].custom_id, ["A1"])
        await table.shows(shown, "move 2")


async def test_a_walk_begins_from_a_fair_start_and_returns_to_it(table: Table) -> None:
    shown = await explored(table, table.ada, variant="blocking", size=4)
    assert "From a fair start" in shown.text
    begun, values = shown.text, signs(shown)
    assert {sign[0] for sign in values.values()} <= {"+", "-"}
    await walk(table, table.ada, shown, next(iter(values)), "move 2")
    await table.ada.press(shown, "Start over")
    await table.shows(shown, "· move 1")
    assert (shown.text, signs(shown)) == (begun, values)
    plain = await explored(table, table.ada, variant="blocking", size=4, start="plain")
    assert "From a fair start" not in plain.text
    assert len(signs(plain)) == 16
    refused = await table.ada.command(table.channel, "gridlock learn explore", variant="lines", size=3, start="fair")
    assert "There are no such starts in Lines on 3×3" in refusal(refused)  # noqa: RUF001


async def test_what_is_not_proved_is_said_to_be_open(table: Table) -> None:
    shown = await explored(table, table.ada, variant="isolation", size=8)
    assert "it is not proved whether they win or lose" in shown.text
    assert "`?` not proved" in shown.text


async def test_a_walk_goes_on_after_a_restart(own_table: Table, own_bot: BotProcess) -> None:
    shown = await explored(own_table, own_table.ada, variant="lines", size=4)
    await walk(own_table, own_table.ada, shown, "A1", "move 2")
    await own_bot.kill()
    await own_bot.start()
    await walk(own_table, own_table.ada, shown, "A3", "Played: A1 A3")


async def test_it_tells_nothing_of_a_running_game_between_people(table: Table) -> None:
    board = await table.begin(variant="lines", size=4)
    await table.ada.press(board, "A1")
    await table.bob.press(board, "A3")
    await table.shows(board, "move 3")
    shown = await explored(table, table.ada, variant="lines", size=4)
    # From another corner, by other cells: it is the game, turned.
    await walk(table, table.ada, shown, "D4", "move 2")
    assert {cell for cell, sign in signs(shown).items() if sign == "*"} == {"B4", "D2"}
    assert "2 moves lead to where a game that you are playing can still go" in shown.text
    assert "loses with every move" not in shown.text
    await walk(table, table.ada, shown, "D2", "move 3")
    assert set(signs(shown).values()) == {"*"}
    assert "I tell no values until it is over" in shown.text
    assert set(signs(await explored(table, table.cleo, variant="lines", size=4)).values()) != {"*"}
    await table.resign(table.bob, board)
    await table.ada.press(shown, "Back")
    await table.shows(shown, "move 2")
    assert "*" not in signs(shown).values()


async def test_it_speaks_the_language_of_its_reader(table: Table) -> None:
    table.all_read("de")
    message = reply(await table.ada.command(table.channel, "gridlock learn explore", variant="dodge", size=3))
    await table.shows(message, "X gewinnt mit 1 von 9 Zügen.")
    assert "`+` gewinnt" in message.text
    assert labels(message)[-2:] == ["Zurück", "Von vorn"]


async def test_a_forged_walk_is_refused(table: Table) -> None:
    shown = await explored(table, table.ada, variant="lines", size=3)
    for forged in ("gl1:walk:3:0:lines/0/A1", "gl1:walk:9:0:lines/1/A1", "gl1:walk:3:0:chess/1/A1"):
        refusal(await table.ada.press(shown, custom_id=forged, forged=True))
    refusal(await table.ada.press(shown, custom_id="gl1:walk:3:0:lines/1/H8", forged=True))
