"""Privacy: handing people what is stored about them, and forgetting them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import store as challenge_store
from gridlock_host.games import store as game_store
from gridlock_host.games.changes import GameChanges
from gridlock_host.games.transitions import store_change
from gridlock_host.members import erasure as forget_store
from gridlock_host.members.data_export import own_data_files
from gridlock_host.model.snapshots import Challenge, ChallengeStatus, Ending, Game
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_out_writers


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was open when somebody was forgotten, as it is now, for whoever shows it.

    Attributes:
        games: The games that were ended.
        challenges: The challenges that were closed.
    """

    games: tuple[Game, ...]
    challenges: tuple[Challenge, ...]


class PrivacyService:
    """What people can have done with what is stored about them.

    Args:
        database: Where everything is kept.
        changes: Where games change.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, changes: GameChanges, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._changes = changes
        self._now = now

    async def export(self, user_id: int, *, most_bytes: int) -> list[bytes]:
        """Everything that the store holds about a person, in all servers, as JSON.

        Args:
            user_id: The person.
            most_bytes: The most that a file may hold.

        Returns:
            One file, or as many as it takes.
        """
        return await own_data_files(self._database, user_id, most_bytes)

    async def forget(self, user_id: int) -> Forgotten:
        """Take a person out of the store, in all servers.

        Open challenges are closed and open games end for nobody's points. Past games stay as they are, with a
        nameless deleted player in the person's place; the opponents' records do not change.
        """
        # A change of one of the games that this process has begun is finished first.
        async with self._changes.locked(await self._open_game_ids(user_id)):
            async with self._database.writing() as connection:
                await lock_out_writers(connection)
                forgotten = await self._forget(connection, user_id)
            for game in forgotten.games:
                self._changes.forget(game.id)
        return forgotten

    async def _open_game_ids(self, user_id: int) -> list[int]:
        async with self._database.reading() as connection:
            return [game.id for game in await forget_store.open_games_of(connection, user_id)]

    async def _forget(self, connection: AsyncConnection, user_id: int) -> Forgotten:
        games = await forget_store.open_games_of(connection, user_id)
        for game in games:
            await self._end(connection, game)
        challenges = await forget_store.open_challenges_of(connection, user_id)
        for challenge in challenges:
            by_them = challenge.challenger_id == user_id
            status = ChallengeStatus.CANCELLED if by_them else ChallengeStatus.DECLINED
            await challenge_store.close_challenge(connection, challenge.id, status, self._now())
        await forget_store.forget_person(connection, user_id)
        games_now = [await game_store.load_game(connection, game.place.guild_id, game.id) for game in games]
        challenges_now = [
            await challenge_store.load_challenge(connection, challenge.place.guild_id, challenge.id)
            for challenge in challenges
        ]
        return Forgotten(tuple(filter(None, games_now)), tuple(filter(None, challenges_now)))

    async def _end(self, connection: AsyncConnection, game: Game) -> None:
        now = self._now()
        ended = replace(game, version=game.version + 1).ended(Ending.FORGOTTEN, None, now)
        await store_change(connection, game, ended, now, None)
