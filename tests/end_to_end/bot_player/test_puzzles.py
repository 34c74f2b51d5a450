"""Daily puzzles and streaks."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time, timedelta

import pytest
from babel.dates import format_date

from gridlock_solver import Puzzle, Solution, explain, puzzle_of_day
from local_discord import Interaction, Member, Message
from tests.end_to_end.support.bot_process import BotProcess
from tests.end_to_end.support.table import Table, labels, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest.fixture(autouse=True)
async def _not_at_midnight() -> None:
    """Wait for the new day where the old one could end within a test."""
    now = datetime.now(UTC)
    tomorrow = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
    if tomorrow - now < timedelta(minutes=2):
        await asyncio.sleep((tomorrow - now).total_seconds() + 1)


async def shown_puzzle(table: Table, person: Member) -> Message:
    asked = await person.command(table.channel, "gridlock learn puzzle")
    message = reply(asked)
    await table.shows(message, "Exactly one move wins")
    assert message.ephemeral
    return message


async def answer(table: Table, person: Member, *, rightly: bool = True) -> str:
    """Request the puzzle as a member and answer it."""
    shown = await shown_puzzle(table, person)
    right = solution(table)
    move = right if rightly else next(label for label in labels(shown) if label != right)
    return said(await person.press(shown, move), shown)


def said(pressed: Interaction, shown: Message) -> str:
    """What the puzzle says after a press, which has taken its moves away."""
    assert pressed.reply is None or pressed.reply is shown
    assert labels(shown) == ["Streaks"]
    return shown.text


def puzzle_of(table: Table, day: date) -> Puzzle:
    return puzzle_of_day(table.guild.id, day.toordinal())


def solution(table: Table) -> str:
    return str(puzzle_of(table, today()).answer)


def today() -> date:
    return datetime.now(UTC).date()


def age(bot: BotProcess, person: Member, days: int) -> None:
    """Move a member's last answer some days back."""
    ((last,),) = bot.read_rows("SELECT last_day FROM puzzle_streaks WHERE user_id = ?", person.id)
    older = datetime.fromisoformat(last).date() - timedelta(days=days)
    bot.change_rows("UPDATE puzzle_streaks SET last_day = ? WHERE user_id = ?", older.isoformat(), person.id)


async def test_a_puzzle_shows_the_board_and_all_its_moves(table: Table) -> None:
    shown = await shown_puzzle(table, table.ada)
    puzzle = puzzle_of(table, today())
    heading = f"**Puzzle of {format_date(today(), 'long', locale='en')}**"
    title = f"{puzzle.position.variant.title} {puzzle.size}×{puzzle.size}"  # noqa: RUF001
    assert f"{heading} · {title} · difficulty {today().isoweekday()} of 7" in shown.text
    assert labels(shown) == [str(move) for move in puzzle.position.legal_moves]
    assert 5 <= len(labels(shown)) <= 25
    assert "Your first answer counts. Your streak: 0 puzzles. Your longest streak: 0 puzzles." in shown.text


async def test_all_members_of_a_server_get_the_same_puzzle(table: Table) -> None:
    first, second = await shown_puzzle(table, table.ada), await shown_puzzle(table, table.bob)
    assert first.text == second.text
    texts = {first.text}
    for number in range(3):
        elsewhere = Table.lay(table.discord, f"Server {number}")
        texts.add((await shown_puzzle(elsewhere, elsewhere.ada)).text)
    assert len(texts) > 1


async def test_a_right_answer_begins_a_streak_and_is_explained_on_the_board(table: Table) -> None:
    text = await answer(table, table.ada)
    puzzle = puzzle_of(table, today())
    answered = puzzle.position
    assert f"[{answered.variant.mark(answered.to_move)}]" in text
    why = explain(answered, puzzle.answer, solution=Solution((puzzle.answer,), puzzle.answer, exact=True))
    assert f"**{solution(table)}** is right. {why}." in text
    assert "1 of 1 solved it." in text
    assert "Your streak: 1 puzzle. Your longest streak: 1 puzzle." in text


async def test_a_wrong_answer_names_the_winning_move(table: Table) -> None:
    await answer(table, table.bob)
    text = await answer(table, table.ada, rightly=False)
    assert f"is wrong. The move that wins is **{solution(table)}**." in text
    assert "1 of 2 solved it." in text
    assert "Your streak: 0 puzzles. Your longest streak: 0 puzzles." in text


