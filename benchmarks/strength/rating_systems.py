"""Rating systems compared: the held-out log-loss of Whole-History Rating, Elo and Glicko-2 in simulated circles.

Run `python -m benchmarks.strength.rating_systems`.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from glicko2 import Player as GlickoPlayer  # type: ignore[import-untyped]

from gridlock_ratings import CONFIDENCE, Member, RatedResult, Rating, RatingTable, rate

_SEEDS: Final = 5
_HELD_OUT: Final = 0.5
_REFITTED_AFTER: Final = 10
_K: Final = 24
_GAMES_A_DAY: Final = 3


@dataclass(frozen=True)
class Circle:
    """A circle of players whose true strengths are known.

    Attributes:
        strength: The strength of a player at a game, in Elo points.
        pair: Draws who plays; the first moves first.
        first_move: What the first move is worth, in Elo points.
    """

    name: str
    games: int
    strength: Callable[[int, int], float]
    pair: Callable[[random.Random], Sequence[int]]
    first_move: float = 40.0


class System(Protocol):
    """A rating system that predicts a game and then learns its result."""

    def predict(self, first: int, second: int) -> float:
        """Return the probability that the first player wins."""

    def learn(self, result: RatedResult, first: int, second: int) -> None:
        """Take a result into account."""


class Elo:
    """Elo's formula, with K = 24."""

    def __init__(self) -> None:
        self._ratings: dict[int, float] = {}

    def predict(self, first: int, second: int) -> float:
        """Return the probability that the first player wins."""
        return _expected(self._ratings.get(first, 1500.0) - self._ratings.get(second, 1500.0))

    def learn(self, result: RatedResult, first: int, second: int) -> None:
        """Move both ratings."""
        change = _K * (result.first_won - self.predict(first, second))
        self._ratings[first] = self._ratings.get(first, 1500.0) + change
        self._ratings[second] = self._ratings.get(second, 1500.0) - change


class Glicko:
    """Glicko-2 by the package `glicko2`; each game is a rating period."""

    def __init__(self) -> None:
        self._players: dict[int, GlickoPlayer] = {}

    def predict(self, first: int, second: int) -> float:
        """Return the probability that the first player wins."""
        one, two = self._player(first), self._player(second)
        return _hedged(one.rating - two.rating, one.rd, two.rd)

    def learn(self, result: RatedResult, first: int, second: int) -> None:
        """Move both ratings."""
        one, two = self._player(first), self._player(second)
        before = one.rating, one.rd
        one.update_player([two.rating], [two.rd], [int(result.first_won)])
        two.update_player([before[0]], [before[1]], [int(not result.first_won)])

    def _player(self, number: int) -> GlickoPlayer:
        return self._players.setdefault(number, GlickoPlayer())


class WholeHistory:
    """Whole-History Rating as the bot computes it, fitted again after every ten games."""

    def __init__(self) -> None:
        self._results: list[RatedResult] = []
        self._table: RatingTable | None = None

    def predict(self, first: int, second: int) -> float:
        """Return the probability that the first player wins."""
        if self._table is None or len(self._results) - self._table.games >= _REFITTED_AFTER:
            self._table = rate(self._results)
        one, two = (self._table.find(Member(number)) for number in (first, second))
        advantage = self._table.first_moves[0].advantage if self._table.first_moves else 0.0
        return _hedged(_value(one) - _value(two) + advantage, _error(one), _error(two))

    def learn(self, result: RatedResult, first: int, second: int) -> None:  # noqa: ARG002  # as the others
        """Keep the result."""
        self._results.append(result)


def circles() -> Iterator[Circle]:
    """Yield the circles."""

    def spread(number: int, _: int) -> float:
        return random.Random(number).gauss(0, 200)  # noqa: S311  # strengths, not secrets

    def uneven(draw: random.Random) -> Sequence[int]:
        pair = {min(int(draw.expovariate(0.2)), 29) for _ in range(20)}
        return draw.sample(sorted(pair)[:30] if len(pair) > 1 else [0, 1], 2)

    def sandbagger(number: int, game: int) -> float:
        return (-300.0 if game % 120 < 40 else 300.0) if number == 0 else spread(number, game)

    def two_pools(draw: random.Random) -> Sequence[int]:
        pool = draw.choice([range(8), range(100, 108)])
        return draw.sample(pool, 2)

    yield Circle("few players: 4", 300, spread, lambda draw: draw.sample(range(4), 2))
    yield Circle("uneven activity: 30", 600, spread, uneven)
    yield Circle("seat bias of 200 points: 12", 400, spread, lambda draw: draw.sample(range(12), 2), 200.0)
    yield Circle("a sandbagger among 12", 400, sandbagger, lambda draw: draw.sample(range(12), 2))
    yield Circle("two pools of 8 that never meet", 400, spread, two_pools)


