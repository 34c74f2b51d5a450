"""Moderation service: ends games and bans members from new ones. Every action is logged in the same transaction."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, Literal

from sqlalchemy import delete, insert, select
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
from gridlock_host.games.service import GameService
from gridlock_host.model.game import Ending, Game
from gridlock_host.servers.permissions import Actor, may_manage, may_moderate
from gridlock_host.servers.settings_service import SettingsService
from gridlock_host.storage import fingerprints
from gridlock_host.storage.database import Database, insert_into
from gridlock_host.storage.locks import lock_server
from gridlock_host.storage.schema import bans, moderation_log
from gridlock_rules.wording import in_one_line

# Ids of people are longer, those of a stand-in perhaps not much.
_NUMBER: Final = re.compile("[0-9]{6}")
# A longer reason is cut in the log.
LONGEST_REASON: Final = 200


class ModerationAction(StrEnum):
    """What a moderator can do."""

    END = "end"
    BAN = "ban"
    UNBAN = "unban"


@dataclass(frozen=True, slots=True)
class LogEntry:
    """An entry in the moderation log of a server.

    Attributes:
        reason: The reason; empty if none was given.
        game_id: The game that was ended; None for other actions.
        member_id: The member who was banned or unbanned; None for other actions.
    """

    guild_id: int
    moderator_id: int
    action: ModerationAction
    reason: str
    acted_at: datetime
    game_id: int | None = None
    member_id: int | None = None


class ModerationService:
    """What moderators do in a server.

    Args:
        database: Where bans and the log are stored.
        games: Ends games.
        settings: Tells who is a moderator.
        now: Tells the time, as an aware datetime.
    """

    def __init__(
        self, database: Database, games: GameService, settings: SettingsService, *, now: Callable[[], datetime]
    ) -> None:
        self._database = database
        self._games = games
        self._settings = settings
        self._now = now

    async def end_game(self, guild_id: int, game_id: int, actor: Actor, reason: str) -> tuple[Game, LogEntry]:
        """End a game without a winner; in a match, no further game follows.

        Raises:
            NotModerator: The actor is not a moderator.
            NoSuchGame, GameIsOver, Busy: As for `GameService.move`.
            CannotEndOwnGame: The actor plays in the game, and does not manage the server.
        """
        await self._check_moderator(guild_id, actor)
        entry = self._entry(guild_id, actor, ModerationAction.END, reason, game_id=game_id)

        def end(game: Game) -> Game:
            if game.is_over:
                raise GameIsOver(game)
            if game.has_player(actor.id) and not may_manage(actor):
                raise CannotEndOwnGame
            return replace(game, version=game.version + 1).ended(Ending.MODERATION, None, entry.acted_at)

        async def log(connection: AsyncConnection) -> None:
            await _add_entry(connection, entry)

        return await self._games.changes.change(guild_id, game_id, end, alongside=log), entry

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
        """Ban a member from new games in this server. Their open games and matches go on.

        Args:
            guild_id: The server.
            actor: The moderator.
            member_id: The member to be banned.
            reason: The reason, for the log.
            member_manages: Whether the member manages the server, as far as Discord tells.
            is_bot: Whether the member is a bot.

        Raises:
            NotModerator: The actor is not a moderator.
            CannotBanYourself: The member is the actor.
            BotsCannotBeBanned: The member is a bot.
            ManagersCannotBeBanned: The member manages the server, and the actor does not.
            AlreadyBanned: The member is banned already.
        """
        await self._check_moderator(guild_id, actor)
        if member_id == actor.id:
            raise CannotBanYourself
        if is_bot:
            raise BotsCannotBeBanned
        if member_manages and not may_manage(actor):
            raise ManagersCannotBeBanned
        return await self._change_ban(guild_id, actor, ModerationAction.BAN, member_id, reason)

    async def unban(self, guild_id: int, actor: Actor, member_id: int, reason: str) -> LogEntry:
        """Let a banned member begin games in this server again.

        Raises:
            NotModerator: The actor is not a moderator.
            CannotUnbanYourself: The member is the actor, who does not manage the server.
            NotBanned: The member is not banned.
        """
        await self._check_moderator(guild_id, actor)
        if member_id == actor.id and not may_manage(actor):
            raise CannotUnbanYourself
        return await self._change_ban(guild_id, actor, ModerationAction.UNBAN, member_id, reason)

    async def log(self, guild_id: int, actor: Actor, at_most: int) -> list[LogEntry]:
        """Return the last entries in the log of this server, the newest first.

        Raises:
            NotModerator: The actor is not a moderator.
        """
        await self._check_moderator(guild_id, actor)
        log = moderation_log.c
        columns = (log.guild_id, log.moderator_id, log.action, log.reason, log.acted_at, log.game_id, log.member_id)
        newest = select(*columns).where(log.guild_id == guild_id).order_by(log.id.desc()).limit(at_most)
        return [
            LogEntry(
                row.guild_id,
                row.moderator_id,
                ModerationAction(row.action),
                row.reason,
                row.acted_at,
                row.game_id,
                row.member_id,
            )
            for row in await self._database.fetch(newest)
        ]

    async def open_games(self, guild_id: int, actor: Actor, at_most: int) -> list[Game]:
        """Return the newest open games in this server, of all players, the newest first.

        Raises:
            NotModerator: The actor is not a moderator.
        """
        await self._check_moderator(guild_id, actor)
        return await self._games.newest_open(guild_id, at_most)

    async def _change_ban(
        self,
        guild_id: int,
        actor: Actor,
        action: Literal[ModerationAction.BAN, ModerationAction.UNBAN],
        member_id: int,
        reason: str,
    ) -> LogEntry:
        entry = self._entry(guild_id, actor, action, reason, member_id=member_id)
        async with self._database.writing() as connection:
            await lock_server(connection, guild_id, actor.id, member_id)
            if action is ModerationAction.BAN:
                if not await _add_ban(connection, guild_id, member_id, entry.acted_at):
                    raise AlreadyBanned
            elif not await remove_ban(connection, guild_id, member_id):
                raise NotBanned
            await _add_entry(connection, entry)
        return entry

    async def _check_moderator(self, guild_id: int, actor: Actor) -> None:
        if not may_moderate(actor, await self._settings.find(guild_id)):
            raise NotModerator

    def _entry(
        self,
        guild_id: int,
        actor: Actor,
        action: ModerationAction,
        reason: str,
        *,
        game_id: int | None = None,
        member_id: int | None = None,
    ) -> LogEntry:
        line = in_one_line(reason)[:LONGEST_REASON]
        return LogEntry(guild_id, actor.id, action, line, self._now(), game_id=game_id, member_id=member_id)


async def remove_ban(connection: AsyncConnection, guild_id: int, user_id: int) -> bool:
    """Remove a ban; False if there is none."""
    result = await connection.execute(delete(bans).where(bans.c.guild_id == guild_id, bans.c.user_id == user_id))
    had_fingerprint = await fingerprints.lift_ban(connection, guild_id, user_id)
    return result.rowcount == 1 or had_fingerprint


async def _add_ban(connection: AsyncConnection, guild_id: int, user_id: int, banned_at: datetime) -> bool:
    """Add a ban; False if there is one already."""
    if await fingerprints.is_banned(connection, guild_id, user_id):
        return False
    result = await connection.execute(
        insert_into(bans, connection.dialect)
        .values(guild_id=guild_id, user_id=user_id, banned_at=banned_at)
        .on_conflict_do_nothing()
    )
    return result.rowcount == 1


async def _add_entry(connection: AsyncConnection, entry: LogEntry) -> None:
    await connection.execute(
        insert(moderation_log).values(
            guild_id=entry.guild_id,
            moderator_id=entry.moderator_id,
            action=entry.action,
            game_id=entry.game_id,
            member_id=entry.member_id,
            reason=entry.reason,
            acted_at=entry.acted_at,
            names_a_number=_NUMBER.search(entry.reason) is not None,
        )
    )
