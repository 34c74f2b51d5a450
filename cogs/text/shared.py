"""Words and links that several messages share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final

import discord

from gridlock_host import Challenge, DeclineReason, Ending, First, Game, MatchScore, Order, Place, Result, TimeControl
from gridlock_host.model.snapshots import is_deleted
from gridlock_rules.wording import Phrase, in_one_line

if TYPE_CHECKING:
    from cogs.text.i18n import Words

NOBODY = discord.AllowedMentions.none()

# discord.py's own way to escape lets a code fence through that stands in a link's brackets.
_MARKDOWN: Final = re.compile(r"[\\`*_~|\[]")

TIMES: Final = {
    TimeControl.FIVE_MINUTES: Phrase("5 minutes"),
    TimeControl.ONE_HOUR: Phrase("1 hour"),
    TimeControl.ONE_DAY: Phrase("1 day"),
    TimeControl.THREE_DAYS: Phrase("3 days"),
    TimeControl.SEVEN_DAYS: Phrase("7 days"),
    TimeControl.NONE: Phrase("none"),
}

REASONS: Final = {
    DeclineReason.NOT_NOW: Phrase("not now"),
    DeclineReason.OTHER_VARIANT: Phrase("another variant, please"),
    DeclineReason.OTHER_SIZE: Phrase("another size, please"),
    DeclineReason.TIME_TOO_SHORT: Phrase("the time is too short"),
    DeclineReason.NO_THANKS: Phrase("no, thanks"),
}

FIRSTS: Final = {First.ME: Phrase("me"), First.OPPONENT: Phrase("opponent"), First.RANDOM: Phrase("random")}

ORDERS: Final = {Order.POINTS: Phrase("points"), Order.WIN_RATE: Phrase("win rate")}


def mention(user_id: int) -> str:
    """A reference to a person that every reader sees under the person's current name.

    Whether it also notifies the person is decided by the message's allowed mentions. Whoever has had their data
    deleted has no name.
    """
    return Phrase("deleted player") if is_deleted(user_id) else f"<@{user_id}>"


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


def as_written(text: str) -> str:
    """What somebody has written, in one line, without the effect of Markdown on it or on what follows."""
    return _MARKDOWN.sub(r"\\\g<0>", in_one_line(text))


def listed(parts: Sequence[Phrase], separator: str) -> Phrase:
    """Phrases one after the other, which can still be said in other languages."""
    values = {f"part{number}": part for number, part in enumerate(parts)}
    return Phrase(separator.join(f"{{{name}}}" for name in values), **values)


def link(place: Place) -> str:
    """The address of a message; that of its channel while the message is not known."""
    address = f"https://discord.com/channels/{place.guild_id}/{place.channel_id}"
    return address if place.message_id is None else f"{address}/{place.message_id}"


def played(game: Game) -> Phrase:
    """What the last move was, said to whoever made it, and where the board shows it."""
    return Phrase("You played {move} in game #{id}: {link}", move=game.moves[-1], id=game.id, link=link(game.place))


def board_size(size: int) -> str:
    """A board's size as players write it."""
    return f"{size}×{size}"  # noqa: RUF001  # the multiplication sign is what is meant


def game_title(game: Game) -> str:
    """What a game is called in lists and headings."""
    return f"#{game.id} · {game.variant.title} {board_size(game.position.size)}"


def challenge_title(challenge: Challenge) -> str:
    """What a challenge is called in lists."""
    return f"#{challenge.id} · {challenge.variant.title} {board_size(challenge.size)}"


def player(game: Game, user_id: int) -> Phrase:
    """A player of a game with the mark they play."""
    return Phrase("{player} ({mark})", player=mention(user_id), mark=game.mark_of(user_id))


def moment(time: datetime, style: str = "R") -> str:
    """A moment that every reader sees in local time: as a distance from now, or in another of Discord's styles."""
    return discord.utils.format_dt(time, style)  # type: ignore[arg-type]  # its styles are a private type


def match_score(game: Game, match: MatchScore, words: Words) -> str:
    """How a match stands."""
    wins = ", ".join(
        f"{words.say(mention(one))} {match.wins.get(one, 0)}"
        for one in sorted((game.player_one_id, game.player_two_id))
    )
    return words(
        "Match: game {number} of at most {best_of} · {wins}", number=match.number, best_of=match.best_of, wins=wins
    )


def how_it_ended(game: Game, result: Result) -> Phrase:
    """Who won and why, in a sentence; or why nobody did."""
    if result.winner_id is None or result.loser_id is None:
        reason = {
            Ending.CALLED_OFF: Phrase("The time ran out before both had moved, so the game is called off"),
            Ending.MODERATION: Phrase("A moderator has ended the game"),
            Ending.FORGOTTEN: Phrase("A player has had their data deleted, which ends the game"),
        }.get(result.ending, Phrase("The game was broken off"))
        one, two = mention(game.player_one_id), mention(game.player_two_id)
        return Phrase("{reason}. It counts for nobody ({one}, {two}).", reason=reason, one=one, two=two)
    winner, loser = player(game, result.winner_id), player(game, result.loser_id)
    reason = {
        Ending.NO_LEGAL_MOVE: Phrase("{loser} has no legal move", loser=loser),
        Ending.RESIGNATION: Phrase("{loser} resigned", loser=loser),
        Ending.TIME: Phrase("{loser} ran out of time", loser=loser),
    }.get(result.ending, Phrase("{loser} has left", loser=loser))
    return Phrase("{winner} won: {reason}.", winner=winner, reason=reason)
