"""Display names of members, for autocomplete choices, where Discord renders no mentions."""

from __future__ import annotations

from collections import OrderedDict

import discord

from gridlock_rules.wording import in_one_line

_MOST_NAMES = 10_000


class DisplayNames:
    """The display names seen in interactions, newest kept. Without privileged intents the bot learns no others."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    def remember(self, guild_id: int, person: discord.Member | discord.User) -> None:
        """Store the current display name of a person in a server."""
        self._names[guild_id, person.id] = in_one_line(person.display_name)
        self._names.move_to_end((guild_id, person.id))
        if len(self._names) > _MOST_NAMES:
            self._names.popitem(last=False)

    def forget(self, user_id: int) -> None:
        """Delete the names of a person in all servers."""
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]

    def find(self, guild_id: int, user_id: int) -> str | None:
        """Return the name of a person in a server; None if it is unknown or has no visible characters."""
        return self._names.get((guild_id, user_id)) or None
