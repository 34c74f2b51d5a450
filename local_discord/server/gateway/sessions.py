"""The bot's gateway sessions, and the events each of them receives."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections import deque
from math import lcm
from typing import TYPE_CHECKING, Protocol

from local_discord.model.events import ChangeKind
from local_discord.model.values.snowflakes import shard_of
from local_discord.wire import NO_INTENTS, Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.model.changes import Changes
    from local_discord.wire import Json


RESUME_WITHIN_SECONDS = 120.0


class Sessions:
    """The open and the resumable sessions."""

    def __init__(self, changes: Changes, clock: Callable[[], float]) -> None:
        self._changes = changes
        self._clock = clock
        self._sessions: dict[str, Session] = {}
        self._closing: list[asyncio.Task[None]] = []

    @property
    def connected(self) -> list[Session]:
        """The sessions that have a connection."""
        return [session for session in self._sessions.values() if session.connected]

    @property
    def complete(self) -> bool:
        """Whether every server is in a shard that is connected; sessions may have different numbers of shards."""
        served = {(session.shard_id, session.shard_count) for session in self.connected}
        counts = {count for _, count in served}
        servers = range(lcm(*counts)) if counts else ()
        return bool(counts) and all(any((one % count, count) in served for count in counts) for one in servers)

    def open(self, shard: tuple[int, int], intents: Intent, connection: SessionConnection) -> Session:
        """Open a session."""
        session = Session(secrets.token_hex(16), shard, intents, connection)
        self._sessions[session.id] = session
        return session

    def announce_ready(self) -> None:
        """Announce that the bot has connected."""
        self._changes.announce(ChangeKind.BOT_CONNECTED)

    def find(self, session_id: str) -> Session | None:
        """Return the session with this id, if it can still be resumed."""
        self._forget_old()
        return self._sessions.get(session_id)

    def lose(self, session: Session, connection: SessionConnection, *, for_good: bool) -> None:
        """Record that a session lost its connection."""
        if session.connection is not connection:
            return
        session.connection = None
        session.lost_at = self._clock()
        if for_good:
            self._sessions.pop(session.id, None)
        self._changes.announce(ChangeKind.BOT_DISCONNECTED)

    def forget_all(self) -> None:
        """Forget all sessions, so that none can be resumed."""
        self._sessions.clear()

    def end_all(self, code: int, reason: str) -> None:
        """Forget all sessions, and close their connections."""
        connections = [session.connection for session in self.connected]
        self.forget_all()
        self._closing = [asyncio.create_task(one.close(code, reason)) for one in connections if one is not None]

    def dispatch(
        self,
        event: str,
        body: Json,
        guild_id: int | None,
        intent: Intent = NO_INTENTS,
        redacted: Json | None = None,
    ) -> int:
        """Send an event to every session that serves the guild and has the intent.

        Args:
            event: The event's name.
            body: Its body.
            guild_id: The guild it happened in, or None for direct messages.
            intent: The intent that a session needs, if any.
            redacted: Its body for sessions without the message content intent.

        Returns:
            The number of connected sessions that got it; the others get it when they resume.
        """
        self._forget_old()
        sessions = [
            session
            for session in self._sessions.values()
            if session.serves(guild_id) and session.intents & intent == intent
        ]
        for session in sessions:
            may_read = redacted is None or session.intents & Intent.MESSAGE_CONTENT
            session.dispatch(event, body if may_read else redacted or body)
        return sum(session.connected for session in sessions)

    def _forget_old(self) -> None:
        limit = self._clock() - RESUME_WITHIN_SECONDS
        old = [s for s in self._sessions.values() if not s.connected and s.lost_at < limit]
        for session in old:
            del self._sessions[session.id]


BUFFERED_EVENTS = 1000
"""The number of events that a session keeps for a resume."""


class SessionConnection(Protocol):
    """The part of a connection that sessions use."""

    def send(self, text: str) -> None:
        """Queue a payload for the bot."""

    async def close(self, code: int, reason: str) -> None:
        """End the connection."""


class Session:
    """A session.

    Attributes:
        id: Its id, by which the bot resumes it.
        shard_id: The shard it serves.
        shard_count: The number of shards of the bot.
        intents: Its intents.
        sequence: The number of its last event.
        connection: Its connection, or None while it has none.
        lost_at: When it lost its connection, in seconds on the server's clock.
    """

    def __init__(self, session_id: str, shard: tuple[int, int], intents: Intent, connection: SessionConnection) -> None:
        self.id = session_id
        self.shard_id, self.shard_count = shard
        self.intents = intents
        self.sequence = 0
        self.connection: SessionConnection | None = connection
        self.lost_at = 0.0
        self._sent: deque[tuple[int, str]] = deque(maxlen=BUFFERED_EVENTS)

    @property
    def connected(self) -> bool:
        """Whether it has a connection."""
        return self.connection is not None

    def serves(self, guild_id: int | None) -> bool:
        """Return whether it receives a guild's events; shard 0 receives direct messages."""
        if guild_id is None:
            return self.shard_id == 0
        return shard_of(guild_id, self.shard_count) == self.shard_id

    def dispatch(self, event: str, body: Json) -> None:
        """Send an event, or keep it until the bot resumes."""
        self.sequence += 1
        payload = {"op": 0, "t": event, "s": self.sequence, "d": body}
        text = json.dumps(payload, separators=(",", ":"))
        self._sent.append((self.sequence, text))
        if self.connection is not None:
            self.connection.send(text)

    def can_resume_after(self, sequence: int) -> bool:
        """Return whether all events after this one are still kept."""
        oldest = self._sent[0][0] if self._sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def resume(self, connection: SessionConnection, after: int) -> None:
        """Continue on a new connection, and send the events that the bot missed."""
        self.connection = connection
        for sequence, text in self._sent:
            if sequence > after:
                connection.send(text)
        self.dispatch("RESUMED", {})
