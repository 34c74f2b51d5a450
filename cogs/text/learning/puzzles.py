"""Text of the puzzle of the day, of its solution, and of streaks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final

from cogs.text.drawn import drawn_board
from cogs.text.i18n import Words
from cogs.text.learning.reasons import reason_board
from cogs.text.shared import board_size, mention, moment, sentences
from gridlock_host.bot_player.puzzle_streaks import DayResult, MemberStreak, Streak
from gridlock_host.bot_player.puzzles import DailyPuzzle, PuzzleAnswer
from gridlock_rules import Move, Position
from gridlock_rules.wording import CountedPhrase, Phrase, listed
from gridlock_solver import Explanation

_DAY: Final = timedelta(days=1)

FORMER_PUZZLE: Final = Phrase(
    "I made this puzzle before my last update, and no longer have it. `/gridlock learn puzzle` shows today's."
)


def puzzle_text(daily: DailyPuzzle, streak: Streak) -> Phrase:
    """Return the puzzle for a person who has not answered it, with their streak."""
    own = Phrase("Your first answer counts. {streak}", streak=_streak(streak))
    return listed([_heading(daily), _board(daily.position, daily.puzzle.moves[-1]), _question(daily), own], "\n")


def posted_puzzle_text(daily: DailyPuzzle, yesterday: DailyPuzzle, result: DayResult) -> Phrase:
    """Return the puzzle for the channel of a server, with what became of yesterday's."""
    lines = [_heading(daily), _board(daily.position, daily.puzzle.moves[-1]), _question(daily)]
    if result.answered:
        lines.append(
            Phrase(
                "Yesterday's puzzle: {result} The answer was **{answer}**.",
                result=_result(result),
                answer=yesterday.puzzle.answer,
            )
        )
    return listed(lines, "\n")


def solution_text(daily: DailyPuzzle, reason: Explanation | None, result: DayResult, streak: Streak) -> Phrase:
    """Return the solution for a person who has answered the puzzle, or sees it on a later day."""
    verdict = Phrase("The move that wins is **{answer}**.", answer=daily.puzzle.answer)
    if streak.has_solved:
        verdict = Phrase("You have solved it with **{answer}**.", answer=daily.puzzle.answer)
    elif streak.has_answered:
        verdict = Phrase("Your answer was wrong. The move that wins is **{answer}**.", answer=daily.puzzle.answer)
    next_one = moment(datetime.combine(daily.day + _DAY, time(), UTC))
    ending = [Phrase("The next puzzle comes {time}.", time=next_one)] if streak.has_answered else []
    return _solved(daily, verdict, reason, [_result(result), _streak(streak), *ending])


def answer_text(daily: DailyPuzzle, move: str, given: PuzzleAnswer, reason: Explanation | None) -> Phrase:
    """Return whether an answer is right, why, and what it does to the streak."""
    said = {"move": move, "answer": daily.puzzle.answer}
    verdict = (
        Phrase("**{answer}** is right.", **said)
        if given.right
        else Phrase("**{move}** is wrong. The move that wins is **{answer}**.", **said)
    )
    return _solved(daily, verdict, reason, [_result(given.result), _what_counts(given)])


def streaks_text(streaks: Sequence[MemberStreak], own: Streak, words: Words) -> str:
    """Return the longest running streaks of a server as a table, and one's own."""
    lines = [words("**Streaks** · puzzles solved without a wrong answer and without two missed days in a row")]
    for number, one in enumerate(streaks, start=1):
        days = words.say(_puzzles(one.days))
        longest = words("longest: {best}", best=one.best)
        lines.append(f"{number}\\. {words.say(mention(one.user_id))} **{days}** · {longest}")
    if not streaks:
        lines.append(words("Nobody has a streak here at the moment. `/gridlock learn puzzle` begins one."))
    return "\n".join([*lines, words.say(_streak(own))])


def _heading(daily: DailyPuzzle) -> Phrase:
    return Phrase(
        "**Puzzle of {day}** · {title} {board} · difficulty {difficulty} of {hardest}",
        day=daily.day,
        title=daily.position.variant.title,
        board=board_size(daily.position.size),
        difficulty=daily.day.isoweekday(),
        hardest=7,
    )


def _board(position: Position, last_move: Move) -> Phrase:
    return drawn_board(position, last_move)


def _question(daily: DailyPuzzle) -> Phrase:
    return Phrase(
        "{mark} to move: {restriction}. Exactly one move wins. Which one?",
        mark=daily.position.variant.mark(daily.position.to_move),
        restriction=daily.position.restriction,
    )


def _solved(daily: DailyPuzzle, verdict: Phrase, reason: Explanation | None, facts: Sequence[Phrase]) -> Phrase:
    """Return the board after the solution with its reason drawn in, the verdict, and facts, one a line."""
    answer = daily.puzzle.answer
    drawn = None if reason is None else reason_board(daily.position, answer, reason)
    board = drawn or _board(daily.position.play(answer), answer)
    why = Phrase("No other move wins.") if reason is None else Phrase("{reason}.", reason=reason.phrase)
    return listed([_heading(daily), board, sentences(verdict, why), *facts], "\n")


def _result(result: DayResult) -> Phrase:
    if not result.answered:
        return Phrase("Nobody has answered it yet.")
    return Phrase("{solved} of {answered} solved it.", solved=result.solved, answered=result.answered)


def _what_counts(given: PuzzleAnswer) -> Phrase:
    streak = _streak(given.streak)
    if given.is_of_another_day:
        return Phrase("That was the puzzle of another day, so your answer does not count. {streak}", streak=streak)
    if given.was_answered_before:
        return Phrase(
            "You have answered this puzzle before, and only your first answer counts. {streak}", streak=streak
        )
    return streak


def _streak(streak: Streak) -> Phrase:
    return Phrase(
        "Your streak: {days}. Your longest streak: {best}.", days=_puzzles(streak.days), best=_puzzles(streak.best)
    )


def _puzzles(number: int) -> Phrase:
    return CountedPhrase(number, "{number} puzzle", "{number} puzzles")
