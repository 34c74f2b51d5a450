"""Names, mentions, links, titles and sentences that several messages share."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import reduce
from typing import Final

import discord

from cogs.discord_api.components import NO_COMPONENTS, Components, layout, text_display
from cogs.discord_api.messages import NO_MENTIONS
from cogs.text.i18n import Words
from gridlock_host import Challenge, DeclineReason, First, Game, Order, Place, TimeControl
from gridlock_host.model.person import IMPORTED_PLAYER_ONE, IMPORTED_PLAYER_TWO, is_deleted
from gridlock_host.model.starts import StartKind
from gridlock_rules import Player, Position, cell_name
from gridlock_rules.wording import COMMA, Phrase, in_one_line, listed

MOST_CONTENT: Final = 2_000
"""The most characters that Discord takes as plain content."""

# Discord takes 4,000 characters in a layout; some are left for a line that counts what does not fit.
MOST_IN_LAYOUT: Final = 3_900
"""The most characters of a layout that a text may use."""

_MOST_NAMES: Final = 10_000
_MOST_MOVES_LISTED: Final = 12

# discord.py's escape_markdown misses a code fence inside a link's brackets.
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

STARTS: Final = {StartKind.FAIR: Phrase("fair"), StartKind.PLAIN: Phrase("plain")}

HANDICAPS: Final = {
    1: Phrase("opponent, a little"),
    2: Phrase("opponent, clearly"),
    3: Phrase("opponent, very much"),
    -1: Phrase("me, a little"),
    -2: Phrase("me, clearly"),
    -3: Phrase("me, very much"),
}

FILE_NOT_TAKEN: Final = Phrase(
    "Please try again. If it fails again, I may not have the permission *Attach Files* in this channel. A member who "
    "manages this server can grant it."
)
"""What to do if Discord does not take a file."""

_IMPORTED: Final = {IMPORTED_PLAYER_ONE: Phrase("Player 1"), IMPORTED_PLAYER_TWO: Phrase("Player 2")}

ORDERS: Final = {Order.POINTS: Phrase("points"), Order.WIN_RATE: Phrase("win rate")}


def mention(user_id: int) -> str:
    """Return a mention, which every reader sees as the person's current name.

    The message's allowed mentions decide whether it notifies the person. People whose data was deleted have no name,
    and neither have the players of imported games.
    """
    if user_id in _IMPORTED:
        return _IMPORTED[user_id]
    return Phrase("deleted player") if is_deleted(user_id) else f"<@{user_id}>"


def channel_mention(channel_id: int) -> str:
    """Return a mention, which every reader sees as the channel's current name."""
    return f"<#{channel_id}>"


def mention_only(*user_ids: int) -> discord.AllowedMentions:
    """Allow a message to notify these people only. People whose data was deleted are left out."""
    people = [discord.Object(user_id) for user_id in user_ids if not is_deleted(user_id)]
    return (
        NO_MENTIONS
        if not people
        else discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=people)
    )


STONES: Final[Mapping[Player, str]] = {Player.ONE: "🟦", Player.TWO: "🟠"}
"""The emoji that look like the stones of the players."""


def marked(position: Position, seat: Player, *, has_emoji: bool) -> str:
    """Return the mark of a player, after the emoji that looks like their stones if the board is drawn with emoji."""
    mark = position.variant.mark(seat)
    return f"{STONES[seat]} {mark}" if has_emoji else mark


def long_text(text: str) -> Components:
    """Return a layout with this text: up to 4,000 characters, where plain content takes 2,000."""
    return layout(text_display(text))


def text_message(text: str, words: Words) -> tuple[str | None, Components]:
    """Return a text as content without controls; or as a layout, if it is too long for content."""
    if len(text) <= MOST_CONTENT:
        return text, NO_COMPONENTS
    return None, long_text("\n".join(fitting(text.split("\n"), words)))


def fitting(lines: Sequence[str], words: Words) -> list[str]:
    """Return as many of these lines as fit into a layout, and a line that counts the rest."""
    shown: list[str] = []
    used = 0
    for line in lines:
        used += len(line) + 1
        if used > MOST_IN_LAYOUT:
            return [*shown, words("... and {number} more.", number=len(lines) - len(shown))]
        shown.append(line)
    return shown


def as_written(text: str) -> str:
    """Return user input in one line, with its Markdown escaped."""
    return _MARKDOWN.sub(r"\\\g<0>", in_one_line(text))


def sentences(*said: Phrase) -> Phrase:
    """Join sentences into one text, with a blank between two where the language puts one."""
    return reduce(lambda first, second: Phrase("{first} {second}", first=first, second=second), said)


def reason_given(reason: str) -> Phrase:
    """Return the reason that a moderator gave."""
    return Phrase("Reason: {reason}", reason=as_written(reason))


