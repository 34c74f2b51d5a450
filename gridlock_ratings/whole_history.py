"""Whole-History Rating: all ratings of all days at once, as they explain all results best.

The same results give the same table, to the last digit: they are put into one order, players are known by their place
in it and not by their ids, and the computation starts anew each time. So a game that is taken out leaves no trace, and
a player who becomes nameless changes nothing for the others.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from whr import WHR  # type: ignore[import-untyped]
from whr.player import Player as RatedPlayer  # type: ignore[import-untyped]

from gridlock_ratings.pools import pools_of
from gridlock_ratings.results import Nameless, Player, RatedResult
from gridlock_ratings.table import CONFIDENCE, NO_RATINGS, FirstMove, Pool, Rating, RatingPoint, RatingTable

_AVERAGE: Final = 1500.0
_ELO_PER_NAT: Final = 400 / math.log(10)
# How much a player's strength may change: the variance of a day, in squared Elo points; 120 points in a year.
DRIFT: Final = 40.0
# Each player starts with so many games won and as many lost against an average player.
PRIOR_GAMES: Final = 1.0
# The gradient at which the ratings are said to fit, per natural unit; differences then move by less than a point.
_PRECISION: Final = 1e-3
_ROUND: Final = 10
_MOST_ROUNDS: Final = 60


def rate(results: Sequence[RatedResult]) -> RatingTable:
    """Return the table that follows from some results, whatever their order.

    Args:
        results: Results of different games.

    Raises:
        ArithmeticError: The ratings cannot be computed.
    """
    if not results:
        return NO_RATINGS
    in_order = sorted(results, key=lambda result: (result.day, result.game_id))
    names = _names(in_order)
    pools = pools_of(in_order)
    model = _fitted(in_order, names, pools)
    newest = in_order[-1]
    played = Counter(player for result in in_order for player in (result.first, result.second))
    rated = {
        player: _rating(player, model.players[names[player]], played[player], newest.day)
        for player in names
        if not isinstance(player, Nameless)
    }
    return RatingTable(
        newest.game_id,
        len(in_order),
        tuple(_ranked([rated[player] for player in pool if player in rated]) for pool in pools),
        _first_moves(in_order, model),
    )


def rate_each(groups: Sequence[Sequence[RatedResult]]) -> list[RatingTable]:
    """Return the tables that follow from some groups of results, as `rate` makes them.

    Raises:
        ArithmeticError: The ratings cannot be computed.
    """
    return [rate(results) for results in groups]


def _names(results: Sequence[RatedResult]) -> dict[Player, str]:
    """Return a name for each player: their place in the order in which they first played."""
    players = dict.fromkeys(player for result in results for player in (result.first, result.second))
    return {player: str(place) for place, player in enumerate(players)}


def _fitted(results: Sequence[RatedResult], names: dict[Player, str], pools: Sequence[Sequence[Player]]) -> WHR:
    model = WHR({"w2": DRIFT, "initial_prior_wins": PRIOR_GAMES})
    for result in results:
        winner = "B" if result.first_won else "W"
        model.create_game(names[result.first], names[result.second], winner, result.day, _key(result))
    for board in dict.fromkeys(result.board for result in results if result.board is not None):
        # Strangers win two games each, so that the first move is worth little until the results say otherwise.
        for number, winner in enumerate("BWBW"):
            first, second = f"{board} {number} first", f"{board} {number} second"
            model.create_game(first, second, winner, results[0].day, board)
    of_pools = [[model.players[names[player]] for player in pool] for pool in pools]
    for _ in range(_MOST_ROUNDS):
        model.iterate(_ROUND)
        # The ratings of a pool move as a whole only slowly, since single players are held by their opponents.
        for players in of_pools:
            _move_to_average(players)
        if model.max_gradient_norm() < _PRECISION:
            break
    model.iterate(0)
    return model


def _key(result: RatedResult) -> str | int:
    """Return the key of the first move's advantage; that of 0 is none."""
    return 0 if result.board is None else result.board


def _move_to_average(players: Sequence[RatedPlayer]) -> None:
    """Move the ratings of a pool by one step towards where its players' beginnings are average.

    Only those depend on the level of the pool; all games depend on differences.
    """
    first_days = [player.days[0] for player in players]
    slope = sum(day.anchor_hessian() for day in first_days)
    step = sum(day.anchor_gradient() for day in first_days) / slope
    for player in players:
        for day in player.days:
            day.r -= step


def _rating(player: Player, rated: RatedPlayer, games: int, newest_day: int) -> Rating:
    history = tuple(
        RatingPoint(int(day.day), _AVERAGE + day.r * _ELO_PER_NAT, _interval(day.uncertainty)) for day in rated.days
    )
    last = rated.days[-1]
    drift = (newest_day - int(last.day)) * DRIFT / _ELO_PER_NAT**2
    return Rating(player, history[-1].rating, _interval(last.uncertainty + drift), games, None, history)


def _interval(variance: float) -> float:
    return CONFIDENCE * math.sqrt(max(variance, 0.0)) * _ELO_PER_NAT


def _ranked(ratings: Sequence[Rating]) -> Pool:
    """Return a pool in order, with ranks."""
    best_first = sorted(ratings, key=lambda each: (each.is_provisional, -round(each.rating), str(each.player)))
    ranked: list[Rating] = []
    for place, each in enumerate(best_first):
        rank: int | None = place + 1
        if each.is_provisional:
            rank = None
        elif place and round(best_first[place - 1].rating) == round(each.rating):
            rank = ranked[-1].rank
        ranked.append(Rating(each.player, each.rating, each.interval, each.games, rank, each.history))
    return Pool(tuple(ranked))


def _first_moves(results: Sequence[RatedResult], model: WHR) -> tuple[FirstMove, ...]:
    games = Counter(result.board for result in results if result.board is not None)
    return tuple(
        FirstMove(board, math.log(model.handicap_gamma[board]) * _ELO_PER_NAT, number)
        for board, number in sorted(games.items())
    )
