"""Moderators: ending games, and keeping members out of new ones. Whatever they do is logged along with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Final, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import (
    AlreadyBanned,
    BotsCannotBeBanned,
    CannotBanYourself,
    CannotEndOwnGame,
    CannotUnbanYourself,
    GameIsOver,
    ManagersCannotBeBanned,
    NotBanned,
    NotModerator,
)
from gridlock_host.games import store as game_store
from gridlock_host.games.changes import GameChanges
from gridlock_host.model.snapshots import Ending, Game
from gridlock_host.servers import moderation_store, settings_store
from gridlock_host.servers.moderation_store import Deed, LogEntry
from gridlock_host.servers.settings import Actor
from gridlock_host.storage.database import Database
from gridlock_rules.wording import in_one_line

# What the log keeps of a reason.
LONGEST_REASON: Final = 200


class ModerationService:
    """What moderators do in a server.

    Args:
        database: Where bans and the log are kept.
        changes: Where games change.
        now: Tells the time, as an aware datetime.
    """

    def __init__(self, database: Database, changes: GameChanges, *, now: Callable[[], datetime]) -> None:
        self._database = database
        self._changes = changes
        self._now = now

    async def end_game(self, guild_id: int, game_id: int, actor: Actor, reason: str) -> tuple[Game, LogEntry]:
        """End a game for nobody's points; of a match, no further game follows.

        Raises:
            NotModerator: The actor is none.
            NoSuchGame, GameIsOver, Busy: As for `move`.
            CannotEndOwnGame: The actor plays in it, and does not manage the server.
        """
        await self._check_moderator(guild_id, actor)
        entry = self._entry(guild_id, actor, Deed.END, reason, game_id=game_id)

        def end(game: Game) -> Game:
            if game.is_over:
                raise GameIsOver(game)
            if game.has_player(actor.id) and not actor.manages_server:
                raise CannotEndOwnGame
            return replace(game, version=game.version + 1).ended(Ending.MODERATION, None, entry.acted_at)

        async def log_it(connection: AsyncConnection) -> None:
            await moderation_store.add_entry(connection, entry)

        return await self._changes.change(guild_id, game_id, end, alongside=log_it), entry

    async def ban(
        self,
        guild_id: int,
        actor: Actor,
        member_id: int,
        reason: str,
        *,
        member_manages: bool = False,
        is_bot: bool = False,
    ) -> LogEntry:
        """Keep a member out of new games in this server; those that run go on, and so does a match.

        Args:
            guild_id: The server.
            actor: Who asks.
            member_id: Who is to be kept out.
            reason: Why; it stands in the log.
            member_manages: Whether the member may manage the server, as far as the chat service tells.
            is_bot: Whether the member is a bot.

        Raises:
            NotModerator: The actor is none.
            CannotBanYourself: The member is the actor.
            BotsCannotBeBanned: The member is a bot.
            ManagersCannotBeBanned: The member manages the server, and the actor does not.
            AlreadyBanned: The member is kept out already.
        """
        await self._check_moderator(guild_id, actor)
        if member_id == actor.id:
            raise CannotBanYourself
        if is_bot:
            raise BotsCannotBeBanned
        if member_manages and not actor.manages_server:
            raise ManagersCannotBeBanned
        return await self._change_ban(guild_id, actor, Deed.BAN, member_id, reason)

    async def unban(self, guild_id: int, actor: Actor, member_id: int, reason: str) -> LogEntry:
        """Let a member begin games in this server again.

        Raises:
            NotModerator: The actor is none.
            CannotUnbanYourself: The member is the actor, who does not manage the server.
            NotBanned: The member is not kept out.
        """
        await self._check_moderator(guild_id, actor)
        if member_id == actor.id and not actor.manages_server:
            raise CannotUnbanYourself
        return await self._change_ban(guild_id, actor, Deed.UNBAN, member_id, reason)

    async def log(self, guild_id: int, actor: Actor, at_most: int) -> list[LogEntry]:
        """What moderators did last in this server, the newest first.

        Raises:
            NotModerator: The actor is none.
        """
        await self._check_moderator(guild_id, actor)
        async with self._database.reading() as connection:
            return await moderation_store.last_entries(connection, guild_id, at_most)

    async def open_games(self, guild_id: int, actor: Actor, at_most: int) -> list[Game]:
        """The newest open games of everybody in this server, the newest first.

        Raises:
            NotModerator: The actor is none.
        """
        await self._check_moderator(guild_id, actor)
        async with self._database.reading() as connection:
            return await game_store.newest_open_games(connection, guild_id, at_most)

    async def _change_ban(
        self, guild_id: int, actor: Actor, deed: Literal[Deed.BAN, Deed.UNBAN], member_id: int, reason: str
    ) -> LogEntry:
        entry = self._entry(guild_id, actor, deed, reason, member_id=member_id)
        async with self._database.writing() as connection:
            await settings_store.lock_server(connection, guild_id)
            if deed is Deed.BAN:
                if not await moderation_store.add_ban(connection, guild_id, member_id, entry.acted_at):
                    raise AlreadyBanned
            elif not await moderation_store.remove_ban(connection, guild_id, member_id):
                raise NotBanned
            await moderation_store.add_entry(connection, entry)
        return entry

    async def _check_moderator(self, guild_id: int, actor: Actor) -> None:
        async with self._database.reading() as connection:
            settings = await settings_store.load_settings(connection, guild_id)
        if not settings.is_moderator(actor):
            raise NotModerator

    def _entry(
        self,
        guild_id: int,
        actor: Actor,
        deed: Deed,
        reason: str,
        *,
        game_id: int | None = None,
        member_id: int | None = None,
    ) -> LogEntry:
        told = in_one_line(reason)[:LONGEST_REASON]
        return LogEntry(guild_id, actor.id, deed, told, self._now(), game_id=game_id, member_id=member_id)
