"""Refusals about the settings and the moderation of a server, and about blocks and quiet hours."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_rules.wording import Phrase


class NotModerator(Refusal):
    """The member who asked is not a moderator in this server."""

    sentence = Phrase(
        "Only moderators can do that: members who can manage this server, or who have its moderators' role."
    )


class AlreadyBanned(Refusal):
    """The member is banned already."""

    sentence = Phrase("That member is already banned from new games in this server.")


class NotBanned(Refusal):
    """The member is not banned."""

    sentence = Phrase("That member is not banned from new games in this server.")


class CannotBanYourself(Refusal):
    """A moderator named themselves."""

    sentence = Phrase("You cannot ban yourself. Choose another member.")


class BotsCannotBeBanned(Refusal):
    """A bot was named, which begins no games."""

    sentence = Phrase("You cannot ban a bot, because bots start no games. Choose a member.")


class CannotUnbanYourself(Refusal):
    """A moderator who does not manage the server named themselves."""

    sentence = Phrase("You cannot lift your own ban. Ask another moderator, or a member who manages this server.")


class CannotEndOwnGame(Refusal):
    """A moderator who does not manage the server named a game in which they play."""

    sentence = Phrase(
        "You play in that game, so you cannot end it. Ask another moderator, or a member who manages this server."
    )


class CannotVoidOwnGame(Refusal):
    """A moderator who does not manage the server named a game in which they played."""

    sentence = Phrase(
        "You played in that game, so you cannot decide whether it counts. Ask another moderator, or a member who "
        "manages this server."
    )


class GameIsStillOpen(Refusal):
    """The game named is not over."""

    sentence = Phrase("That game is still going on. `/gridlock-server moderate end` ends it without a point.")


class AlreadyVoided(Refusal):
    """The game named does not count already."""

    sentence = Phrase("That game is already taken out of standings and ratings.")


class NotVoided(Refusal):
    """The game named counts, or the member named has no games that do not."""

    sentence = Phrase("No such game is taken out of standings and ratings, so there is nothing to put back.")


class GameOrMember(Refusal):
    """Neither a game nor a member was named, or both were."""

    sentence = Phrase("Name either the game, or the member whose games are put back.")


class ManagersCannotBeBanned(Refusal):
    """A moderator who does not manage the server named a member who does."""

    sentence = Phrase("You cannot ban a member who can manage this server, unless you can manage it too.")


class CannotBlockYourself(Refusal):
    """A person named themselves."""

    sentence = Phrase("You cannot block yourself. Choose another person.")


class BotsCannotBeBlocked(Refusal):
    """A bot was named, which makes no challenges."""

    sentence = Phrase("You cannot block a bot, because bots send no challenges. Choose a person.")


class NotBlocked(Refusal):
    """The person named is not blocked."""

    sentence = Phrase(
        "You have not blocked that person. `/gridlock me block` without a member lists the people you have blocked."
    )


class NotManager(Refusal):
    """The member who asked may not change the settings of the server."""

    sentence = Phrase("Only members with the permission *Manage Server* can see and change the settings.")


class SeasonsAreNotByHand(Refusal):
    """A manager wants to begin a season in a server whose seasons do not begin by hand."""

    sentence = Phrase(
        "Seasons do not begin by hand in this server. `/gridlock-server settings season:by hand` changes that; with "
        "`month` and `quarter` they begin on their own. Nothing was changed."
    )


class EverybodyWouldModerate(Refusal):
    """The moderators' role would be the one that every member has."""

    sentence = Phrase(
        "`@everyone` cannot be the moderators' role, because it would make every member a moderator. Choose "
        "another role."
    )


class TooManyChannels(Refusal):
    """As many channels as possible are named already."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(
            Phrase("You can add at most {most} channels. Remove one first, or allow games in every channel.", most=most)
        )


class BadHours(Refusal):
    """The quiet hours are missing or invalid."""

    sentence = Phrase(
        "Quiet hours need `from` and `to`: two different times of the day in UTC, such as `22` and `7:30`. "
        "They may go past midnight. The modes `on` and `off` take neither."
    )
