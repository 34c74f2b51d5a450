"""Which game or challenge is meant when the option that names it is left out."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.errors import NothingFits, NotYourTurn, SeveralChallengesFit, SeveralGamesFit
from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_rules.wording import CountedPhrase, Phrase


def your_turn_first(games: Sequence[Game], user_id: int) -> list[Game]:
    """The games sorted for a list: those where this person is to move first, the oldest first among equals."""
    return sorted(games, key=lambda game: (game.to_move_id != user_id, game.id))


def game_to_move_in(games: Sequence[Game], user_id: int, channel_id: int) -> Game:
    """The one game in which this person can move: in this channel if there is one, else in the server.

    Args:
        games: The person's open games in the server.
        user_id: The person.
        channel_id: Where they are.

    Raises:
        SeveralGamesFit: More than one game fits.
        NotYourTurn: There is one open game only, and the opponent is to move in it.
        NothingFits: There is no game to move in.
    """
    mine = [game for game in games if game.to_move_id == user_id]
    if mine:
        return _nearest(mine, channel_id)
    if len(games) == 1:
        raise NotYourTurn(games[0])
    if games:
        raise NothingFits(
            CountedPhrase(
                len(games),
                "It is not your turn in your game in this server.",
                "It is not your turn in any of your {number} games in this server.",
            )
        )
    raise NothingFits(_NO_GAME)


def game_to_show(games: Sequence[Game], channel_id: int) -> Game:
    """The one open game meant by somebody in this channel: one played in it if there is one, else any.

    Raises:
        SeveralGamesFit: More than one game fits.
        NothingFits: There is no open game.
    """
    if not games:
        raise NothingFits(_NO_GAME)
    return _nearest(games, channel_id)


def only_challenge(challenges: Sequence[Challenge], wanted: str) -> Challenge:
    """The one challenge that fits.

    Args:
        challenges: The open challenges that the person could mean.
        wanted: What is looked for, such as "to you"; it completes the sentence of a refusal.

    Raises:
        SeveralChallengesFit: More than one fits.
        NothingFits: None does.
    """
    if not challenges:
        raise NothingFits(Phrase("There is no open challenge {wanted} in this server.", wanted=wanted))
    if len(challenges) > 1:
        raise SeveralChallengesFit(challenges)
    return challenges[0]


def challenge_to_accept(to_you: Sequence[Challenge], to_anybody: Sequence[Challenge], channel_id: int) -> Challenge:
    """The one challenge that somebody in this channel means to accept.

    Args:
        to_you: The open challenges to this person.
        to_anybody: Those that anybody may accept, which are meant when there is none to this person: the one in this
            channel if there is one, else any.
        channel_id: Where the person is.

    Raises:
        SeveralChallengesFit: More than one fits.
        NothingFits: None does.
    """
    here = [challenge for challenge in to_anybody if challenge.place.channel_id == channel_id]
    return only_challenge(to_you or here or to_anybody, Phrase("to you or to anybody"))


_NO_GAME = Phrase("You have no open game in this server. `/gridlock challenge` starts one.")


def _nearest(games: Sequence[Game], channel_id: int) -> Game:
    here = [game for game in games if game.place.channel_id == channel_id]
    fitting = here or games
    if len(fitting) > 1:
        raise SeveralGamesFit(fitting)
    return fitting[0]
