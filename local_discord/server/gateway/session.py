"""One session of the bot on one shard, which outlives the sockets that carry it."""

from __future__ import annotations

import json
from collections import deque
from typing import TYPE_CHECKING, Protocol

from local_discord.model.snowflakes import shard_of
from local_discord.wire import Intent

if TYPE_CHECKING:
    from local_discord.wire import Json

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
