"""Matches of several games, played until they are decided: who begins, the score, and where it ends."""

from __future__ import annotations

import pytest

from local_discord import Message
from tests.end_to_end.table import Table, game_id, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def board_of_game(table: Table, number: int, best_of: int) -> Message:
    """The board of a game of the match."""
    named = f"Match: game {number} of at most {best_of}"
    found = await table.discord.until(
        lambda: [message for message in table.channel.messages if named in message.text], f"game {number}"
    )
    return found[-1]


async def win(table: Table, board: Message, *, ada_wins: bool, ada_begins: bool) -> None:
    """Let somebody win a game of Dodge on 3x3: with the first move, or because the other one resigns."""
    if ada_wins is ada_begins:
        await (table.ada if ada_begins else table.bob).press(board, "B2")
        await table.shows(board, "Game over")
    else:
        await table.resign(table.bob if ada_wins else table.ada, board)


@pytest.mark.parametrize(
    ("best_of", "winners"),
    [(1, "A"), (3, "BAB"), (5, "AAA"), (5, "ABAA"), (5, "BABAB"), (7, "BBBB"), (7, "AABAA"), (7, "ABBABAB")],
)
async def test_a_match_is_played_until_nothing_can_change_who_wins(table: Table, best_of: int, winners: str) -> None:
    board = await table.begin(variant="dodge", size=3, best_of=best_of)
    wins = {"A": 0, "B": 0}
    for number, winner in enumerate(winners, start=1):
        ada_begins = number % 2 == 1
        if best_of > 1:
            board = await board_of_game(table, number, best_of)
            seats = (table.ada, table.bob) if ada_begins else (table.bob, table.ada)
            assert f"{seats[0].mention} (X) · {seats[1].mention} (O)" in board.text
            assert score(table, wins) in board.text
        await win(table, board, ada_wins=winner == "A", ada_begins=ada_begins)
        wins[winner] += 1
        assert best_of == 1 or score(table, wins) in board.text
        assert ("Rematch" in labels(board)) is (number == len(winners))
    for player in (table.ada, table.bob):
        assert "no open games" in reply(await player.command(table.channel, "gridlock games")).text
    standings = reply(await table.ada.command(table.channel, "gridlock leaderboard")).text
    for player, won in ((table.ada, wins["A"]), (table.bob, wins["B"])):
        assert f"{len(winners)} played, {won} won" in next(
            line for line in standings.splitlines() if f"{player.mention} **" in line
        )


async def test_an_earlier_board_shows_the_score_of_then_and_offers_no_rematch(table: Table) -> None:
    first = await table.begin(variant="dodge", size=3, best_of=3)
    await win(table, first, ada_wins=True, ada_begins=True)
    second = await board_of_game(table, 2, 3)
    await win(table, second, ada_wins=True, ada_begins=False)
    again = reply(await table.ada.command(table.channel, "gridlock board", game=game_id(first)))
    assert score(table, {"A": 1, "B": 0}) in again.text
    assert labels(again) == ["Review"]


def score(table: Table, wins: dict[str, int]) -> str:
    """How the match stands, as boards show it."""
    return f" · {table.ada.mention} {wins['A']}, {table.bob.mention} {wins['B']}\n"
