"""What people are called in places where Discord shows no mentions: the choices of an option."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

import discord

from gridlock_rules.wording import in_one_line

_MOST_NAMES = 10_000


class Names:
    """The display names seen in interactions, newest kept; a bot without privileged intents learns no others."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    def learn(self, interaction: discord.Interaction[Any]) -> None:
        """Remember who sent this interaction."""
        if interaction.guild_id is not None:
            self.remember(interaction.guild_id, interaction.user)

    def remember(self, guild_id: int, person: discord.Member | discord.User) -> None:
        """Remember what somebody is called in a server now."""
        self._names[guild_id, person.id] = in_one_line(person.display_name)
        self._names.move_to_end((guild_id, person.id))
        if len(self._names) > _MOST_NAMES:
            self._names.popitem(last=False)

    def forget(self, user_id: int) -> None:
        """Forget what somebody is called in any server."""
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]

    def find(self, guild_id: int, user_id: int) -> str | None:
        """What somebody is called in a server, if that is known, and if anything of it can be seen."""
        return self._names.get((guild_id, user_id)) or None
