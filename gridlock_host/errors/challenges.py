"""Refusals about one challenge."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.errors.refusal import Refusal
from gridlock_host.model.challenge import Challenge, ChallengeStatus
from gridlock_rules.wording import Phrase


class NoSuchChallenge(Refusal):
    """No challenge of this server has that id."""

    def __init__(self) -> None:
        super().__init__(Phrase("There is no such challenge in this server. `/gridlock games` lists yours."))


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
        super().__init__(Phrase("Only {wanted} can do that with challenge #{id}.", wanted=wanted, id=challenge.id))


class SeveralChallengesFit(Refusal):
    """No challenge was named, and several fit.

    Attributes:
        challenges: Those that fit.
    """

    def __init__(self, challenges: Sequence[Challenge]) -> None:
        self.challenges = tuple(challenges)
        super().__init__(
            Phrase(
                "More than one challenge fits. Press a button on one of them, or choose one with the option "
                "`challenge`:"
            )
        )


class CannotBeChallenged(Refusal):
    """The opponent cannot play: it is the challenger, a bot, or not a member of the server."""


def _sentence(challenge: Challenge, *, plays: bool) -> Phrase:
    match challenge.status:
        case ChallengeStatus.ACCEPTED if plays:
            return Phrase(
                "Challenge #{id} is over: it was accepted already, and `/gridlock games` lists its game.",
                id=challenge.id,
            )
        case ChallengeStatus.ACCEPTED:
            return Phrase("Challenge #{id} is over: it was accepted already.", id=challenge.id)
        case ChallengeStatus.DECLINED:
            return Phrase("Challenge #{id} is over: it was declined.", id=challenge.id)
        case ChallengeStatus.CANCELLED:
            return Phrase("Challenge #{id} is over: it was cancelled by the challenger.", id=challenge.id)
        case ChallengeStatus.EXPIRED:
            return Phrase("Challenge #{id} is over: it ran out of time.", id=challenge.id)
        case ChallengeStatus.OPEN:
            return Phrase("Challenge #{id} is over: it has changed.", id=challenge.id)
