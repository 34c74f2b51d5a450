"""Exercises from a person's own games: how they come about, answers, repetition, limits and deletion."""

from __future__ import annotations

from datetime import timedelta

import pytest

from gridlock_host import Database, First, Game, Host, Place
from gridlock_host.bot_player.stories import Stories
from gridlock_host.errors import NoSuchExercise
from gridlock_host.learning import exercises as stored
from gridlock_host.learning.exercises import Exercise
from gridlock_host.learning.lessons import Lessons
from gridlock_host.storage.schema import exercises
from gridlock_host.workers.pool import WorkerPool
from gridlock_rules import IllegalMove
from gridlock_solver import judge_move
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    HERE,
    OTHER_GUILD,
    Clock,
    play,
    resign,
    start,
    start_against_bot,
)


@pytest.fixture
def stories(host: Host, lessons: Lessons, pool: WorkerPool) -> Stories:
    return Stories(host.games.end_cards, host.learning.accuracies, lessons, pool)


async def told(host: Host, stories: Stories, game: Game) -> Game:
    """The game at its end, at the latest when Ada resigns, with its story told."""
    ended = game if game.is_over else await resign(host, game.place.guild_id, game.id, ADA)
    assert await stories.tell(ended)
    return ended


async def slipped(host: Host, stories: Stories, *, first: str = "A1", place: Place = HERE) -> Game:
    """A game of Dodge on 3x3 in which Ada, who moves first, does not take the middle."""
    game = await play(host, await start(host, variant="dodge", place=place), first)
    return await told(host, stories, await play(host, game, str(game.position.legal_moves[-1])))


async def due(lessons: Lessons, user_id: int = ADA) -> Exercise:
    exercise = await lessons.next(user_id)
    assert exercise is not None
    return exercise


async def test_a_slip_becomes_an_exercise_of_its_player_alone(host: Host, lessons: Lessons, stories: Stories) -> None:
    game = await slipped(host, stories)
    exercise = await due(lessons)
    assert (exercise.game.id, exercise.game.ply, exercise.slip, exercise.winning) == (game.id, 0, "A1", ("B2",))
    assert exercise.game.position == game.position_at(0)
    assert not exercise.game.is_over
    assert await lessons.next(BOB) is None
    assert (await lessons.outlook(BOB)).number == 0


async def test_a_game_without_a_slip_makes_no_exercise(host: Host, lessons: Lessons, stories: Stories) -> None:
    game = await play(host, await start(host, variant="dodge"), "B2")
    assert await stories.tell(game)
    assert (await lessons.outlook(ADA)).number == (await lessons.outlook(BOB)).number == 0


async def test_the_slips_of_the_bot_are_nobodys_exercise(database: Database, host: Host, stories: Stories) -> None:
    game = await play(host, await start_against_bot(host, variant="dodge", first=First.OPPONENT), "A1", "C3")
    await told(host, stories, game)
    assert await database.fetch(exercises.select()) == []


async def test_any_winning_move_is_right(host: Host, lessons: Lessons, stories: Stories) -> None:
    """In Lines on 3x3, Ada's third move wins with A3 and with B1; she has played C3."""
    game = await play(host, await start(host), "A1", "A2", "B2", "B3", "C3", "A3")
    await told(host, stories, game)
    exercise = await due(lessons)
    assert exercise.winning == ("A3", "B1")
    for move in exercise.winning:
        assert (await lessons.answer(ADA, exercise.id, move, seen_answers=0)).is_right
    assert not (await lessons.answer(ADA, exercise.id, "C3", seen_answers=0)).is_right


async def test_an_answer_comes_with_the_reason(host: Host, lessons: Lessons, stories: Stories) -> None:
    await slipped(host, stories)
    exercise = await due(lessons)
    for move in ("B2", "A1"):
        assert await lessons.explain(exercise, exercise.game.position.parse(move)) is not None


async def test_an_answer_counts_once(host: Host, lessons: Lessons, stories: Stories, clock: Clock) -> None:
    await slipped(host, stories)
    exercise = await due(lessons)
    first = await lessons.answer(ADA, exercise.id, "A1", seen_answers=0)
    assert (first.is_right, first.counts, first.due) == (False, True, 0)
    assert first.exercise.repetition.due_at == clock.time + timedelta(days=1)
    second = await lessons.answer(ADA, exercise.id, "B2", seen_answers=0)
    assert (second.is_right, second.counts) == (True, False)
    assert second.exercise.repetition == first.exercise.repetition
    assert await lessons.next(ADA) is None


