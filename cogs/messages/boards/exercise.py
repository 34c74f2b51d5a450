"""Exercises as messages: a board to be pressed, and the verdict on an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cogs.discord_api.components import SEPARATOR, Component, Components, container, layout, rows_of, text_display
from cogs.messages.controls import DELETE_LESSON, LESSON_CELL, LESSON_MENU, LESSON_UNPICK, NEXT_LESSON, Key, button
from cogs.messages.looks.cells import CellControls, Scene, scene_of
from cogs.messages.looks.emoji_set import EmojiSet
from cogs.messages.looks.registry import draw
from cogs.text.i18n import Words
from cogs.text.learning.lessons import exercise_heading, question_lines, verdict_lines
from cogs.text.shared import which_to_remove
from gridlock_host.learning.exercises import Exercise
from gridlock_host.learning.lessons import Checked
from gridlock_host.model.messages.look import Look
from gridlock_solver.explanation import Explanation


def exercise_message(
    exercise: Exercise, words: Words, *, look: Look, emoji: EmojiSet, picked: int | None = None
) -> Components:
    """Return an exercise as a board on which the answer is pressed.

    Args:
        exercise: The exercise.
        words: The language.
        look: How to draw the board.
        emoji: The emoji to draw with.
        picked: The cell that was chosen, if the move needs a second one.
    """
    controls = CellControls(exercise.id, exercise.repetition.answers, LESSON_CELL, LESSON_MENU)
    scene = scene_of(exercise.game, words, emoji, picked, controls=controls)
    lines = list(question_lines(exercise))
    if picked is not None:
        lines.append(which_to_remove(picked))
    key = Key(exercise.id, exercise.repetition.answers)
    buttons = [] if picked is None else [button(LESSON_UNPICK, key, words)]
    return _message(lines, scene, look, [*buttons, button(DELETE_LESSON, key, words)])


def checked_message(
    checked: Checked, explanation: Explanation | None, words: Words, *, look: Look, emoji: EmojiSet
) -> Components:
    """Return the verdict on an answer and the reason, if it is known, below the board after it."""
    exercise, game = checked.exercise, checked.exercise.game
    after = replace(
        game, moves=(*game.moves, str(checked.move)), position=game.position.play(checked.move), result=None
    )
    scene = scene_of(after, words, emoji, is_still=True)
    key = Key(exercise.id, exercise.repetition.answers)
    buttons = [button(DELETE_LESSON, key, words)]
    if checked.due:
        buttons.insert(0, button(NEXT_LESSON, Key(0), words))
    return _message([exercise_heading(exercise)], scene, look, buttons, verdict_lines(checked, explanation))


def _message(
    above: Iterable[str], scene: Scene, look: Look, buttons: list[Component], below: Iterable[str] = ()
) -> Components:
    drawing, say = draw(look, scene), scene.words.say
    lines = [*map(say, above), *([drawing.text] if drawing.text else []), *map(say, below)]
    parts: list[Component] = [text_display("\n".join(lines)), *drawing.rows]
    if drawing.rows:
        parts.append(SEPARATOR)
    return layout(container(*parts, *rows_of(buttons)))
