"""The bot: its services, its events, and how it starts and stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from datetime import timedelta
from typing import Any, Final

import discord
from discord.ext import commands

from cogs.commands.challenges import ChallengeMenu
from cogs.commands.gridlock import Gridlock, GridlockServer
from cogs.components.registry import serve_control
from cogs.context import Interaction, Request, Services
from cogs.discord_api.answers import Answers
from cogs.discord_api.emojis import EmojiRequests
from cogs.discord_api.interaction_tokens import InteractionTokens
from cogs.discord_api.messages import NO_MENTIONS
from cogs.discord_api.own_messages import OwnMessages
from cogs.discord_api.places import is_outside
from cogs.messages.sending.application_emoji import ApplicationEmoji
from cogs.messages.sending.delivery import Messages
from cogs.messages.sending.outbox import Outbox
from cogs.messages.sending.single_posts import SinglePosts
from cogs.messages.servers.announcements import Announcements
from cogs.messages.servers.moderation import ModerationLog
from cogs.messages.servers.puzzle_posts import PuzzlePosts
from cogs.messages.servers.welcome import WelcomeCards
from cogs.messages.sync.board_sync import BoardMessages
from cogs.messages.sync.bot_moves import BotMoves
from cogs.messages.sync.challenge_sync import ChallengeMessages
from cogs.messages.sync.end_stories import EndStories
from cogs.messages.sync.offer_sync import OfferMessages
from cogs.runtime.command_tree import CommandPublisher, GridlockTree
from cogs.runtime.gateway.gateway_events import divert_presses, skip_unreadable_events
from cogs.runtime.gateway.interaction_gate import InteractionGate
from cogs.runtime.gateway.sharded_client import BotLimits, ShardedClient
from cogs.runtime.limits.rate_limit import RateLimiter
from cogs.runtime.limits.rush_log import RushLog
from cogs.runtime.limits.server_shares import ServerShares
from cogs.runtime.metrics import DiscordMetrics
from cogs.runtime.sweep_loop import EventDisplay, SweepLoop
from cogs.text.i18n import Languages
from cogs.text.shared import DisplayNames
from gridlock_host import Host
from gridlock_host.model.place import OUTSIDE
from gridlock_host.ownership.shards import ALL_SERVERS, NO_SERVERS, Shards

_log = logging.getLogger(__name__)

# Together with everything else that is closed, these must stay below 5 seconds.
_SECONDS_TO_FINISH: Final = 3.5
_SECONDS_TO_CANCEL: Final = 0.2
_SECONDS_TO_DISCONNECT: Final = 0.3


class UnreadableResponse(Exception):
    """The answer to the login is none of Discord's."""


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
        is_standby: Whether another process still serves these shards: this one connects, and waits for `begin_serving`.

    Attributes:
        host: The game host.
        contact: How to reach the person who runs the bot.
        board_messages: Messages of games.
        offer_messages: Messages of offers.
        challenge_messages: Messages of challenges.
        welcome_cards: Welcomes servers.
        moderation_log: The log channels of servers.
        rate_limiter: The limit of uses per person.
        answers: The session of answers to interactions, from the login on.
        was_ready: Whether all shards have been connected since the start, and are served by this process.
        emoji: What boards are drawn with.
        names: Display names of members.
        languages: The language of each server.
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
            command_prefix=commands.when_mentioned,
            tree_cls=GridlockTree,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=NO_MENTIONS,
            guild_ready_timeout=guild_ready_timeout,
            **_shard_options(shards),
            chunk_guilds_at_startup=False,
            http_trace=metrics.trace(),
            proxy=proxy or None,
        )
        self._metrics = metrics
        metrics.status_listeners.append(self.call_limiter.note_status)
        metrics.limit_waits.measure(self.http)
        self._shares = ServerShares()
        self._rush_log = RushLog()
        self.rate_limiter = RateLimiter(metrics, most_uses, self._shares, self._rush_log)
        # discord.py has no settings for these.
        self._take_interaction = divert_presses(self._connection, self._begin_press, self.rate_limiter.sheds)
        self._gate = InteractionGate(self._connection)
        if is_standby:
            self._gate.wait()
        skip_unreadable_events(self._connection.parsers)
        self.host = host
        self.contact = contact
        self.languages = Languages(host.servers.settings, locale=self._locale_of)
        self.names = DisplayNames()
        self.tokens = InteractionTokens()
        messages = Messages(self, self.languages, self.tokens)
        self._bot_moves = BotMoves(host.bot_player.opponent, self.track_task)
        self._has_own_emoji = has_own_emoji
        self._serves = shards or ALL_SERVERS
        self.emoji = ApplicationEmoji(EmojiRequests(self), uploads=self._uploads_emoji)
        self._emoji_task: asyncio.Task[None] | None = None
        outbox = Outbox(messages)
        self._stories = EndStories(host.bot_player.stories)
        self.offer_messages = OfferMessages(messages, host, self.languages, self.emoji, outbox)
        self.board_messages = BoardMessages(
            messages, host, self.languages, self.offer_messages, self._stories, self._bot_moves, self.emoji, outbox
        )
        self.challenge_messages = ChallengeMessages(messages, host, self.languages, outbox)
        self.welcome_cards = WelcomeCards(messages, host, self.languages)
        self.moderation_log = ModerationLog(messages, host)
        posts = SinglePosts(OwnMessages(self), messages, host)
        display = EventDisplay(
            self.board_messages,
            self.offer_messages,
            self.challenge_messages,
            PuzzlePosts(posts, host, self.languages),
            Announcements(posts, host, self.languages),
            self._find_locale,
        )
        self._sweep_loop = SweepLoop(
            host.scheduler.sweeper, display, sweep_every, self._find_reachable, self._note_presence, metrics
        )
        self._publisher = CommandPublisher(self.tree, host.servers.command_digest, self.languages.words)
        self._added_shards: set[int] = set()
        self._tracked_tasks: set[asyncio.Task[Any]] = set()
        # The shards whose servers Discord is announcing, which takes a while.
        self._announcing: set[int] = set()
        self._announced: set[int] = set()
        self._joined_in_standby: list[discord.Guild] = []
        self._is_all_connected = asyncio.Event()
        self.answers: Answers | None = None
        self.was_ready = False

    @property
    def services(self) -> Services:
        """The bot as requests see it."""
        return self

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
        return 0 in self._serves.ids

    def _locale_of(self, guild_id: int) -> str | None:
        guild = self.get_guild(guild_id)
        return None if guild is None else guild.preferred_locale.value

    def is_connected(self) -> bool:
        """Return whether Discord delivers the interactions of all servers, and has announced these servers."""
        is_open = bool(self.shards) and not any(shard.is_closed() for shard in self.shards.values())
        return is_open and self.is_ready() and not self._announcing

    def _find_reachable(self) -> Shards:
        """Return the shards whose interactions Discord delivers, and whose servers it has announced."""
        if self.is_connected():
            return self._serves
        if not self.is_ready() or self.shard_count is None:
            return NO_SERVERS
        open_shards = [shard_id for shard_id, shard in self.shards.items() if not shard.is_closed()]
        return Shards(tuple(sorted(self._announced.intersection(open_shards))), self.shard_count)

    def shard_states(self) -> dict[int, str]:
        """Return the state of each shard of this process: disconnected, announcing its servers, or ready."""

        def state(shard_id: int) -> str:
            shard = self.shards.get(shard_id)
            if shard is None or shard.is_closed():
                return "disconnected"
            return "ready" if shard_id in self._announced else "announcing"

        return {shard_id: state(shard_id) for shard_id in self.shard_ids or range(self.shard_count or 0)}

    @property
    def sweeps_are_late(self) -> bool:
        """Whether no sweep has succeeded for too long."""
        return self._sweep_loop.is_late

    def track_task(self) -> None:
        """Let the current task finish before the bot stops: it serves an interaction or shows a move."""
        task = asyncio.current_task()
        if task is not None:
            self._track(task)

    def _track(self, task: asyncio.Task[Any]) -> None:
        self._tracked_tasks.add(task)
        task.add_done_callback(self._tracked_tasks.discard)

    async def wait_idle(self) -> None:
        """Wait until every interaction is served, the bot has moved wherever it is its turn, and every end is told."""
        while under_way := self._tracked_tasks | self._bot_moves.thinking | self._stories.under_way:
            await asyncio.wait(under_way)

    async def close(self) -> None:
        """Stop: disconnect from the gateway, finish the tracked tasks within a few seconds, and close.

        Moves that the bot is computing are dropped; the next start computes them again.
        """
        loop = asyncio.get_running_loop()
        give_up_at = loop.time() + _SECONDS_TO_FINISH
        self._publisher.stop()
        if self._emoji_task is not None:
            self._emoji_task.cancel()
        self._shares.open()
        self._rush_log.summarize()
        await self._leave_gateway()
        stopping = {asyncio.create_task(each.stop()) for each in (self._bot_moves, self._stories)}
        await asyncio.wait(stopping, timeout=max(0, give_up_at - loop.time()))
        await self._sweep_loop.stop(max(0, give_up_at - loop.time()))
        await self._finish_tasks(max(0, give_up_at - loop.time()))
        await self._disconnect()
        await self._finish_tasks(0)

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

    async def _finish_tasks(self, within: float) -> None:
        if not self._tracked_tasks:
            return
        _, late = await asyncio.wait(self._tracked_tasks, timeout=within)
        for task in late:
            _log.warning("stopped before it was finished: %s", task.get_name())
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=_SECONDS_TO_CANCEL)

    async def login(self, token: str) -> None:
        """Log in, and set up the bot.

        Raises:
            UnreadableResponse: Something else than Discord answers.
        """
        try:
            await super().login(token)
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            if self.application is not None:
                raise
            # discord.py takes every answer with a good status for Discord's.
            raise UnreadableResponse from error

    async def setup_hook(self) -> None:
        """Open the session of answers, register the commands, and publish them if they have changed."""
        self.answers = Answers(self.http, self._metrics)
        await self.add_cog(Gridlock())
        await self.add_cog(GridlockServer())
        await self.add_cog(ChallengeMenu(self.tree))
        if self._gate.is_open:
            await self._publisher.start()
            self._sweep_loop.start()

    @property
    def is_standby(self) -> bool:
        """Whether another process serves the shards, and this one waits to take over."""
        return self._gate.is_waiting

    async def until_all_connected(self) -> None:
        """Wait until Discord has announced the servers of all shards."""
        await self._is_all_connected.wait()

    async def begin_serving(self, served: Collection[int] | None) -> None:
        """End the standby: serve the interactions that were kept back, and all from now on.

        Args:
            served: The interactions that the process before this one serves; None if it is gone without a word.
        """
        self._gate.open(served)
        self._note_ready()
        for guild in self._joined_in_standby:
            self._track(asyncio.create_task(self.welcome_cards.greet(guild), name=f"welcome card of {guild.id}"))
        await self._publisher.start()

    @property
    def may_serve_more(self) -> bool:
        """Whether this process is connected, and Discord lets a further shard connect today."""
        return self.is_connected() and not self.identify_gate.is_exhausted

    async def serve_more(self, shard_ids: Collection[int]) -> None:
        """Connect further shards, and serve them.

        Raises:
            discord.GatewayNotFound: Discord does not tell where its gateway is.
        """
        self._added_shards.update(shard_ids)
        await self.launch_more_shards(shard_ids)

    def begin_sweeps(self) -> None:
        """Do what is due from now on, as the process before this one does nothing any more."""
        self._sweep_loop.start()

    def stop_serving(self) -> list[int]:
        """Leave interactions to another process from now on, and return the ids of those that were taken lately."""
        return self._gate.close()

    async def on_ready(self) -> None:
        """Log that the bot is ready."""
        self._is_all_connected.set()
        if self._gate.is_open:
            self._note_ready()

    def _note_ready(self) -> None:
        self.was_ready = True
        self._tell_ready()
        if self._emoji_task is not None:
            self.emoji.check()
        elif self._has_own_emoji:
            self._emoji_task = asyncio.create_task(self.emoji.keep_up_to_date(), name="emoji of the application")

    def _tell_ready(self) -> None:
        _log.info("ready as %s, servers: %d", self.user, len(self.guilds))

    async def on_shard_connect(self, shard_id: int) -> None:
        """Note that servers are being announced; until then, a sweep must not treat them as left."""
        self._announcing.add(shard_id)
        self._announced.discard(shard_id)
        await self.identify_gate.settle(shard_id)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Let the next sweep store which servers the bot has left or joined while it was not connected."""
        self._announcing.discard(shard_id)
        self._announced.add(shard_id)
        if shard_id in self._added_shards:
            self._serves = Shards(tuple(sorted({*self._serves.ids, shard_id})), self._serves.count)
        self._sweep_loop.come_back(Shards((shard_id,), self.shard_count or 1))

    async def _note_presence(self, among: Shards) -> None:
        unavailable = {guild.id for guild in self.guilds if guild.unavailable}
        present = {guild.id for guild in self.guilds}
        await self.host.scheduler.departures.note_present_servers(present, unavailable, among)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Store that the bot was removed from a server. Outages have an event of their own."""
        if self._gate.is_open:
            async with self._sweep_loop.without_sweep():
                await self.host.scheduler.departures.note_departure(guild.id)

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Store that a server has an outage, so that no deadline passes there."""
        if self._gate.is_open:
            async with self._sweep_loop.without_sweep():
                await self.host.scheduler.departures.note_outage(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Store that a server is available again; while a shard is announced, the next sweep does so."""
        if guild.shard_id in self._announced and self._gate.is_open:
            await self._note_return(guild)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Store that the bot has joined a server, perhaps again, and welcome it. At start, servers are available."""
        if not self._gate.is_open:
            # If the process that serves the shard does not welcome the server any more, this one will.
            self._joined_in_standby.append(guild)
            return
        self.track_task()
        await self._note_return(guild)
        await self.welcome_cards.greet(guild)

    async def _note_return(self, guild: discord.Guild) -> None:
        async with self._sweep_loop.without_sweep():
            await self.host.scheduler.departures.note_return(guild.id)

    def _begin_press(self, interaction: Interaction) -> None:
        """Serve a use of a button or a menu, or a submitted form."""
        self._remember_name(interaction)
        self._track(asyncio.create_task(serve_control(Request.of(interaction)), name=f"press {interaction.id}"))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Remember the person's name. The command tree serves the interaction."""
        self._remember_name(interaction)

    def _remember_name(self, interaction: Interaction) -> None:
        server_id = OUTSIDE if is_outside(interaction) else interaction.guild_id or OUTSIDE
        self.names.remember(server_id, interaction.user)


def _shard_options(shards: Shards | None) -> dict[str, Any]:
    """Return the arguments with which discord.py serves these shards only."""
    return {} if shards is None else {"shard_ids": list(shards.ids), "shard_count": shards.count}