async def test_an_exercise_comes_again_when_it_is_due(
    host: Host, lessons: Lessons, stories: Stories, clock: Clock
) -> None:
    await slipped(host, stories)
    exercise = await due(lessons)
    await lessons.answer(ADA, exercise.id, "B2", seen_answers=0)
    outlook = await lessons.outlook(ADA)
    assert (outlook.number, outlook.due) == (1, 0)
    assert outlook.next_at is not None
    assert await lessons.next(ADA) is None
    clock.time = outlook.next_at
    again = await due(lessons)
    assert (again.id, again.repetition.answers) == (exercise.id, 1)


async def test_an_illegal_answer_is_refused_and_does_not_count(host: Host, lessons: Lessons, stories: Stories) -> None:
    game = await play(host, await start(host), "A1", "A2", "B2", "B3", "C3", "A3")
    await told(host, stories, game)
    exercise = await due(lessons)
    with pytest.raises(IllegalMove):
        await lessons.answer(ADA, exercise.id, "A1", seen_answers=0)
    assert (await due(lessons)).repetition.answers == 0


async def test_the_same_slip_in_another_game_is_the_same_exercise_and_due_at_once(
    host: Host, lessons: Lessons, stories: Stories
) -> None:
    await slipped(host, stories)
    exercise = await due(lessons)
    await lessons.answer(ADA, exercise.id, "B2", seen_answers=0)
    assert await lessons.next(ADA) is None
    later = await slipped(host, stories, first="C3")
    again = await due(lessons)
    assert (again.id, again.game.id, again.slip) == (exercise.id, later.id, "C3")
    assert again.repetition.answers == 1


async def test_the_oldest_exercises_are_dropped_beyond_the_limit(
    host: Host, lessons: Lessons, stories: Stories, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored, "MOST_EXERCISES", 2)
    await slipped(host, stories)
    first = await due(lessons)
    for moves in (("A1", "A2", "B2", "B3", "C3", "A3"), ("C3", "C2", "B2", "B1", "A1", "C1")):
        game = await play(host, await start(host), *moves)
        await told(host, stories, game)
    assert (await lessons.outlook(ADA)).number == 2
    with pytest.raises(NoSuchExercise):
        await lessons.find(ADA, first.id)


async def test_only_the_person_themself_finds_answers_and_deletes_an_exercise(
    host: Host, lessons: Lessons, stories: Stories
) -> None:
    await slipped(host, stories)
    exercise = await due(lessons)
    for other in (BOB, CLEO):
        with pytest.raises(NoSuchExercise):
            await lessons.find(other, exercise.id)
        with pytest.raises(NoSuchExercise):
            await lessons.answer(other, exercise.id, "B2", seen_answers=0)
        with pytest.raises(NoSuchExercise):
            await lessons.delete(other, exercise.id)
    await lessons.delete(ADA, exercise.id)
    assert (await lessons.outlook(ADA)).number == 0
    with pytest.raises(NoSuchExercise):
        await lessons.delete(ADA, exercise.id)


async def test_exercises_of_all_servers_are_given_in_any_of_them(
    host: Host, lessons: Lessons, stories: Stories
) -> None:
    await slipped(host, stories, place=Place(OTHER_GUILD, CHANNEL))
    exercise = await due(lessons)
    assert exercise.game.place.guild_id == OTHER_GUILD


async def test_a_forgotten_person_has_no_exercises_and_gets_no_new_one(
    host: Host, lessons: Lessons, stories: Stories
) -> None:
    game = await slipped(host, stories)
    exercise = await due(lessons)
    await host.members.privacy.forget(ADA)
    assert await lessons.next(ADA) is None
    await lessons.add(game, [judge_move(game.position_at(0), game.position_at(0).parse("A1"))])
    with pytest.raises(NoSuchExercise):
        await lessons.find(ADA, exercise.id)
    assert (await lessons.outlook(ADA)).number == 0


async def test_a_failed_reason_leaves_the_verdict(
    host: Host, lessons: Lessons, stories: Stories, pool: WorkerPool
) -> None:
    await slipped(host, stories)
    exercise = await due(lessons)
    await pool.close()
    checked = await lessons.answer(ADA, exercise.id, "B2", seen_answers=0)
    assert (checked.is_right, checked.counts) == (True, True)
    assert await lessons.explain(checked.exercise, checked.move) is None
