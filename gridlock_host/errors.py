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
        named = "no game with that number" if game_id is None else f"no game #{game_id}"
        super().__init__(f"There is {named} in this server. `/gridlock games` lists yours.")


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


class NotOver(GameRefusal):
    """The game goes on, or the next one of its match has begun."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"Game #{game.id} is not over, or its match goes on; a rematch comes after that.")


class RematchBegan(GameRefusal):
    """There has been a rematch already; `game` is that rematch."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"The rematch has begun already: it is game #{game.id}.")


class AlreadyOffered(GameRefusal):
    """The same offer stands already."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "That is offered already; now it is for your opponent to answer.")


class NothingToTakeBack(GameRefusal):
    """The last move is not the asker's."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "Only the player who made the last move can ask to take it back.")


class OfferIsOver(GameRefusal):
    """The offer was answered, or the game has moved on since."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, f"That offer is over: it was answered, or game #{game.id} has moved on since.")


class NotYourOffer(GameRefusal):
    """The offer is for the other player to answer."""

    def __init__(self, game: Game) -> None:
        super().__init__(game, "That offer is for your opponent to answer.")


class NothingFits(Refusal):
    """An option was left out, and nothing could be meant."""


class SeveralFit(Refusal):
    """An option was left out, and more than one thing could be meant.

    Attributes:
        ids: What could be meant.
    """

    def __init__(self, kind: str, ids: Sequence[int]) -> None:
        self.ids = tuple(ids)
        listed = ", ".join(f"#{one}" for one in ids[:10]) + (" and others" if len(ids) > 10 else "")
        super().__init__(f"More than one {kind} fits: {listed}. Say which with the option `{kind}`.")


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


class Busy(Refusal):
    """The store could not be written in time, or others kept changing the same game."""

    def __init__(self) -> None:
        super().__init__("The server is very busy right now. Nothing was changed; please try again.")


class PlayerIsGone(GameRefusal):
    """A player of the game has had their data deleted."""

    def __init__(self, game: Game) -> None:
        super().__init__(
            game, f"A player of game #{game.id} has had their data deleted, so that cannot be done any more."
        )


class BadHours(Refusal):
    """What was given as quiet hours is none."""

    def __init__(self) -> None:
        super().__init__(
            "Quiet hours need `from` and `to`: two different times of the day in UTC, such as `22` and `7:30`. "
            "They may go past midnight. The modes `on` and `off` take neither."
        )


class NotManager(Refusal):
    """Whoever asked may not change the server's settings."""

    def __init__(self) -> None:
        super().__init__("Only members who may manage this server (permission *Manage Server*) can use its settings.")


class TooManyChannels(Refusal):
    """Games may be started in as many channels already as can be named."""

    def __init__(self, most: int) -> None:
        self.most = most
        super().__init__(f"At most {most} channels can be named. Remove one first, or let games be started everywhere.")


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


class NotModerator(Refusal):
    """Whoever asked is no moderator in this server."""

    def __init__(self) -> None:
        super().__init__(
            "Only moderators can do that: members who may manage this server, or who have the role that its "
            "`/gridlock settings` name."
        )


class AlreadyBanned(Refusal):
    """The member is kept out of new games already."""

    def __init__(self) -> None:
        super().__init__("That member is kept out of new games in this server already.")


class NotBanned(Refusal):
    """The member is not kept out of new games."""

    def __init__(self) -> None:
        super().__init__("That member is not kept out of new games in this server.")


class CannotBlockYourself(Refusal):
    """Somebody named themselves."""

    def __init__(self) -> None:
        super().__init__("You cannot block yourself; name somebody else.")


class NotBlocked(Refusal):
    """The person named is not among those whom the asker has blocked."""

    def __init__(self) -> None:
        super().__init__("You have not blocked that person. `/gridlock block` without a member lists whom you have.")


def _counted(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
