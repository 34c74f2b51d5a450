"""Refusals about one challenge."""

from __future__ import annotations

from gridlock_host.errors.refusal import Refusal
from gridlock_host.snapshots import Challenge, ChallengeStatus


class NoSuchChallenge(Refusal):
    """No challenge of this server has that id."""

    def __init__(self) -> None:
        super().__init__("There is no such challenge in this server. `/gridlock games` lists yours.")


class ChallengeClosed(Refusal):
    """The challenge has been answered or withdrawn already.

    Only its two players are told where its game is.
    """

    def __init__(self, challenge: Challenge, actor_id: int) -> None:
        self.challenge = challenge
        plays = actor_id in (challenge.challenger_id, challenge.opponent_id)
        where = ", and `/gridlock games` lists its game" if plays else ""
        happened = {
            ChallengeStatus.ACCEPTED: f"was accepted already{where}",
            ChallengeStatus.DECLINED: "was declined",
            ChallengeStatus.CANCELLED: "was cancelled by the challenger",
            ChallengeStatus.EXPIRED: "ran out of time",
        }.get(challenge.status, "has changed")
        super().__init__(f"Challenge #{challenge.id} is over: it {happened}.")


class NotYourChallenge(Refusal):
    """Somebody else has to answer, or to withdraw, this challenge."""

    def __init__(self, challenge: Challenge, *, wanted: str) -> None:
        self.challenge = challenge
        super().__init__(f"Only {wanted} can do that with challenge #{challenge.id}.")


class CannotBeChallenged(Refusal):
    """The opponent named cannot play: oneself, a bot, or somebody who is not here."""
