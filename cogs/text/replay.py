"""Text of the replay of a finished game."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.text.shared import game_title, how_it_ended, listed, mention, player
from gridlock_host import Game, draw_board
from gridlock_host.model.starts import Swap
from gridlock_rules import Player
from gridlock_rules.notation import read_move
from gridlock_rules.wording import Phrase


def replay_lines(game: Game, ply: int) -> Iterator[str]:
    """Yield the text of the position after so many moves."""
    yield Phrase(
        "**Replay of game {title}** · move {number} of {moves}", title=game_title(game), number=ply, moves=game.ply
    )
    yield listed([player(game, game.player_id(seat)) for seat in Player], " · ")
    position = game.position_at(ply)
    last = None
    if ply:
        variant = game.variant
        last = read_move(game.moves[ply - 1], size=position.size, origin=variant.origin, cells=variant.cells_per_move)
    yield f"```\n{draw_board(position, last)}\n```"
    if ply == 0:
        yield Phrase("No move yet.")
    else:
        mover = game.variant.mark(position.to_move.opponent)
        yield Phrase("Move {number}: {mover} **{move}**", number=ply, mover=mover, move=game.moves[ply - 1])
    if game.swap is Swap.TAKEN and ply:
        swapper = mention(game.opponent_of(game.first_id))
        yield Phrase("After move 1, {player} swapped and took it over.", player=swapper)
    if ply == game.ply and game.result is not None:
        yield how_it_ended(game, game.result)
