"""Games from fair starts, and the right to swap, as people see them."""

from __future__ import annotations

import re

import pytest

from tests.end_to_end.support.table import Table, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_a_challenge_with_a_fair_start_says_so_and_begins_from_one(table: Table) -> None:
    challenge = await table.challenge(variant="lines", size=5, first="me", start="fair")
    assert "from a fair start" in challenge.text
    board = reply(await table.bob.press(challenge, "Accept"))
    assert "fair start" in board.text
    assert "move 1" in board.text
    assert f"{table.ada.mention} (" in board.text.split("**to move**")[0]
    listed = await table.answer(await table.ada.command(table.channel, "gridlock games"))
    assert "fair start" in listed.text


async def test_a_game_from_a_fair_start_is_replayed_reviewed_and_played_again(table: Table) -> None:
    board = await table.begin(variant="blocking", size=5, start="fair")
    begun = _drawn(board.text).replace("+", ".")  # the legal cells
    while "Game over" not in board.text:
        cell = next(
            button.label
            for button in board.buttons
            if re.fullmatch("[A-E][1-5]", button.label or "") and not button.disabled
        )
        mover = table.ada if re.search(rf"{table.ada.mention} \([XO]\) \*\*to move", board.text) else table.bob
        assert (await mover.press(board, cell)).reply is board
    replayed = reply(await table.ada.press(board, "Replay"))
    await table.ada.press(replayed, "⏮")
    await table.shows(replayed, "No move yet")
    assert _drawn(replayed.text) == begun
    await table.ada.press(board, "Rematch")


def _drawn(text: str) -> str:
    return text.split("```")[1].strip()


async def test_blocking_begins_with_obstacles_unless_the_plain_board_is_chosen(table: Table) -> None:
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.bob, variant="blocking")
    assert "from a fair start" in reply(asked).text
    assert "from the plain board" in (await table.challenge(variant="blocking", start="plain")).text
    asked = await table.ada.command(table.channel, "gridlock challenge", variant="blocking", size=3, start="fair")
    assert "There are no such starts in Blocking on 3×3" in refusal(asked)  # noqa: RUF001


async def test_the_second_player_swaps_by_a_button_or_by_the_word(table: Table) -> None:
    for by_word in (False, True):
        challenge = await table.challenge(variant="standoff", size=5, first="me", swap=True)
        assert "with the right to swap" in challenge.text
        board = reply(await table.bob.press(challenge, "Accept"))
        assert "Swap" not in labels(board)
        await table.ada.press(board, "C3")
        await table.shows(board, "press *Swap*")
        assert "Swap" in labels(board)
        if by_word:
            asked = await table.bob.command(table.channel, "gridlock move", cell="swap")
            assert "swapped" in (await table.answer(asked)).text
        else:
            await table.bob.press(board, "Swap")
        await table.shows(board, f"{table.bob.mention} swapped")
        assert "Swap" not in labels(board)
        assert f"{table.ada.mention} (O) **to move**" in board.text
        await table.resign(table.ada, board)
        replayed = reply(await table.ada.press(board, "Replay"))
        assert f"{table.bob.mention} swapped" in replayed.text


async def test_the_right_to_swap_is_for_people(table: Table) -> None:
    asked = await table.ada.command(table.channel, "gridlock challenge", opponent=table.guild.bot, swap=True)
    assert "A swap or a handicap is for two people" in refusal(asked)


@pytest.mark.parametrize(
    ("game", "order", "said"),
    [
        ("dodge/6", "me/fair", ("from a fair start",)),
        ("blocking/5", "me/plain", ("from the plain board",)),
        ("lines/5", "random/swap", ("with the right to swap",)),
        ("lines/5", "opponent/fair+swap", ("from a fair start", "with the right to swap")),
        ("lines/5", "handicap/-2", ("handicap 2 for", "no points")),
    ],
)
async def test_the_form_offers_starts_the_swap_and_handicaps(
    table: Table, game: str, order: str, said: tuple[str, ...]
) -> None:
    asked = await table.ada.command(table.channel, "gridlock play")
    assert asked.modal is not None
    challenge = reply(await table.ada.submit(asked.modal, {"game": [game], "order": [order]}))
    for text in said:
        assert text in challenge.text
