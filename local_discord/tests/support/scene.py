"""A guild with a channel and three members, and a clock that stands still."""

from __future__ import annotations

from dataclasses import dataclass

from local_discord import Channel, Guild, LocalDiscord, Member

PATIENCE = 60.0
"""Seconds to wait for what happens at once on an idle machine."""


class Clock:
    """A clock that moves only by `advance`."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@dataclass
class Scene:
    """A guild with a channel and three members."""

    server: LocalDiscord
    guild: Guild
    channel: Channel
    ada: Member
    bob: Member
    cleo: Member

    @classmethod
    def in_new_guild(cls, server: LocalDiscord) -> Scene:
        guild = server.add_guild("Pretend server")
        ada, bob, cleo = (guild.add_member(name) for name in ("Ada", "Bob", "Cleo"))
        return cls(server, guild, guild.add_channel("games"), ada, bob, cleo)
