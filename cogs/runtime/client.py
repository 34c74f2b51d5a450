"""The bot as discord.py sees it: what it listens to, and how it starts."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Any, Final

import discord
from discord.ext import commands

from cogs.commands.challenge_menu import ChallengeMenu
from cogs.commands.gridlock import Gridlock
from cogs.components.registry import CONTROLS, answer_dropped
from cogs.messages.announcements import Announcements
from cogs.messages.board_sync import Boards
from cogs.messages.challenge_sync import Invitations
from cogs.messages.delivery import Messages
from cogs.messages.moderation import ModerationLog
from cogs.messages.bot_moves import BotMoves
from cogs.runtime.command_tree import GridlockTree, publish_commands
from cogs.runtime.metrics import DiscordFigures
from cogs.text.names import Names
from cogs.runtime.reception import Reception
from cogs.runtime.sweep_loop import Clock
from cogs.text.i18n import Languages
from cogs.text.shared import NOBODY
from gridlock_host import Host
from gridlock_host.ownership.shards import ALL_SERVERS, Shards

_log = logging.getLogger(__name__)

# Together with all else that is closed, this is to take less than 5 seconds.
_SECONDS_TO_FINISH: Final = 3.5
_SECONDS_TO_LET_GO: Final = 0.2
_SECONDS_TO_DISCONNECT: Final = 0.3


class GridlockBot(commands.AutoShardedBot):
    """The bot.

    It needs no privileged intents, and mentions nobody unless a message says whom.

    Args:
        host: The game host.
        sweep_every: The time between two sweeps.
        figures: Where it is counted what the bot does.
        most_uses: How many commands and presses one person may use in ten seconds; 0 for any number.
        guild_ready_timeout: Seconds to wait for more servers to be announced before the bot calls itself ready.
        shards: The part of all servers that it serves; None for all of them, in as many shards as Discord recommends.
    """

    host: Host

    def __init__(
        self,
        host: Host,
        *,
        sweep_every: timedelta = timedelta(seconds=10),
        figures: DiscordFigures | None = None,
        most_uses: int = 0,
        guild_ready_timeout: float = 2.0,
        shards: Shards | None = None,
    ) -> None:
        # This bot never speaks, so what voice would need is nothing to warn of.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        figures = figures or DiscordFigures()
        super().__init__(
            command_prefix=commands.when_mentioned,
            tree_cls=GridlockTree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NOBODY,
            guild_ready_timeout=guild_ready_timeout,
            **_as_discord_py_takes_them(shards),
            chunk_guilds_at_startup=False,
            http_trace=figures.trace(),
        )
        self.languages = Languages(host.servers.settings)
        self.reception = Reception(figures, most_uses)
        messages = Messages(self, self.languages)
        self.host = host
        self.names = Names()
        self._bot_moves = BotMoves(host.bot_player.opponent, self.take_in_hand)
        self.boards = Boards(messages, host, self.languages, self._bot_moves)
        self.invitations = Invitations(messages, host, self.boards, self.languages)
        self.moderation_log = ModerationLog(messages, host)
        announcements = Announcements(self.boards, self.invitations)
        self._clock = Clock(
            host.scheduler.sweeper, announcements, sweep_every, self.is_connected, self._note_presence, figures
        )
        self._serves = shards or ALL_SERVERS
        self._in_hand: set[asyncio.Task[Any]] = set()
        # The shards whose servers Discord is just telling, which takes a while.
        self._announcing: set[int] = set()

    def is_connected(self) -> bool:
        """Whether Discord can tell the bot what players do, in all servers, and has told in which servers it is."""
        is_open = bool(self.shards) and not any(shard.is_closed() for shard in self.shards.values())
        return is_open and self.is_ready() and not self._announcing

    @property
    def sweeps_are_late(self) -> bool:
        """Whether nothing that is due has been done for too long."""
        return self._clock.is_late

    def take_in_hand(self) -> None:
        """Let the current task, which serves an interaction or shows a move, be finished before the bot stops."""
        task = asyncio.current_task()
        if task is not None:
            self._in_hand.add(task)
            task.add_done_callback(self._in_hand.discard)

    async def at_rest(self) -> None:
        """Wait until every interaction is served, and the bot has moved wherever it was to move."""
        while under_way := self._in_hand | self._bot_moves.thinking:
            await asyncio.wait(under_way)

    async def close(self) -> None:
        """Hear of nothing new, finish what is in hand, as far as it takes no longer than a few seconds, and disconnect.

        What the bot is thinking of is dropped; the next start takes it up again.
        """
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + _SECONDS_TO_FINISH
        await self._hear_no_more()
        stopping = asyncio.create_task(self._bot_moves.stop())
        await asyncio.wait({stopping}, timeout=max(0, give_up_at - loop.time()))
        await self._clock.stop(max(0, give_up_at - loop.time()))
        await self._finish(max(0, give_up_at - loop.time()))
        await self._disconnect()
        await self._finish(0)

    async def _hear_no_more(self) -> None:
        """Leave the gateway before the commands are taken apart, so that nobody is told that there are none."""
        leaving = {asyncio.create_task(shard.disconnect()) for shard in self.shards.values()}
        if leaving:
            await asyncio.wait(leaving, timeout=_SECONDS_TO_DISCONNECT)

    async def _disconnect(self) -> None:
        disconnecting = asyncio.create_task(super().close())
        await asyncio.wait({disconnecting}, timeout=_SECONDS_TO_DISCONNECT)
        # Without this, whoever does not answer the goodbye is waited for.
        await self.http.close()
        await disconnecting

    async def _finish(self, within: float) -> None:
        if not self._in_hand:
            return
        _, late = await asyncio.wait(self._in_hand, timeout=within)
        for task in late:
            _log.warning("stopped before it was finished: %s", task.get_name())
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_SECONDS_TO_LET_GO)

    async def setup_hook(self) -> None:
        """Register what players can type and press, and tell Discord of the commands if they have changed."""
        self.add_dynamic_items(*CONTROLS)
        await self.add_cog(Gridlock())
        await self.add_cog(ChallengeMenu(self.tree))
        await publish_commands(self.tree, self.host.servers.command_digest, self.languages.words)
        self._clock.start()

    async def on_ready(self) -> None:
        """Say that the bot is there."""
        _log.info("ready as %s, servers: %d", self.user, len(self.guilds))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Let no sweep take servers for gone that Discord has not told of yet."""
        self._announcing.add(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Let the next sweep note which servers the bot has left or come back to while it was not connected."""
        self._announcing.discard(shard_id)
        self._clock.come_back()

    async def _note_presence(self) -> None:
        out_of_order = {guild.id for guild in self.guilds if guild.unavailable}
        await self.host.scheduler.presence.note_presence(
            {guild.id for guild in self.guilds}, out_of_order, self._serves
        )

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Note that the bot was removed from a server; an outage of Discord's does not come here."""
        async with self._clock.up_to_date():
            await self.host.scheduler.presence.note_departure(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note that Discord has taken a server away for a while, so that no time runs there."""
        async with self._clock.up_to_date():
            await self.host.scheduler.presence.note_outage(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Note that a server is there again. While all are announced they come here, too, and are noted by a sweep."""
        if self.is_connected():
            await self.on_guild_join(guild)
        else:
            self._clock.come_back()

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Note that the bot is in a server, perhaps again."""
        async with self._clock.up_to_date():
            await self.host.scheduler.presence.note_return(guild.id)

    async def on_interaction(self, interaction: AnyInteraction) -> None:
        """Learn names, and answer presses that discord.py drops."""
        self.names.learn(interaction)
        if interaction.type is discord.InteractionType.component:
            await answer_dropped(interaction)


def _as_discord_py_takes_them(shards: Shards | None) -> dict[str, Any]:
    return {} if shards is None else {"shard_ids": list(shards.ids), "shard_count": shards.count}


AnyInteraction = discord.Interaction[GridlockBot]
