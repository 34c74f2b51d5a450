"""The bot without a connection to the gateway: Discord delivers interactions over HTTP."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord
from aiohttp import web

from cogs.discord_api.failures import UNDELIVERED
from cogs.responder import log_follow_up_failure
from cogs.runtime.client import GridlockBot
from cogs.runtime.http_interactions.guild_directory import GuildDirectory
from cogs.runtime.http_interactions.receiver import Receiver
from cogs.runtime.http_interactions.signatures import SignatureCheck
from gridlock_host import Host
from gridlock_host.ownership.shards import ALL_SERVERS, NO_SERVERS, Shards
from gridlock_host.ownership.sweep_claim import SweepClaim

_log = logging.getLogger(__name__)

# The gateway would tell at once that the bot has joined or left a server.
_SECONDS_BETWEEN_LOOKS: Final = 600.0
# A request may be on its way over a connection that a load balancer keeps open.
_SECONDS_TO_DRAIN: Final = 0.3
_SECONDS_TO_CLOSE: Final = 0.1


class CannotReceive(Exception):
    """Interactions cannot be received; the message says why."""


class HttpBot(GridlockBot):
    """A bot of which any number of processes serve all servers; one of them sweeps.

    Args:
        host: The game host.
        address: The host and the port where interactions are received.
        path: The path of the requests.
        claim: The claim on the sweeps.
        options: As for `GridlockBot`.
    """

    def __init__(
        self,
        host: Host,
        *,
        address: tuple[str, int],
        path: str,
        claim: SweepClaim,
        **options: Any,  # noqa: ANN401  # passed on
    ) -> None:
        super().__init__(host, **options)
        self._address = address
        self._path = path
        self._claim = claim
        self._directory = GuildDirectory(self)
        self._receiver: Receiver | None = None
        self._runner: web.AppRunner | None = None
        self._present: set[int] | None = None
        self._was_held = False
        claim.listeners.append(self._note_claim)

    async def connect(self, *, reconnect: bool = True) -> None:
        """Receive interactions until cancelled. discord.py calls this after the login.

        Raises:
            CannotReceive: The address cannot be used, or Discord tells no key to check signatures with.
        """
        del reconnect
        await self._listen()
        if self.application is not None and self.application.interactions_endpoint_url is None:
            _log.warning(
                "Discord delivers no interactions over HTTP yet: enter the public address of %s as the Interactions "
                "Endpoint URL of the application",
                self._path,
            )
        self._note_claim()
        self._note_ready()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)
            with log_follow_up_failure("the look for servers"):
                await self._look_for_servers()

    def _tell_ready(self) -> None:
        _log.info("ready as %s, interactions are received at port %d, %s", self.user, self._address[1], self._path)

    async def _listen(self) -> None:
        key = "" if self.application is None else self.application.verify_key
        try:
            check = SignatureCheck(key)
        except ValueError as error:
            raise CannotReceive("Discord tells no key with which signatures can be checked.") from error
        self._receiver = Receiver(check, self._serve, self._metrics)
        application = self._receiver.application(self._path)
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=_SECONDS_TO_CLOSE)
        await runner.setup()
        try:
            await web.TCPSite(runner, *self._address).start()
        except OSError as error:
            await runner.cleanup()
            raise CannotReceive(f"nobody can listen at port {self._address[1]}: {error.strerror}.") from error
        self._runner = runner

    def _serve(self, event: dict[str, Any]) -> bool:
        if "guild_id" in event and "guild_locale" in event:
            self._directory.note_locale(int(event["guild_id"]), event["guild_locale"])
        return self._take_interaction(event)

    async def _leave_gateway(self) -> None:
        """Stop to listen, and let what is on its way arrive."""
        runner, self._runner = self._runner, None
        if runner is None or self._receiver is None:
            return
        self._receiver.is_stopping = True
        for site in list(runner.sites):
            await site.stop()
        await asyncio.sleep(_SECONDS_TO_DRAIN)
        await runner.cleanup()

    def is_connected(self) -> bool:
        """Return whether interactions are received."""
        return self._runner is not None

    def _find_reachable(self) -> Shards:
        """Return all servers if this process sweeps."""
        return ALL_SERVERS if self._claim.is_held and self.is_connected() else NO_SERVERS

    def shard_states(self) -> dict[int, str]:
        """Return no states: there are no shards."""
        return {}

    def server_counts(self) -> tuple[int, int]:
        """Return in how many servers the bot was at the last look; only the process that sweeps looks."""
        return len(self._present or ()), 0

    @property
    def sweeps_are_late(self) -> bool:
        """Whether this process has to sweep, and no sweep has succeeded for too long."""
        return self._claim.is_held and super().sweeps_are_late

    async def load_guild(self, guild_id: int) -> discord.Guild | None:
        """Return a server as Discord tells it now; None if it does not tell."""
        return await self._directory.load(guild_id)

    async def _find_locale(self, guild_id: int) -> None:
        """Let the locale of a server be known, before something is said there that no interaction has led to."""
        if self._directory.locale_of(guild_id) is None and guild_id:
            await self._directory.load(guild_id)

    def _locale_of(self, guild_id: int) -> str | None:
        return self._directory.locale_of(guild_id)

    def _uploads_emoji(self) -> bool:
        return self._claim.is_held

    def _note_claim(self) -> None:
        if self._claim.is_held and not self._was_held:
            _log.info("this process sweeps")
            self._sweep_loop.expect_sweep()
        elif not self._claim.is_held:
            self.host.scheduler.sweeper.follow_clock()
        self._was_held = self._claim.is_held

    async def _look_for_servers(self) -> None:
        """Note which servers the bot has left since the last look, and welcome those that it has joined."""
        if not self._claim.is_held:
            return
        before = self._present
        async with self._sweep_loop.without_sweep():
            await self._note_presence(ALL_SERVERS)
        for guild_id in sorted((self._present or set()).difference(before or self._present or ())):
            guild = await self.load_guild(guild_id)
            if guild is not None:
                await self.services.welcome_cards.greet(guild)

    async def _note_presence(self, among: Shards) -> None:
        departures = self.host.scheduler.departures
        # A game may begin in a server that is joined after Discord has told a part.
        known = await departures.known_servers(among)
        try:
            self._present = await self._directory.present()
        except UNDELIVERED as error:
            _log.warning("Discord does not tell in which servers the bot is: %s", error)
            return
        await departures.note_present_servers(self._present, (), among, known=known)
