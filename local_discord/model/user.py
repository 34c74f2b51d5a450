"""Accounts: people and bots, apart from the guilds they are in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local_discord.wire import LOCALE

if TYPE_CHECKING:
    from local_discord.wire import Json


@dataclass(eq=False)
class User:
    """An account.

    Attributes:
        id: The account's id.
        name: The user name, which is also shown where no nickname is set.
        bot: Whether this is a program's account.
        locale: The language of the person's client.
        takes_direct_messages: Whether bots may write to them.
    """

    id: int
    name: str
    bot: bool = False
    locale: str = LOCALE
    takes_direct_messages: bool = True

    @property
    def mention(self) -> str:
        """The text that mentions this user in a message."""
        return f"<@{self.id}>"

    def to_json(self) -> Json:
        """Returns the user object."""
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": None if self.bot else self.name,
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
            "flags": 0,
            "primary_guild": None,
        }
