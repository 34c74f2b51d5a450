"""Letting a pair of actions collide, and judging what came of it.

Whatever two actions at once have done must be what they would have done one after the other, in one order or the other:
the same answers, and the same rows. So both orders are played first, each in a scene of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from gridlock_host import Database
from races.actions import Answer
from races.arenas import Arena
from races.outcome import Aftermath, aftermath
from races.pairs import Pair
from races.scenes import Scene


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of two actions.

    Attributes:
        granted: Whether the first was done, and whether the second.
        reasons: Why not, for each; empty if it was done.
        held: What the store holds afterwards.
    """

    granted: tuple[bool, bool]
    reasons: tuple[str, str]
    held: Aftermath

    @classmethod
    def of(cls, one: Answer, two: Answer, held: Aftermath) -> Outcome:
        """Put together what came of each."""
        return cls((one.granted, two.granted), (one.reason, two.reason), held)


@dataclass(slots=True)
class Score:
    """What came of all collisions of a pair.

    Attributes:
        pair: Which pair.
        collisions: How many there were.
        first: In how many of them the pair's first action came first.
        second: In how many the second one did.
        granted: How many actions were done in a collision, at least and at most.
        breaches: What no order of the two explains, or what was refused without a sentence.
    """

    pair: Pair
    collisions: int = 0
    first: int = 0
    second: int = 0
    granted: set[int] = field(default_factory=set)
    breaches: list[str] = field(default_factory=list)


async def collide(
    pair: Pair, arena: Arena, database: Database, numbers: Iterator[int], times: int, random: Random
) -> Score:
    """Let a pair collide.

    Args:
        pair: The two actions.
        arena: Where they meet.
        database: The store there.
        numbers: Numbers of scenes that were not used before.
        times: How often.
        random: Who is faster.
    """
    in_order = await _one_after_the_other(pair, arena, database, Scene(next(numbers)), first=0)
    in_reverse = await _one_after_the_other(pair, arena, database, Scene(next(numbers)), first=1)
    score = Score(pair)
    for _ in range(times):
        scene = await arena.prepare(pair.prepare, Scene(next(numbers)))
        one, two = await arena.at_once(pair.one, pair.two, scene, random)
        outcome = Outcome.of(one, two, await aftermath(database, scene))
        score.collisions += 1
        score.granted.add(sum(outcome.granted))
        score.first += outcome == in_order
        score.second += outcome == in_reverse
        if outcome not in (in_order, in_reverse):
            score.breaches.append(
                f"scene {scene.number}: {outcome}, but one after the other {in_order} or {in_reverse}"
            )
        if sum(outcome.granted) not in pair.granted:
            score.breaches.append(f"scene {scene.number}: {sum(outcome.granted)} of the two were granted")
        score.breaches += [
            f"scene {scene.number}: {each.reason} without a sentence"
            for each in (one, two)
            if not each.granted and not each.sentence.strip()
        ]
    return score


async def _one_after_the_other(pair: Pair, arena: Arena, database: Database, scene: Scene, *, first: int) -> Outcome:
    scene = await arena.prepare(pair.prepare, scene)
    actions = (pair.one, pair.two)
    answers = {number: await arena.alone(number, actions[number], scene) for number in (first, 1 - first)}
    return Outcome.of(answers[0], answers[1], await aftermath(database, scene))
