"""Refusals about one challenge, and of new games: by the settings of the server, a ban, or a block."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.errors.refusal import Refusal
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_rules import Variant
from gridlock_rules.wording import CountedPhrase, Phrase


class NoSuchChallenge(Refusal):
    """No challenge of this server has that id."""

    sentence = Phrase("There is no such challenge in this server. `/gridlock games` lists yours.")


class ChallengeClosed(Refusal):
    """The challenge was answered or withdrawn already.

    The sentence tells only its two players where its game is.
    """

    def __init__(self, challenge: Challenge, actor_id: int) -> None:
        self.challenge = challenge
        plays = actor_id in (challenge.challenger_id, challenge.opponent_id)
        super().__init__(_sentence(challenge, plays=plays))


class NotYourChallenge(Refusal):
    """Another player has to answer or withdraw this challenge."""

    def __init__(self, challenge: Challenge, *, wanted: str) -> None:
        self.challenge = challenge
        super().__init__(Phrase("Only {wanted} can do that.", wanted=wanted))


class SeveralChallengesFit(Refusal):
    """No challenge was named, and several fit.

    Attributes:
        challenges: Those that fit.
    """

    def __init__(self, challenges: Sequence[Challenge]) -> None:
        self.challenges = tuple(challenges)
        super().__init__(Phrase("More than one challenge fits. Which one?"))


class CannotBeChallenged(Refusal):
    """The opponent cannot play: it is the challenger, a bot, or not a member of the server."""


class HandicapAlone(Refusal):
    """A handicap was chosen along with a start or the right to swap."""

    sentence = Phrase("A handicap has starts of its own, without a swap. Choose `handicap` without `start` and `swap`.")


class NoFairStarts(Refusal):
    """There are no fair starts, or none with a handicap, on a board of this size."""

    def __init__(self, variant: Variant, size: int) -> None:
        super().__init__(
            Phrase(
                "There are no such starts in {title} on {size}×{size}. Choose another board, or `start:plain`.",  # noqa: RUF001  # the multiplication sign
                title=variant.title,
                size=size,
            )
        )


def _sentence(challenge: Challenge, *, plays: bool) -> Phrase:
    match challenge.status:
        case ChallengeStatus.ACCEPTED if plays:
            return Phrase("This challenge is over: it was accepted already, and `/gridlock games` lists its game.")
        case ChallengeStatus.ACCEPTED:
            return Phrase("This challenge is over: it was accepted already.")
        case ChallengeStatus.DECLINED:
            return Phrase("This challenge is over: it was declined.")
        case ChallengeStatus.CANCELLED:
            return Phrase("This challenge is over: the challenger cancelled it.")
        case ChallengeStatus.EXPIRED:
            return Phrase("This challenge is over: it ran out of time.")
        case ChallengeStatus.OPEN:
            return Phrase("This challenge is over: it has changed.")


class WrongChannel(Refusal):
    """Games may not be started here.

    Attributes:
        channel_ids: The channels where they may be started.
    """

    def __init__(self, channel_ids: Sequence[int]) -> None:
        self.channel_ids = tuple(channel_ids)
        super().__init__(Phrase("This server does not allow games in this channel."))


class PlayerBanned(Refusal):
    """Moderators have banned a player from new games in this server.

    Attributes:
        yours: Whether it is the player who asked, and not the other one.
    """

    def __init__(self, *, yours: bool) -> None:
        self.yours = yours
        super().__init__(
            Phrase("The moderators of this server have banned you from new games.")
            if yours
            else Phrase("The moderators of this server have banned the other player from new games.")
        )


class TooManyGames(Refusal):
    """A player has as many open games in this server as its settings allow.

    Attributes:
        most: The limit.
        have: The number of the player's open games, which exceeds the limit if that was lowered.
        yours: Whether it is the player who asked, and not the other one.
    """

    def __init__(self, most: int, have: int, *, yours: bool) -> None:
        self.most, self.have, self.yours = most, have, yours
        allowed = CountedPhrase(most, "{number} open game", "{number} open games")
        super().__init__(
            Phrase("This server allows {allowed} at a time, and you have {have}.", allowed=allowed, have=have)
            if yours
            else Phrase(
                "This server allows {allowed} at a time, and the other player has {have}.", allowed=allowed, have=have
            )
        )


class TooManyChallenges(Refusal):
    """A player has as many open challenges and offers of rematches in this server as its settings allow.

    Attributes:
        most: The limit.
        have: How many the player has.
    """

    def __init__(self, most: int, have: int) -> None:
        self.most, self.have = most, have
        allowed = CountedPhrase(most, "{number} open challenge", "{number} open challenges")
        super().__init__(
            Phrase(
                "This server allows {allowed} at a time, offers of rematches included, and you have {have}.",
                allowed=allowed,
                have=have,
            )
        )


class ChallengeBlocked(Refusal):
    """The other player has blocked the one who asked; the sentence does not say so."""


class OpponentIsBlocked(Refusal):
    """The player who asked has blocked the other one."""

    sentence = Phrase("You have blocked that person. `/gridlock me unblock` lifts the block.")
