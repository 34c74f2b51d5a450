"""The puzzle of the day: with a button for each move, its solution, and the table of streaks."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Final

from cogs.components.base import Handler, NotOffered
from cogs.context import Request
from cogs.discord_api.components import NO_COMPONENTS, Components, controls_below
from cogs.messages.controls import PUZZLE_MOVE, SOLVE_PUZZLE, STREAKS, ControlKind, Key, button
from cogs.text.i18n import Words
from cogs.text.learning.puzzles import FORMER_PUZZLE, answer_text, puzzle_text, solution_text, streaks_text
from gridlock_host.bot_player.puzzle_streaks import Streak
from gridlock_host.bot_player.puzzles import DailyPuzzle


def puzzle_message(daily: DailyPuzzle, streak: Streak, words: Words) -> tuple[str, Components]:
    """Return the puzzle with a button for each legal move, and the streak of the person who asks."""
    day, number = daily.day.toordinal(), daily.puzzle.number
    buttons = [
        button(PUZZLE_MOVE, Key(day, number, str(move)), words, label=str(move)) for move in daily.position.legal_moves
    ]
    return words.say(puzzle_text(daily, streak)), controls_below(*buttons)


async def answer_with_puzzle(request: Request) -> None:
    """Answer with today's puzzle of the server in an ephemeral message; with its solution if it was answered."""
    await _show(request, request.host.bot_player.puzzles.puzzle(request.guild_id))


async def answer_with_streaks(request: Request) -> None:
    """Answer with the streaks of the server in an ephemeral message."""
    puzzles = request.host.bot_player.puzzles
    streaks = await puzzles.longest_streaks(request.guild_id)
    own = await puzzles.streak(request.guild_id, request.user_id)
    await request.responder.send_ephemeral(streaks_text(streaks, own, await request.load_words()))


async def _show(request: Request, daily: DailyPuzzle) -> None:
    puzzles, words = request.host.bot_player.puzzles, await request.load_board_words()
    streak = await puzzles.streak(request.guild_id, request.user_id)
    if daily.day == puzzles.today and not streak.has_answered:
        text, buttons = puzzle_message(daily, streak, words)
    else:
        # Their last answer was to another puzzle.
        told = streak if daily.day == puzzles.today else Streak(streak.days, streak.best)
        reason, result = await puzzles.reason(daily), await puzzles.result(request.guild_id, daily.day)
        text, buttons = words.say(solution_text(daily, reason, result, told)), _streaks_button(request, words)
    await request.responder.send_ephemeral(text, components=buttons)


def _streaks_button(request: Request, words: Words) -> Components:
    """Return the button to the streaks of a server; none outside of servers."""
    return NO_COMPONENTS if request.is_outside else controls_below(button(STREAKS, Key(0), words))


def _pressed(request: Request, key: Key) -> DailyPuzzle | None:
    """Return the puzzle whose button was pressed; None if a version of the bot with other puzzles made it.

    The key's subject is the ordinal of the day, its state the number of the puzzle.

    Raises:
        NotOffered: There is no such day, or it is yet to come.
    """
    puzzles, day = request.host.bot_player.puzzles, _day(key.subject)
    if day is None or day > puzzles.today:
        raise NotOffered
    daily = puzzles.puzzle(request.guild_id, day)
    return daily if daily.puzzle.number == key.state else None


def _day(ordinal: int) -> date | None:
    """Return the day with this ordinal; None if there is none."""
    return date.fromordinal(ordinal) if 1 <= ordinal <= date.max.toordinal() else None


async def _press_move(request: Request, key: Key) -> None:
    """Say whether the move wins, which one does and why, and how the streak stands."""
    daily, puzzles = _pressed(request, key), request.host.bot_player.puzzles
    if daily is None:
        await request.responder.edit_source(None, text=FORMER_PUZZLE)
        return
    given = await puzzles.answer(request.guild_id, request.user_id, daily.day, key.argument)
    words = await request.load_board_words()
    text = words.say(answer_text(daily, key.argument, given, await puzzles.reason(daily)))
    await request.responder.edit_source(_streaks_button(request, words), text=text)


async def _press_solve(request: Request, key: Key) -> None:
    """Show the puzzle of a post to the person who asks; its solution, if they have answered it, or on later days."""
    daily = _pressed(request, key)
    if daily is None:
        await request.responder.send_ephemeral(FORMER_PUZZLE)
    else:
        await _show(request, daily)


async def _press_streaks(request: Request, _: Key) -> None:
    await answer_with_streaks(request)


PUZZLE_HANDLERS: Final[Mapping[ControlKind, Handler]] = {
    PUZZLE_MOVE: Handler(_press_move),
    SOLVE_PUZZLE: Handler(_press_solve),
    STREAKS: Handler(_press_streaks),
}
