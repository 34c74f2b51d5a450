"""The puzzle of the day, with a button for each move."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from cogs.components.base import Handler, NotOffered
from cogs.context import Request
from cogs.discord_api.components import Components, controls_below
from cogs.messages.controls import PUZZLE_MOVE, ControlKind, Key, button
from cogs.text.i18n import Words
from cogs.text.shared import board_size, listed, moment
from gridlock_host import draw_board
from gridlock_host.bot_player.puzzles import DailyPuzzle, PuzzleAnswer, Streak
from gridlock_rules.wording import CountedPhrase, Phrase

# A message has five rows of five buttons.
MOST_PUZZLE_MOVES: Final = 25

_DAY: Final = timedelta(days=1)


def puzzle_message(daily: DailyPuzzle, streak: Streak, words: Words) -> tuple[str, Components]:
    """Return the puzzle with a button for each legal move, and the streak of the person who asks."""
    position = daily.position
    question = Phrase(
        "{mark} to move: {restriction}. Exactly one move wins. Which one?",
        mark=position.variant.mark(position.to_move),
        restriction=position.restriction,
    )
    lines = [_board(daily), question, _how_it_stands(daily, streak)]
    buttons = [
        button(PUZZLE_MOVE, Key(daily.day.toordinal(), argument=str(move)), words, label=str(move))
        for move in position.legal_moves
    ]
    return words.say(listed(lines, "\n")), controls_below(*buttons)


async def answer_with_puzzle(request: Request) -> None:
    """Answer with today's puzzle of the server, in an ephemeral message. Making it may take a while.

    Raises:
        CannotThink: It could not be made.
    """
    await request.responder.defer()
    guild_id, puzzles = request.guild_id, request.host.bot_player.puzzles
    daily = await puzzles.puzzle(guild_id)
    streak = await puzzles.streak(guild_id, request.user_id)
    text, buttons = puzzle_message(daily, streak, await request.load_words())
    await request.responder.send_ephemeral(text, components=buttons)


def answer_text(daily: DailyPuzzle, move: str, given: PuzzleAnswer) -> Phrase:
    """Return whether an answer is right, and what it does to the streak."""
    said = {"move": move, "answer": daily.puzzle.answer}
    verdict = (
        Phrase("**{answer}** is right: no other move wins.", **said)
        if given.right
        else Phrase("**{move}** is wrong. The move that wins is **{answer}**.", **said)
    )
    return listed([_board(daily), verdict, _what_counts(given)], "\n")


def _board(daily: DailyPuzzle) -> Phrase:
    moves = daily.puzzle.moves
    return Phrase(
        "**Puzzle of {day}** · {title} {board}\n```\n{drawn}\n```",
        day=daily.day,
        title=daily.position.variant.title,
        board=board_size(daily.position.size),
        drawn=draw_board(daily.position, moves[-1] if moves else None),
    )


def _how_it_stands(daily: DailyPuzzle, streak: Streak) -> Phrase:
    if streak.has_answered:
        next_one = moment(datetime.combine(daily.day + _DAY, time(), UTC))
        return Phrase(
            "You have answered this puzzle already, and only your first answer counts. {streak} The next puzzle comes "
            "{time}.",
            streak=_streak(streak.days, streak.best),
            time=next_one,
        )
    return Phrase("Your first answer counts. {streak}", streak=_streak(streak.days, streak.best))


def _what_counts(given: PuzzleAnswer) -> Phrase:
    streak = _streak(given.streak, given.best)
    if given.is_of_another_day:
        return Phrase("That was the puzzle of another day, so your answer does not count. {streak}", streak=streak)
    if given.was_answered_before:
        return Phrase(
            "You have answered this puzzle before, and only your first answer counts. {streak}", streak=streak
        )
    return streak


def _streak(days: int, best: int) -> Phrase:
    return Phrase("Your streak: {days}. Your longest streak: {best}.", days=_days(days), best=_days(best))


def _days(number: int) -> Phrase:
    return CountedPhrase(number, "{number} day", "{number} days")


def _day(ordinal: int) -> date | None:
    """Return the day with this ordinal; None if there is none."""
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None


async def _press_move(request: Request, key: Key) -> None:
    """Say whether the move wins, which one does, and how the streak stands.

    The key's subject is the ordinal of the day.
    """
    puzzles, day = request.host.bot_player.puzzles, _day(key.subject)
    if day is None or day > puzzles.today:
        raise NotOffered
    given = await puzzles.answer(request.guild_id, request.user_id, day, key.argument)
    daily = await puzzles.puzzle(request.guild_id, day)
    await request.responder.edit_source(None, text=answer_text(daily, key.argument, given))


PUZZLE_HANDLERS: Final[Mapping[ControlKind, Handler]] = {PUZZLE_MOVE: Handler(_press_move)}
