"""Making mentions of the names in what is said, as Discord's client does."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from local_discord.frontends.composing.command_line import roles_of

if TYPE_CHECKING:
    from local_discord import Guild, Member, Role

_UNTOUCHED = r"```.*?```|`[^`\n]+`|https?://\S+"


def with_mentions(text: str, guild: Guild) -> str:
    """Returns a text in which `@Name` mentions the member or role of that name, in any letter case.

    Code and addresses stay as they are, and so does a name that goes on or begins within a word.

    Args:
        text: What somebody types.
        guild: Whose members and roles are meant; a member goes before a role of the same name.
    """
    named: list[Role | Member] = [*roles_of(guild), *guild.members.values()]
    mentions = {one.name.casefold(): one.mention for one in named}
    names = "|".join(re.escape(one.name) for one in sorted(named, key=lambda one: len(one.name), reverse=True))
    pattern = re.compile(rf"{_UNTOUCHED}|(?<![\w@<])@(?P<name>{names})(?!\w)", re.DOTALL | re.IGNORECASE)
    return pattern.sub(lambda found: mentions.get((found["name"] or "").casefold(), found[0]), text)
