"""Collisions: run two actions at once, and compare the outcome with both serial orders.

The outcome of two concurrent actions must be the outcome of one of the two orders: the same answers and the
same rows. So both orders are played first, each in its own scene.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Final

from sqlalchemy import Select, select

from gridlock_host import Database
from gridlock_host.storage.schema import (
    challenges,
    games,
    moderation_log,
    moves,
    offers,
    record_counts,
    results,
    season_counts,
    season_standings,
    seasons,
    standing_totals,
    standings,
)
from races.actions import ActionResult, Pair
from races.arenas import Arena, Delays
from races.scenes import Scene


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of two actions.

    Attributes:
        granted: Whether each was done.
        reasons: The reason of each refusal; empty if it was done.
        held: The stored rows afterwards.
    """

    granted: tuple[bool, bool]
    reasons: tuple[str, str]
    held: StoredRows

    @classmethod
    def of(cls, one: ActionResult, two: ActionResult, held: StoredRows) -> Outcome:
        """Combine two results and the stored rows."""
        return cls((one.granted, two.granted), (one.reason, two.reason), held)


@dataclass(slots=True)
class Score:
    """The outcome of all collisions of a pair.

    Attributes:
        pair: The pair.
        orders_differ: Whether the two orders have different outcomes. If not, no collision tells which came first.
        collisions: The number of collisions.
        first: How often the outcome was that of the first order.
        second: How often it was that of the second order.
        granted: The numbers of granted actions in a collision.
        breaches: Outcomes of neither order, and refusals without a text.
    """

    pair: Pair
    orders_differ: bool = True
    collisions: int = 0
    first: int = 0
    second: int = 0
    granted: set[int] = field(default_factory=set)
    breaches: list[str] = field(default_factory=list)


_ROUND: Final = 4
# The one that is to lose begins so many times later as the other one takes.
_HEAD_START: Final = 1.5
_LONGEST_SECONDS: Final = 0.1


class Pace:
    """How long each of two actions takes alone, and so when they must begin to collide.

    A fast action always comes before a slow one if both begin at the same moment, such as a move before a sweep. So the
    delays are chosen by how long the actions take: in every round of four, each order is forced once, and twice chance
    decides which of the two is ahead, by less than the time it takes.
    """

    def __init__(self) -> None:
        self._seconds = [_LONGEST_SECONDS, _LONGEST_SECONDS]

    def note(self, number: int, seconds: float) -> None:
        """Note that an action took so long alone. The shortest time counts, because the first one includes set-up."""
        self._seconds[number] = min(self._seconds[number], seconds)

    def delays(self, collision: int, random: Random) -> Delays:
        """Return the delays of the two actions in a collision."""
        one, two = self._seconds
        match collision % _ROUND:
            case 0:
                return 0.0, one * _HEAD_START
            case 1:
                return two * _HEAD_START, 0.0
            case _:
                ahead = random.uniform(-two, one)
                return max(-ahead, 0.0), max(ahead, 0.0)


async def collide(
    pair: Pair, arena: Arena, database: Database, numbers: Iterator[int], times: int, random: Random
) -> Score:
    """Collide a pair of actions.

    Args:
        pair: The two actions.
        arena: Where they run.
        database: The database of the arena.
        numbers: Unused numbers of scenes.
        times: How often.
        random: Chooses the delays.
    """
    pace = Pace()
    in_order = await _one_after_the_other(pair, arena, database, Scene(next(numbers)), pace, first=0)
    in_reverse = await _one_after_the_other(pair, arena, database, Scene(next(numbers)), pace, first=1)
    score = Score(pair, in_order != in_reverse)
    for number in range(times):
        scene = await arena.prepare(pair.prepare, Scene(next(numbers)))
        one, two = await arena.at_once(pair.one, pair.two, scene, pace.delays(number, random))
        outcome = Outcome.of(one, two, await stored_rows(database, scene))
        score.collisions += 1
        score.granted.add(sum(outcome.granted))
        if score.orders_differ:
            score.first += outcome == in_order
            score.second += outcome == in_reverse
        if outcome not in (in_order, in_reverse):
            score.breaches.append(
                f"scene {scene.number}: {outcome}, but one after the other {in_order} or {in_reverse}"
            )
        if sum(outcome.granted) not in pair.granted:
            score.breaches.append(f"scene {scene.number}: {sum(outcome.granted)} of the two were granted")
        score.breaches += [
            f"scene {scene.number}: {each.reason} without a text"
            for each in (one, two)
            if not each.granted and not each.sentence.strip()
        ]
    return score


