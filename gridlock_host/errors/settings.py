"""Refusals about the settings of a server or a person."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_rules.wording import Phrase


class NotManager(Refusal):
    """The member who asked may not change the settings of the server."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("Only members who may manage this server (permission *Manage Server*) can use its settings.")
        )


class EverybodyWouldModerate(Refusal):
    """The moderators' role would be the one that every member has."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "`@everyone` cannot be the moderators' role, because then everybody would be one. Name another role."
            )
        )


class TooManyChannels(Refusal):
    """As many channels as possible are named already."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            Phrase(
                "At most {most} channels can be named. Remove one first, or let games be started everywhere.", most=most
            )
        )


class BadHours(Refusal):
    """The quiet hours are missing or invalid."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "Quiet hours need `from` and `to`: two different times of the day in UTC, such as `22` and `7:30`. "
                "They may go past midnight. The modes `on` and `off` take neither."
            )
        )
