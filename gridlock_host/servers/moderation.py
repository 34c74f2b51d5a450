"""Moderation service: ends games, voids results, and bans members. Every action is logged in the same transaction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.errors import (
    AlreadyBanned,
    AlreadyVoided,
    BotsCannotBeBanned,
    CannotBanYourself,
    CannotEndOwnGame,
    CannotUnbanYourself,
    CannotVoidOwnGame,
    GameIsOver,
    GameIsStillOpen,
    ManagersCannotBeBanned,
    NotBanned,
    NotModerator,
    NotVoided,
)
from gridlock_host.games import voids
from gridlock_host.games.service import GameService
from gridlock_host.model.game import Game
from gridlock_host.model.result import Ending
from gridlock_host.servers.bans import add_ban, remove_ban
from gridlock_host.servers.moderation_log import LONGEST_REASON, LogEntry, ModerationAction, add_entry, last_entries
from gridlock_host.servers.permissions import Actor, may_manage, may_moderate
from gridlock_host.servers.settings_service import SettingsService
from gridlock_host.storage.database import Database
from gridlock_host.storage.locks import lock_server
from gridlock_rules.wording import in_one_line


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
        await self.check_moderator(guild_id, actor)
        entry = self._entry(guild_id, actor, ModerationAction.END, reason, game_id=game_id)

        def end(game: Game) -> Game:
            if game.is_over:
                raise GameIsOver(game)
            if game.has_player(actor.id) and not may_manage(actor):
                raise CannotEndOwnGame
            return replace(game, version=game.version + 1).ended(Ending.MODERATION, None, entry.acted_at)

        async def log(connection: AsyncConnection) -> None:
            await add_entry(connection, entry)

        return await self._games.changes.change(guild_id, game_id, end, alongside=log), entry

    async def ban(
        self,
        guild_id: int,
        actor: Actor,
        member_id: int,
        reason: str,
        *,
        voids_games: bool = False,
        member_manages: bool = False,
        is_bot: bool = False,
    ) -> list[LogEntry]:
        """Ban a member from new games in this server. Their open games and matches go on.

        Args:
            guild_id: The server.
            actor: The moderator.
            member_id: The member to be banned.
            reason: The reason, for the log.
            voids_games: Whether their games are taken out of standings and ratings, open ones included.
            member_manages: Whether the member manages the server, as far as Discord tells.
            is_bot: Whether the member is a bot.

        Returns:
            The entries in the log: one for each thing that was done.

        Raises:
            NotModerator: The actor is not a moderator.
            CannotBanYourself: The member is the actor.
            BotsCannotBeBanned: The member is a bot.
            ManagersCannotBeBanned: The member manages the server, and the actor does not.
            AlreadyBanned: The member is banned already.
        """
        await self.check_moderator(guild_id, actor)
        if member_id == actor.id:
            raise CannotBanYourself
        if is_bot:
            raise BotsCannotBeBanned
        if member_manages and not may_manage(actor):
            raise ManagersCannotBeBanned
        return await self._change_ban(guild_id, actor, ModerationAction.BAN, member_id, reason, voids_games=voids_games)

    async def unban(self, guild_id: int, actor: Actor, member_id: int, reason: str) -> LogEntry:
        """Let a banned member begin games in this server again.

        Raises:
            NotModerator: The actor is not a moderator.
            CannotUnbanYourself: The member is the actor, who does not manage the server.
            NotBanned: The member is not banned.
        """
        await self.check_moderator(guild_id, actor)
        if member_id == actor.id and not may_manage(actor):
            raise CannotUnbanYourself
        return (await self._change_ban(guild_id, actor, ModerationAction.UNBAN, member_id, reason))[0]

    async def void(self, guild_id: int, game_id: int, actor: Actor, reason: str) -> tuple[Game, LogEntry]:
        """Take a finished game out of standings and ratings, as if it had never been.

        Returns:
            The game as it is now, and the entry in the log.

        Raises:
            NotModerator: The actor is not a moderator.
            NoSuchGame: This server has no such game.
            GameIsStillOpen: It is not over.
            CannotVoidOwnGame: The actor played in it, and does not manage the server.
            AlreadyVoided: It is taken out already.
        """
        return await self._change_void(guild_id, game_id, actor, ModerationAction.VOID, reason)

    async def unvoid(self, guild_id: int, game_id: int, actor: Actor, reason: str) -> tuple[Game, LogEntry]:
        """Put a game back into standings and ratings, exactly as it was.

        Raises:
            NotModerator, NoSuchGame, GameIsStillOpen, CannotVoidOwnGame: As for `void`.
            NotVoided: It is not taken out.
        """
        return await self._change_void(guild_id, game_id, actor, ModerationAction.UNVOID, reason)

    async def unvoid_member(self, guild_id: int, actor: Actor, member_id: int, reason: str) -> LogEntry:
        """Put all games of a member back into standings and ratings, whatever took them out.

        Raises:
            NotModerator: The actor is not a moderator.
            CannotVoidOwnGame: The member is the actor, who does not manage the server.
            NotVoided: None of their games is taken out.
        """
        await self.check_moderator(guild_id, actor)
        if member_id == actor.id and not may_manage(actor):
            raise CannotVoidOwnGame
        entry = self._entry(guild_id, actor, ModerationAction.UNVOID, reason, member_id=member_id)
        async with self._database.writing() as connection:
            await lock_server(connection, guild_id, actor.id, member_id)
            put_back = await voids.unvoid_games_of(connection, guild_id, member_id, entry.acted_at)
            if not (put_back.over or put_back.open):
                raise NotVoided
            await add_entry(connection, entry)
        return entry

    async def log(self, guild_id: int, actor: Actor, at_most: int) -> list[LogEntry]:
        """Return the last entries in the log of this server, the newest first.

        Raises:
            NotModerator: The actor is not a moderator.
        """
        await self.check_moderator(guild_id, actor)
        return await last_entries(self._database, guild_id, at_most)

    async def open_games(self, guild_id: int, actor: Actor, at_most: int) -> list[Game]:
        """Return the newest open games in this server, of all players, the newest first.

        Raises:
            NotModerator: The actor is not a moderator.
        """
        await self.check_moderator(guild_id, actor)
        return await self._games.newest_open(guild_id, at_most)

    async def finished_games(self, guild_id: int, actor: Actor, at_most: int) -> list[Game]:
        """Return the newest finished games in this server, those of the actor first.

        Raises:
            NotModerator: The actor is not a moderator.
        """
        await self.check_moderator(guild_id, actor)
        return await self._games.finished_for(guild_id, actor.id, at_most)

    async def _change_ban(
        self,
        guild_id: int,
        actor: Actor,
        action: Literal[ModerationAction.BAN, ModerationAction.UNBAN],
        member_id: int,
        reason: str,
        *,
        voids_games: bool = False,
    ) -> list[LogEntry]:
        actions = [action, ModerationAction.VOID] if voids_games else [action]
        entries = [self._entry(guild_id, actor, each, reason, member_id=member_id) for each in actions]
        async with self._database.writing() as connection:
            await lock_server(connection, guild_id, actor.id, member_id)
            if action is ModerationAction.BAN:
                if not await add_ban(connection, guild_id, member_id, entries[0].acted_at):
                    raise AlreadyBanned
            elif not await remove_ban(connection, guild_id, member_id):
                raise NotBanned
            if voids_games:
                await voids.void_games_of(connection, guild_id, member_id, entries[0].acted_at)
            for entry in entries:
                await add_entry(connection, entry)
        return entries

    async def _change_void(
        self, guild_id: int, game_id: int, actor: Actor, action: ModerationAction, reason: str
    ) -> tuple[Game, LogEntry]:
        """Take a game out, or put it back."""
        await self._check_may_void(guild_id, game_id, actor)
        entry = self._entry(guild_id, actor, action, reason, game_id=game_id)
        is_void = action is ModerationAction.VOID
        change, refusal = (voids.void_game, AlreadyVoided) if is_void else (voids.unvoid_game, NotVoided)
        async with self._database.writing(changes=[game_id]) as connection:
            await lock_server(connection, guild_id, actor.id)
            if not (await change(connection, guild_id, game_id, entry.acted_at)).over:
                raise refusal
            await add_entry(connection, entry)
        return await self._games.find(guild_id, game_id), entry

    async def _check_may_void(self, guild_id: int, game_id: int, actor: Actor) -> None:
        await self.check_moderator(guild_id, actor)
        game = await self._games.find(guild_id, game_id)
        if not game.is_over:
            raise GameIsStillOpen
        if game.has_player(actor.id) and not may_manage(actor):
            raise CannotVoidOwnGame

    async def check_moderator(self, guild_id: int, actor: Actor) -> None:
        """Refuse what only moderators may do.

        Raises:
            NotModerator: The actor is not a moderator.
        """
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
