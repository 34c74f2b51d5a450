"""The message of a game: players, board and turn as text, and the board as buttons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import discord

from cogs.discord_api.components import Component, Components, layout, row, text_display
from cogs.messages.controls import (
    CELL,
    OPEN_REVIEW,
    REMATCH,
    RESIGN,
    RULES,
    TAKE_BACK,
    UNPICK,
    Key,
    button,
)
from cogs.text.i18n import Words
from cogs.text.shared import game_title, how_it_ended, link, long_text, match_score, mention, moment, player
from gridlock_host import Game, draw_board
from gridlock_rules import EMPTY_MARK, Player, cell_name
from gridlock_rules.geometry import cell_at
from gridlock_rules.wording import Phrase

# Discord takes five buttons a row and forty components a message.
LARGEST_BOARD_OF_BUTTONS = 5


def board_message(game: Game, words: Words, *, picked: int | None = None, offers_rematch: bool = True) -> Components:
    """Return the board of a game, with cell buttons while the game goes on.

    Args:
        game: What to show.
        words: The language.
        picked: The cell that a player has chosen whose move needs a second one.
        offers_rematch: Whether a finished game has a button for a rematch.
    """
    return layout(text_display(_text(game, words, picked)), *_rows(game, words, picked, offers_rematch=offers_rematch))


def _rows(game: Game, words: Words, picked: int | None, *, offers_rematch: bool) -> Iterator[Component]:
    if game.is_over:
        controls = list(_controls_after_the_end(game, words, offers_rematch=offers_rematch))
        if controls:
            yield row(*controls)
        return
    if game.position.size <= LARGEST_BOARD_OF_BUTTONS:
        yield from _cell_rows(game, words, picked)
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
        f"```\n{draw_board(game.position, game.last_move)}\n```",
    ]
    legend = _legend(game, words)
    if legend:
        lines.append(legend)
    if game.match is not None:
        lines.append(match_score(game, game.match, words))
    lines.append(_last_move(game, words))
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


def _last_move(game: Game, words: Words) -> str:
    if not game.moves:
        return words("No move yet.")
    mover = game.variant.mark(game.position.to_move.opponent)
    return words("Last move ({ply}): {mover} {move}", ply=game.ply, mover=mover, move=game.moves[-1])


def _what_now(game: Game, words: Words, picked: int | None) -> str:
    if game.result is not None:
        return words("**Game over.** {how}", how=how_it_ended(game, game.result))
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
        turn += " " + words("Play with `/gridlock move`.")
    if game.deadline is not None:
        turn += "\n" + words(
            "Time until {time}, {distance}.", time=moment(game.deadline, "f"), distance=moment(game.deadline)
        )
    return turn


def _cell_rows(game: Game, words: Words, picked: int | None) -> Iterator[Component]:
    position = game.position
    open_cells = frozenset(() if game.bot_is_to_move else _choices(game, picked))
    last_move = game.last_move
    marked = picked if last_move is None or picked is not None else last_move.cell
    for number, marks in enumerate(position.marks):
        cells = [(cell_at(number, column), mark) for column, mark in enumerate(marks)]
        yield row(
            *[
                _cell_button(game, cell, mark, words, picked, is_open=cell in open_cells, is_marked=cell == marked)
                for cell, mark in cells
            ]
        )


def _choices(game: Game, picked: int | None) -> Iterable[int]:
    return game.position.targets if picked is None else game.position.removals(picked)


def _cell_button(
    game: Game, cell: int, mark: str, words: Words, picked: int | None, *, is_open: bool, is_marked: bool
) -> Component:
    name = cell_name(cell)
    if cell == picked:
        mark = game.variant.mark(game.position.to_move)
    shows_name = is_open or mark == EMPTY_MARK
    return button(
        CELL,
        Key(game.id, game.version, name if picked is None else f"{cell_name(picked)}/{name}"),
        words,
        label=name if shows_name else mark,
        style=_style(game, None if shows_name else mark, is_marked=is_marked),
        disabled=not is_open,
    )


def _style(game: Game, mark: str | None, *, is_marked: bool) -> discord.ButtonStyle:
    """Return a colour that repeats what the label says; colour alone carries no meaning."""
    if is_marked:
        return discord.ButtonStyle.success
    if mark == game.variant.mark(Player.ONE):
        return discord.ButtonStyle.primary
    if mark == game.variant.mark(Player.TWO):
        return discord.ButtonStyle.danger
    return discord.ButtonStyle.secondary


def _controls_after_the_end(game: Game, words: Words, *, offers_rematch: bool) -> Iterator[Component]:
    key = Key(game.id, game.version)
    if offers_rematch and not game.match_goes_on and not game.has_deleted_player:
        yield button(REMATCH, key, words)
    if game.moves:
        yield button(OPEN_REVIEW, key, words)


def _actions(game: Game, words: Words, picked: int | None) -> Iterator[Component]:
    key = Key(game.id, game.version)
    if picked is not None:
        yield button(UNPICK, key, words)
    if game.moves_to_take_back:
        yield button(TAKE_BACK, key, words)
    yield button(RESIGN, key, words)
    yield button(RULES, key, words)
