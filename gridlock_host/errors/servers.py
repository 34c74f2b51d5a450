"""Refusals about the settings and the moderation of a server, and about blocks and quiet hours."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_rules.wording import Phrase


class NotModerator(Refusal):
    """The member who asked is not a moderator in this server."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "Only moderators can do that: members who may manage this server, or who have the role that its "
                "`/gridlock settings` name."
            )
        )


class AlreadyBanned(Refusal):
    """The member is banned already."""

    def __init__(self) -> None:
        super().__init__(Phrase("That member is kept out of new games in this server already."))


class NotBanned(Refusal):
    """The member is not banned."""

    def __init__(self) -> None:
        super().__init__(Phrase("That member is not kept out of new games in this server."))


class CannotBanYourself(Refusal):
    """A moderator named themselves."""

    def __init__(self) -> None:
        super().__init__(Phrase("You cannot ban yourself; name somebody else."))


class BotsCannotBeBanned(Refusal):
    """A bot was named, which begins no games."""

    def __init__(self) -> None:
        super().__init__(Phrase("A bot cannot be banned: bots begin no games. Name a member who is to play no more."))


class CannotUnbanYourself(Refusal):
    """A moderator who does not manage the server named themselves."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("You cannot lift a ban on yourself. Another moderator can, or whoever manages this server.")
        )


class CannotEndOwnGame(Refusal):
    """A moderator who does not manage the server named a game in which they play."""

    def __init__(self) -> None:
        super().__init__(
            Phrase(
                "You play in that game, so you cannot end it. Another moderator can, or whoever manages this server."
            )
        )


class ManagersCannotBeBanned(Refusal):
    """A moderator who does not manage the server named a member who does."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("Members who may manage this server can be banned only by others who may manage it too.")
        )


class CannotBlockYourself(Refusal):
    """A person named themselves."""

    def __init__(self) -> None:
        super().__init__(Phrase("You cannot block yourself; name somebody else."))


class BotsCannotBeBlocked(Refusal):
    """A bot was named, which makes no challenges."""

    def __init__(self) -> None:
        super().__init__(Phrase("A bot cannot be blocked: bots challenge nobody. Name a person."))


class NotBlocked(Refusal):
    """The person named is not blocked."""

    def __init__(self) -> None:
        super().__init__(
            Phrase("You have not blocked that person. `/gridlock block` without a member lists whom you have.")
        )


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