async def test_after_the_answer_the_command_shows_the_solution(table: Table) -> None:
    for person, rightly, verdict in (
        (table.ada, True, f"You have solved it with **{solution(table)}**."),
        (table.bob, False, f"Your answer was wrong. The move that wins is **{solution(table)}**."),
    ):
        await answer(table, person, rightly=rightly)
        asked = await table.answer(await person.command(table.channel, "gridlock learn puzzle"))
        assert asked.ephemeral
        assert verdict in asked.text
        assert "The next puzzle comes" in asked.text
        assert labels(asked) == ["Streaks"]


async def test_the_first_answer_of_a_day_stands(table: Table) -> None:
    first, second = await shown_puzzle(table, table.ada), await shown_puzzle(table, table.ada)
    wrong = next(label for label in labels(first) if label != solution(table))
    await table.ada.press(first, wrong)
    text = said(await table.ada.press(second, solution(table)), second)
    told = "You have answered this puzzle before, and only your first answer counts. Your streak: 0 puzzles"
    assert told in text
    assert "0 of 1 solved it." in text


async def test_days_extend_a_streak_also_after_one_missed_day_and_two_end_it(table: Table, bot: BotProcess) -> None:
    await answer(table, table.ada)
    age(bot, table.ada, 1)
    assert "Your streak: 2 puzzles. Your longest streak: 2 puzzles." in await answer(table, table.ada)
    age(bot, table.ada, 2)
    assert "Your streak: 3 puzzles. Your longest streak: 3 puzzles." in await answer(table, table.ada)
    age(bot, table.ada, 3)
    assert "Your streak: 0 puzzles. Your longest streak: 3 puzzles." in (await shown_puzzle(table, table.ada)).text
    assert "Your streak: 1 puzzle. Your longest streak: 3 puzzles." in await answer(table, table.ada)


async def test_the_streaks_of_a_server_are_a_table(table: Table, bot: BotProcess) -> None:
    empty = await table.answer(await table.ada.command(table.channel, "gridlock learn streaks"))
    assert empty.ephemeral
    assert "Nobody has a streak here at the moment. `/gridlock learn puzzle` begins one." in empty.text
    await answer(table, table.ada)
    age(bot, table.ada, 1)
    await answer(table, table.ada)
    await answer(table, table.bob)
    shown = await shown_puzzle(table, table.cleo)
    said(await table.cleo.press(shown, next(label for label in labels(shown) if label != solution(table))), shown)
    listed = await table.answer(await table.cleo.press(shown, "Streaks"))
    assert listed.text.splitlines()[1:] == [
        f"1\\. {table.ada.mention} **2 puzzles** · longest: 2",
        f"2\\. {table.bob.mention} **1 puzzle** · longest: 1",
        "Your streak: 0 puzzles. Your longest streak: 0 puzzles.",
    ]
    assert listed.ephemeral


async def test_the_puzzle_of_another_day_does_not_count(table: Table) -> None:
    shown = await shown_puzzle(table, table.ada)
    before = today() - timedelta(days=1)
    puzzle = puzzle_of(table, before)
    custom_id = f"gl1:puzzle:{before.toordinal()}:{puzzle.number}:{puzzle.answer}"
    pressed = await table.ada.press(shown, custom_id=custom_id, forged=True)
    told = "That was the puzzle of another day, so your answer does not count. Your streak: 0 puzzles"
    assert told in reply(pressed).text
    assert f"**{puzzle.answer}** is right." in reply(pressed).text


@pytest.mark.parametrize("days", [0, 1, 400])
@pytest.mark.parametrize("number", [0, 123])
async def test_a_button_of_a_puzzle_that_is_no_more_says_so(
    table: Table, bot: BotProcess, days: int, number: int
) -> None:
    """It was made by a version with other puzzles. The first ones had no number."""
    shown = await shown_puzzle(table, table.ada)
    custom_id = f"gl1:puzzle:{today().toordinal() - days}:{number}:A1"
    pressed = await table.ada.press(shown, custom_id=custom_id, forged=True)
    assert reply(pressed).text == (
        "I made this puzzle before my last update, and no longer have it. `/gridlock learn puzzle` shows today's."
    )
    assert bot.read_rows("SELECT * FROM puzzle_streaks WHERE user_id = ?", table.ada.id) == []


@pytest.mark.parametrize("days", [1, 10**9])
async def test_a_later_days_puzzle_is_not_revealed(table: Table, days: int) -> None:
    shown = await shown_puzzle(table, table.ada)
    for action in ("puzzle", "solve"):
        forged = f"gl1:{action}:{today().toordinal() + days}:0:{'A1' if action == 'puzzle' else ''}"
        pressed = await table.ada.press(shown, custom_id=forged, forged=True)
        assert "The menu does not have that choice" in reply(pressed).text