async def _one_after_the_other(
    pair: Pair, arena: Arena, database: Database, scene: Scene, pace: Pace, *, first: int
) -> Outcome:
    scene = await arena.prepare(pair.prepare, scene)
    actions = (pair.one, pair.two)
    answers: dict[int, ActionResult] = {}
    for number in (first, 1 - first):
        begun = time.perf_counter()
        answers[number] = await arena.alone(number, actions[number], scene)
        pace.note(number, time.perf_counter() - begun)
    return Outcome.of(answers[0], answers[1], await stored_rows(database, scene))


StoredRows = tuple[tuple[str, tuple[object, ...]], ...]

_IN_GAMES: Final = games.c.id
_HELD: Final[dict[str, Select[tuple[object, ...]]]] = {
    "challenge": select(challenges.c.status, challenges.c.challenger_id, challenges.c.opponent_id),
    "game": select(
        games.c.status,
        games.c.version,
        games.c.player_one_id,
        games.c.player_two_id,
        games.c.challenge_id.is_(None),
        games.c.rematch_of.is_(None),
        games.c.voided,
    ),
    "move": select(moves.c.ply, moves.c.text).join(games, moves.c.game_id == _IN_GAMES),
    "result": select(results.c.ending, results.c.winner_id, results.c.loser_id, results.c.gives_points).join(
        games, results.c.game_id == _IN_GAMES
    ),
    "standing": select(standings.c.user_id, standings.c.variant, standings.c.won, standings.c.lost),
    "standing total": select(standing_totals.c.user_id, standing_totals.c.won, standing_totals.c.lost),
    "record count": select(record_counts.c.variant, record_counts.c.won, record_counts.c.lost, record_counts.c.members),
    "season": select(seasons.c.number, seasons.c.begins_at, seasons.c.ends_at, seasons.c.champion_id),
    "season standing": select(
        season_standings.c.season, season_standings.c.user_id, season_standings.c.won, season_standings.c.lost
    ),
    "season count": select(season_counts.c.season, season_counts.c.won, season_counts.c.lost, season_counts.c.members),
    "offer": select(offers.c.kind, offers.c.status, offers.c.by_id).join(games, offers.c.game_id == _IN_GAMES),
    "moderation": select(moderation_log.c.action, moderation_log.c.moderator_id),
}
_GUILD: Final = {
    "challenge": challenges.c.guild_id,
    "standing": standings.c.guild_id,
    "standing total": standing_totals.c.guild_id,
    "moderation": moderation_log.c.guild_id,
    "record count": record_counts.c.guild_id,
    "season": seasons.c.guild_id,
    "season standing": season_standings.c.guild_id,
    "season count": season_counts.c.guild_id,
}


async def stored_rows(database: Database, scene: Scene) -> StoredRows:
    """All rows of a scene, sorted, with ids relative to the scene, so that two scenes can be compared."""
    async with database.reading() as connection:
        held = [
            (kind, tuple(_relative(value, scene) for value in row))
            for kind, statement in _HELD.items()
            for row in await connection.execute(statement.where(_GUILD.get(kind, games.c.guild_id) == scene.guild_id))
        ]
    return tuple(sorted(held, key=repr))


def _relative(value: object, scene: Scene) -> object:
    return value - scene.first_id if isinstance(value, int) and scene.holds(value) else value
