"""Text of the replay of a finished game."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.text.shared import game_title, how_it_ended, listed, player
from gridlock_host import Game, draw_board
from gridlock_rules import Player, replay
from gridlock_rules.notation import read_move
from gridlock_rules.wording import Phrase


def replay_lines(game: Game, ply: int) -> Iterator[str]:
    """Yield the text of the position after so many moves."""
    yield Phrase(
        "**Replay of game {title}** · move {number} of {moves}", title=game_title(game), number=ply, moves=game.ply
    )
    yield listed([player(game, game.player_id(seat)) for seat in Player], " · ")
    position = replay(game.variant, game.position.size, game.moves[:ply])
    last = None
    if ply:
        variant = game.variant
        last = read_move(game.moves[ply - 1], size=position.size, origin=variant.origin, cells=variant.cells_per_move)
    yield f"```\n{draw_board(position, last)}\n```"
    if ply == 0:
        yield Phrase("No move yet.")
    else:
        mover = game.variant.mark(Player.ONE if ply % 2 else Player.TWO)
        yield Phrase("Move {number}: {mover} **{move}**", number=ply, mover=mover, move=game.moves[ply - 1])
    if ply == game.ply and game.result is not None:
        yield how_it_ended(game, game.result)