def main() -> None:
    """Print the table, and how long 1,000 games take."""
    print("| circle | games | true odds | WHR | Elo | Glicko-2 | in the interval |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for circle in circles():
        losses = [_losses(circle, seed) for seed in range(_SEEDS)]
        means = [math.fsum(column) / _SEEDS for column in zip(*losses, strict=True)]
        numbers = " | ".join(f"{mean:.3f}" for mean in means[:-1])
        print(f"| {circle.name} | {circle.games} | {numbers} | {means[-1]:.0%} |")
    results = [result for result, *_ in _played(next(iter(circles())), 0, 1_000)]
    many = [result for result, *_ in _played(list(circles())[1], 0, 1_000)]
    for name, some in (("4 players", results), ("30 players", many)):
        began = time.process_time()
        rate(some)
        print(f"1,000 games of {name}: {time.process_time() - began:.2f} s of processor time")


def _played(circle: Circle, seed: int, games: int) -> Iterator[tuple[RatedResult, int, int, float]]:
    """Yield results, with the players and the true probability that the first one wins."""
    draw = random.Random(f"{circle.name} {seed}")  # noqa: S311  # games, not secrets
    for game in range(games):
        first, second = circle.pair(draw)
        odds = _expected(circle.strength(first, game) - circle.strength(second, game) + circle.first_move)
        won = draw.random() < odds
        yield RatedResult(game, Member(first), Member(second), won, "board", game // _GAMES_A_DAY), first, second, odds


def _losses(circle: Circle, seed: int) -> list[float]:
    """Return the mean log-losses of the second half, of the true odds and each system, and how often intervals hold."""
    systems: list[System] = [WholeHistory(), Elo(), Glicko()]
    losses: list[list[float]] = [[], [], [], []]
    held: list[RatedResult] = []
    for number, (result, first, second, odds) in enumerate(_played(circle, seed, circle.games)):
        if number >= circle.games * _HELD_OUT:
            chances = [odds, *(system.predict(first, second) for system in systems)]
            for loss, chance in zip(losses, chances, strict=True):
                loss.append(-math.log(chance if result.first_won else 1 - chance))
        for system in systems:
            system.learn(result, first, second)
        held.append(result)
    return [*(math.fsum(loss) / len(loss) for loss in losses), _share_in_intervals(circle, held)]


def _share_in_intervals(circle: Circle, results: Sequence[RatedResult]) -> float:
    """Return the share of players whose true strength, compared with the mean of their pool, is in their interval."""
    inside = []
    for pool in rate(results).pools:
        truths = [circle.strength(_number(each), circle.games - 1) for each in pool.ratings]
        shift = math.fsum(each.rating for each in pool.ratings) / len(truths) - math.fsum(truths) / len(truths)
        inside += [
            abs(each.rating - shift - truth) <= each.interval for each, truth in zip(pool.ratings, truths, strict=True)
        ]
    return sum(inside) / len(inside)


def _number(rating: Rating) -> int:
    return rating.player.user_id if isinstance(rating.player, Member) else 0


def _value(rating: Rating | None) -> float:
    return 1500.0 if rating is None else rating.rating


def _error(rating: Rating | None) -> float:
    return 250.0 if rating is None else rating.interval / CONFIDENCE


def _expected(difference: float) -> float:
    return 1 / (1 + 10 ** (-difference / 400))


def _hedged(difference: float, one_error: float, two_error: float) -> float:
    """Return the expected score, nearer to a half the less certain the ratings are, as Glicko-2 does it."""
    variance = (one_error**2 + two_error**2) * (math.log(10) / 400) ** 2
    return _expected(difference / math.sqrt(1 + 3 * variance / math.pi**2))


if __name__ == "__main__":
    main()
