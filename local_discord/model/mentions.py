"""Mentions in a message's text, and the members they notify."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from local_discord.model.member import BaseMember, User
    from local_discord.wire import Json

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


@dataclass
class Mentions:
    """The mentions of a message, after `allowed_mentions`.

    Attributes:
        users: The mentioned accounts, in order.
        role_ids: The ids of the mentioned roles.
        everyone: Whether @everyone or @here took effect.
        notified: The members who get a notification.
    """

    users: list[User]
    role_ids: list[int]
    everyone: bool
    notified: list[BaseMember] = field(default_factory=list)

    def reach(self, member: BaseMember) -> bool:
        """Return whether they mention a member."""
        if self.everyone or member.user in self.users:
            return True
        return bool(self.role_ids) and not {role.id for role in member.roles}.isdisjoint(self.role_ids)


@dataclass(frozen=True)
class MentionText:
    """The parts of a new message that decide whom it mentions.

    Attributes:
        text: The text in which mentions count.
        rules: The message's `allowed_mentions`, or None.
        replied_to: The author of the message it replies to, if any.
        everyone_id: The id of the @everyone role, or 0 outside guilds.
    """

    text: str
    rules: Json | None
    replied_to: User | None
    everyone_id: int

    def find(self, users: Mapping[int, User], *, may_mention_everyone: bool) -> Mentions:
        """Return the mentions in the text: code spans do not count, and the rules are applied."""
        text = _CODE.sub("", self.text)
        allowed = _Allowed(self.rules)
        found = [
            user
            for user_id in dict.fromkeys(int(text_id) for text_id in _USER.findall(text))
            if allowed.user(user_id) and (user := users.get(user_id)) is not None
        ]
        if self.replied_to is not None and allowed.replied_user and self.replied_to not in found:
            found.append(self.replied_to)
        role_ids = [
            role_id
            for role_id in dict.fromkeys(int(text_id) for text_id in _ROLE.findall(text))
            if role_id != self.everyone_id and allowed.role(role_id)
        ]
        everyone = allowed.everyone and may_mention_everyone and bool(_EVERYONE.search(text))
        return Mentions(found, role_ids, everyone)


class _Allowed:
    """Discord's `allowed_mentions`: absent, everything that the text names is allowed."""

    def __init__(self, rules: Json | None) -> None:
        default: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}
        given = default if rules is None else rules
        self._parse = set(given.get("parse") or ())
        self._users = {int(user_id) for user_id in given.get("users") or ()}
        self._roles = {int(role_id) for role_id in given.get("roles") or ()}
        self.replied_user = bool(given.get("replied_user"))

    @property
    def everyone(self) -> bool:
        return "everyone" in self._parse

    def user(self, user_id: int) -> bool:
        return "users" in self._parse or user_id in self._users

    def role(self, role_id: int) -> bool:
        return "roles" in self._parse or role_id in self._roles
