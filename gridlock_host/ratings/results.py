"""Rated results of a server, read from its games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Select, and_, bindparam, false, or_, select, true

from gridlock_host.games.rows import OVER
from gridlock_host.model.person import is_deleted
from gridlock_host.model.result import Ending
from gridlock_host.model.standings.rated import FEWEST_PLIES, RATED_ENDINGS, nameless_number, unrated_board
from gridlock_host.storage.database import Database
from gridlock_host.storage.driver.statements import Statement
from gridlock_host.storage.schema import games, moves, results
from gridlock_ratings import BotLevel, Member, Nameless, Player, RatedResult
from gridlock_rules import VARIANTS
from gridlock_rules.starts import OBSTACLE_SIGN


@dataclass(frozen=True, slots=True)
class RatingGroup:
    """Games that make one table of ratings.

    Attributes:
        variant_key: The variant; None for all variants together.
        against_bot: Whether it has the games against the bot, or those between people.
    """

    variant_key: str | None = None
    against_bot: bool = False


GROUPS_OF_PEOPLE: Final = (RatingGroup(), *(RatingGroup(variant.key) for variant in VARIANTS))
"""The groups of games between people: all variants together, and each."""


def _of_server(*, of_variant: bool, against_bot: bool) -> Statement:
    had_moves = select(moves.c.ply).where(moves.c.game_id == games.c.id, moves.c.ply == FEWEST_PLIES - 1).exists()
    early = sorted(RATED_ENDINGS - {Ending.NO_LEGAL_MOVE})
    conditions = [
        games.c.guild_id == bindparam("guild_id"),
        games.c.status == OVER,
        games.c.rated == true(),
        games.c.voided == false(),
        games.c.handicap == 0,
        results.c.winner_id.is_not(None),
        or_(
            results.c.ending == Ending.NO_LEGAL_MOVE,
            and_(or_(*(results.c.ending == ending for ending in early)), had_moves),
        ),
        games.c.bot_id.is_not(None) if against_bot else games.c.bot_id.is_(None),
    ]
    if against_bot:
        conditions.append(games.c.helped == false())
    if of_variant:
        conditions.append(games.c.variant == bindparam("variant"))
    statement: Select[Any] = (
        select(
            games.c.id,
            games.c.variant,
            games.c.size,
            games.c.start,
            games.c.swap,
            games.c.player_one_id,
            games.c.player_two_id,
            games.c.nameless_one,
            games.c.nameless_two,
            games.c.bot_id,
            games.c.level,
            results.c.winner_id,
            results.c.ended_at,
        )
        .join(results, results.c.game_id == games.c.id)
        .where(*conditions)
    )
    return Statement(statement)


_STATEMENTS: Final = {
    (of_variant, against_bot): _of_server(of_variant=of_variant, against_bot=against_bot)
    for of_variant in (False, True)
    for against_bot in (False, True)
}


async def load_results(database: Database, guild_id: int, group: RatingGroup) -> list[RatedResult]:
    """Return the rated results of a group of games in a server."""
    return [result for _, result in await _load(database, guild_id, group)]


async def load_results_by_group(database: Database, guild_id: int) -> dict[RatingGroup, list[RatedResult]]:
    """Return the rated results between people in a server: of all variants together, and of each."""
    everything = RatingGroup()
    groups: dict[RatingGroup, list[RatedResult]] = {group: [] for group in GROUPS_OF_PEOPLE}
    for variant_key, result in await _load(database, guild_id, everything):
        groups[everything].append(result)
        groups[RatingGroup(variant_key)].append(result)
    return groups


async def _load(database: Database, guild_id: int, group: RatingGroup) -> list[tuple[str, RatedResult]]:
    """Return the rated results of a group, each with the key of its variant."""
    statement = _STATEMENTS[group.variant_key is not None, group.against_bot]
    values = {"guild_id": guild_id, "variant": group.variant_key}
    rows = await database.fetch_compiled(statement, values, flushes=False)
    return [
        (row.variant, _result(row))
        for row in rows
        if unrated_board(row.variant, row.size, is_plain=row.start is None) is None
    ]


def _result(row: Any) -> RatedResult:  # noqa: ANN401  # rows of the driver are not typed
    one = _player(row, row.player_one_id, row.nameless_one, 1)
    two = _player(row, row.player_two_id, row.nameless_two, 2)
    one_won = row.winner_id == row.player_one_id
    if _two_moves_first(row.start):
        one, two, one_won = two, one, not one_won
    return RatedResult(row.id, one, two, one_won, _board(row), row.ended_at.toordinal())


def _player(row: Any, user_id: int, nameless: int | None, seat: int) -> Player:  # noqa: ANN401  # as above
    if user_id == row.bot_id:
        return BotLevel(row.variant, row.level)
    if not is_deleted(user_id):
        return Member(user_id)
    # Of those who were deleted before they got numbers, nothing tells which games they share.
    return Nameless(-nameless_number(row.id, seat) if nameless is None else nameless)


def _two_moves_first(start: str | None) -> bool:
    """Whether Player 2 makes the first move from a start: after an odd number of moves that count as played."""
    return start is not None and sum(not word.startswith(OBSTACLE_SIGN) for word in start.split()) % 2 == 1


def _board(row: Any) -> str | None:  # noqa: ANN401  # as above
    """Return what the advantage of the first move is learned by; None where it could be taken over."""
    if row.swap is not None:
        return None
    return f"{row.variant}/{row.size}" if row.start is None else f"{row.variant}/{row.size}/fair"
