"""The stand-in as its user sees it: what is in it, and what happens to the bot."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Self, TypeVar

from local_discord.client.interactions import Interactions
from local_discord.client.member import Guild, Member
from local_discord.model.changes import Changes
from local_discord.model.events import ChangeKind
from local_discord.model.thread import GroupChannel
from local_discord.model.values.permissions import INVITED_BOT, ORDINARY_MEMBER, Permissions
from local_discord.model.world import World
from local_discord.server.endpoint import Endpoint
from local_discord.server.faults import Faults
from local_discord.server.gateway.sessions import Sessions
from local_discord.server.limits import LimitGuard, Limits
from local_discord.server.listener import Listener
from local_discord.server.rest.app import API_ROOT, Route
from local_discord.wire import NO_INTENTS, Intent

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from local_discord.model.changes import ChangeStream
    from local_discord.model.emojis import Emoji
    from local_discord.model.interaction import Interaction
    from local_discord.model.member import User
    from local_discord.server.gateway.sessions import Session
    from local_discord.server.rest.app import Request
    from local_discord.wire import Json

T = TypeVar("T")

_TRY_AGAIN = 4000


class LocalDiscord:
    """A stand-in for Discord that a real bot connects to over real sockets.

    As an asynchronous context manager, it listens from entry to exit.

    Args:
        token: The only token it accepts.
        port: The port to listen on; 0 for any free one.
        shards: The number of shards that it recommends to the bot.
        privileged_intents: The privileged intents that the bot may ask for.
        answer_within: Seconds within which an interaction must get its first answer; a later one is refused.
        patience: Seconds for which a member waits for what `is_answered` says; left out, as long as `answer_within`.
        is_answered: Decides, once an interaction has its first answer, whether the methods of members return.
            Left out, they return with the first answer, even if it only defers.
        limits: The limits of a whole bot that it enforces, such as `Limits()`; left out, none.
        clock: The clock for all deadlines, in seconds; it must be monotonic.

    Attributes:
        faults: The faults to inject.
        guard: Counts identifies and requests, and refuses those beyond the limits.
    """

    def __init__(
        self,
        token: str = "local-token",  # noqa: S107 - opens nothing but this server
        *,
        port: int = 0,
        shards: int = 1,
        privileged_intents: Intent = NO_INTENTS,
        answer_within: float = 3.0,
        patience: float | None = None,
        is_answered: Callable[[Interaction], bool] | None = None,
        limits: Limits | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.guard = LimitGuard(limits, clock)
        self._changes = Changes()
        self._sessions = Sessions(self._changes, clock)
        self._world = World(
            token,
            clock=clock,
            changes=self._changes,
            gateway=self._sessions,
            privileged_intents=privileged_intents,
            shards=shards,
        )
        self._interactions = Interactions(self._world, answer_within, patience)
        self._endpoint = Endpoint(self._world, self._interactions)
        self._interactions.deliver_otherwise = self._endpoint.deliver
        self._guilds: list[Guild] = []
        if is_answered is not None:
            self._interactions.is_answered = is_answered
        self._port = port
        self.faults = Faults()
        self._listener = Listener(
            self._world, self._sessions, self._interactions, self._endpoint, self.guard, self.faults
        )

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        await self.close()

    async def start(self) -> None:
        """Start listening.

        Raises:
            OSError: The port is taken.
        """
        await self._listener.start(self._port)

    async def close(self) -> None:
        """Close all connections and stop listening."""
        self.faults.release_all()
        await self._listener.close()
        await self._endpoint.close()
        self._changes.close()

    @property
    def token(self) -> str:
        """The only token it accepts."""
        return self._world.token

    @property
    def api_url(self) -> str:
        """The root of the REST routes."""
        return f"http://{self._world.address}{API_ROOT}"

    @property
    def gateway_url(self) -> str:
        """The address of the gateway."""
        return self._world.gateway_url

    @property
    def public_key(self) -> str:
        """The key by which a bot checks interactions over HTTP, in hexadecimal digits."""
        return self._world.public_key

    async def set_endpoint(self, url: str | None) -> None:
        """Deliver interactions over HTTP from now on, as if the address was entered in Discord's portal.

        Args:
            url: The address of the bot's endpoint; None to deliver by the gateway.

        Raises:
            ApiError: The endpoint does not answer a ping, or takes a forged one.
        """
        if url is not None:
            await self._endpoint.verify(url)
        self._world.profile["interactions_endpoint_url"] = url

    @property
    def bot(self) -> User:
        """The bot's account."""
        return self._world.bot

    @property
    def application_id(self) -> int:
        """The id of the bot's application."""
        return self._world.application_id

    @property
    def guilds(self) -> list[Guild]:
        """All guilds, oldest first."""
        return list(self._guilds)

    @property
    def commands(self) -> list[Json]:
        """The registered commands, as JSON: global ones first, then those of each guild."""
        return self._world.all_commands()

    @property
    def emojis(self) -> list[Emoji]:
        """The application's emoji, oldest first."""
        return list(self._world.emojis.values())

    @property
    def sessions(self) -> list[Session]:
        """The bot's connected sessions."""
        return self._sessions.connected

    @property
    def requests(self) -> list[Request]:
        """All REST requests, in order of arrival."""
        return self._listener.requests

    @property
    def rejected(self) -> list[Request]:
        """The requests that broke one of Discord's rules.

        Injected errors are not among them, nor errors that a correct bot can meet, such as a deleted message.
        """
        return [request for request in self.requests if request.broke_rule]

    def add_guild(self, name: str, *, bot_permissions: Permissions = INVITED_BOT, joins: bool = True) -> Guild:
        """Add a guild that the bot is in.

        Args:
            name: Its name.
            bot_permissions: The bot's permissions.
            joins: Whether the bot joins it now, or has been in it, and it becomes available now.
        """
        guild = Guild(self._world, name, bot_permissions, self._interactions)
        self._guilds.append(guild)
        self._world.add_guild(guild, joins=joins)
        return guild

    def add_guild_without_bot(self, name: str) -> Guild:
        """Add a guild that the bot is not in; it learns of it by interactions of people who have installed it.

        Args:
            name: Its name.
        """
        guild = Guild(self._world, name, ORDINARY_MEMBER, self._interactions, has_bot=False)
        self._guilds.append(guild)
        self._world.guilds[guild.id] = guild
        return guild

    def add_group(self, name: str, *people: Member) -> GroupChannel:
        """Add a group chat of these people, in which no bot can be.

        Args:
            name: Its name.
            *people: Its members, who act by their memberships of any guild.
        """
        group = GroupChannel(self._world, people, name)
        self.announce(ChangeKind.OTHER)
        return group

    def routes(self) -> list[Route]:
        """Return the REST routes that it serves."""
        return self._listener.routes()

    def changes(self) -> ChangeStream:
        """Open a stream of all changes from now on."""
        return self._changes.stream()

    def announce(self, kind: ChangeKind) -> None:
        """Announce a change that happened outside the stand-in."""
        self._changes.announce(kind)

    async def until(self, condition: Callable[[], T], what: str, within: float = 60.0) -> T:
        """Wait until a condition holds, looking again after every change.

        Args:
            condition: The condition.
            what: Its description, for the error.
            within: The longest wait, in seconds.

        Returns:
            What the condition returned.

        Raises:
            TimeoutError: It did not hold in time.
        """
        return await self._changes.until(condition, what, within)

    async def until_ready(self, within: float = 60.0) -> None:
        """Wait until the bot is connected on all its shards, or has an endpoint, and has registered commands.

        Raises:
            TimeoutError: That did not happen in time.
        """
        await self.until(
            lambda: (self._sessions.complete or self._endpoint.url) and self._world.commands_registered,
            "the bot to connect and to register its commands",
            within,
        )

    async def until_gone(self, within: float = 60.0) -> None:
        """Wait until no process of the bot is connected.

        Raises:
            TimeoutError: One still was.
        """
        await self.until(lambda: not self.sessions, "the bot to disconnect", within)

    async def drop_gateway(self, *, resumable: bool = True, code: int = _TRY_AGAIN) -> None:
        """Close all gateway connections.

        Args:
            resumable: Whether the bot can resume its sessions; else it must identify again.
            code: Discord's close code. After some of them, such as 4004, a bot must not reconnect.
        """
        if not resumable:
            self._sessions.forget_all()
        for connection in list(self._listener.connections):
            await connection.close(code, "Please try again." if code == _TRY_AGAIN else "This is the end.")

    def ask_to_reconnect(self) -> None:
        """Ask the bot, on all connections, to reconnect and resume."""
        for connection in self._listener.connections:
            connection.ask_to_reconnect()

    def invalidate_sessions(self, *, resumable: bool = False) -> None:
        """Tell the bot, on all connections, that its session is invalid.

        Args:
            resumable: Whether the bot can resume the session; else it gets no more events, and must identify again.
        """
        if not resumable:
            self._sessions.forget_all()
        for connection in self._listener.connections:
            connection.invalidate(resumable=resumable)

    async def deliver_again(self, interaction: Interaction) -> None:
        """Send an interaction to the bot a second time."""
        self._interactions.deliver(interaction)
