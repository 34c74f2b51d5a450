"""Privacy: handing people what is stored about them, and forgetting them."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges import store as challenge_store
from gridlock_host.games import store as game_store
from gridlock_host.games.service import GameSessions
from gridlock_host.members import erasure as forget_store
from gridlock_host.members.data_export import own_data_files
from gridlock_host.model.snapshots import Challenge, ChallengeStatus, Ending, Game, Result
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


class PrivacySessions(GameSessions):
    """What people can have done with what is stored about them. The arguments are those of `SessionManager`."""

    async def own_data(self, user_id: int, *, most_bytes: int) -> list[bytes]:
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
        async with AsyncExitStack() as stack:
            # Whoever changes one of the games in this process is let finish, and remembers the game no longer.
            for game_id in await self._open_game_ids(user_id):
                await stack.enter_async_context(self._locks.setdefault(game_id, asyncio.Lock()))
            async with self._database.writing() as connection:
                await lock_out_writers(connection)
                forgotten = await self._forget(connection, user_id)
            for game in forgotten.games:
                self._recent.forget(game.id)
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
        await game_store.advance(connection, game, ended, now)
        await game_store.add_result(connection, game, Result(None, None, Ending.FORGOTTEN, now))
