"""A game as a message: who plays, what the board shows, and the board again as buttons."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord

from cogs.controls import Key
from cogs.game_controls import CellButton, OtherStepButton, ResignButton, RulesButton
from cogs.offer_controls import RematchButton, TakeBackButton
from cogs.texts import game_title, how_it_ended, link, long_text, match_score, mention, moment, player
from gridlock_host import Game, draw_board
from gridlock_rules import EMPTY_MARK, Player, cell_name
from gridlock_rules.geometry import cell_at

# Discord takes five buttons a row and forty components a message.
LARGEST_BOARD_OF_BUTTONS = 5


def board_message(game: Game, *, picked: int | None = None, offers_rematch: bool = True) -> discord.ui.LayoutView:
    """The board of a game, with controls while the game goes on.

    Args:
        game: What to show.
        picked: The cell chosen so far by a player who must name a second one.
        offers_rematch: Whether a rematch can be asked for when the game, and its match, is over.
    """
    view = long_text(_text(game, picked))
    if game.is_over:
        if offers_rematch and not game.match_goes_on and not game.has_deleted_player:
            row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
            view.add_item(row.add_item(RematchButton(Key(game.id, game.version))))
        return view
    if game.position.size <= LARGEST_BOARD_OF_BUTTONS:
        for row in _cell_rows(game, picked):
            view.add_item(row)
    view.add_item(_actions(game, picked))
    return view


def old_board_message(game: Game) -> discord.ui.LayoutView:
    """What remains of a board that is shown elsewhere now: no controls, and the way to the current one."""
    return long_text(f"**Gridlock {game_title(game)}**\nThe board is now at {link(game.place)}")


def _text(game: Game, picked: int | None) -> str:
    players = " · ".join(player(game, game.player_id(seat)) for seat in Player)
    lines = [
        f"**Gridlock {game_title(game)}**",
        players,
        f"```\n{draw_board(game.position, game.last_move)}\n```",
    ]
    legend = game.variant.other_marks
    if legend:
        lines.append(", ".join(f"`{mark}` {meaning}" for mark, meaning in legend.items()))
    if game.match is not None:
        lines.append(match_score(game, game.match))
    lines.append(_last_move(game))
    lines.append(_what_now(game, picked))
    return "\n".join(lines)


def _last_move(game: Game) -> str:
    if not game.moves:
        return "No move yet."
    mover = game.variant.mark(game.position.to_move.opponent)
    return f"Last move ({game.ply}): {mover} {game.moves[-1]}"


def _what_now(game: Game, picked: int | None) -> str:
    if game.result is not None:
        return f"**Game over.** {how_it_ended(game, game.result)}"
    mover = game.player_id(game.position.to_move)
    if picked is not None:
        return f"{player(game, mover)} goes to **{cell_name(picked)}** and now chooses the cell to remove."
    how = " Play with `/gridlock move`." if game.position.size > LARGEST_BOARD_OF_BUTTONS else ""
    clock = "" if game.deadline is None else f"\nTime until {moment(game.deadline, 'f')}, {moment(game.deadline)}."
    return f"**{mention(mover)}** ({game.mark_of(mover)}) to move: {game.position.restriction}.{how}{clock}"


def _cell_rows(game: Game, picked: int | None) -> Iterator[discord.ui.ActionRow[Any]]:
    position = game.position
    open_cells = frozenset(position.targets if picked is None else position.removals(picked))
    last_move = game.last_move
    marked = picked if last_move is None or picked is not None else last_move.cell
    for row, marks in enumerate(position.marks):
        shown: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
        for column, mark in enumerate(marks):
            cell = cell_at(row, column)
            button = _cell_button(game, cell, mark, picked, is_open=cell in open_cells, is_marked=cell == marked)
            shown.add_item(button)
        yield shown


def _cell_button(game: Game, cell: int, mark: str, picked: int | None, *, is_open: bool, is_marked: bool) -> CellButton:
    name = cell_name(cell)
    if cell == picked:
        mark = game.variant.mark(game.position.to_move)
    shows_name = is_open or mark == EMPTY_MARK
    return CellButton(
        Key(game.id, game.version, name if picked is None else f"{cell_name(picked)}/{name}"),
        label=name if shows_name else mark,
        style=_style(game, None if shows_name else mark, is_marked=is_marked),
        disabled=not is_open,
    )


def _style(game: Game, mark: str | None, *, is_marked: bool) -> discord.ButtonStyle:
    """A colour that repeats what the label says already: never the only sign of anything."""
    if is_marked:
        return discord.ButtonStyle.success
    if mark == game.variant.mark(Player.ONE):
        return discord.ButtonStyle.primary
    if mark == game.variant.mark(Player.TWO):
        return discord.ButtonStyle.danger
    return discord.ButtonStyle.secondary


def _actions(game: Game, picked: int | None) -> discord.ui.ActionRow[Any]:
    key = Key(game.id, game.version)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow()
    if picked is not None:
        row.add_item(OtherStepButton(key))
    if game.moves:
        row.add_item(TakeBackButton(key))
    return row.add_item(ResignButton(key)).add_item(RulesButton(key))
