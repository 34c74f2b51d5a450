"""All sessions of the bot, and which events go to which of them."""

from __future__ import annotations

import json
import secrets
from collections import deque
from typing import TYPE_CHECKING, Protocol

from local_discord.model.events import ChangeKind
from local_discord.model.snowflakes import shard_of
from local_discord.wire import NO_INTENTS, Intent

if TYPE_CHECKING:
    from collections.abc import Callable

    from local_discord.model.changes import Changes
    from local_discord.wire import Json


RESUME_WITHIN_SECONDS = 120.0


class Hub:
    """The sessions that are open or can be resumed."""

    def __init__(self, changes: Changes, clock: Callable[[], float]) -> None:
        self._changes = changes
        self._clock = clock
        self._sessions: dict[str, Session] = {}

    @property
    def connected(self) -> list[Session]:
        """The sessions that a connection carries now."""
        return [session for session in self._sessions.values() if session.connected]

    @property
    def complete(self) -> bool:
        """Whether some process of the bot serves every shard."""
        connected = self.connected
        served = {(session.shard_id, session.shard_count) for session in connected}
        counts = {session.shard_count for session in connected}
        return any(served >= {(shard, count) for shard in range(count)} for count in counts)

    def open(self, shard: tuple[int, int], intents: Intent, line: Line) -> Session:
        """Opens a session."""
        session = Session(secrets.token_hex(16), shard, intents, line)
        self._sessions[session.id] = session
        return session

    def announce_ready(self) -> None:
        """Tells everybody that a session has come up."""
        self._changes.announce(ChangeKind.BOT_CONNECTED)

    def find(self, session_id: str) -> Session | None:
        """Returns the session of this name, if it can still be resumed."""
        self._forget_old()
        return self._sessions.get(session_id)

    def lose(self, session: Session, line: Line, *, for_good: bool) -> None:
        """Notes that a session's connection ended."""
        if session.line is not line:
            return
        session.line = None
        session.lost_at = self._clock()
        if for_good:
            self._sessions.pop(session.id, None)
        self._changes.announce(ChangeKind.BOT_DISCONNECTED)

    def forget_all(self) -> None:
        """Makes every session impossible to resume."""
        self._sessions.clear()

    def dispatch(
        self,
        event: str,
        body: Json,
        guild_id: int | None,
        intent: Intent = NO_INTENTS,
        redacted: Json | None = None,
    ) -> int:
        """Sends an event to every session that serves the guild and wants to hear of it.

        Args:
            event: The event's name.
            body: What it carries.
            guild_id: The guild it happened in, or None for direct messages.
            intent: The intent that a session needs, if any.
            redacted: What those carry who may not read message content.

        Returns:
            To how many sessions it went that are connected now; the others get it on resuming.
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
"""How many of its last events a session can repeat after a resume."""


class Line(Protocol):
    """A connection, as far as a session needs to know it."""

    def send(self, text: str) -> None:
        """Queues a payload for the bot."""

    async def close(self, code: int, reason: str) -> None:
        """Ends the connection."""


class Session:
    """A session.

    Attributes:
        id: Its name, by which the bot resumes it.
        shard_id: The shard it serves.
        shard_count: The number of shards of the bot.
        intents: What it wants to hear of.
        sequence: The number of its last event.
        line: The connection that carries it, or None while it is cut off.
        lost_at: When it lost its connection, in seconds on the server's clock.
    """

    def __init__(self, session_id: str, shard: tuple[int, int], intents: Intent, line: Line) -> None:
        self.id = session_id
        self.shard_id, self.shard_count = shard
        self.intents = intents
        self.sequence = 0
        self.line: Line | None = line
        self.lost_at = 0.0
        self._sent: deque[tuple[int, str]] = deque(maxlen=BUFFERED_EVENTS)

    @property
    def connected(self) -> bool:
        """Whether a connection carries it."""
        return self.line is not None

    def serves(self, guild_id: int | None) -> bool:
        """Tells whether a guild's events come here; direct messages come to shard 0."""
        if guild_id is None:
            return self.shard_id == 0
        return shard_of(guild_id, self.shard_count) == self.shard_id

    def dispatch(self, event: str, body: Json) -> None:
        """Sends an event, or keeps it until the bot resumes."""
        self.sequence += 1
        payload = {"op": 0, "t": event, "s": self.sequence, "d": body}
        text = json.dumps(payload, separators=(",", ":"))
        self._sent.append((self.sequence, text))
        if self.line is not None:
            self.line.send(text)

    def can_resume_after(self, sequence: int) -> bool:
        """Tells whether all events after this one are still at hand."""
        oldest = self._sent[0][0] if self._sent else self.sequence + 1
        return oldest - 1 <= sequence <= self.sequence

    def resume(self, line: Line, after: int) -> None:
        """Goes on over a new connection, repeating what the bot missed."""
        self.line = line
        for sequence, text in self._sent:
            if sequence > after:
                line.send(text)
        self.dispatch("RESUMED", {})
