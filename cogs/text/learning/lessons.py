"""Text of exercises: the question, the verdict on an answer, and when which exercise comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cogs.text.learning.reasons import reason_board, reason_text
from cogs.text.shared import board_size, moment, move_by, moves_listed
from gridlock_host.learning.exercises import MOST_EXERCISES, Exercise
from gridlock_host.learning.lessons import Checked, Outlook
from gridlock_rules.wording import CountedPhrase, Phrase
from gridlock_solver.explanation import Explanation


def exercise_heading(exercise: Exercise) -> Phrase:
    """Return which game and move an exercise is from."""
    game = exercise.game
    return Phrase(
        "**Exercise** · {title} {board} · move {number} of your game #{id}",
        title=game.variant.title,
        board=board_size(game.position.size),
        number=game.ply + 1,
        id=game.id,
    )


def question_lines(exercise: Exercise) -> Iterator[str]:
    """Yield what is asked."""
    position = exercise.game.position
    yield exercise_heading(exercise)
    if exercise.game.moves:
        yield move_by(position.variant.mark(position.to_move.opponent), exercise.game.moves[-1])
    yield Phrase(
        "{mark} to move: {restriction}. In the game you gave a won position away here. Find a move that keeps the win.",
        mark=position.variant.mark(position.to_move),
        restriction=position.restriction,
    )


def verdict_lines(checked: Checked, why: Explanation | None) -> Iterator[str]:
    """Yield whether an answer wins and why, what else wins, and when the exercise comes again."""
    yield _verdict(checked)
    if why is not None:
        yield from filter(None, (reason_text(why), reason_board(checked.exercise.game.position, checked.move, why)))
    others = [move for move in checked.exercise.winning if move != str(checked.move)]
    if others:
        yield _winning(others, also=checked.is_right)
    yield Phrase("In the game you played **{move}**.", move=checked.exercise.slip)
    if not checked.counts:
        yield Phrase("You have answered this exercise before, so this answer does not change when it comes again.")
    yield Phrase("It comes again {time}.", time=moment(checked.exercise.repetition.due_at))
    yield _due(checked.due)


def _verdict(checked: Checked) -> Phrase:
    if checked.is_right:
        return Phrase("**{move}** is right: it keeps the win.", move=checked.move)
    return Phrase("**{move}** is wrong: it gives the win away.", move=checked.move)


def _winning(moves: list[str], *, also: bool) -> Phrase:
    if also:
        return Phrase("These keep it too: {moves}.", moves=moves_listed(moves))
    return Phrase("These keep it: {moves}.", moves=moves_listed(moves))


def _due(number: int) -> Phrase:
    if not number:
        return Phrase("No other exercise is due now.")
    return CountedPhrase(number, "{number} other exercise is due.", "{number} other exercises are due.")


def nothing_due(outlook: Outlook) -> Phrase:
    """Return when the next exercise is due, or how one comes about."""
    if outlook.next_at is None:
        return Phrase(
            "You have no exercise. When you give a won position away in a game, the position becomes one within a "
            "minute of the end of the game. I keep your last {most}.",
            most=MOST_EXERCISES,
        )
    exercises = CountedPhrase(outlook.number, "{number} exercise", "{number} exercises")
    return Phrase(
        "No exercise is due. You have {exercises}, and the next one is due {time}.",
        exercises=exercises,
        time=moment(outlook.next_at),
    )


DELETED: Final = Phrase("The exercise is deleted. The same mistake in another game makes a new one.")
