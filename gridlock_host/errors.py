"""Refusals: requests that cannot be granted. Each carries its data and reads as a sentence for whoever asked.

The rules have refusals of their own (`gridlock_rules.RulesError`): not a move, not a legal move.
"""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.snapshots import Challenge, ChallengeStatus, Game


class Refusal(Exception):
    """A request that was not granted and changed nothing. `str()` is the sentence for the person who made it."""


class NoSuchGame(Refusal):
    """No game of this server has that id."""

    def __init__(self, game_id: int | None = None) -> None:
        self.game_id = game_id
        named = "that" if game_id is None else f"#{game_id}"
        super().__init__(f"There is no game {named} in this server. `/gridlock games` lists yours.")


class GameRefusal(Refusal):
    """A refusal about one game, as it stood.

    Attributes:
        game: The game, read when the request was refused.
    """

    def __init__(self, game: Game, sentence: str) -> None:
        self.game = game
        super().__init__(sentence)


class GameIsOver(GameRefusal):
    """The game has ended."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"Game #{game.id} is over.")


class NotInThisGame(GameRefusal):
    """Whoever asked does not take part."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"You are not playing in game #{game.id}. Only its two players can do that.")


class NotYourTurn(GameRefusal):
    """The other player is to move."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"It is not your turn in game #{game.id}: your opponent is to move.")


class StaleBoard(GameRefusal):
    """The game has moved on since the caller looked at it."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"That board is out of date: game #{game.id} has moved on since.")


class NothingFits(Refusal):
    """An option was left out, and nothing could be meant."""


class SeveralFit(Refusal):
    """An option was left out, and more than one thing could be meant.

    Attributes:
        ids: What could be meant.
    """

    def __init__(self, kind: str, ids: Sequence[int]) -> None:
        self.ids = tuple(ids)
        listed = ", ".join(f"#{one}" for one in ids[:10]) + (", ..." if len(ids) > 10 else "")
        super().__init__(f"More than one {kind} fits: {listed}. Say which with the option `{kind}`.")


class NoSuchChallenge(Refusal):
    """No challenge of this server has that id."""

    def __init__(self) -> None:
        super().__init__("There is no such challenge in this server. `/gridlock games` lists yours.")


class ChallengeClosed(Refusal):
    """The challenge has been answered or withdrawn already."""

    def __init__(self, challenge: Challenge) -> None:
        self.challenge = challenge
        happened = {
            ChallengeStatus.ACCEPTED: "was accepted already",
            ChallengeStatus.DECLINED: "was declined",
            ChallengeStatus.CANCELLED: "was cancelled by the challenger",
        }.get(challenge.status, "has changed")
        super().__init__(f"Challenge #{challenge.id} is over: it {happened}.")


class NotYourChallenge(Refusal):
    """Somebody else has to answer, or to withdraw, this challenge."""

    def __init__(self, challenge: Challenge, *, wanted: str) -> None:
        self.challenge = challenge
        super().__init__(f"Only {wanted} can do that with challenge #{challenge.id}.")


class CannotBeChallenged(Refusal):
    """The opponent named cannot play: oneself, a bot, or somebody who is not here."""


class Busy(Refusal):
    """The store could not be written in time, or others kept changing the same game."""

    def __init__(self) -> None:
        super().__init__("The server is very busy right now. Nothing was changed; please try again.")
