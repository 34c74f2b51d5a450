"""Actions of the manager of a server: voids, bans, seasons and settings."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from chaos.players.actions import Actor
from chaos.players.visible_messages import VisibleMessages
from chaos.players.world import World
from local_discord import Member

_MODERATE: Final = "gridlock-server moderate"
_RHYTHMS: Final = ("by hand", "by hand", "month", "quarter", "none")
_REASONS: Final = ("arranged", "asked to", "rude to {}")
_HALF: Final = 0.5


class Manager(Actor):
    """The manager of a server, who plays no games.

    Args:
        world: The server.
        visible: The messages of its members.
        rng: Chooses what they do.
    """

    def __init__(self, world: World, visible: VisibleMessages, rng: Random) -> None:
        super().__init__(world.manager, world, visible, rng)
        self._voided: list[str] = []
        self._banned: list[Member] = []

    async def void(self) -> bool:
        """Take a finished game out."""
        where, command = self.world.place(self.rng), f"{_MODERATE} void"
        game = await self.offered(where, command, "game", game="")
        if game is None:
            return False
        self._voided.append(game)
        await self.attempt(self.member.command(where, command, game=game, reason=self._reason()))
        return True

    async def unvoid(self) -> bool:
        """Put a game that may be out back, or all games of a member."""
        options: dict[str, Any] = {"member": self.rng.choice(self.world.members)}
        if self._voided and self.rng.random() < _HALF:
            options = {"game": self._voided.pop(self.rng.randrange(len(self._voided)))}
        elif self._banned:
            options = {"member": self.rng.choice(self._banned)}
        await self._moderate("unvoid", **options)
        return True

    async def ban(self) -> bool:
        """Ban a member, mostly with all their games."""
        member = self.rng.choice(self.world.members)
        self._banned.append(member)
        await self._moderate("ban", member=member, reason=self._reason(), void=self.rng.choice((True, True, False)))
        return True

    async def unban(self) -> bool:
        """Lift a ban."""
        if not self._banned:
            return False
        member = self._banned[0]
        await self._moderate("unban", member=member)
        if self.rng.random() < _HALF:
            self._banned.remove(member)
        return True

    async def begin_season(self) -> bool:
        """Begin a season by hand, which the settings may not allow."""
        await self.attempt(self.member.command(self.world.place(self.rng), "gridlock-server new-season"))
        return True

    async def change_settings(self) -> bool:
        """Change when seasons begin, or whether challenges are rated."""
        options: dict[str, Any] = {"season": self.rng.choice(_RHYTHMS)}
        if self.rng.random() < _HALF:
            options = {"rated": self.rng.choice((True, False))}
        await self.attempt(self.member.command(self.world.place(self.rng), "gridlock-server settings", **options))
        return True

    async def look(self) -> bool:
        """Read the log, or a report about two members."""
        one, other = self.rng.sample(self.world.members, 2)
        if self.rng.random() < _HALF:
            await self._moderate("log")
        else:
            await self._moderate("pair", member=one, other=other)
        return True

    def _reason(self) -> str:
        return self.rng.choice(_REASONS).format(self.rng.choice(self.world.members).mention)

    async def _moderate(self, what: str, **options: Any) -> None:  # noqa: ANN401  # as the command takes them
        await self.attempt(self.member.command(self.world.place(self.rng), f"{_MODERATE} {what}", **options))
