"""Disambiguation: which game or challenge is meant if the option that names it is left out."""

from __future__ import annotations

from collections.abc import Sequence

from gridlock_host.errors import NothingFits, NotYourTurn, SeveralChallengesFit, SeveralGamesFit
from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_rules.wording import CountedPhrase, Phrase


def your_turn_first(games: Sequence[Game], user_id: int) -> list[Game]:
    """Sort games for a list: those in which this player is to move come first, then by age, the oldest first."""
    return sorted(games, key=lambda game: (game.to_move_id != user_id, game.id))


def game_to_move_in(games: Sequence[Game], user_id: int, channel_id: int) -> Game:
    """Return the only game in which this player can move: in this channel if there is one, else in the server.

    Args:
        games: The player's open games in the server.
        user_id: The player.
        channel_id: The channel of the request.

    Raises:
        SeveralGamesFit: Several games fit.
        NotYourTurn: The player has one open game, and the opponent is to move in it.
        NothingFits: The player can move in no game.
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
    """Return the only open game: in this channel if there is one, else in the server.

    Raises:
        SeveralGamesFit: Several games fit.
        NothingFits: There is no open game.
    """
    if not games:
        raise NothingFits(_NO_GAME)
    return _nearest(games, channel_id)


def only_challenge(challenges: Sequence[Challenge], wanted: str) -> Challenge:
    """Return the only challenge.

    Args:
        challenges: The open challenges that fit.
        wanted: Which challenges fit, such as "to you"; it completes the sentence of a refusal.

    Raises:
        SeveralChallengesFit: Several fit.
        NothingFits: None does.
    """
    if not challenges:
        raise NothingFits(Phrase("There is no open challenge {wanted} in this server.", wanted=wanted))
    if len(challenges) > 1:
        raise SeveralChallengesFit(challenges)
    return challenges[0]


def challenge_to_accept(to_you: Sequence[Challenge], to_anybody: Sequence[Challenge], channel_id: int) -> Challenge:
    """Return the only challenge that a player can accept.

    Args:
        to_you: The open challenges to this player.
        to_anybody: The open challenges to anybody. They count only if there is none to this player; those in this
            channel come first.
        channel_id: The channel of the request.

    Raises:
        SeveralChallengesFit: Several fit.
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
