"""The lines above a board: the game, whose turn it is, and the last move with what it allows."""

from __future__ import annotations

from cogs.text.i18n import Words
from cogs.text.results import match_score
from cogs.text.shared import STONES, agreements, game_heading, last_move, mention, moment, sentences
from gridlock_host import Game
from gridlock_rules import Player, cell_name
from gridlock_rules.wording import Phrase


def header(game: Game, words: Words, picked: int | None, *, has_emoji: bool) -> str:
    """Return the lines above a board.

    Args:
        game: The game.
        words: The language.
        picked: The cell that a player has chosen whose move needs a second one.
        has_emoji: Whether the players have emoji that look like their stones.
    """
    title = [game_heading(game), words("move {number}", number=game.ply + 1), *map(words.say, agreements(game))]
    lines = [
        " · ".join(title),
        _players(game, words, picked, has_emoji=has_emoji),
    ]
    if game.match is not None:
        lines.append(match_score(game, game.match, words))
    lines.append(_last_move(game, words, picked))
    return "\n".join(lines)


def _players(game: Game, words: Words, picked: int | None, *, has_emoji: bool) -> str:
    """Return who is to move, against whom, and when the time is up."""
    mover = game.position.to_move
    if game.bot_is_to_move:
        turn = words("{player} is thinking ...", player=_player(game, mover, words, has_emoji=has_emoji))
    elif picked is not None:
        turn = words("{player} **chooses the cell to remove**", player=_player(game, mover, words, has_emoji=has_emoji))
    else:
        turn = words("{player} **to move**", player=_player(game, mover, words, has_emoji=has_emoji))
    parts = [turn, _player(game, mover.opponent, words, has_emoji=has_emoji)]
    if game.deadline is not None:
        parts.append(words("⏳ {distance}", distance=moment(game.deadline)))
    return " · ".join(parts)


def _player(game: Game, seat: Player, words: Words, *, has_emoji: bool) -> str:
    user_id = game.player_id(seat)
    shown = words("{player} ({mark})", player=mention(user_id), mark=game.variant.mark(seat))
    if user_id == game.bot_id:
        shown = words("{player}, level {level}", player=shown, level=game.level)
    return f"{STONES[seat]} {shown}" if has_emoji else shown


def _last_move(game: Game, words: Words, picked: int | None) -> str:
    """Return one sentence with the last move and what it allows."""
    mover = game.position.to_move
    if picked is not None:
        return words(
            "{opponent} played **{move}**. {player} goes to **{cell}** and now chooses the cell to remove.",
            opponent=mention(game.player_id(mover.opponent)),
            move=game.moves[-1],
            player=mention(game.player_id(mover)),
            cell=cell_name(picked),
        )
    if game.bot_is_to_move:
        return words.say(last_move(game))
    last = mention(game.player_id(mover.opponent))
    # The opponent's name stands in place of their mark.
    allowed = words.say_with(game.position.restriction, opponent=last)
    claims = game.variant.cells_per_move == 1
    if not game.moves:
        return (
            words("No move yet: claim {restriction}.", restriction=allowed)
            if claims
            else words("No move yet: choose {restriction}.", restriction=allowed)
        )
    if game.has_just_swapped:
        return words.say(sentences(last_move(game), Phrase("Now choose {restriction}.", restriction=allowed)))
    if game.may_swap:
        return words(
            "{player} played **{move}**. Choose {restriction}; or press *Swap* or type `swap`, and that move is yours.",
            player=last,
            move=game.moves[-1],
            restriction=allowed,
        )
    if claims:
        return words(
            "{player} played **{move}**: claim {restriction}.", player=last, move=game.moves[-1], restriction=allowed
        )
    return words(
        "{player} played **{move}**: choose {restriction}.", player=last, move=game.moves[-1], restriction=allowed
    )
