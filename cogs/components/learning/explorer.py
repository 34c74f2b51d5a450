"""The opening explorer: a board whose cells show what each move is worth, walked by pressing them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import randrange
from typing import Final

import discord

from cogs.components.base import Handler, NotOffered
from cogs.components.learning.practice_presses import chosen_move, first_half
from cogs.context import Request
from cogs.discord_api.components import SEPARATOR, Component, Components, container, layout, row, text_display
from cogs.messages.boards.practice_board import PracticeBoard, Sign, draw_practice_board
from cogs.messages.controls import WALK, WALK_BACK, WALK_MENU, WALK_RESET, ControlKind, Key, button
from cogs.messages.looks.cells import CELL_NAMES
from cogs.text.i18n import Words
from cogs.text.learning.explorer import explorer_lines
from cogs.text.learning.tutorial import pick_text
from gridlock_host.errors import NoFairStarts
from gridlock_host.learning.explorer import Explored
from gridlock_host.learning.walks import EMPTY_CODE, LONGEST_CODE, NoSuchWalk, Walk
from gridlock_host.model.messages.look import Look
from gridlock_host.model.starts import StartKind
from gridlock_host.model.terms import Terms
from gridlock_rules import VARIANTS
from gridlock_rules.geometry import cells_of
from gridlock_solver.judgement.move_values import MoveValue
from gridlock_solver.solution import Value

_STYLES: Final = discord.ButtonStyle
_WON: Final = Sign("+", "+", "👍", _STYLES.success)
_LOST: Final = Sign("-", "-", "👎", _STYLES.danger)
_OPEN: Final = Sign("?", "?", "❔", _STYLES.secondary)
_HIDDEN: Final = Sign("*", "*", "🔒", _STYLES.secondary)
_SIGNS: Final = {Value.WON: _WON, Value.LOST: _LOST, Value.OPEN: _OPEN}


async def answer_with_explorer(request: Request, terms: Terms) -> None:
    """Answer with a board of a game in an ephemeral message: empty, or a fair start that is drawn.

    Solving it may take some seconds.

    Args:
        request: The request.
        terms: The variant, the size and the kind of start.

    Raises:
        UnsupportedSize: The variant is not played on boards of this size.
        NoFairStarts: There are no fair starts on such a board.
        CannotThink: The solver failed.
    """
    walk = Walk.start(terms.variant, terms.board_size, _drawn(terms))
    await request.responder.defer()
    await request.responder.send_ephemeral(components=await _explored(request, walk, None))


def _drawn(terms: Terms) -> int | None:
    """Return the place of a fair start that is drawn, if the terms want one.

    Raises:
        UnsupportedSize: The variant is not played on boards of this size.
        NoFairStarts: There are none on such a board.
    """
    terms.check()
    if terms.start_kind is not StartKind.FAIR:
        return None
    if not terms.fair_starts:
        raise NoFairStarts(terms.variant, terms.board_size)
    return randrange(len(terms.fair_starts))  # noqa: S311  # a start, not a secret


async def _explored(request: Request, walk: Walk, picked: int | None) -> Components:
    explored = await request.host.learning.explorer.explore(walk, user_id=request.user_id, guild_id=request.guild_id)
    look = await request.services.languages.look_of(request.guild_id)
    return explorer_message(explored, look, await request.load_board_words(), picked=picked)


def explorer_message(explored: Explored, look: Look, words: Words, *, picked: int | None = None) -> Components:
    """Return a position with the value of each move.

    Args:
        explored: The position and the values.
        look: How to draw the board.
        words: The language.
        picked: The cell to which the token goes, if the cell to remove is to be chosen.
    """
    walk = explored.walk
    can_go_on = len(walk.code) < LONGEST_CODE
    signs = _signs(explored, picked) if can_go_on else {}
    meanings = tuple(_meanings(signs.values(), look, words))
    drawing = draw_practice_board(_board(walk, signs, meanings, picked), look, words)
    lines = [words.say(line) for line in explorer_lines(explored, has_emoji=drawing.has_emoji)]
    if picked is not None:
        lines.append(words.say(pick_text(picked)))
    if not can_go_on:
        lines.append(words("I cannot remember a longer walk."))
    text = "\n".join([*lines, *([drawing.text] if drawing.text else [])])
    parts: list[Component] = [text_display(text), *drawing.rows]
    if drawing.rows:
        parts.append(SEPARATOR)
    return layout(container(*parts, row(*_controls(walk, picked, words))))


def _board(walk: Walk, signs: Mapping[int, Sign], meanings: tuple[str, ...], picked: int | None) -> PracticeBoard:
    argument = f"{walk.position.variant.key}/{walk.code}/"
    if picked is not None:
        argument += f"{CELL_NAMES[picked]}/"
    key = Key(walk.position.size, 0, argument)
    return PracticeBoard(
        walk.position,
        walk.moves[-1] if walk.moves else None,
        signs,
        key.custom_id(WALK.action),
        key.custom_id(WALK_MENU.action),
        meanings,
        picked,
    )


def _controls(walk: Walk, picked: int | None, words: Words) -> list[Component]:
    key, size = walk.position.variant.key, walk.position.size
    before = walk if picked is not None else walk.back()
    is_start = not walk.moves
    back = Key(size, 0, f"{key}/{before.code}")
    return [
        button(WALK_BACK, back, words, disabled=is_start and picked is None),
        button(WALK_RESET, Key(size, 0, f"{key}/{walk.reset().code}"), words, disabled=is_start),
    ]


def _signs(explored: Explored, picked: int | None) -> dict[int, Sign]:
    """Return the sign of each cell: of the move to it, or of all moves that begin with a step to it."""
    legal = explored.walk.position.legal_moves
    cells = legal.targets if picked is None else legal.removals(picked)
    by_cell: dict[int, list[MoveValue]] = {cell: [] for cell in cells_of(cells)}
    hidden = set()
    for value in explored.values:
        cell = value.move.cell if picked is None else value.move.removed
        if cell in by_cell and picked in (None, value.move.cell):
            by_cell[cell].append(value)
    for move in explored.hidden:
        cell = move.cell if picked is None else move.removed
        if picked in (None, move.cell):
            hidden.add(cell)
    return {cell: _sign(values, has_hidden=cell in hidden) for cell, values in by_cell.items()}


def _sign(values: list[MoveValue], *, has_hidden: bool) -> Sign:
    """Return the sign of some moves together: the best that one of them can do."""
    winning = [value for value in values if value.value is Value.WON]
    if winning:
        return _counted(_WON, [value.plies for value in winning], min)
    if has_hidden:
        return _HIDDEN
    if any(value.value is Value.OPEN for value in values):
        return _OPEN
    return _counted(_LOST, [value.plies for value in values], max)


def _counted(sign: Sign, plies: Sequence[int | None], best: Callable[[Iterable[int]], int]) -> Sign:
    """Return a sign with the number of moves to the end of the game, if it is known of all."""
    known = [number for number in plies if number is not None]
    return replace(sign, label=f"{sign.mark}{best(known)}") if len(known) == len(plies) else sign


def _meanings(signs: Collection[Sign], look: Look, words: Words) -> Iterator[str]:
    """Yield what the signs on a board mean; a grid of emoji shows the emoji."""
    said = {
        _WON: words("wins"),
        _LOST: words("loses"),
        _OPEN: words("not proved"),
        _HIDDEN: words("not told"),
    }
    marks = {sign.mark for sign in signs}
    for sign, meaning in said.items():
        if sign.mark in marks:
            emoji = f"{sign.emoji} " if look is Look.PICTURES else ""
            yield f"{emoji}`{sign.mark}` {meaning}"
    if any(sign.label != sign.mark for sign in signs):
        yield words("a number: so many moves to the end")


def _read(size: int, variant_key: str, code: str) -> Walk:
    """Return the walk of a control.

    Raises:
        NotOffered: There is none, as only a manipulated client sends it.
    """
    variant = next((each for each in VARIANTS if each.key == variant_key), None)
    if variant is None or size not in variant.sizes:
        raise NotOffered
    try:
        return Walk.read(variant, size, code)
    except NoSuchWalk:
        raise NotOffered from None


async def _show(request: Request, walk: Walk, picked: int | None = None) -> None:
    await request.responder.edit_source(await _explored(request, walk, picked))


async def _press_cell(request: Request, key: Key) -> None:
    variant_key, code, move = key.argument.split("/", 2)
    await _go(request, _read(key.subject, variant_key, code), move)


async def _choose_cell(request: Request, key: Key) -> None:
    variant_key, code, rest = key.argument.split("/", 2)
    move = chosen_move(request, rest.rpartition("/")[0])
    await _go(request, _read(key.subject, variant_key, code), move)


async def _go(request: Request, walk: Walk, text: str) -> None:
    """Show the position after a move, or ask for the cell to remove.

    Raises:
        IllegalMove: The rules forbid the move.
    """
    picked = first_half(walk.position, text)
    if picked is None:
        walk = walk.play(walk.position.parse(text))
    await _show(request, walk, picked)


async def _press_walk(request: Request, key: Key) -> None:
    # The button to the empty board had no code once.
    variant_key, _, code = key.argument.partition("/")
    await _show(request, _read(key.subject, variant_key, code or EMPTY_CODE))


EXPLORER_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    WALK: Handler(_press_cell),
    WALK_MENU: Handler(_choose_cell),
    WALK_BACK: Handler(_press_walk),
    WALK_RESET: Handler(_press_walk),
}
