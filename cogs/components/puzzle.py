"""The puzzle of the day as a message, with a button for each move."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING, Final

import discord

from cogs.components.base import Control, Key, NotOffered, template
from cogs.messages.delivery import place_of
from cogs.text.i18n import Words
from cogs.text.shared import board_size, listed, moment
from gridlock_host import draw_board
from gridlock_host.bot_player.puzzle_store import Streak
from gridlock_host.bot_player.puzzles import DailyPuzzle, PuzzleAnswer
from gridlock_rules.wording import CountedPhrase, Phrase

if TYPE_CHECKING:
    from cogs.responder import Answer
    from cogs.runtime.client import AnyInteraction

# A menu of buttons has five rows of five.
MOST_PUZZLE_MOVES: Final = 25

_CELL = "[A-H][1-8]"
_DAY = timedelta(days=1)


class PuzzleButton(Control, template=template("puzzle", f"{_CELL}(/{_CELL})?")):
    """A move as the answer to a puzzle. The key's subject is the day, counted from the first one of the year 1."""

    action = "puzzle"

    async def press(self, interaction: AnyInteraction, answer: Answer) -> None:
        """Say whether the move wins, which one does, and how the streak stands."""
        puzzles, guild_id = interaction.client.host.bot_player.puzzles, place_of(interaction).guild_id
        day = _day(self.key.subject)
        if day is None or day > puzzles.today:
            raise NotOffered
        given = await puzzles.answer(guild_id, interaction.user.id, day, self.key.argument)
        daily = await puzzles.puzzle(guild_id, day)
        await answer.in_place(None, text=answer_text(daily, self.key.argument, given))


def puzzle_message(daily: DailyPuzzle, streak: Streak, words: Words) -> tuple[str, discord.ui.View]:
    """The puzzle with all legal moves to choose from, and how the streak of whoever asks stands."""
    position = daily.position
    question = Phrase(
        "{mark} to move: {restriction}. Exactly one move wins. Which one?",
        mark=position.variant.mark(position.to_move),
        restriction=position.restriction,
    )
    lines = [_board(daily), question, _how_it_stands(daily, streak)]
    view: discord.ui.View = discord.ui.View(timeout=None)
    for move in position.legal_moves:
        view.add_item(PuzzleButton(Key(daily.day.toordinal(), argument=str(move)), words, label=str(move)))
    return words.say(listed(lines, "\n")), view


def answer_text(daily: DailyPuzzle, move: str, given: PuzzleAnswer) -> Phrase:
    """What became of an answer."""
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
            "You have answered it already, and the first answer stands. {streak} The next puzzle comes {time}.",
            streak=_streak(streak.days, streak.best),
            time=next_one,
        )
    return Phrase("Your first answer counts. {streak}", streak=_streak(streak.days, streak.best))


def _what_counts(given: PuzzleAnswer) -> Phrase:
    streak = _streak(given.streak, given.best)
    if given.is_of_another_day:
        return Phrase("That was the puzzle of another day, so it does not count. {streak}", streak=streak)
    if given.was_answered_before:
        return Phrase("You had answered it before, and the first answer stands. {streak}", streak=streak)
    return streak


def _streak(days: int, best: int) -> Phrase:
    return Phrase("Your streak: {days}, at best {best}.", days=_days(days), best=_days(best))


def _days(number: int) -> Phrase:
    return CountedPhrase(number, "{number} day", "{number} days")


def _day(ordinal: int) -> date | None:
    """The day with this number; None when there is none."""
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None
