"""Texts of pictures of games: what stands above one, and its description for those who cannot see it."""

from __future__ import annotations

from typing import Final

from cogs.text.i18n import Words
from cogs.text.replay import moves_in_line
from cogs.text.results import how_it_ended
from cogs.text.shared import board_size, game_title, player
from gridlock_host import Game
from gridlock_rules import Player
from gridlock_rules.wording import COMMA, Phrase, listed

LONGEST_DESCRIPTION: Final = 1_024
"""The most characters that Discord takes as the description of a file."""


def picture_title(game: Game, ply: int | None) -> Phrase:
    """Return the game and its players, and how it ended, or which position is shown.

    Args:
        game: The game.
        ply: So many moves are played on the board; None for the whole game.
    """
    players = listed([player(game, game.player_id(seat)) for seat in Player], " · ")
    if ply is not None and ply < game.ply:
        return Phrase(
            "**{title}** · {players} · move {number} of {moves}",
            title=game_title(game),
            players=players,
            number=ply,
            moves=game.ply,
        )
    how = "" if game.result is None else how_it_ended(game, game.result)
    return Phrase("**{title}** · {how}", title=game_title(game), how=how)


def picture_description(game: Game, ply: int | None, words: Words) -> str:
    """Return what a picture shows, with the moves, for screen readers.

    Args:
        game: The game.
        ply: So many moves are played on the board; None for the whole game.
        words: The language.
    """
    shown = game.ply if ply is None else ply
    size = board_size(game.position.size)
    moves = words.say(COMMA).join(moves_in_line(game)[:shown]) or words("no moves")
    said = (
        words(
            "A game of {variant} on {size}, move by move: {moves}", variant=game.variant.title, size=size, moves=moves
        )
        if ply is None
        else words(
            "A board of {variant} on {size}, after the moves: {moves}",
            variant=game.variant.title,
            size=size,
            moves=moves,
        )
    )
    return fitting_description(said)


def fitting_description(said: str) -> str:
    """Return as much of a description as Discord takes."""
    return said if len(said) <= LONGEST_DESCRIPTION else f"{said[: LONGEST_DESCRIPTION - 1]}…"
