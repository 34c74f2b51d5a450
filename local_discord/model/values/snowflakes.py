"""Ids in Discord's format, which carry a time and sort by it."""

from __future__ import annotations

import time

DISCORD_EPOCH_MS = 1_420_070_400_000
TIMESTAMP_SHIFT = 22
_SEQUENCE_BITS = 12

# A moment in 2023 whose distance to Discord's epoch is a multiple of every small number. Counting
# guilds from it puts the n-th guild on shard n modulo the number of shards.
_FIRST_GUILD_MS = 367_567_200 * 700
_FIRST_LASTING_MS = _FIRST_GUILD_MS + 1_000_000


class Snowflakes:
    """A source of unique ids.

    Messages and events get ids of the present time. Guilds, channels, roles and accounts get the same ids in every run
    that creates them in the same order, so that a bot's database from an earlier run still fits.
    """

    def __init__(self) -> None:
        self._last_ms = 0
        self._sequence = 0
        self._guilds = 0
        self._lasting = 0

    def next(self) -> int:
        """Return a new id that carries the present time."""
        now_ms = max(int(time.time() * 1000) - DISCORD_EPOCH_MS, self._last_ms)
        self._sequence = self._sequence + 1 if now_ms == self._last_ms else 0
        if self._sequence >> _SEQUENCE_BITS:
            now_ms, self._sequence = now_ms + 1, 0
        self._last_ms = now_ms
        return (now_ms << TIMESTAMP_SHIFT) | self._sequence

    def next_lasting(self) -> int:
        """Return a new id for a channel, a role or an account."""
        self._lasting += 1
        return (_FIRST_LASTING_MS + self._lasting) << TIMESTAMP_SHIFT

    def next_guild(self) -> int:
        """Return a new guild id; successive guilds belong to successive shards."""
        number = self._guilds
        self._guilds += 1
        return (_FIRST_GUILD_MS + number) << TIMESTAMP_SHIFT


def shard_of(guild_id: int, shard_count: int) -> int:
    """Return the number of the shard that serves a guild."""
    return (guild_id >> TIMESTAMP_SHIFT) % shard_count