def link(place: Place) -> str:
    """Return the URL of a message; of its channel, if the message is not known."""
    server = (place.foreign_guild_id or "@me") if place.is_outside else place.guild_id
    address = f"https://discord.com/channels/{server}/{place.channel_id}"
    return address if place.message_id is None else f"{address}/{place.message_id}"


def shared_already(game: Game, place: Place | None) -> Phrase:
    """Return that something of a game was shared, and in which message, if that is known."""
    # Outside of servers it may be in a chat that the person is not in.
    if place is None or (place.is_outside and place.channel_id != game.place.channel_id):
        return Phrase("Game #{id} is shared already.", id=game.id)
    return Phrase("Game #{id} is shared already: {link}", id=game.id, link=link(place))


def played(game: Game) -> Phrase:
    """Confirm the last move to the player who made it, with a link to the board."""
    if game.has_just_swapped:
        return Phrase("You swapped in game #{id}: {link}", id=game.id, link=link(game.place))
    return Phrase("You played {move} in game #{id}: {link}", move=game.moves[-1], id=game.id, link=link(game.place))


def last_move(game: Game) -> Phrase:
    """Return who played the last move, and which one."""
    if not game.moves:
        return Phrase("No move yet.")
    mover = mention(game.player_id(game.position.to_move.opponent))
    if game.has_just_swapped:
        return Phrase(
            "{player} swapped, and has taken over the first move, **{move}**.", player=mover, move=game.moves[-1]
        )
    return move_by(mover, game.moves[-1])


def move_by(player: str, move: str) -> Phrase:
    """Return who played a move."""
    return Phrase("{player} played **{move}**.", player=player, move=move)


def which_to_remove(step: int) -> Phrase:
    """Return the question which cell to remove after a step to a cell."""
    return Phrase("You go to {cell}. Which cell do you remove?", cell=cell_name(step))


def moves_listed(moves: Sequence[object]) -> str:
    """Return moves in bold, the first ones by name."""
    shown = listed([f"**{move}**" for move in moves[:_MOST_MOVES_LISTED]], COMMA)
    more = len(moves) - _MOST_MOVES_LISTED
    return shown if more <= 0 else Phrase("{moves} and {more} more", moves=shown, more=more)


def board_size(size: int) -> str:
    """Return a board size as players write it."""
    return f"{size}×{size}"  # noqa: RUF001  # the multiplication sign is what is meant


def game_title(game: Game) -> str:
    """Return the name of a game in lists and headings."""
    if not game.id:
        variant, size = game.variant.title, board_size(game.position.size)
        return Phrase("{variant} {size} (imported)", variant=variant, size=size)
    return f"#{game.id} · {game.variant.title} {board_size(game.position.size)}"


def game_heading(game: Game) -> str:
    """Return the name of a game as the heading of its board."""
    return f"**{game.variant.title}** #{game.id} · {board_size(game.position.size)}"


def agreements(game: Game) -> list[Phrase]:
    """Return what the players have agreed on beside the board."""
    if game.favoured_id is not None:
        favoured, steps = mention(game.favoured_id), abs(game.handicap)
        return [Phrase("handicap {steps} for {player}", steps=steps, player=favoured)]
    agreed = [] if game.start is None else [Phrase("fair start")]
    return agreed if game.swap is None else [*agreed, Phrase("swap")]


def challenge_title(challenge: Challenge) -> str:
    """Return the name of a challenge in lists. It shows no number, so that none is mistaken for that of a game."""
    return f"{challenge.terms.variant.title} {board_size(challenge.terms.board_size)}"


def player(game: Game, user_id: int) -> Phrase:
    """Return a player's mention with their mark."""
    return Phrase("{player} ({mark})", player=mention(user_id), mark=game.mark_of(user_id))


def moment(time: datetime, style: str = "R") -> str:
    """Return a timestamp that Discord shows in local time: relative to now, or in another of its styles."""
    return f"<t:{int(time.timestamp())}:{style}>"


class DisplayNames:
    """The display names seen in interactions, newest kept. Without privileged intents the bot learns no others."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[int, int], str] = OrderedDict()

    def remember(self, guild_id: int, person: discord.abc.User) -> None:
        """Store the current display name of a person in a server."""
        self._names[guild_id, person.id] = in_one_line(person.display_name)
        self._names.move_to_end((guild_id, person.id))
        if len(self._names) > _MOST_NAMES:
            self._names.popitem(last=False)

    def forget(self, user_id: int) -> None:
        """Delete the names of a person in all servers."""
        for key in [key for key in self._names if key[1] == user_id]:
            del self._names[key]

    def find(self, guild_id: int, user_id: int) -> str | None:
        """Return the name of a person in a server; None if it is unknown or has no visible characters."""
        return self._names.get((guild_id, user_id)) or None
