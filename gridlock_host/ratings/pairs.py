"""Pair reports for moderators: what two members gave away to each other, by proof, and which games they repeated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from gridlock_host.games.rows import OVER, select_games
from gridlock_host.model.end_card import Story
from gridlock_host.model.game import Game
from gridlock_host.model.result import Ending
from gridlock_host.model.starts import Swap
from gridlock_host.servers.moderation import ModerationService
from gridlock_host.servers.permissions import Actor
from gridlock_host.storage.database import Database
from gridlock_host.storage.schema import end_cards, games

MOST_GAMES: Final = 200
"""How many of the newest games of two members a report is about."""


@dataclass(frozen=True, slots=True)
class PairReport:
    """Facts about the finished games of two members of a server.

    Attributes:
        members: The two.
        games: The number of games with moves, at most `MOST_GAMES`.
        judged: In how many of them the solver has judged the moves.
        won: How many each has won.
        resigned: The games that each resigned in a position in which they had a proven win.
        lost_wins: How many moves of each turned a proven win into a proven loss.
        repeated: Games with the moves of an earlier one, each with that one.
    """

    members: tuple[int, int]
    games: int
    judged: int
    won: Mapping[int, int]
    resigned: Mapping[int, tuple[int, ...]]
    lost_wins: Mapping[int, int]
    repeated: tuple[tuple[int, int], ...]


class PairReports:
    """Makes pair reports.

    Args:
        database: Where games and their stories are.
        moderation: Tells who is a moderator.
    """

    def __init__(self, database: Database, moderation: ModerationService) -> None:
        self._database = database
        self._moderation = moderation

    async def report(self, guild_id: int, actor: Actor, one_id: int, two_id: int) -> PairReport:
        """Return the report about two members.

        Raises:
            NotModerator: The actor is not a moderator.
            StoreUnreadable: The database cannot be read.
        """
        await self._moderation.check_moderator(guild_id, actor)
        async with self._database.reading() as connection:
            newest: list[int] = []
            for one, two in ((one_id, two_id), (two_id, one_id)):
                seats = (games.c.player_one_id == one, games.c.player_two_id == two)
                of_pair = select(games.c.id).where(games.c.guild_id == guild_id, games.c.status == OVER, *seats)
                newest += await connection.scalars(of_pair.order_by(games.c.id.desc()).limit(MOST_GAMES))
            ids = sorted(newest)[-MOST_GAMES:]
            played = [game for game in await select_games(connection, games.c.id.in_(ids)) if game.moves]
            told = select(end_cards.c.game_id, end_cards.c.story).where(
                end_cards.c.game_id.in_(ids), end_cards.c.story.is_not(None)
            )
            stories = {row.game_id: Story.read(row.story) for row in await connection.execute(told)}
        return _report((one_id, two_id), played, stories)


def _report(members: tuple[int, int], played: list[Game], stories: Mapping[int, Story]) -> PairReport:
    resigned: dict[int, list[int]] = {member: [] for member in members}
    lost_wins = Counter[int]()
    for game in played:
        story, result = stories.get(game.id), game.result
        if story is None or result is None:
            continue
        for ply in story.turns:
            seat = story.favourites[ply]
            # After a swap, the first move was the other player's.
            if seat is not None and not (ply == 0 and game.swap is Swap.TAKEN):
                lost_wins[game.player_id(seat)] += 1
        last = story.favourites[-1]
        if result.ending is Ending.RESIGNATION and last is not None and game.player_id(last) == result.loser_id:
            resigned[game.player_id(last)].append(game.id)
    return PairReport(
        members,
        len(played),
        sum(game.id in stories for game in played),
        Counter(game.result.winner_id for game in played if game.result and game.result.winner_id is not None),
        {member: tuple(ids) for member, ids in resigned.items()},
        lost_wins,
        tuple(_repeated(played)),
    )


def _repeated(played: list[Game]) -> list[tuple[int, int]]:
    """Return the games with the moves of an earlier one on the same board from the same start, in any seats."""
    first: dict[object, int] = {}
    found: list[tuple[int, int]] = []
    for game in played:
        key = game.variant.key, game.position.size, game.start, game.moves
        earlier = first.setdefault(key, game.id)
        if earlier != game.id:
            found.append((game.id, earlier))
    return found
