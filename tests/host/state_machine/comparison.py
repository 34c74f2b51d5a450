"""Comparison of the database with the model, row by row."""

from __future__ import annotations

from collections import Counter
from typing import Any

from gridlock_host.standings.record_counts import ALL_VARIANTS
from tests.host.state_machine.laws import Rows, as_stored
from tests.host.state_machine.model import Model
from tests.host.state_machine.records import ModelGame
from tests.host.state_machine.standings import records, won_between_people
from tests.host.support.host import BOT


def compare(rows: Rows, model: Model) -> None:
    """Assert that the store holds what the model holds."""
    _compare_challenges(rows, model)
    _compare_games(rows, model)
    _compare_standings(rows, model)
    _compare_people(rows, model)


def _compare_challenges(rows: Rows, model: Model) -> None:
    columns = ("id", "challenger_id", "opponent_id", "status", "decline_reason", "expires_at")
    assert _select(rows, "challenges", *columns) == [
        (number, one.challenger, one.opponent, one.status, one.reason, as_stored(one.expires_at))
        for number, one in model.challenges.items()
    ]


def _compare_games(rows: Rows, model: Model) -> None:
    columns = ("id", "player_one_id", "player_two_id", "version", "status", "message_id", "rematch_of")
    assert _select(rows, "games", *columns) == [
        (number, *game.players, game.version, "over" if game.is_over else "active", game.board, game.rematch_of)
        for number, game in model.games.items()
    ]
    assert _select(rows, "games", "deadline", "wake_at", "match_id", "match_number") == [
        (as_stored(game.deadline), as_stored(game.wake_at), None if game.match is None else game.match.id, game.number)
        for game in model.games.values()
    ]
    assert _select(rows, "games", "bot_id", "level", "helped", "thinking_since") == [
        (
            BOT if game.is_against_bot else None,
            game.level,
            game.helped,
            as_stored(game.clock_began) if game.bot_is_to_move else None,
        )
        for game in model.games.values()
    ]
    are_open = [row for row in rows["offers"] if (row["kind"], row["status"]) == ("rematch", "open")]
    assert sorted((row["game_id"], row["by_id"], row["to_id"], row["expires_at"]) for row in are_open) == [
        (number, by, game.opponent(by), as_stored(game.rematch_expires_at))
        for number, game in model.games.items()
        for by in game.rematch_offered_by
    ]
    assert sorted(_select(rows, "moves", "game_id", "ply", "text")) == [
        (number, ply, text) for number, game in model.games.items() for ply, text in enumerate(game.moves)
    ]
    assert sorted(_select(rows, "results", "game_id", "winner_id", "loser_id", "ending")) == [
        (number, *_result(game)) for number, game in model.games.items() if game.is_over
    ]


def _compare_standings(rows: Rows, model: Model) -> None:
    standings = model.standings()
    assert {(row["user_id"], row["variant"]): (row["won"], row["lost"]) for row in rows["standings"]} == standings
    totals = records([game for _, game in won_between_people(model.games)])
    equal = Counter((variant, *record) for (_, variant), record in standings.items())
    equal.update((ALL_VARIANTS, *record) for record in totals.values())
    assert {(row["variant"], row["won"], row["lost"]): row["members"] for row in rows["record_counts"]} == equal
    _compare_seasons(rows, model)
    assert {
        (row["user_id"], row["variant"], row["level"]): (row["won"], row["lost"], row["won_with_help"])
        for row in rows["bot_records"]
    } == model.bot_records()


def _compare_seasons(rows: Rows, model: Model) -> None:
    columns = ("number", "rhythm", "begins_at", "ends_at", "close_at", "champion_id", "champions")
    assert _select(rows, "seasons", *columns) == [
        (
            one.number,
            one.rhythm,
            as_stored(one.begins_at),
            as_stored(one.ends_at),
            as_stored(one.close_at),
            one.champion,
            one.champions,
        )
        for one in model.seasons.all
    ]
    tables = {one.number: one.table(model.games) for one in model.seasons.all}
    assert {(row["season"], row["user_id"]): (row["won"], row["lost"]) for row in rows["season_standings"]} == {
        (number, person): record for number, table in tables.items() for person, record in table.items()
    }
    assert {(row["season"], row["won"], row["lost"]): row["members"] for row in rows["season_counts"]} == Counter(
        (number, *record) for number, table in tables.items() for record in table.values()
    )
    assert _select(rows, "announcements", "kind", "game_id", "season", "streak", "takes_lead") == [
        (one.kind, one.game, one.season, one.streak, one.takes_lead) for one in model.announcements.told
    ]


def _compare_people(rows: Rows, model: Model) -> None:
    people = model.people
    assert {row["user_id"] for row in rows["bans"]} == {person for person, named in people.bans.items() if named}
    assert {(row["user_id"], row["blocked_id"]) for row in rows["blocks"]} == {
        pair for pair, named in people.blocks.items() if named
    }
    assert _select(rows, "moderation_log", "action", "moderator_id", "member_id", "game_id", "reason") == [
        (entry.deed, entry.moderator, entry.member, entry.game, entry.reason) for entry in people.log
    ]


def _result(game: ModelGame) -> tuple[Any, ...]:
    return () if game.result is None else (game.result.winner, game.result.loser, game.result.ending)


def _select(rows: Rows, table: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row[column] for column in columns) for row in rows[table]]
