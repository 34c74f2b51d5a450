"""Checks of what counts: points, seasons and the tables that were shown equal what the results give."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, Final

from sqlalchemy import Row

from chaos.checks.evidence import Breach, Evidence, Invariant
from chaos.store import StoredGame
from gridlock_host.model.standings.rated import unrated_board

_Record = tuple[int, int]
_ROWS_ON_A_PAGE: Final = 10
_LINE: Final = re.compile(r"<@(\d+)> \*\*(\d+) points?\*\*")
_RATED: Final = re.compile(r"rated games: (\d+)")
_RATED_ENDINGS: Final = frozenset({"no_legal_move", "resignation", "time", "departure"})
_MOVES_OF_A_RATED_GAME: Final = 4


def check_standings(evidence: Evidence) -> Iterator[Breach]:
    """Count points and seasons again, and compare tables that the bot has shown at the end."""
    yield from _points(evidence)
    for season in evidence.stored.seasons:
        yield from _season(season, evidence)
    for guild_id in {guild_id for guild_id, _ in evidence.tables}:
        yield from _overlaps(guild_id, evidence)
    for (guild_id, number), text in evidence.tables.items():
        should = _of_season(_counted(evidence), guild_id, number, evidence)
        yield from _shown_table(f"table {number or 'of all time'}", should, text)
    for guild_id, text in evidence.ratings.items():
        yield from _shown_ratings(guild_id, text, evidence)


def _counted(evidence: Evidence) -> list[StoredGame]:
    """The games between people that give points."""
    return [
        game
        for game in evidence.stored.games.values()
        if game.result is not None and game.result.winner_id is not None and game.row.bot_id is None
        if not game.row.voided and not game.row.handicap
    ]


def _records(games: Iterable[StoredGame]) -> dict[int, _Record]:
    """What each member has won and lost; those who were forgotten have no record."""
    results = [game.result for game in games if game.result is not None]
    won, lost = Counter(row.winner_id for row in results), Counter(row.loser_id for row in results)
    return {user_id: (won[user_id], lost[user_id]) for user_id in won | lost if user_id > 0}


def _points(evidence: Evidence) -> Iterator[Breach]:
    counted = _counted(evidence)
    stored = {(row.guild_id, row.variant, row.user_id): (row.won, row.lost) for row in evidence.stored.standings}
    should: dict[tuple[int, str, int], _Record] = {}
    for guild_id, variant in {(game.row.guild_id, game.row.variant) for game in counted}:
        mine = [game for game in counted if (game.row.guild_id, game.row.variant) == (guild_id, variant)]
        should |= {(guild_id, variant, user_id): record for user_id, record in _records(mine).items()}
    for key in stored.keys() | should.keys():
        if stored.get(key) != should.get(key):
            fact = f"{key}: the standings have {stored.get(key)}, the results give {should.get(key)}"
            yield Breach(Invariant.MISCOUNTED, fact)


def _season(season: Row[Any], evidence: Evidence) -> Iterator[Breach]:
    name = f"season {season.number}"
    rows = [row for row in evidence.stored.season_standings if _key(row.guild_id, row.season) == _key_of(season)]
    stored = {row.user_id: (row.won, row.lost) for row in rows}
    should = _of_season(_counted(evidence), season.guild_id, season.number, evidence)
    if stored != should:
        yield Breach(Invariant.MISCOUNTED, f"{name}: the table has {stored}, the results give {should}")
    is_closed = season.ends_at is not None and season.close_at is None
    most = max((won for won, _ in should.values()), default=0)
    if is_closed and most and (season.champion_id is None or season.champion_id > 0):
        points = should.get(season.champion_id or 0, (0, 0))[0]
        if points != most:
            yield Breach(Invariant.MISCOUNTED, f"{name}: {season.champion_id} has {points} points, the best {most}")


def _of_season(
    games: Iterable[StoredGame], guild_id: int, number: int | None, evidence: Evidence
) -> dict[int, _Record]:
    """The table of a season, or of all time."""
    mine = [game for game in games if game.row.guild_id == guild_id]
    for season in evidence.stored.seasons:
        if _key_of(season) == (guild_id, number):
            mine = [game for game in mine if _has(season, game.result)]
    return _records(mine)


def _has(season: Row[Any], result: Row[Any] | None) -> bool:
    ended_at = None if result is None else result.ended_at
    return ended_at is not None and season.begins_at <= ended_at and (not season.ends_at or ended_at < season.ends_at)


def _key(guild_id: int, number: int) -> tuple[int, int]:
    return guild_id, number


def _key_of(season: Row[Any]) -> tuple[int, int]:
    return season.guild_id, season.number


def _overlaps(guild_id: int, evidence: Evidence) -> Iterator[Breach]:
    """No moment belongs to two seasons, and only the last one may go on."""
    mine = sorted((row for row in evidence.stored.seasons if row.guild_id == guild_id), key=lambda row: row.begins_at)
    for earlier, later in pairwise(mine):
        if earlier.ends_at is None or earlier.ends_at > later.begins_at:
            yield Breach(Invariant.MISCOUNTED, f"season {earlier.number} goes on in season {later.number}")


def _shown_table(name: str, should: dict[int, _Record], text: str) -> Iterator[Breach]:
    shown = {int(user_id): int(points) for user_id, points in _LINE.findall(text)}
    wrong = {user_id: points for user_id, points in shown.items() if should.get(user_id, (None,))[0] != points}
    if wrong or len(shown) < min(len(should), _ROWS_ON_A_PAGE):
        yield Breach(Invariant.WRONG_TABLE, f"the {name} shows {shown}, the results give {should}")


def _shown_ratings(guild_id: int, text: str, evidence: Evidence) -> Iterator[Breach]:
    found = _RATED.search(text)
    rated = sum(game.row.guild_id == guild_id and _is_rated(game) for game in _counted(evidence))
    if (int(found[1]) if found else 0) != rated:
        yield Breach(Invariant.WRONG_TABLE, f"{rated} games are rated by the results, and shown is {text[:200]!r}")


def _is_rated(game: StoredGame) -> bool:
    row, result = game.row, game.result
    if not row.rated or result is None or result.ending not in _RATED_ENDINGS:
        return False
    was_long = result.ending == "no_legal_move" or len(game.moves) >= _MOVES_OF_A_RATED_GAME
    return was_long and unrated_board(row.variant, row.size, is_plain=row.start is None) is None
