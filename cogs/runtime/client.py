"""The bot: its composition, its events, and how it starts and stops."""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final

import discord
from discord.ext import commands

from cogs.commands.challenges import ChallengeMenu
from cogs.commands.gridlock import Gridlock, GridlockServer
from cogs.components.registry import serve_control
from cogs.context import Interaction, Request
from cogs.discord_api.answers import Answers
from cogs.discord_api.emojis import EmojiRequests
from cogs.discord_api.interaction_tokens import InteractionTokens
from cogs.discord_api.messages import NO_MENTIONS
from cogs.discord_api.places import is_outside
from cogs.messages.sending.application_emoji import ApplicationEmoji
from cogs.runtime.bot_services import BotServices
from cogs.runtime.command_tree import CommandPublisher, GridlockTree
from cogs.runtime.gateway.gateway_events import divert_presses, skip_unreadable_events
from cogs.runtime.gateway.guild_events import GuildEvents
from cogs.runtime.gateway.interaction_gate import InteractionGate
from cogs.runtime.gateway.served_shards import ServedShards
from cogs.runtime.gateway.sharded_client import BotLimits, ShardedClient
from cogs.runtime.handover import Handover
from cogs.runtime.limits.rate_limit import RateLimiter
from cogs.runtime.limits.rush_log import RushLog
from cogs.runtime.limits.server_shares import ServerShares
from cogs.runtime.metrics import DiscordMetrics
from cogs.runtime.sweep_loop import SweepLoop
from cogs.text.i18n import Languages
from gridlock_host import Host
from gridlock_host.model.place import OUTSIDE
from gridlock_host.ownership.shards import ALL_SERVERS, Shards

_log = logging.getLogger(__name__)

# Together with everything else that is closed, these must stay below 5 seconds.
_SECONDS_TO_FINISH: Final = 3.5
_SECONDS_TO_DISCONNECT: Final = 0.3


