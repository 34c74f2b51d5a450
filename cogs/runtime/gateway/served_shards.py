"""Shards that this process serves: which are connected, and of which Discord has announced the servers."""

from __future__ import annotations

from collections.abc import Collection

from cogs.runtime.gateway.sharded_client import ShardedClient
from gridlock_host.ownership.shards import NO_SERVERS, Shards


class ServedShards:
    """The shards of this process.

    Args:
        client: Connects them.
        serves: The part of all servers that the process serves.
    """

    def __init__(self, client: ShardedClient, serves: Shards) -> None:
        self._client = client
        self._serves = serves
        self._added: set[int] = set()
        # The shards whose servers Discord is announcing, which takes a while.
        self._announcing: set[int] = set()
        self._announced: set[int] = set()

    @property
    def has_first(self) -> bool:
        """Whether this process serves the first shard of all, which one process does."""
        return 0 in self._serves.ids

    def is_connected(self) -> bool:
        """Return whether Discord delivers the interactions of all servers, and has announced these servers."""
        shards = self._client.shards
        is_open = bool(shards) and not any(shard.is_closed() for shard in shards.values())
        return is_open and self._client.is_ready() and not self._announcing

    def reachable(self) -> Shards:
        """Return the shards whose interactions Discord delivers, and whose servers it has announced."""
        if self.is_connected():
            return self._serves
        count = self._client.shard_count
        if not self._client.is_ready() or count is None:
            return NO_SERVERS
        open_shards = [shard_id for shard_id, shard in self._client.shards.items() if not shard.is_closed()]
        return Shards(tuple(sorted(self._announced.intersection(open_shards))), count)

    def states(self) -> dict[int, str]:
        """Return the state of each shard: disconnected, announcing its servers, or ready."""

        def state(shard_id: int) -> str:
            shard = self._client.shards.get(shard_id)
            if shard is None or shard.is_closed():
                return "disconnected"
            return "ready" if shard_id in self._announced else "announcing"

        shard_ids = self._client.shard_ids or range(self._client.shard_count or 0)
        return {shard_id: state(shard_id) for shard_id in shard_ids}

    def has_announced(self, shard_id: int) -> bool:
        """Return whether Discord has announced the servers of a shard since it connected."""
        return shard_id in self._announced

    async def add(self, shard_ids: Collection[int]) -> None:
        """Connect further shards, and serve each as soon as its servers are announced.

        Raises:
            discord.GatewayNotFound: Discord does not tell where its gateway is.
        """
        self._added.update(shard_ids)
        await self._client.launch_more_shards(shard_ids)

    def note_connected(self, shard_id: int) -> None:
        """Note that the servers of a shard are being announced; until then, a sweep must not treat them as left."""
        self._announcing.add(shard_id)
        self._announced.discard(shard_id)

    def note_announced(self, shard_id: int) -> None:
        """Note that the servers of a shard are announced."""
        self._announcing.discard(shard_id)
        self._announced.add(shard_id)
        if shard_id in self._added:
            self._serves = Shards(tuple(sorted({*self._serves.ids, shard_id})), self._serves.count)
