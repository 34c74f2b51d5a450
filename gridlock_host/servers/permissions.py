"""Permissions: who may manage a server's settings, and who may moderate."""

from __future__ import annotations

from dataclasses import dataclass

from gridlock_host.servers.settings import ServerSettings


@dataclass(frozen=True, slots=True)
class Actor:
    """The member who makes a request, with their permissions as Discord tells them.

    Attributes:
        id: The member.
        manages_server: Whether they have the permission to manage the server.
        role_ids: Their roles.
    """

    id: int
    manages_server: bool = False
    role_ids: frozenset[int] = frozenset()


def may_manage(actor: Actor) -> bool:
    """Whether a member may change the settings of the server; only the permission on Discord counts."""
    return actor.manages_server


def may_moderate(actor: Actor, settings: ServerSettings) -> bool:
    """Whether a member may end games and ban members: those who may manage, and members with the moderator role."""
    return may_manage(actor) or settings.moderator_role_id in actor.role_ids
