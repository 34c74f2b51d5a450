"""Text of the replay of a finished game, and of games that were imported."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.text.results import how_it_ended
from cogs.text.shared import game_title, mention, player
from gridlock_host import Game
from gridlock_host.model.end_card import Story
from gridlock_host.model.starts import SWAP_WORD, Swap
from gridlock_rules import Player
from gridlock_rules.wording import Phrase, listed

_GAVE_THE_WIN_AWAY: Final = "?"
_SEPARATOR: Final = " · "
_LEFT_OUT: Final = "…"
# For what the marks mean, in any language.
_ROOM_FOR_NOTE: Final = 60


def lines_above(game: Game, ply: int) -> Iterator[str]:
    """Yield what stands above the board after so many moves."""
    yield Phrase(
        "**Replay of game {title}** · move {number} of {moves}", title=game_title(game), number=ply, moves=game.ply
    )
    yield listed([player(game, game.player_id(seat)) for seat in Player], " · ")


def lines_below(game: Game, ply: int, *, is_turning_point: bool) -> Iterator[str]:
    """Yield what stands below the board after so many moves.

    Args:
        game: The game.
        ply: The number of moves.
        is_turning_point: Whether the last of them was the turning point.
    """
    if ply == 0:
        yield Phrase("No move yet.")
    else:
        said = {"number": ply, "mover": _mover(game, ply), "move": game.moves[ply - 1]}
        yield (
            Phrase("Move {number}: {mover} **{move}**, the turning point", **said)
            if is_turning_point
            else Phrase("Move {number}: {mover} **{move}**", **said)
        )
    if game.swap is Swap.TAKEN and ply:
        swapper = mention(game.opponent_of(game.first_id))
        yield Phrase("After move 1, {player} swapped and took it over.", player=swapper)
    if ply == game.ply and game.result is not None:
        yield how_it_ended(game, game.result)


def _mover(game: Game, ply: int) -> str:
    """Return the mark of the player who made the move before a ply."""
    return game.variant.mark(game.position_at(ply).to_move.opponent)


def play_by_play(game: Game, ply: int, story: Story | None, room: int) -> Iterator[str]:
    """Yield the moves of a game in one line, the last one on the board in bold, with what is known of them.

    Args:
        game: The game.
        ply: How many of them are on the board.
        story: Who stood to win; None if that is not known.
        room: So many characters may be used; if all moves need more, those around the last one on the board are shown.
    """
    turns = set() if story is None else set(story.turns)
    moves = moves_in_line(game)
    for number in range(1, len(moves) + 1):
        if number - 1 in turns:
            moves[number - 1] += f" {_GAVE_THE_WIN_AWAY}"
        if number == ply:
            moves[number - 1] = f"**{moves[number - 1]}**"
    if game.swap is Swap.TAKEN:
        moves[0] += f" · {SWAP_WORD}"
    yield _SEPARATOR.join(_around(moves, max(ply - 1, 0), room - _ROOM_FOR_NOTE))
    if turns:
        yield Phrase("-# `?` gave a win away")


def _around(moves: list[str], place: int, room: int) -> list[str]:
    """Return as many texts around a place as fit, with dots where some are left out."""
    first, after, used = place, place, 2 * len(_LEFT_OUT)
    while first > 0 or after < len(moves):
        # By turns one before and one behind.
        goes_back = first > 0 and (after - place > place - first or after == len(moves))
        text = moves[first - 1] if goes_back else moves[after]
        used += len(text) + len(_SEPARATOR)
        if used > room:
            break
        first, after = (first - 1, after) if goes_back else (first, after + 1)
    return [*([_LEFT_OUT] if first else []), *moves[first:after], *([_LEFT_OUT] if after < len(moves) else [])]


def moves_in_line(game: Game) -> list[str]:
    """Return the moves of a game, each with its number and the mark of the player."""
    seat, moves = game.position_at(0).to_move, []
    for number, move in enumerate(game.moves, start=1):
        moves.append(f"{number}. {game.variant.mark(seat)} {move}")
        seat = seat.opponent
    return moves
