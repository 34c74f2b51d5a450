"""Daily puzzles and streaks."""

from __future__ import annotations

import asyncio
from datetime import UTC, date, datetime, time, timedelta

import pytest
from babel.dates import format_date

from gridlock_solver import puzzle
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
    """What the puzzle says after a press, which has taken its buttons away."""
    assert pressed.reply is None or pressed.reply is shown
    assert labels(shown) == []
    return shown.text


def solution(table: Table) -> str:
    return str(puzzle(f"{table.guild.id}:{today().isoformat()}", most_moves=25).answer)


def today() -> date:
    return datetime.now(UTC).date()


def age(bot: BotProcess, person: Member, days: int) -> None:
    """Move a member's last answer some days back."""
    ((last,),) = bot.read_rows("SELECT last_day FROM puzzle_streaks WHERE user_id = ?", person.id)
    older = datetime.fromisoformat(last).date() - timedelta(days=days)
    bot.change_rows("UPDATE puzzle_streaks SET last_day = ? WHERE user_id = ?", older.isoformat(), person.id)


async def test_a_puzzle_shows_the_board_and_all_its_moves(table: Table) -> None:
    shown = await shown_puzzle(table, table.ada)
    assert f"**Puzzle of {format_date(today(), 'long', locale='en')}**" in shown.text
    assert 3 <= len(labels(shown)) <= 25
    assert solution(table) in labels(shown)
    assert "Your first answer counts. Your streak: 0 days. Your longest streak: 0 days." in shown.text


async def test_all_members_of_a_server_get_the_same_puzzle(table: Table) -> None:
    first, second = await shown_puzzle(table, table.ada), await shown_puzzle(table, table.bob)
    assert first.text == second.text
    texts = {first.text}
    for number in range(3):
        elsewhere = Table.lay(table.discord, f"Server {number}")
        texts.add((await shown_puzzle(elsewhere, elsewhere.ada)).text)
    assert len(texts) == 4


async def test_a_right_answer_begins_a_streak(table: Table) -> None:
    text = await answer(table, table.ada)
    assert f"**{solution(table)}** is right: no other move wins." in text
    assert "Your streak: 1 day. Your longest streak: 1 day." in text


async def test_a_wrong_answer_names_the_winning_move(table: Table) -> None:
    text = await answer(table, table.ada, rightly=False)
    assert f"is wrong. The move that wins is **{solution(table)}**." in text
    assert "Your streak: 0 days. Your longest streak: 0 days." in text


async def test_the_first_answer_of_a_day_stands(table: Table) -> None:
    await answer(table, table.ada, rightly=False)
    again = await shown_puzzle(table, table.ada)
    assert "You have answered this puzzle already, and only your first answer counts." in again.text
    text = await answer(table, table.ada)
    assert "You have answered this puzzle before, and only your first answer counts. Your streak: 0 days" in text


async def test_consecutive_days_extend_a_streak_and_a_missed_day_ends_it(table: Table, bot: BotProcess) -> None:
    await answer(table, table.ada)
    age(bot, table.ada, 1)
    assert "Your streak: 2 days. Your longest streak: 2 days." in await answer(table, table.ada)
    age(bot, table.ada, 2)
    assert "Your streak: 0 days. Your longest streak: 2 days." in (await shown_puzzle(table, table.ada)).text
    assert "Your streak: 1 day. Your longest streak: 2 days." in await answer(table, table.ada)


async def test_the_puzzle_of_another_day_does_not_count(table: Table) -> None:
    shown = await shown_puzzle(table, table.ada)
    yesterday = today().toordinal() - 1
    moves = puzzle(f"{table.guild.id}:{(today() - timedelta(days=1)).isoformat()}", most_moves=25)
    pressed = await table.ada.press(shown, custom_id=f"gl1:puzzle:{yesterday}:0:{moves.answer}", forged=True)
    message = reply(pressed)
    assert "That was the puzzle of another day, so your answer does not count. Your streak: 0 days" in message.text


@pytest.mark.parametrize("days", [1, 10**9])
async def test_a_later_days_puzzle_is_not_revealed(table: Table, days: int) -> None:
    shown = await shown_puzzle(table, table.ada)
    forged = f"gl1:puzzle:{today().toordinal() + days}:0:A1"
    pressed = await table.ada.press(shown, custom_id=forged, forged=True)
    assert "The menu does not have that choice" in reply(pressed).text
