"""Who is mentioned by a message, and who of them is notified."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from local_discord.model.permissions import Permissions
from local_discord.model.user import User
from local_discord.wire import MessageFlags

if TYPE_CHECKING:
    from local_discord.model.channel import Channel
    from local_discord.model.member import Member
    from local_discord.model.message import Draft

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)


@dataclass
class Mentions:
    """What a message's text mentions, after allowed_mentions.

    Attributes:
        users: The accounts, in order.
        role_ids: The roles.
        everyone: Whether @everyone or @here took effect.
        notified: The members who get a notification.
    """

    users: list[User]
    role_ids: list[int]
    everyone: bool
    notified: list[Member] = field(default_factory=list)


def find_mentions(draft: Draft, channel: Channel, author: Member | User, addressee: Member | None) -> Mentions:
    """Works out whom a new message mentions and notifies.

    Code spans are left out, `allowed_mentions` is applied, an author is never notified of their
    own message, and an ephemeral message can only reach its addressee.
    """
    found = _mentioned(draft, channel)
    found.everyone = found.everyone and _may_mention_everyone(author)
    silent = draft.flags & MessageFlags.SUPPRESS_NOTIFICATIONS
    if not silent:
        found.notified = [
            member
            for member in channel.people
            if member is not author
            and addressee in (None, member)
            and (_reached(member, found) or channel.guild is None)
        ]
    return found


def _mentioned(draft: Draft, channel: Channel) -> Mentions:
    text = _CODE.sub("", draft.shown_text)
    allowed = _Allowed(draft)
    everyone_id = channel.guild.id if channel.guild else 0
    users = [
        user
        for user_id in dict.fromkeys(int(text_id) for text_id in _USER.findall(text))
        if allowed.user(user_id) and (user := channel.world.users.get(user_id)) is not None
    ]
    reply_author = draft.reference.account if draft.reference and allowed.replied_user else None
    if reply_author is not None and reply_author not in users:
        users.append(reply_author)
    role_ids = [
        role_id
        for role_id in dict.fromkeys(int(text_id) for text_id in _ROLE.findall(text))
        if role_id != everyone_id and allowed.role(role_id)
    ]
    everyone = allowed.everyone and bool(_EVERYONE.search(text))
    return Mentions(users, role_ids, everyone)


def _reached(member: Member, found: Mentions) -> bool:
    role_ids = {role.id for role in member.roles}
    return found.everyone or member.user in found.users or not role_ids.isdisjoint(found.role_ids)


def _may_mention_everyone(author: Member | User) -> bool:
    return not isinstance(author, User) and author.permissions.includes(Permissions.MENTION_EVERYONE)


class _Allowed:
    """Discord's `allowed_mentions`: absent, everything that the text names is allowed."""

    def __init__(self, draft: Draft) -> None:
        rules = draft.allowed_mentions
        self._parse = {"users", "roles", "everyone"} if rules is None else set(rules.get("parse") or ())
        rules = rules or {}
        self._users = {int(user_id) for user_id in rules.get("users") or ()}
        self._roles = {int(role_id) for role_id in rules.get("roles") or ()}
        default = draft.allowed_mentions is None
        self.replied_user = bool(rules.get("replied_user", default))

    @property
    def everyone(self) -> bool:
        return "everyone" in self._parse

    def user(self, user_id: int) -> bool:
        return "users" in self._parse or user_id in self._users

    def role(self, role_id: int) -> bool:
        return "roles" in self._parse or role_id in self._roles
