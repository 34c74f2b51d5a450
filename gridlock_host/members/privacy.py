"""Privacy service: exports what is stored about a person, and deletes it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import store as challenge_store
from gridlock_host.games import store as game_store
from gridlock_host.games.changes import GameChanges, store_change
from gridlock_host.members.data_export import export_files
from gridlock_host.members.erasure import erase_person, is_stored
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_host.model.game import Game
from gridlock_host.model.result import Ending
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_person

# So often is looked for rows that were added during an erasure.
_MOST_TIMES: Final = 3


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The games and challenges that were closed when a person's data was deleted, as they are now.

    Attributes:
        games: The games that were ended.
        challenges: The challenges that were closed.
    """

    games: tuple[Game, ...]
    challenges: tuple[Challenge, ...]


class PrivacyService:
    """Exports and deletes what is stored about people.

    Args:
        database: Where everything is stored.
        changes: Locks games.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, changes: GameChanges, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._changes = changes
        self._now = now
        # However often people press the button, other changes come in between.
        self._erasures = asyncio.Lock()

    async def export(self, user_id: int, *, most_bytes: int) -> list[bytes]:
        """Return everything that is stored about a person in all servers, as JSON files.

        Args:
            user_id: The person.
            most_bytes: The maximum size of a file.
        """
        return await export_files(self._database, user_id, most_bytes)

    async def forget(self, user_id: int) -> Forgotten:
        """Delete what is stored about a person in all servers.

        Open challenges are closed, and open games end without a winner. Finished games stay, with a nameless deleted
        player in the person's place; the opponents' records do not change. One person is forgotten at a time.
        """
        async with self._erasures:
            return await self._forget_alone(user_id)

    async def _forget_alone(self, user_id: int) -> Forgotten:
        forgotten: list[Forgotten] = []
        # A request that began before may name the person again meanwhile. After that, it is new data.
        for _ in range(_MOST_TIMES):
            async with self._database.reading() as connection:
                if not await is_stored(connection, user_id):
                    # Nothing is locked for a button that is pressed again.
                    break
                games = await game_store.load_open_games_in_all_servers(connection, user_id)
            # Changes of these games that this process has begun are finished first.
            async with self._changes.locked(game.id for game in games), self._database.writing() as connection:
                await lock_person(connection, user_id)
                forgotten.append(await self._forget(connection, user_id))
        if forgotten:
            await self._database.remove_deleted_data()
        return Forgotten(
            tuple(game for each in forgotten for game in each.games),
            tuple(challenge for each in forgotten for challenge in each.challenges),
        )

    async def _forget(self, connection: AsyncConnection, user_id: int) -> Forgotten:
        games = await game_store.load_open_games_in_all_servers(connection, user_id)
        for game in games:
            now = self._now()
            await store_change(
                connection, game, replace(game, version=game.version + 1).ended(Ending.FORGOTTEN, None, now), now
            )
        challenges = await challenge_store.load_open_challenges_in_all_servers(connection, user_id)
        for challenge in challenges:
            by_them = challenge.challenger_id == user_id
            status = ChallengeStatus.CANCELLED if by_them else ChallengeStatus.DECLINED
            await challenge_store.close_challenge(connection, challenge.id, status, self._now())
        await erase_person(connection, user_id)
        current_games = [await game_store.load_game(connection, game.place.guild_id, game.id) for game in games]
        current_challenges = [
            await challenge_store.load_challenges(connection, [challenge.id]) for challenge in challenges
        ]
        return Forgotten(
            tuple(filter(None, current_games)), tuple(challenge for found in current_challenges for challenge in found)
        )
