"""The message of a game: players, board and turn as text, and the board as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.discord_api.components import Component, Components, container, layout, row, text_display
from cogs.messages.controls import (
    RESIGN,
    RULES,
    TAKE_BACK,
    TYPE_MOVE,
    UNPICK,
    Key,
    button,
)
from cogs.messages.end_card import end_card_message
from cogs.messages.looks.cell_buttons import LARGEST_BOARD_OF_BUTTONS, cell_rows
from cogs.messages.looks.cell_menus import cell_menus
from cogs.text.i18n import Words
from cogs.text.shared import game_title, last_move, link, long_text, match_score, mention, moment, player
from gridlock_host import Game, draw_board
from gridlock_host.model.end_card import BLANK_CARD, EndCard
from gridlock_host.model.look import Look
from gridlock_rules import Player, cell_name
from gridlock_rules.wording import Phrase

_BLUE: Final = 0x56B4E9
_ORANGE: Final = 0xE69F00


def board_message(
    game: Game,
    words: Words,
    *,
    look: Look = Look.CLASSIC,  # noqa: ARG001  # all looks are drawn as the classic one so far
    picked: int | None = None,
    offers_rematch: bool = True,
    card: EndCard = BLANK_CARD,
) -> Components:
    """Return the board of a game, with its cells as buttons or in menus; once it is over, its end card.

    The colour of its edge is that of the player to move.

    Args:
        game: What to show.
        words: The language.
        look: How it is shown.
        picked: The cell that a player has chosen whose move needs a second one.
        offers_rematch: Whether a finished game has a button for a rematch.
        card: What is known of a finished game beside its result.
    """
    if game.is_over:
        return end_card_message(game, card, words, offers_rematch=offers_rematch)
    rows = _rows(game, words, picked)
    return layout(container(text_display(_text(game, words, picked)), *rows, colour=_colour(game)))


def _colour(game: Game) -> int:
    return _BLUE if game.position.to_move is Player.ONE else _ORANGE


def _rows(game: Game, words: Words, picked: int | None) -> Iterator[Component]:
    if game.position.size <= LARGEST_BOARD_OF_BUTTONS:
        yield from cell_rows(game, words, picked)
    elif not game.bot_is_to_move:
        yield from cell_menus(game, words, picked)
    yield row(*_actions(game, words, picked))


def old_board_message(game: Game, words: Words) -> Components:
    """Return what replaces an older copy of a board: no controls, and a link to the current one."""
    return long_text(_heading(game) + "\n" + words("The board is now at {link}", link=link(game.place)))


def _heading(game: Game) -> str:
    return f"**Gridlock {game_title(game)}**"


def _text(game: Game, words: Words, picked: int | None) -> str:
    players = " · ".join(words.say(_player(game, game.player_id(seat))) for seat in Player)
    lines = [
        _heading(game),
        players,
        f"```\n{draw_board(game.position, game.last_move, step=picked)}\n```",
    ]
    legend = _legend(game, words)
    if legend:
        lines.append(legend)
    if game.match is not None:
        lines.append(match_score(game, game.match, words))
    lines.append(words.say(last_move(game)))
    lines.append(_what_now(game, words, picked))
    return "\n".join(lines)


def _legend(game: Game, words: Words) -> str:
    """Explain the marks on the board that belong to no player."""
    shown = {mark for row in game.position.marks for mark in row}
    meanings = game.variant.other_marks.items()
    return ", ".join(f"`{mark}` {words.say(meaning)}" for mark, meaning in meanings if mark in shown)


def _player(game: Game, user_id: int) -> Phrase:
    named = player(game, user_id)
    return named if user_id != game.bot_id else Phrase("{player}, level {level}", player=named, level=game.level)


def _what_now(game: Game, words: Words, picked: int | None) -> str:
    mover = game.player_id(game.position.to_move)
    if picked is not None:
        return words(
            "{player} goes to **{cell}** and now chooses the cell to remove.",
            player=player(game, mover),
            cell=cell_name(picked),
        )
    return _turn(game, mover, words)


def _turn(game: Game, mover: int, words: Words) -> str:
    if game.bot_is_to_move:
        return words("{player} is thinking ...", player=player(game, mover))
    turn = words(
        "**{player}** ({mark}) to move: {restriction}.",
        player=mention(mover),
        mark=game.mark_of(mover),
        restriction=game.position.restriction,
    )
    if game.position.size > LARGEST_BOARD_OF_BUTTONS:
        turn += " " + words("Choose a cell below, or type `/gridlock move`.")
    if game.deadline is not None:
        turn += "\n" + words(
            "Time until {time}, {distance}.", time=moment(game.deadline, "f"), distance=moment(game.deadline)
        )
    return turn


def _actions(game: Game, words: Words, picked: int | None) -> Iterator[Component]:
    key = Key(game.id, game.version)
    if picked is not None:
        yield button(UNPICK, key, words)
    if game.position.size > LARGEST_BOARD_OF_BUTTONS and not game.bot_is_to_move:
        step = "" if picked is None else f"{cell_name(picked)}/"
        yield button(TYPE_MOVE, Key(game.id, game.version, step), words)
    if game.moves_to_take_back:
        yield button(TAKE_BACK, key, words)
    yield button(RESIGN, key, words)
    yield button(RULES, key, words)
