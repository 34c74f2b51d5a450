"""Pools: groups of players who are connected by games, directly or through others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from gridlock_ratings.results import Player, RatedResult


def pools_of(results: Sequence[RatedResult]) -> list[list[Player]]:
    """Return the pools, the one with the most games first, each with its players in the order of their first games.

    Args:
        results: The results, in order. Among pools with as many games, the one that began first comes first.
    """
    leader: dict[Player, Player] = {}

    def leader_of(player: Player) -> Player:
        leader.setdefault(player, player)
        while leader[player] != player:
            leader[player] = leader[leader[player]]
            player = leader[player]
        return player

    for result in results:
        leader[leader_of(result.second)] = leader_of(result.first)
    pools: dict[Player, list[Player]] = {}
    for player in leader:
        pools.setdefault(leader_of(player), []).append(player)
    games = Counter(leader_of(result.first) for result in results)
    # The sort keeps the order in which pools began.
    return [pools[first] for first in sorted(pools, key=lambda first: -games[first])]
