"""The model of bans, blocks, settings and erasure."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from gridlock_host.errors import (
    AlreadyBanned,
    CannotBanYourself,
    CannotBlockYourself,
    ChallengeBlocked,
    NotBanned,
    NotBlocked,
    NotModerator,
    OpponentIsBlocked,
    PlayerBanned,
)
from gridlock_host.model.person import DELETED_PLAYER_ONE, DELETED_PLAYER_TWO
from gridlock_host.servers.permissions import Actor

Refused = type[Exception] | None


@dataclass
class ModelEntry:
    """A line of the moderators' log."""

    deed: str
    moderator: int
    reason: str
    member: int | None = None
    game: int | None = None


class ModelPeople:
    """Bans and blocks, each with whether it still names the person; and the log.

    As in `Model`, a method named after a request returns the class of the error that the host must raise, or None.
    """

    def __init__(self) -> None:
        self.bans: dict[int, bool] = {}
        self.blocks: dict[tuple[int, int], bool] = {}
        self.log: list[ModelEntry] = []

    def ban(self, actor: Actor, member: int, reason: str) -> Refused:
        """Ban a member."""
        if not actor.manages_server:
            return NotModerator
        if member == actor.id:
            return CannotBanYourself
        if member in self.bans:
            return AlreadyBanned
        self.bans[member] = True
        self.log.append(ModelEntry("ban", actor.id, reason, member=member))
        return None

    def unban(self, actor: Actor, member: int, reason: str) -> Refused:
        """Take a ban back."""
        if not actor.manages_server:
            return NotModerator
        if member not in self.bans:
            return NotBanned
        del self.bans[member]
        self.log.append(ModelEntry("unban", actor.id, reason, member=member))
        return None

    def block(self, person: int, other: int) -> Refused:
        """Block a member."""
        if person == other:
            return CannotBlockYourself
        self.blocks[person, other] = True
        return None

    def unblock(self, person: int, other: int) -> Refused:
        """Take a block back."""
        return None if self.blocks.pop((person, other), None) is not None else NotBlocked

    def named_blocks(self, person: int) -> set[int]:
        """The members that a member has blocked and that are not erased."""
        return {other for (blocker, other), is_named in self.blocks.items() if blocker == person and is_named}

    def refuse_banned(self, *people: int | None) -> Refused:
        """Whether one of these is banned."""
        return PlayerBanned if any(person in self.bans for person in people) else None

    def refuse_blocked(self, asker: int, other: int) -> Refused:
        """Whether one of the two has blocked the other."""
        if (other, asker) in self.blocks:
            return ChallengeBlocked
        return OpponentIsBlocked if (asker, other) in self.blocks else None

    def forget(self, person: int, played: Collection[int]) -> None:
        """Erase a member who played these games; only bans and blocks against them stay, as fingerprints."""
        if person in self.bans:
            self.bans[person] = False
        self.blocks = {
            (blocker, other): is_named and other != person
            for (blocker, other), is_named in self.blocks.items()
            if blocker != person
        }
        for entry in self.log:
            if entry.member == person:
                entry.member, entry.reason = DELETED_PLAYER_TWO, "(deleted)"
            if entry.game in played:
                entry.reason = "(deleted)"
            if entry.moderator == person:
                entry.moderator = DELETED_PLAYER_ONE
            entry.reason = entry.reason.replace(str(person), "(deleted)")

    def names(self, person: int) -> bool:
        """Whether a member's id is stored here."""
        return (
            self.bans.get(person, False)
            or any(person in (pair if is_named else pair[:1]) for pair, is_named in self.blocks.items())
            or any(person in (one.moderator, one.member) or str(person) in one.reason for one in self.log)
        )
