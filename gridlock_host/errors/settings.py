"""Refusals about what a server or a person settles."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_rules.wording import Phrase


class NotManager(Refusal):
    """Whoever asked may not change the server's settings."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("Only members who may manage this server (permission *Manage Server*) can use its settings.")
        )


class EverybodyWouldModerate(Refusal):
    """The role that was named as the moderators' is the one that every member has."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "`@everyone` cannot be the moderators' role, because then everybody would be one. Name another role."
            )
        )


class TooManyChannels(Refusal):
    """Games may be started in as many channels already as can be named."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            Phrase(
                "At most {most} channels can be named. Remove one first, or let games be started everywhere.", most=most
            )
        )


class BadHours(Refusal):
    """What was given as quiet hours is none."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "Quiet hours need `from` and `to`: two different times of the day in UTC, such as `22` and `7:30`. "
                "They may go past midnight. The modes `on` and `off` take neither."
            )
        )
