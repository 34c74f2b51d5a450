"""Events of a sweep: what it has done or found, and has to be shown."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, auto

from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_host.model.messages.announcement import Announcement
from gridlock_host.model.messages.puzzle_post import PuzzlePost
from gridlock_host.model.offer import Offer
from gridlock_host.model.place import OldCopy


class Due(Enum):
    """What is due.

    Attributes:
        WARN: The player to move has to be warned that time is short.
        SHOW: A change has not been shown yet.
        MOVE: The bot has to move, and the process that was choosing its move died.
        REDRAW: The message shows a stale deadline or dead buttons; nobody is notified.
    """

    WARN = auto()
    SHOW = auto()
    MOVE = auto()
    REDRAW = auto()


Subject = Game | Challenge | Offer | OldCopy | PuzzlePost | Announcement


@dataclass(frozen=True, slots=True)
class Event:
    """Something that has to be shown.

    Attributes:
        due: What is due.
        subject: The game, challenge, offer, copy, post of a puzzle or announcement, as it is now.
    """

    due: Due
    subject: Subject

    @property
    def key(self) -> Hashable:
        """Return a key that events for the same thing share."""
        version = self.subject.version if isinstance(self.subject, Game) else None
        return self.due, type(self.subject), self.subject.id, version
