"""Invariants of the database, checked without the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import datetime
from functools import lru_cache
from itertools import pairwise
from typing import Any

from gridlock_rules import Player, Position, replay

Row = dict[str, Any]
Rows = dict[str, list[Row]]


def check_laws(rows: Rows) -> None:
    """Assert what holds at any moment."""
    for game in rows["games"]:
        _check_way_on(game, _moves(rows, game["id"]), [one for one in rows["results"] if one["game_id"] == game["id"]])
        _check_clock(game, len(_moves(rows, game["id"])))
    _check_matches(rows)
    rematches = [game["rematch_of"] for game in rows["games"] if game["rematch_of"] is not None]
    assert len(rematches) == len(set(rematches)), "two rematches of one game"
    _check_standings(rows)


def check_growth(before: Rows, after: Rows) -> None:
    """Assert what holds between a moment and a later one."""
    now = {game["id"]: game for game in after["games"]}
    for game in before["games"]:
        later = now[game["id"]]
        assert later["version"] >= game["version"]
        changed = (game["status"], _moves(before, game["id"])) != (later["status"], _moves(after, game["id"]))
        assert not changed or later["version"] > game["version"], "a change that the version does not count"
    endings = {(one["game_id"], one["ending"], one["ended_at"]) for one in after["results"]}
    assert endings >= {(one["game_id"], one["ending"], one["ended_at"]) for one in before["results"]}


def check_nothing_is_due(rows: Rows, now: datetime) -> None:
    """Assert what holds right after a sweep."""
    moment = as_stored(now)
    for game in rows["games"]:
        assert game["status"] == "over" or game["deadline"] is None or game["deadline"] > moment
    for challenge in rows["challenges"]:
        assert challenge["status"] != "open" or challenge["expires_at"] > moment


def named_in(rows: Rows, people: Iterable[int]) -> set[int]:
    """Which of these people are named, in any row and within any text."""
    everything = repr(rows)
    return {person for person in people if str(person) in everything}


def as_stored(moment: datetime | None) -> str | None:
    """A time as SQLite keeps it."""
    return None if moment is None else f"{moment:%Y-%m-%d %H:%M:%S.%f}"


def _moves(rows: Rows, game_id: int) -> tuple[str, ...]:
    played = sorted((move["ply"], move["text"]) for move in rows["moves"] if move["game_id"] == game_id)
    assert [ply for ply, _ in played] == list(range(len(played))), "a move is missing"
    return tuple(text for _, text in played)


@lru_cache(maxsize=10_000)
def _replay(variant: str, size: int, moves: tuple[str, ...]) -> Position:
    return replay(variant, size, moves)


def _check_way_on(game: Row, moves: tuple[str, ...], results: list[Row]) -> None:
    """An open game has a player to move who can move; a finished game has one result that fits the board."""
    position = _replay(game["variant"], game["size"], moves)
    players = (game["player_one_id"], game["player_two_id"])
    if game["status"] == "active":
        assert results == []
        assert position.outcome is None
        assert next(iter(position.legal_moves), None) is not None
        assert min(players) > 0, "a deleted player is to move some time"
        return
    (result,) = results
    pair = (result["winner_id"], result["loser_id"])
    assert pair in (players, players[::-1], (None, None))
    assert (position.outcome is not None) == (result["ending"] == "no_legal_move")
    if position.outcome is not None:
        assert pair[0] == players[0 if position.outcome.winner is Player.ONE else 1]


def _check_clock(game: Row, ply: int) -> None:
    """Who is to move has a clock, if there is one at all; but the bot is only known to be thinking."""
    to_move = game["player_two_id" if ply % 2 else "player_one_id"] if game["status"] == "active" else None
    bot_thinks = to_move is not None and to_move == game["bot_id"]
    assert (game["thinking_since"] is not None) == bot_thinks
    if to_move is not None and game["seconds_per_move"] is not None and not bot_thinks:
        assert game["wake_at"] <= game["deadline"]
    else:
        assert (game["wake_at"], game["deadline"]) == (None, None)


def _check_matches(rows: Rows) -> None:
    """A match has no two games with one number, no gap, players who take turns, and ends when it is decided."""
    winners = {one["game_id"]: one["winner_id"] for one in rows["results"]}
    for match in rows["matches"]:
        games = sorted((one for one in rows["games"] if one["match_id"] == match["id"]), key=lambda one: one["id"])
        assert games
        assert [one["match_number"] for one in games] == list(range(1, len(games) + 1))
        assert len(games) <= match["best_of"]
        for earlier, later in pairwise(games):
            assert earlier["player_one_id"] == later["player_two_id"]
            assert earlier["player_two_id"] == later["player_one_id"]
            assert winners[earlier["id"]] is not None
        wins = Counter(winners[one["id"]] for one in games[:-1])
        assert 2 * max(wins.values(), default=0) < match["best_of"], "a game after the match was decided"


def _check_standings(rows: Rows) -> None:
    """They are the sum of the results between people that are not voided; a deleted player has none."""
    no_points = {game["id"] for game in rows["games"] if game["bot_id"] is not None or game["voided"]}
    variants = {game["id"]: (game["guild_id"], game["variant"]) for game in rows["games"]}
    counted: Counter[tuple[Any, ...]] = Counter()
    for result in rows["results"]:
        assert result["gives_points"] == (result["winner_id"] is not None and result["game_id"] not in no_points)
        if result["game_id"] in no_points:
            continue
        for column in ("winner_id", "loser_id"):
            if result[column] is not None and result[column] > 0:
                counted[(*variants[result["game_id"]], result[column], column)] += 1
    stored = {
        (row["guild_id"], row["variant"], row["user_id"], column): number
        for row in rows["standings"]
        for column, number in (("winner_id", row["won"]), ("loser_id", row["lost"]))
        if number
    }
    assert stored == counted
    in_all: Counter[tuple[Any, ...]] = Counter()
    for (guild_id, _, user_id, column), number in counted.items():
        in_all[guild_id, user_id, column] += number
    totals = {
        (row["guild_id"], row["user_id"], column): number
        for row in rows["standing_totals"]
        for column, number in (("winner_id", row["won"]), ("loser_id", row["lost"]))
        if number
    }
    assert totals == in_all
