"""Proposals: a person challenges another one, everybody, or the bot, which accepts at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import discord

from cogs.context import Request
from cogs.discord_api.places import is_shown_to_others
from cogs.messages.sending.channel_access import require_visible_to_opponent
from cogs.text.challenges import first_move_wins
from gridlock_host import Person, Refusal
from gridlock_host.errors import OnlyTheBotHasLevels
from gridlock_host.model.terms import Terms
from gridlock_rules.wording import Phrase
from gridlock_solver.levels import LEVELS

PROPOSED_GAME: Final = "dodge"
"""What is proposed where a server has settled no game: the game with the shortest rules, on a board of five rows."""

# The level of a person's first games against the bot, how many these are, and the level after them.
_FIRST_LEVEL: Final = 1
_FIRST_GAMES: Final = 3
_USUAL_LEVEL: Final = 3
_MAY_BE_HIDDEN: Final = Phrase(
    "I do not know whether your opponent can see this thread, because Discord does not tell me who is in a private one."
)


class NobodyElseHere(Refusal):
    """A person is challenged in direct messages with the bot."""

    sentence = Phrase("Nobody else can see this chat. Here you can challenge me; name me as the opponent.")


async def propose(request: Request, opponent: discord.abc.User | None, terms: Terms) -> None:
    """Challenge a person, or everybody, and answer with the challenge; the bot accepts at once.

    Raises:
        OnlyTheBotHasLevels: A level is given, and the opponent is not the bot.
        NobodyElseHere: Nobody else can see the channel.
        OpponentCannotSee: The opponent cannot see the channel.
    """
    if request.is_outside:
        terms = replace(terms, rated=False)
    if opponent is not None:
        request.services.names.remember(request.guild_id, opponent)
        if request.is_own_account(opponent):
            await _play_bot(request, opponent.id, terms)
            return
    if terms.level is not None:
        raise OnlyTheBotHasLevels
    if not is_shown_to_others(request.interaction):
        raise NobodyElseHere
    is_seen = opponent is None or opponent.bot or require_visible_to_opponent(request, opponent)
    challenge = await request.host.challenges.propose(
        request.place,
        request.user_id,
        None if opponent is None else _person(request, opponent),
        terms,
        request_id=request.interaction.id,
        thread_of=request.parent_channel_id,
    )
    await request.services.challenge_messages.post(request, challenge)
    if not is_seen and isinstance(opponent, discord.Member):
        await request.responder.send_ephemeral(_MAY_BE_HIDDEN)


async def _play_bot(request: Request, bot_id: int, terms: Terms) -> None:
    """Begin a game against the bot, and answer with its board; say which level it is if none was chosen."""
    level = terms.level or await _usual_level(request)
    game = await request.host.challenges.bot_games.start(
        request.place,
        request.user_id,
        bot_id,
        replace(terms, level=level),
        request_id=request.interaction.id,
        thread_of=request.parent_channel_id,
    )
    await request.services.board_messages.post(request, game)
    if terms.level is None:
        await request.responder.send_ephemeral(_level_chosen(level))
    if terms.size is None and terms.first_move_can_win:
        await request.responder.send_ephemeral(first_move_wins(terms))


async def _usual_level(request: Request) -> int:
    """Return the level that a person plays if they choose none: an easy one in their first games."""
    records = await request.host.games.standings.bot_records(request.guild_id, request.user_id)
    return _FIRST_LEVEL if sum(record.played for record in records) < _FIRST_GAMES else _USUAL_LEVEL


def _level_chosen(level: int) -> Phrase:
    return Phrase(
        "You play me at level {level}. For another one, use `level` in `/gridlock challenge` ({lowest} "
        "to {highest}). `/gridlock learn hint` helps you.",
        level=level,
        lowest=LEVELS[0],
        highest=LEVELS[-1],
    )


def _person(request: Request, user: discord.abc.User) -> Person:
    # In a group chat, Discord offers and tells those who are in it.
    is_here = request.interaction.guild_id is None or isinstance(user, discord.Member)
    return Person(user.id, is_bot=user.bot, is_member=is_here)
