from __future__ import annotations

from dataclasses import dataclass

from local_discord import Channel, Guild, LocalDiscord, Member


@dataclass
class Table:
    """A guild with a channel and three people in it."""

    server: LocalDiscord
    guild: Guild
    channel: Channel
    ada: Member
    bob: Member
    cleo: Member

    @classmethod
    def in_new_guild(cls, server: LocalDiscord) -> Table:
        guild = server.add_guild("Pretend server")
        ada, bob, cleo = (guild.add_member(name) for name in ("Ada", "Bob", "Cleo"))
        return cls(server, guild, guild.add_channel("games"), ada, bob, cleo)