class GridlockBot(ShardedClient):
    """The bot.

    It needs no privileged intents, and mentions nobody unless a message says whom.

    Args:
        host: The game host.
        sweep_every: The time between two sweeps.
        metrics: Counts what the bot does.
        most_uses: How many commands and presses one person may use in ten seconds; 0 for any number.
        guild_ready_timeout: How many seconds discord.py waits for the next server before it calls the bot ready.
        shards: The part of all servers that it serves; None for all, in as many shards as Discord recommends.
        contact: How to reach the person who runs the bot, for the privacy text.
        proxy: The URL of an HTTP proxy to reach Discord through; empty for none.
        has_own_emoji: Whether boards are drawn with emoji that the bot uploads to its application, once they are there.
        limits: Discord's limits of the whole bot.
        is_standby: Whether another process still serves these shards: this one connects, and waits to take over.

    Attributes:
        host: The game host.
        services: What requests use, and what shows games, challenges and offers.
        handover: Takes shards over from another process, and leaves them to another one.
        answers: The session of answers to interactions, from the login on.
        was_ready: Whether all shards have been connected since the start, and are served by this process.
        emoji: What boards are drawn with.
        tokens: The tokens by which messages can be changed, too.
    """

    def __init__(
        self,
        host: Host,
        *,
        sweep_every: timedelta = timedelta(seconds=10),
        metrics: DiscordMetrics | None = None,
        most_uses: int = 0,
        guild_ready_timeout: float = 2.0,
        shards: Shards | None = None,
        contact: str = "",
        proxy: str = "",
        has_own_emoji: bool = False,
        limits: BotLimits | None = None,
        is_standby: bool = False,
    ) -> None:
        # The bot never speaks, so discord.py need not warn of missing voice libraries.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        metrics = metrics or DiscordMetrics()
        super().__init__(
            limits=limits or BotLimits(),
            served=shards,
            command_prefix=commands.when_mentioned,
            tree_cls=GridlockTree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NO_MENTIONS,
            guild_ready_timeout=guild_ready_timeout,
            chunk_guilds_at_startup=False,
            http_trace=metrics.trace(),
            proxy=proxy or None,
        )
        self._metrics = metrics
        metrics.status_listeners.append(self.call_limiter.note_status)
        metrics.limit_waits.measure(self.http)
        self._shares = ServerShares()
        self._rush_log = RushLog()
        rate_limiter = RateLimiter(metrics, most_uses, self._shares, self._rush_log)
        # discord.py has no settings for these.
        self._take_interaction = divert_presses(self._connection, self._begin_press, rate_limiter.sheds)
        self._gate = InteractionGate(self._connection)
        if is_standby:
            self._gate.wait()
        skip_unreadable_events(self._connection.parsers)
        self.host = host
        self.tokens = InteractionTokens()
        languages = Languages(host.servers.settings, locale=self._locale_of)
        self._served = ServedShards(self, shards or ALL_SERVERS)
        self._has_own_emoji = has_own_emoji
        self.emoji = ApplicationEmoji(EmojiRequests(self), uploads=self._uploads_emoji)
        self.services = BotServices(self, host, languages, self.tokens, self.emoji, rate_limiter, contact)
        self._sweep_loop = SweepLoop(
            host.scheduler.sweeper,
            self.services.event_display(self._find_locale),
            sweep_every,
            self._find_reachable,
            self._note_presence,
            metrics,
        )
        self._publisher = CommandPublisher(self.tree, host.servers.command_digest, languages.words)
        self._guild_events = GuildEvents(
            host.scheduler.departures,
            self.services.welcome_cards,
            self._gate,
            self._served,
            self._sweep_loop,
            self.services.tasks,
        )
        self.handover = Handover(
            self._gate,
            self._served,
            self.identify_gate,
            self._guild_events,
            self._publisher,
            self._sweep_loop,
            self._note_ready,
        )
        self.answers: Answers | None = None
        self.was_ready = False

    async def load_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server with its channels and roles; None if it is not known."""
        return self.get_guild(guild_id)

    def server_counts(self) -> tuple[int, int]:
        """Return how many servers are available, and how many are in an outage."""
        unavailable = sum(guild.unavailable for guild in self.guilds)
        return len(self.guilds) - unavailable, unavailable

    async def _find_locale(self, guild_id: int) -> None:
        """Let the locale of a server be known. The gateway tells it beforehand."""

    def _uploads_emoji(self) -> bool:
        """Return whether this process uploads emoji. Of several, the one with the first shard does."""
        return self._served.has_first

    def _locale_of(self, guild_id: int) -> str | None:
        guild = self.get_guild(guild_id)
        return None if guild is None else guild.preferred_locale.value

    def is_connected(self) -> bool:
        """Return whether Discord delivers the interactions of all servers, and has announced these servers."""
        return self._served.is_connected()

    def _find_reachable(self) -> Shards:
        return self._served.reachable()

    def shard_states(self) -> dict[int, str]:
        """Return the state of each shard of this process: disconnected, announcing its servers, or ready."""
        return self._served.states()

    @property
    def sweeps_are_late(self) -> bool:
        """Whether no sweep has succeeded for too long."""
        return self._sweep_loop.is_late

    async def close(self) -> None:
        """Stop: disconnect from the gateway, finish the tracked tasks within a few seconds, and close.

        Moves that the bot is computing are dropped; the next start computes them again.
        """
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + _SECONDS_TO_FINISH
        self._publisher.stop()
        self.emoji.stop()
        self._shares.open()
        self._rush_log.summarize()
        await self._leave_gateway()
        await self.services.stop_computing(max(0, give_up_at - loop.time()))
        await self._sweep_loop.stop(max(0, give_up_at - loop.time()))
        await self.services.tasks.finish(max(0, give_up_at - loop.time()))
        await self._disconnect()
        await self.services.tasks.finish(0)

    async def _leave_gateway(self) -> None:
        """Disconnect first, so that no interaction arrives without a handler."""
        leaving = {asyncio.create_task(shard.disconnect()) for shard in self.shards.values()}
        if leaving:
            await asyncio.wait(leaving, timeout=_SECONDS_TO_DISCONNECT)

    async def _disconnect(self) -> None:
        self.call_limiter.close()
        disconnecting = asyncio.create_task(super().close())
        await asyncio.wait({disconnecting}, timeout=_SECONDS_TO_DISCONNECT)
        if self.answers is not None:
            await self.answers.close()
        # Without this, discord.py would wait for a server that does not complete the closing handshake.
        await self.http.close()
        await disconnecting

    async def setup_hook(self) -> None:
        """Open the session of answers, register the commands, and publish them if they have changed."""
        self.answers = Answers(self.http, self._metrics)
        await self.add_cog(Gridlock())
        await self.add_cog(GridlockServer())
        await self.add_cog(ChallengeMenu(self.tree))
        await self.add_cog(self._guild_events)
        if self._gate.is_open:
            await self._publisher.start()
            self._sweep_loop.start()

    async def on_ready(self) -> None:
        """Serve the shards, unless another process still does."""
        self.handover.note_all_connected()

    def _note_ready(self) -> None:
        self.was_ready = True
        self._tell_ready()
        if self._has_own_emoji:
            self.emoji.start()

    def _tell_ready(self) -> None:
        _log.info("ready as %s, servers: %d", self.user, len(self.guilds))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that servers are being announced."""
        self._served.note_connected(shard_id)
        await self.identify_gate.settle(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Let the next sweep store which servers the bot has left or joined while it was not connected."""
        self._served.note_announced(shard_id)
        self._sweep_loop.come_back(Shards((shard_id,), self.shard_count or 1))

    async def _note_presence(self, among: Shards) -> None:
        unavailable = {guild.id for guild in self.guilds if guild.unavailable}
        present = {guild.id for guild in self.guilds}
        await self.host.scheduler.departures.note_present_servers(present, unavailable, among)

    def _begin_press(self, interaction: Interaction) -> None:
        """Serve a use of a button or a menu, or a submitted form."""
        self._remember_name(interaction)
        serving = asyncio.create_task(serve_control(Request.of(interaction)), name=f"press {interaction.id}")
        self.services.tasks.track(serving)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Remember the person's name. The command tree serves the interaction."""
        self._remember_name(interaction)

    def _remember_name(self, interaction: Interaction) -> None:
        server_id = OUTSIDE if is_outside(interaction) else interaction.guild_id or OUTSIDE
        self.services.names.remember(server_id, interaction.user)
