"""The tutorial: five positions of each game, solved by pressing cells, in an ephemeral message."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import discord

from cogs.components.base import Handler, NotOffered, chosen
from cogs.components.learning.practice_presses import chosen_move, first_half
from cogs.context import Request
from cogs.discord_api.components import SEPARATOR, Component, Components, container, layout, row, text_display
from cogs.messages.boards.practice_board import LEGAL, PLAIN, PracticeBoard, Sign, chosen_cells, draw_practice_board
from cogs.messages.controls import (
    OPEN_TUTORIAL,
    TRY,
    TUTORIAL_CELL,
    TUTORIAL_CELL_MENU,
    TUTORIAL_GAMES,
    TUTORIAL_STEP,
    ControlKind,
    Key,
    button,
    menu,
)
from cogs.messages.looks.cells import CELL_NAMES
from cogs.text.i18n import Words
from cogs.text.learning.tutorial import answer_text, asked, heading, letters, pick_text, refused_text, solved_text
from gridlock_host.learning.tutorial import next_variant, tutorial_variants
from gridlock_host.learning.tutorial_steps import Goal, TutorialAnswer, TutorialStep, tutorial_steps
from gridlock_host.model.messages.look import Look
from gridlock_rules import IllegalMove, find_variant
from gridlock_rules.geometry import geometry

_NO_CHOICE_SHOWN: Final = frozenset({Goal.LEGAL, Goal.STUCK})
"""Goals for which the legal cells are not marked, because finding them is the exercise."""


async def answer_with_tutorial(request: Request, variant_key: str | None) -> None:
    """Answer with the first step that a person has not solved, in an ephemeral message.

    Args:
        request: The request.
        variant_key: The game; None for the one with which they go on.

    Raises:
        NotOffered: There is no tutorial of that game.
    """
    shown = await _first_unsolved(request, variant_key)
    await request.responder.send_ephemeral(components=shown)


async def _first_unsolved(request: Request, variant_key: str | None) -> Components:
    solved = await request.host.learning.tutorial.solved(request.user_id)
    key = variant_key or next_variant(solved)
    steps = _steps(key)
    words, look = await request.load_board_words(), await _look(request)
    done = solved.get(key, 0)
    return step_message(steps[done % len(steps)], look, words, says=solved_text(key) if done >= len(steps) else None)


def step_message(
    step: TutorialStep, look: Look, words: Words, *, picked: int | None = None, says: str | None = None
) -> Components:
    """Return a step to be solved.

    Args:
        step: The step.
        look: How to draw the board.
        words: The language.
        picked: The cell to which the token goes, if the cell to remove is to be chosen.
        says: What is said of the press before.
    """
    said = [words.say(asked(step))]
    if picked is not None:
        said.append(words.say(pick_text(picked)))
    if says is not None:
        said.append(words.say(says))
    before = Key(step.number - 1, 0, step.variant_key)
    controls = [] if step.number == 1 else [button(TUTORIAL_STEP, before, words, label=words("Back"))]
    return _message(step, _board_to_solve(step, picked, words), look, words, said, controls)


def solved_message(step: TutorialStep, answer: TutorialAnswer, look: Look, words: Words) -> Components:
    """Return a step as it was solved, with what comes next: another step, or a game."""
    board = PracticeBoard(answer.after, answer.move, {}, "", "")
    said = [words.say(answer_text(step, answer))]
    if step.number < len(tutorial_steps(step.variant_key)):
        following = Key(step.number + 1, 0, step.variant_key)
        controls = [button(TUTORIAL_STEP, following, words, style=discord.ButtonStyle.success)]
    else:
        said.append(words.say(solved_text(step.variant_key)))
        title = find_variant(step.variant_key).title
        label = words("Play {title} at level 1", title=title)
        controls = [button(TRY, Key(0, argument=step.variant_key), words, label=label)]
    return _message(step, board, look, words, said, controls)


def _message(
    step: TutorialStep, board: PracticeBoard, look: Look, words: Words, said: list[str], controls: list[Component]
) -> Components:
    drawing = draw_practice_board(board, look, words)
    head = words.say(heading(step, len(tutorial_steps(step.variant_key)), has_emoji=drawing.has_emoji))
    text = "\n".join([head, *said, *([drawing.text] if drawing.text else [])])
    parts: list[Component] = [text_display(text), *drawing.rows]
    if drawing.rows:
        parts.append(SEPARATOR)
    if controls:
        parts.append(row(*controls))
    games = {key: find_variant(key).title for key in tutorial_variants()}
    return layout(container(*parts, row(menu(TUTORIAL_GAMES, Key(0), games, words("Another game")))))


def _board_to_solve(step: TutorialStep, picked: int | None, words: Words) -> PracticeBoard:
    prefix = f"{step.variant_key}/" if picked is None else f"{step.variant_key}/{CELL_NAMES[picked]}/"
    key = Key(step.number, 0, prefix)
    signs = _signs(step, picked)
    meanings = []
    if any(sign.mark == LEGAL.mark for sign in signs.values()):
        meanings.append(words("`+` you may remove") if picked is not None else words("`+` you may play"))
    return PracticeBoard(
        step.position,
        step.moves[-1],
        signs,
        key.custom_id(TUTORIAL_CELL.action),
        key.custom_id(TUTORIAL_CELL_MENU.action),
        tuple(meanings),
        picked,
        has_pressable_stones=True,
    )


def _signs(step: TutorialStep, picked: int | None) -> dict[int, Sign]:
    """Return the signs of the cells that can be chosen: all free ones where the legal ones are to be found."""
    position = step.position
    legal = position.legal_moves.targets if picked is None else position.legal_moves.removals(picked)
    if step.goal in _NO_CHOICE_SHOWN and picked is None:
        taken = 0
        for _, mask in position.mark_masks:
            taken |= mask
        return chosen_cells(geometry(position.size).board & ~taken, PLAIN)
    signs = chosen_cells(legal, LEGAL)
    for name, letter in letters(step).items():
        cell = CELL_NAMES.index(name)
        if name != str(step.moves[-1]):
            signs[cell] = Sign(letter, letter, style=signs.get(cell, PLAIN).style)
    return signs


def _steps(variant_key: str) -> tuple[TutorialStep, ...]:
    steps = tutorial_steps(variant_key)
    if not steps:
        raise NotOffered
    return steps


def _step(variant_key: str, number: int) -> TutorialStep:
    steps = _steps(variant_key)
    if not 1 <= number <= len(steps):
        raise NotOffered
    return steps[number - 1]


async def _look(request: Request) -> Look:
    return await request.services.languages.look_of(request.guild_id)


async def _press_open(request: Request, key: Key) -> None:
    await answer_with_tutorial(request, key.argument or None)


async def _press_step(request: Request, key: Key) -> None:
    step = _step(key.argument, key.subject)
    await request.responder.edit_source(step_message(step, await _look(request), await request.load_board_words()))


async def _choose_game(request: Request, _key: Key) -> None:
    await request.responder.edit_source(await _first_unsolved(request, chosen(request)))


async def _press_cell(request: Request, key: Key) -> None:
    variant_key, _, move = key.argument.partition("/")
    await _answer(request, _step(variant_key, key.subject), move)


async def _choose_cell(request: Request, key: Key) -> None:
    variant_key, _, rest = key.argument.partition("/")
    move = chosen_move(request, rest.rpartition("/")[0])
    await _answer(request, _step(variant_key, key.subject), move)


async def _answer(request: Request, step: TutorialStep, text: str) -> None:
    """Show what becomes of a press: the second half of a move is asked, or the answer is right, wrong or illegal."""
    words, look = await request.load_board_words(), await _look(request)
    picked = first_half(step.position, text)
    if picked is not None:
        await request.responder.edit_source(step_message(step, look, words, picked=picked))
        return
    try:
        answer = step.check(text)
    except IllegalMove as reason:
        picked = CELL_NAMES.index(text[:2]) if "/" in text else None
        await request.responder.edit_source(step_message(step, look, words, picked=picked, says=refused_text(reason)))
        return
    if not answer.is_right:
        await request.responder.edit_source(step_message(step, look, words, says=answer_text(step, answer)))
        return
    await request.host.learning.tutorial.note_solved(request.user_id, step.variant_key, step.number)
    await request.responder.edit_source(solved_message(step, answer, look, words))


TUTORIAL_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    OPEN_TUTORIAL: Handler(_press_open),
    TUTORIAL_STEP: Handler(_press_step),
    TUTORIAL_GAMES: Handler(_choose_game),
    TUTORIAL_CELL: Handler(_press_cell),
    TUTORIAL_CELL_MENU: Handler(_choose_cell),
}
