"""Daily puzzles, their answers and streaks."""

from __future__ import annotations

import asyncio
from datetime import date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridlock_host import Database, Host, Sweeper
from gridlock_host.bot_player.puzzles import DailyPuzzle, PuzzleAnswer, Puzzles, Streak, count_answer, load_streak
from gridlock_host.errors import CannotThink
from gridlock_host.storage.schema import puzzle_streaks
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import IllegalMove, InvalidNotation
from gridlock_solver.registry import solve
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
    """Puzzles that need no solver, with one winning move."""
    return Puzzles(database, pool, now=clock, make=misbehaving.make_puzzle)


def wrong_answer(daily: DailyPuzzle) -> str:
    """A legal move that does not win."""
    return next(str(move) for move in daily.position.legal_moves if move != daily.puzzle.answer)


async def test_all_processes_make_the_same_daily_puzzle(database: Database, pool: WorkerPool) -> None:
    """Made by the solver: one move of several wins."""
    clock = Clock()
    daily = await Puzzles(database, pool, now=clock).puzzle(GUILD)
    assert (daily.guild_id, daily.day) == (GUILD, TODAY)
    assert solve(daily.position).winning_moves == (daily.puzzle.answer,)
    other_process = Puzzles(database, pool, now=clock)
    assert await other_process.puzzle(GUILD) == daily
    assert (await other_process.puzzle(OTHER_GUILD)).puzzle != daily.puzzle
    clock.time += DAY
    assert (await other_process.puzzle(GUILD)).puzzle != daily.puzzle


async def test_the_day_begins_at_midnight_in_utc(puzzles: Puzzles, clock: Clock) -> None:
    clock.time = datetime.fromisoformat("2030-05-18T01:59:59+02:00")
    assert puzzles.today == date(2030, 5, 17)
    clock.time += timedelta(seconds=1)
    assert (await puzzles.puzzle(GUILD)).day == date(2030, 5, 18)


async def test_right_answers_on_days_in_a_row_make_a_streak(puzzles: Puzzles, clock: Clock) -> None:
    """In each server for itself; a wrong answer ends it, and so does a day left out."""
    streaks = []
    for step, is_right in [(0, True), (1, True), (1, False), (1, True), (2, True)]:
        clock.time += step * DAY
        daily = await puzzles.puzzle(GUILD)
        text = str(daily.puzzle.answer) if is_right else wrong_answer(daily)
        given_answer = await puzzles.answer(GUILD, ADA, daily.day, text.lower())
        assert given_answer.right == is_right
        streaks.append((given_answer.streak, given_answer.best))
    assert streaks == [(1, 1), (2, 2), (0, 2), (1, 2), (1, 2)]
    assert await puzzles.streak(GUILD, ADA) == Streak(1, 2, has_answered=True)
    assert await puzzles.streak(OTHER_GUILD, ADA) == await puzzles.streak(GUILD, BOB) == Streak()
    clock.time += DAY
    assert await puzzles.streak(GUILD, ADA) == Streak(1, 2)
    clock.time += DAY
    assert await puzzles.streak(GUILD, ADA) == Streak(0, 2)


async def test_the_first_answer_counts_and_no_other(database: Database, puzzles: Puzzles) -> None:
    daily = await puzzles.puzzle(GUILD)
    right, wrong = str(daily.puzzle.answer), wrong_answer(daily)
    assert await puzzles.answer(GUILD, ADA, TODAY, wrong) == PuzzleAnswer(right=False, streak=0, best=0)
    before = await contents(database)
    for text, is_right in [(right, True), (wrong, False)]:
        again = await puzzles.answer(GUILD, ADA, TODAY, text)
        assert again == PuzzleAnswer(is_right, 0, 0, was_answered_before=True)
    assert await contents(database) == before
    assert await puzzles.answer(GUILD, BOB, TODAY, right) == PuzzleAnswer(right=True, streak=1, best=1)


