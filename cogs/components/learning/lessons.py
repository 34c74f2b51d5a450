"""Exercises from a person's own games: the board to be pressed, the verdict, the next one, and deletion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.components.base import Handler, NotOffered, chosen, single_cell
from cogs.context import Request
from cogs.discord_api.components import Components
from cogs.messages.controls import (
    DELETE_LESSON,
    LESSON_CELL,
    LESSON_MENU,
    LESSON_UNPICK,
    NEXT_LESSON,
    ControlKind,
    Key,
)
from cogs.text.learning.lessons import DELETED, nothing_due
from cogs.text.shared import long_text


async def answer_with_lesson(request: Request) -> None:
    """Answer with the exercise of this person that is due, in an ephemeral message, or with when one is."""
    await request.responder.send_ephemeral(components=await _next_lesson(request))


async def _next_lesson(request: Request) -> Components:
    lessons = request.host.learning.lessons
    exercise = await lessons.next(request.user_id)
    if exercise is not None:
        return await request.services.board_messages.exercise(request, exercise)
    words = await request.load_words()
    return long_text(words.say(nothing_due(await lessons.outlook(request.user_id))))


async def _press_next(request: Request, _key: Key) -> None:
    await request.responder.edit_source(await _next_lesson(request))


async def _press_cell(request: Request, key: Key) -> None:
    await _choose(request, key, key.argument)


async def _choose_cell(request: Request, key: Key) -> None:
    """Do what a press of the chosen cell would do."""
    choice = chosen(request)
    if LESSON_CELL.read(Key(key.subject, key.state, choice).custom_id(LESSON_CELL.action)) is None:
        raise NotOffered
    await _choose(request, key, choice)


async def _choose(request: Request, key: Key, choice: str) -> None:
    """Check an answer; or show which second cell can be chosen, if the move has two."""
    lessons, boards = request.host.learning.lessons, request.services.board_messages
    picked = single_cell(choice)
    if picked is not None:
        exercise = await lessons.find(request.user_id, key.subject)
        if exercise.game.position.removals(picked):
            await request.responder.edit_source(await boards.exercise(request, exercise, picked))
            return
    checked = await lessons.answer(request.user_id, key.subject, choice, seen_answers=key.state)
    # The answer is stored by now; the reason may take a while.
    explanation = await lessons.explain(checked.exercise, checked.move)
    await request.responder.edit_source(await boards.checked_exercise(request, checked, explanation))


async def _press_unpick(request: Request, key: Key) -> None:
    """Show the board as it was before a cell was picked."""
    exercise = await request.host.learning.lessons.find(request.user_id, key.subject)
    shown = await request.services.board_messages.exercise(request, exercise)
    await request.responder.edit_source(shown)


async def _press_delete(request: Request, key: Key) -> None:
    await request.host.learning.lessons.delete(request.user_id, key.subject)
    words = await request.load_words()
    await request.responder.edit_source(long_text(words.say(DELETED)))


LESSON_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    LESSON_CELL: Handler(_press_cell),
    LESSON_MENU: Handler(_choose_cell),
    LESSON_UNPICK: Handler(_press_unpick),
    NEXT_LESSON: Handler(_press_next),
    DELETE_LESSON: Handler(_press_delete),
}
