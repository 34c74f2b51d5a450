"""Text of the opening explorer: the position, what is known of it, and what its signs mean."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.text.shared import board_size, marked
from gridlock_host.learning.explorer import Explored
from gridlock_rules import Player
from gridlock_rules.wording import CountedPhrase, Phrase
from gridlock_solver.solution import Value


def explorer_lines(explored: Explored, *, has_emoji: bool) -> Iterator[Phrase]:
    """Yield the lines above the board of the explorer.

    Args:
        explored: The position and the values of its moves.
        has_emoji: Whether the board is drawn with emoji.
    """
    position, moves = explored.walk.position, explored.walk.moves
    yield Phrase(
        "**Explorer** · {title} {board} · move {number} · {one}, {two}",
        title=position.variant.title,
        board=board_size(position.size),
        number=len(moves) + 1,
        one=marked(position, Player.ONE, has_emoji=has_emoji),
        two=marked(position, Player.TWO, has_emoji=has_emoji),
    )
    if explored.walk.fair_start is not None:
        yield Phrase("From a fair start")
    if moves:
        yield Phrase("Played: {moves}", moves=" ".join(map(str, moves)))
    yield from _verdict(explored)


def _verdict(explored: Explored) -> Iterator[Phrase]:
    position = explored.walk.position
    mover, other = position.variant.mark(position.to_move), position.variant.mark(position.to_move.opponent)
    if position.outcome is not None:
        yield Phrase("{mover} has no legal move, so {other} has won.", mover=mover, other=other)
        return
    values = [value.value for value in explored.values]
    winning, unknown = values.count(Value.WON), values.count(Value.OPEN)
    number = len(values)
    if winning:
        yield CountedPhrase(
            number,
            "{mover} wins with the only legal move.",
            "{mover} wins with {winning} of {number} moves.",
            mover=mover,
            winning=winning,
        )
    elif not unknown and not explored.hidden:
        yield Phrase("{mover} loses with every move.", mover=mover)
    if unknown:
        yield CountedPhrase(
            unknown,
            "Of {number} move it is not proved whether it wins or loses.",
            "Of {number} moves it is not proved whether they win or lose.",
        )
    if explored.hidden:
        yield _hidden(explored)


def _hidden(explored: Explored) -> Phrase:
    """Say why values are not told."""
    if not explored.values:
        return Phrase(
            "A game that you are playing can still lead here, so I tell no values until it is over. You can walk on."
        )
    return CountedPhrase(
        len(explored.hidden),
        "{number} move leads to where a game that you are playing can still go, so I tell no value of it.",
        "{number} moves lead to where a game that you are playing can still go, so I tell no values of them.",
    )
