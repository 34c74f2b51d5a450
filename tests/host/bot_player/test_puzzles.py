"""Daily puzzles, their answers and streaks."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridlock_host import Database, Host, Sweeper
from gridlock_host.bot_player.puzzle_streaks import DayResult, MemberStreak, Streak, count_answer, load_streak
from gridlock_host.bot_player.puzzles import DailyPuzzle, PuzzleAnswer, Puzzles
from gridlock_host.storage.schema import puzzle_streaks
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import IllegalMove, InvalidNotation
from gridlock_solver import Solution, explain, solve
from tests.host.support import misbehaving_jobs as misbehaving
from tests.host.support.host import ADA, BOB, GUILD, NOON, OTHER_GUILD, Clock, contents, new_request, refused

DAY = timedelta(days=1)
TODAY = NOON.date()


@pytest.fixture(params=["sqlite_url", "postgres_url"])
def database_url(request: pytest.FixtureRequest) -> str:
    """A migrated database of each kind: streaks are stored."""
    url: str = request.getfixturevalue(request.param)
    return url


@pytest.fixture
def puzzles(database: Database, pool: WorkerPool, clock: Clock) -> Puzzles:
    return Puzzles(database, pool, now=clock)


def right_answer(daily: DailyPuzzle) -> str:
    return str(daily.puzzle.answer)


def wrong_answer(daily: DailyPuzzle) -> str:
    """A legal move that does not win."""
    return next(str(move) for move in daily.position.legal_moves if move != daily.puzzle.answer)


async def test_all_processes_choose_the_same_daily_puzzle(database: Database, pool: WorkerPool, clock: Clock) -> None:
    """One move of several wins."""
    daily = Puzzles(database, pool, now=clock).puzzle(GUILD)
    assert (daily.guild_id, daily.day) == (GUILD, TODAY)
    assert solve(daily.position).winning_moves == (daily.puzzle.answer,)
    other_process = Puzzles(database, pool, now=clock)
    assert other_process.puzzle(GUILD) == daily
    assert other_process.puzzle(OTHER_GUILD).puzzle != daily.puzzle
    clock.time += DAY
    assert other_process.puzzle(GUILD).puzzle != daily.puzzle


async def test_the_day_begins_at_midnight_in_utc(puzzles: Puzzles, clock: Clock) -> None:
    clock.time = datetime.fromisoformat("2030-05-18T01:59:59+02:00")
    assert puzzles.today == date(2030, 5, 17)
    clock.time += timedelta(seconds=1)
    assert puzzles.puzzle(GUILD).day == date(2030, 5, 18)


async def test_right_answers_make_a_streak_with_one_day_of_grace(puzzles: Puzzles, clock: Clock) -> None:
    """In each server for itself. A wrong answer ends it, and so do two missed days in a row, but not one."""
    streaks = []
    for step, is_right in [(0, True), (1, True), (2, True), (1, False), (1, True), (2, True), (3, True)]:
        clock.time += step * DAY
        daily = puzzles.puzzle(GUILD)
        text = right_answer(daily) if is_right else wrong_answer(daily)
        given_answer = await puzzles.answer(GUILD, ADA, daily.day, text.lower())
        assert given_answer.right == is_right
        streaks.append((given_answer.streak.days, given_answer.streak.best))
    assert streaks == [(1, 1), (2, 2), (3, 3), (0, 3), (1, 3), (2, 3), (1, 3)]
    assert await puzzles.streak(GUILD, ADA) == Streak(1, 3, has_answered=True)
    assert await puzzles.streak(OTHER_GUILD, ADA) == await puzzles.streak(GUILD, BOB) == Streak()


async def test_a_streak_runs_until_two_days_are_missed(puzzles: Puzzles, clock: Clock) -> None:
    await puzzles.answer(GUILD, ADA, TODAY, right_answer(puzzles.puzzle(GUILD)))
    shown = []
    for _ in range(4):
        streak = await puzzles.streak(GUILD, ADA)
        shown.append((streak.days, streak.best, streak.has_solved, len(await puzzles.longest_streaks(GUILD))))
        clock.time += DAY
    assert shown == [(1, 1, True, 1), (1, 1, False, 1), (1, 1, False, 1), (0, 1, False, 0)]


async def test_the_first_answer_counts_and_no_other(database: Database, puzzles: Puzzles) -> None:
    daily = puzzles.puzzle(GUILD)
    right, wrong = right_answer(daily), wrong_answer(daily)
    first = await puzzles.answer(GUILD, ADA, TODAY, wrong)
    assert first == PuzzleAnswer(False, Streak(has_answered=True), DayResult(1, 0))
    before = await contents(database)
    for text, is_right in [(right, True), (wrong, False)]:
        again = await puzzles.answer(GUILD, ADA, TODAY, text)
        assert again == replace(first, right=is_right, was_answered_before=True)
    assert await contents(database) == before
    other = await puzzles.answer(GUILD, BOB, TODAY, right)
    assert other == PuzzleAnswer(True, Streak(1, 1, has_answered=True), DayResult(2, 1))


async def test_answers_are_counted_for_each_server_and_day(puzzles: Puzzles, clock: Clock) -> None:
    daily = puzzles.puzzle(GUILD)
    for person in range(12):
        text = right_answer(daily) if person < 7 else wrong_answer(daily)
        await puzzles.answer(GUILD, ADA + person, TODAY, text)
    clock.time += DAY
    assert await puzzles.result(GUILD, TODAY) == DayResult(12, 7)
    assert await puzzles.result(GUILD, TODAY + DAY) == await puzzles.result(OTHER_GUILD, TODAY) == DayResult()


async def test_the_longest_running_streaks_come_first(puzzles: Puzzles, clock: Clock) -> None:
    """Whether they were answered last today, yesterday or the day before. Members without a streak are left out."""
    answers = {ADA: "rrr-", BOB: "-rr-", ADA + 50: "r---", ADA + 60: "--wr", ADA + 70: "rrrw"}
    for day in range(4):
        for person, answered in answers.items():
            if answered[day] != "-":
                daily = puzzles.puzzle(GUILD)
                text = right_answer(daily) if answered[day] == "r" else wrong_answer(daily)
                await puzzles.answer(GUILD, person, daily.day, text)
        clock.time += DAY
    clock.time -= DAY
    expected = [MemberStreak(ADA, 3, 3), MemberStreak(BOB, 2, 2), MemberStreak(ADA + 60, 1, 1)]
    assert await puzzles.longest_streaks(GUILD) == expected
    assert await puzzles.longest_streaks(OTHER_GUILD) == []


async def test_at_most_ten_streaks_are_listed(puzzles: Puzzles) -> None:
    for person in range(11):
        await puzzles.answer(GUILD, ADA + person, TODAY, right_answer(puzzles.puzzle(GUILD)))
    assert [one.user_id for one in await puzzles.longest_streaks(GUILD)] == [ADA + person for person in range(10)]


async def test_an_answer_to_another_days_puzzle_does_not_count(
    database: Database, puzzles: Puzzles, clock: Clock
) -> None:
    """The later answer is still judged."""
    daily = puzzles.puzzle(GUILD)
    await puzzles.answer(GUILD, ADA, TODAY, right_answer(daily))
    clock.time += DAY
    before = await contents(database)
    for person, streak in [(ADA, Streak(1, 1)), (BOB, Streak())]:
        late = await puzzles.answer(GUILD, person, TODAY, right_answer(daily))
        assert late == PuzzleAnswer(True, streak, DayResult(1, 1), is_of_another_day=True)
    early = puzzles.puzzle(GUILD, TODAY + 9 * DAY)
    assert (await puzzles.answer(GUILD, BOB, early.day, wrong_answer(early))).is_of_another_day
    assert await contents(database) == before


async def test_an_illegal_answer_is_refused(database: Database, puzzles: Puzzles) -> None:
    daily = puzzles.puzzle(GUILD)
    taken = str(daily.puzzle.moves[0])
    for text, refusal in [("nonsense", InvalidNotation), (taken, IllegalMove)]:
        async with refused(database, refusal):
            await puzzles.answer(GUILD, ADA, TODAY, text)
    assert (await puzzles.answer(GUILD, ADA, TODAY, right_answer(daily))).streak.days == 1


async def test_one_of_many_simultaneous_answers_counts(database: Database, pool: WorkerPool, puzzles: Puzzles) -> None:
    """In two processes, and as the first answers that this person ever gave."""
    text = right_answer(puzzles.puzzle(GUILD))
    other = Puzzles(database, pool, now=lambda: NOON)
    answers = await asyncio.gather(*(each.answer(GUILD, ADA, TODAY, text) for each in [puzzles, other] * 4))
    assert sorted(answer.was_answered_before for answer in answers) == [False] + [True] * 7
    assert {answer.streak.days for answer in answers} == {1}
    assert await puzzles.result(GUILD, TODAY) == DayResult(1, 1)


async def test_the_reason_of_an_answer_is_that_of_the_solver(puzzles: Puzzles) -> None:
    daily = puzzles.puzzle(GUILD)
    answer = daily.puzzle.answer
    expected = explain(daily.position, answer, solution=Solution((answer,), answer, exact=True))
    assert await puzzles.reason(daily) == expected


async def test_a_failed_reason_is_left_out_and_can_be_requested_again(
    database: Database, pool: WorkerPool, clock: Clock, tmp_path_factory: pytest.TempPathFactory
) -> None:
    explain_move = misbehaving.ExplainAfterDying(tmp_path_factory.mktemp("puzzles") / "died")
    puzzles = Puzzles(database, pool, now=clock, explain_move=explain_move)
    assert await puzzles.reason(puzzles.puzzle(GUILD)) is None
    assert await puzzles.reason(puzzles.puzzle(GUILD)) is not None


async def test_streaks_are_exported_and_erased_with_the_member(
    database: Database, host: Host, puzzles: Puzzles
) -> None:
    daily = puzzles.puzzle(GUILD)
    for person in (ADA, BOB):
        await puzzles.answer(GUILD, person, TODAY, right_answer(daily))
    (file,) = await host.members.privacy.export(ADA, most_bytes=10_000)
    assert f'"last_day": "{TODAY}", "streak": 1, "best": 1' in file.decode()
    await host.members.privacy.forget(ADA)
    assert [row[1] for row in (await contents(database))["puzzle_streaks"]] == [BOB]


async def test_streaks_are_deleted_with_the_server(
    database: Database, host: Host, puzzles: Puzzles, clock: Clock
) -> None:
    for guild_id in (GUILD, OTHER_GUILD):
        daily = puzzles.puzzle(guild_id)
        await puzzles.answer(guild_id, ADA, TODAY, right_answer(daily))
    await host.scheduler.departures.note_departure(GUILD)
    clock.time += timedelta(days=31)
    await Sweeper(database, host.games, now=clock).sweep()
    assert [row[0] for row in (await contents(database))["puzzle_streaks"]] == [OTHER_GUILD]


class Model:
    """A model of the streak: the first answer of a day counts, and no answer for an earlier day."""

    def __init__(self) -> None:
        self.answers: dict[date, bool] = {}

    def answer(self, day: date, *, is_right: bool) -> bool:
        if self.answers and day <= max(self.answers):
            return False
        self.answers[day] = is_right
        return True

    def streak(self, today: date) -> Streak:
        def ending(day: date) -> int:
            """The streak at the end of a day, of which it is the last solved one."""
            if not self.answers.get(day):
                return 0
            before = day - DAY if day - DAY in self.answers else day - 2 * DAY
            return 1 + ending(before)

        has_answered = today <= max(self.answers, default=today - DAY)
        last = max(self.answers, default=today - 9 * DAY)
        days = ending(last) if has_answered or today - last <= 2 * DAY else 0
        return Streak(days, max(map(ending, self.answers), default=0), has_answered=has_answered)


# Each is the number of days since the last one, at times before it, and whether the answer is right.
answer_lists = st.lists(
    st.tuples(st.sampled_from([0, 1, 1, 1, 2, 2, 3, -1]), st.sampled_from([True, True, False])), max_size=12
)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answers=answer_lists)
def test_streaks_match_a_simple_model(database_url: str, answers: list[tuple[int, bool]]) -> None:
    async def check() -> None:
        database, model, guild_id, day = Database(database_url), Model(), new_request(), TODAY
        async with database.writing() as connection:
            for step, is_right in answers:
                day += step * DAY
                counts = await count_answer(connection, guild_id, ADA, day, is_right=is_right)
                assert counts == model.answer(day, is_right=is_right)
                assert await load_streak(connection, guild_id, ADA, day) == model.streak(day)
            await connection.execute(puzzle_streaks.delete().where(puzzle_streaks.c.guild_id == guild_id))
        await database.close()

    asyncio.run(check())
