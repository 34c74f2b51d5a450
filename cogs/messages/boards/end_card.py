"""The board of a finished game: who won and why, points and rank, who stood to win along the game, and what is next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.discord_api.components import Component, Components, container, layout, rows_of, text_display
from cogs.messages.controls import BOARD_TEXT, NEXT_LEVEL, OPEN_REPLAY, OPEN_REVIEW, REMATCH, SHARE, Key, button
from cogs.messages.looks.look import Drawing
from cogs.text.end_card import end_lines
from cogs.text.i18n import Words
from gridlock_host import Game
from gridlock_host.model.end_card import EndCard
from gridlock_solver.levels import LEVELS

_GOLD: Final = 0xF2B233


def end_card_message(
    game: Game, card: EndCard, words: Words, drawing: Drawing, *, offers_rematch: bool = True
) -> Components:
    """Return the board of a finished game.

    Args:
        game: The game.
        card: What is known of it beside its result.
        words: The language.
        drawing: The board as its look draws it.
        offers_rematch: Whether it has a button for a rematch.
    """
    has_winner = game.result is not None and game.result.winner_id is not None
    controls = list(_controls(game, card, words, offers_rematch=offers_rematch))
    if drawing.offers_text:
        controls.append(button(BOARD_TEXT, Key(game.id, game.version), words))
    text = text_display("\n".join(words.say(line) for line in end_lines(game, card, words, drawing.text)))
    return layout(container(text, *rows_of(controls), colour=_GOLD if has_winner else None))


def _controls(game: Game, card: EndCard, words: Words, *, offers_rematch: bool) -> Iterator[Component]:
    key = Key(game.id, game.version)
    if offers_rematch and not game.match_goes_on and not game.has_deleted_player:
        yield button(REMATCH, key, words)
        level = next_level(game)
        if level is not None:
            label = words("Level {level}", level=level)
            yield button(NEXT_LEVEL, Key(game.id, game.version, str(level)), words, label=label)
    if game.moves:
        yield button(OPEN_REVIEW, key, words)
        yield button(OPEN_REPLAY, Key(game.id), words)
        if not card.is_shared and not game.has_deleted_player:
            yield button(SHARE, key, words)


def next_level(game: Game) -> int | None:
    """Return the level after the one at which the bot has just lost; None if there is none."""
    result = game.result
    if game.level is None or result is None or result.loser_id is None or result.loser_id != game.bot_id:
        return None
    return game.level + 1 if game.level < LEVELS[-1] else None
