"""Choice of starts by games of equal players: as many starts won by each seat, and as many games, at every level."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean, pvariance
from typing import Final

from gridlock_solver.starts.candidates import Start
from gridlock_solver.starts.equal_games import EQUAL_LEVELS, solve_to_the_end, wins_of_first

_FAIR: Final = 0.5

_NEAR: Final = 0.002
"""How far the mean share that is expected at a level may be from one half."""

_LEAST_GAIN: Final = 1e-6
"""What an exchange has to gain. Rounding makes a gain of a few parts in 10^16 out of exchanging equal starts."""

_MOST_PASSES: Final = 8


@dataclass(frozen=True)
class Rounds:
    """How many games each level plays from each start, and how fair they have to be.

    Attributes:
        screening: From every candidate.
        decisive: From every start that is chosen, and again after each change of the choice.
        tolerance: How far the mean share of a level may be from one half in the last of these games.
    """

    screening: int
    decisive: int
    tolerance: float


@dataclass(eq=False)
class Candidate:
    """A start with the results of games from it.

    Attributes:
        start: The start.
        is_won: Whether the player who moves first wins with perfect play.
        games: How many games of each level count.
        won: For each level, how many of them this player won.
    """

    start: Start
    is_won: bool
    games: int = 0
    won: list[int] = field(default_factory=lambda: [0 for _ in EQUAL_LEVELS])
    _played: int = 0

    @property
    def shares(self) -> tuple[float, ...]:
        """For each level, the share of the games that the first player won."""
        return tuple(won / self.games for won in self.won)

    def play(self, games: int) -> tuple[float, ...]:
        """Play more games of each level, and return the shares of these. The same start gives the same games."""
        variant, size = self.start.position.variant, self.start.position.size
        numbers = range(self._played, self._played + games)
        won = [wins_of_first(variant, size, self.start.text, level, numbers, "choice") for level in EQUAL_LEVELS]
        self.won = [before + more for before, more in zip(self.won, won, strict=True)]
        self.games += games
        self._played += games
        return tuple(each / games for each in won)

    def forget(self) -> None:
        """Count no game that was played until now."""
        self.games, self.won = 0, [0 for _ in EQUAL_LEVELS]


def balanced(starts: Sequence[Start], count: int, rounds: Rounds) -> list[Start]:
    """Return an even number of the starts, half of them won by each seat, that are nearest to fair at every level.

    All candidates play some games, by which starts are chosen. As those were chosen for their results, the results
    flatter the choice. So the chosen starts play other games, and some are exchanged if these do not come out even.

    Raises:
        ValueError: There are too few starts that one of the seats wins.
    """
    every = [Candidate(start, solve_to_the_end(start.position).is_won) for start in starts]
    chosen: list[Candidate] = []
    for is_won in (True, False):
        same = [candidate for candidate in every if candidate.is_won is is_won]
        if len(same) < count // 2:
            raise ValueError(f"only {len(same)} of {len(starts)} starts have this winner")
        chosen += same[: count // 2]
    for candidate in every:
        candidate.play(rounds.screening)
    tested: set[Candidate] = set()
    for _ in range(_MOST_PASSES):
        chosen = _improved(chosen, every)
        for candidate in chosen:
            if candidate not in tested:
                candidate.forget()
        tested.update(chosen)
        shares = [candidate.play(rounds.decisive) for candidate in chosen]
        if all(abs(fmean(of_level) - _FAIR) <= rounds.tolerance for of_level in zip(*shares, strict=True)):
            break
    return [candidate.start for candidate in chosen]


def _improved(chosen: Sequence[Candidate], every: Sequence[Candidate]) -> list[Candidate]:
    """Return a choice that is near to fair, or as near as exchanging one start at a time leads.

    Each start is exchanged for one of the same winner: always the exchange that improves the choice the most.
    """
    expected = _expected_shares(every)
    chosen = list(chosen)
    while True:
        excess = [
            sum(column) - _FAIR * len(chosen) for column in zip(*(expected[each] for each in chosen), strict=True)
        ]
        if max(map(abs, excess)) <= _NEAR * len(chosen):
            return chosen
        least, old, new = min(
            ((_distance(excess, expected[old], expected[new]), old, new) for old, new in _exchanges(chosen, every)),
            key=lambda each: each[0],
            default=(float("inf"), chosen[0], chosen[0]),
        )
        if least > sum(each**2 for each in excess) - _LEAST_GAIN:
            return chosen
        chosen[chosen.index(old)] = new


def _exchanges(chosen: Sequence[Candidate], every: Sequence[Candidate]) -> Iterator[tuple[Candidate, Candidate]]:
    others = [candidate for candidate in every if candidate not in chosen]
    for old in chosen:
        for new in others:
            if old.is_won is new.is_won:
                yield old, new


def _distance(excess: Iterable[float], old: Iterable[float], new: Iterable[float]) -> float:
    """Return the sum of the squares of what the levels win too much after an exchange."""
    return sum((much - before + after) ** 2 for much, before, after in zip(excess, old, new, strict=True))


def _expected_shares(every: Sequence[Candidate]) -> dict[Candidate, tuple[float, ...]]:
    """Return the shares to expect in other games.

    A measured share is nearer to the mean of its kind than it was measured, because a part of the difference is chance:
    the larger a part, the fewer games were played.
    """
    expected: dict[Candidate, list[float]] = {candidate: [] for candidate in every}
    for is_won in (True, False):
        same = [candidate for candidate in every if candidate.is_won is is_won]
        for place in range(len(EQUAL_LEVELS)):
            shares = [candidate.shares[place] for candidate in same]
            mean = fmean(shares)
            noise = [
                max(share * (1 - share), mean * (1 - mean) / 4) / each.games
                for share, each in zip(shares, same, strict=True)
            ]
            spread = max(0.0, pvariance(shares) - fmean(noise))
            for candidate, share, by_chance in zip(same, shares, noise, strict=True):
                kept = spread / (spread + by_chance) if spread else 0.0
                expected[candidate].append(mean + kept * (share - mean))
    return {candidate: tuple(shares) for candidate, shares in expected.items()}
