"""Refusals of new games: by the server's settings, by its moderators, by a block."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.errors.refusal import Refusal


class WrongChannel(Refusal):
    """Games may not be started here.

    Attributes:
        channel_ids: The channels where they may.
    """

    def __init__(self, channel_ids: Sequence[int]) -> None:
        self.channel_ids = tuple(channel_ids)
        super().__init__("In this server games can be started in certain channels only, and not in this one.")


class KeptOut(Refusal):
    """Moderators keep a person out of new games in this server.

    Attributes:
        yours: Whether it is the one who asked, and not the other player.
    """

    def __init__(self, *, yours: bool) -> None:
        self.yours = yours
        who = "You are" if yours else "The other player is"
        super().__init__(f"{who} kept out of new games in this server by its moderators.")


class TooManyGames(Refusal):
    """A person has as many open games in this server as its settings allow.

    Attributes:
        most: As many as are allowed.
        have: As many as the person has; more than that where the settings allowed more before.
        yours: Whether it is the one who asked, and not the other player.
    """

    def __init__(self, most: int, have: int, *, yours: bool) -> None:
        self.most, self.have, self.yours = most, have, yours
        who = "you have" if yours else "the other player has"
        super().__init__(f"This server allows {_counted(most, 'open game')} at a time, and {who} {have}.")


class TooManyChallenges(Refusal):
    """The challenger has as many open challenges in this server as its settings allow.

    Attributes:
        most: As many as are allowed.
        have: As many as the challenger has made already.
    """

    def __init__(self, most: int, have: int) -> None:
        self.most, self.have = most, have
        super().__init__(f"This server allows {_counted(most, 'open challenge')} at a time, and you have {have}.")


class Unwelcome(Refusal):
    """One of the two has blocked the other; the sentence does not say so."""


class OpponentIsBlocked(Refusal):
    """Whoever asked has blocked the other player."""

    def __init__(self) -> None:
        super().__init__("You have blocked that person. `/gridlock unblock` takes that back.")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