async def test_an_answer_to_another_days_puzzle_does_not_count(
    database: Database, puzzles: Puzzles, clock: Clock
) -> None:
    """The later answer is still judged."""
    daily = await puzzles.puzzle(GUILD)
    await puzzles.answer(GUILD, ADA, TODAY, str(daily.puzzle.answer))
    clock.time += DAY
    before = await contents(database)
    for person, streak in [(ADA, 1), (BOB, 0)]:
        late = await puzzles.answer(GUILD, person, TODAY, str(daily.puzzle.answer))
        assert late == PuzzleAnswer(right=True, streak=streak, best=streak, is_of_another_day=True)
    early = await puzzles.puzzle(GUILD, TODAY + 9 * DAY)
    assert (await puzzles.answer(GUILD, BOB, early.day, wrong_answer(early))).is_of_another_day
    assert await contents(database) == before


async def test_an_illegal_answer_is_refused(database: Database, puzzles: Puzzles) -> None:
    daily = await puzzles.puzzle(GUILD)
    taken = str(daily.puzzle.moves[0])
    for text, refusal in [("nonsense", InvalidNotation), (taken, IllegalMove)]:
        async with refused(database, refusal):
            await puzzles.answer(GUILD, ADA, TODAY, text)
    assert (await puzzles.answer(GUILD, ADA, TODAY, str(daily.puzzle.answer))).streak == 1


async def test_one_of_many_simultaneous_answers_counts(database: Database, pool: WorkerPool, puzzles: Puzzles) -> None:
    """In two processes, and as the first answers that this person ever gave."""
    daily = await puzzles.puzzle(GUILD)
    other = Puzzles(database, pool, now=lambda: NOON, make=misbehaving.make_puzzle)
    answers = await asyncio.gather(
        *(each.answer(GUILD, ADA, TODAY, str(daily.puzzle.answer)) for each in [puzzles, other] * 4)
    )
    assert sorted(answer.was_answered_before for answer in answers) == [False] + [True] * 7
    assert {answer.streak for answer in answers} == {1}


async def test_a_failed_puzzle_can_be_requested_again(
    database: Database, pool: WorkerPool, clock: Clock, tmp_path_factory: pytest.TempPathFactory
) -> None:
    make = misbehaving.MakeAfterDying(tmp_path_factory.mktemp("puzzles") / "died")
    puzzles = Puzzles(database, pool, now=clock, make=make)
    async with refused(database, CannotThink):
        await puzzles.puzzle(GUILD)
    assert (await puzzles.puzzle(GUILD)).day == TODAY


async def test_streaks_are_exported_and_erased_with_the_member(
    database: Database, host: Host, puzzles: Puzzles
) -> None:
    daily = await puzzles.puzzle(GUILD)
    for person in (ADA, BOB):
        await puzzles.answer(GUILD, person, TODAY, str(daily.puzzle.answer))
    (file,) = await host.members.privacy.export(ADA, most_bytes=10_000)
    assert f'"last_day": "{TODAY}", "streak": 1, "best": 1' in file.decode()
    await host.members.privacy.forget(ADA)
    assert [row[1] for row in (await contents(database))["puzzle_streaks"]] == [BOB]


async def test_streaks_are_deleted_with_the_server(
    database: Database, host: Host, puzzles: Puzzles, clock: Clock
) -> None:
    for guild_id in (GUILD, OTHER_GUILD):
        daily = await puzzles.puzzle(guild_id)
        await puzzles.answer(guild_id, ADA, TODAY, str(daily.puzzle.answer))
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
            return 1 + ending(day - DAY) if self.answers.get(day) else 0

        has_answered = today <= max(self.answers, default=today - DAY)
        days = ending(max(self.answers) if has_answered else today - DAY)
        return Streak(days, max(map(ending, self.answers), default=0), has_answered=has_answered)


# Each is the number of days since the last one, at times before it, and whether the answer is right.
answer_lists = st.lists(
    st.tuples(st.sampled_from([0, 1, 1, 1, 2, -1]), st.sampled_from([True, True, False])), max_size=12
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
