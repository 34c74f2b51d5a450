"""Words and links that several messages share."""

from __future__ import annotations

from datetime import datetime

import discord

from gridlock_host import Challenge, Ending, Game, MatchScore, Place, Result
from gridlock_host.snapshots import is_deleted

NOBODY = discord.AllowedMentions.none()


def mention(user_id: int) -> str:
    """A reference to a person that every reader sees under the person's current name.

    Whether it also notifies the person is decided by the message's allowed mentions. Whoever has had their data
    deleted has no name.
    """
    return "deleted player" if is_deleted(user_id) else f"<@{user_id}>"


def channel_mention(channel_id: int) -> str:
    """A reference to a channel that every reader sees under the channel's current name."""
    return f"<#{channel_id}>"


def only(*user_ids: int) -> discord.AllowedMentions:
    """Allow a message to notify these people, as far as they have a name, and nobody else."""
    people = [discord.Object(user_id) for user_id in user_ids if not is_deleted(user_id)]
    return (
        NOBODY if not people else discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
    )


def long_text(text: str) -> discord.ui.LayoutView:
    """A message of up to 4,000 characters; plain content takes only half of that."""
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.TextDisplay(text))
    return view


def link(place: Place) -> str:
    """The address of a message; that of its channel while the message is not known."""
    address = f"https://discord.com/channels/{place.guild_id}/{place.channel_id}"
    return address if place.message_id is None else f"{address}/{place.message_id}"


def board_size(size: int) -> str:
    """A board's size as players write it."""
    return f"{size}×{size}"  # noqa: RUF001  # the multiplication sign is what is meant


def game_title(game: Game) -> str:
    """What a game is called in lists and headings."""
    return f"#{game.id} · {game.variant.title} {board_size(game.position.size)}"


def challenge_title(challenge: Challenge) -> str:
    """What a challenge is called in lists."""
    return f"#{challenge.id} · {challenge.variant.title} {board_size(challenge.size)}"


def player(game: Game, user_id: int) -> str:
    """A player of a game with the mark they play."""
    return f"{mention(user_id)} ({game.mark_of(user_id)})"


def moment(time: datetime, style: str = "R") -> str:
    """A moment that every reader sees in local time: as a distance from now, or in another of Discord's styles."""
    return discord.utils.format_dt(time, style)  # type: ignore[arg-type]  # its styles are a private type


def match_score(game: Game, match: MatchScore) -> str:
    """How a match stands."""
    wins = ", ".join(
        f"{mention(one)} {match.wins.get(one, 0)}" for one in sorted((game.player_one_id, game.player_two_id))
    )
    return f"Match: game {match.number} of at most {match.best_of} · {wins}"


def how_it_ended(game: Game, result: Result) -> str:
    """Who won and why, in a sentence; or why nobody did."""
    if result.winner_id is None or result.loser_id is None:
        reason = {
            Ending.CALLED_OFF: "The time ran out before both had moved, so the game is called off",
            Ending.MODERATION: "A moderator has ended the game",
            Ending.FORGOTTEN: "A player has had their data deleted, which ends the game",
        }.get(result.ending, "The game was broken off")
        return f"{reason}. It counts for nobody ({mention(game.player_one_id)}, {mention(game.player_two_id)})."
    winner, loser = player(game, result.winner_id), player(game, result.loser_id)
    reason = {
        Ending.NO_LEGAL_MOVE: f"{loser} has no legal move",
        Ending.RESIGNATION: f"{loser} resigned",
        Ending.TIME: f"{loser} ran out of time",
    }.get(result.ending, f"{loser} has left")
    return f"{winner} won: {reason}."
