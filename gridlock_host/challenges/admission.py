"""Who may begin a game with whom, and where.

The checks read within the write transaction that adds the challenge or the game, behind the server's lock: what they
have found is still so when it is stored. They go in one order: the channel, bans, blocks, limits.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges.admission_store import Circumstances, load_circumstances
from gridlock_host.errors import (
    KeptOut,
    OpponentIsBlocked,
    TooManyChallenges,
    TooManyGames,
    Unwelcome,
    WrongChannel,
)
from gridlock_host.model.snapshots import Challenge, Game, Place
from gridlock_host.servers.settings import ServerSettings
from gridlock_host.servers.settings_store import load_settings
from gridlock_rules.wording import Phrase


async def check_may_challenge(connection: AsyncConnection, challenge: Challenge, thread_of: int | None) -> None:
    """Refuse a challenge where the server or the opponent does not want it.

    Args:
        connection: A write transaction that has locked the server.
        challenge: The challenge, which is among the open ones already; a refusal takes it back.
        thread_of: The channel in whose thread it is made.

    Raises:
        WrongChannel, KeptOut, Unwelcome, OpponentIsBlocked, TooManyChallenges, TooManyGames: As these say.
    """
    place, challenger_id, opponent_id = challenge.place, challenge.challenger_id, challenge.opponent_id
    settings = await load_settings(connection, place.guild_id)
    circumstances = await load_circumstances(connection, place.guild_id, challenger_id, opponent_id)
    _check_channel(settings, place.channel_id, thread_of)
    _check_not_banned(circumstances)
    if circumstances.asker_is_blocked:
        raise Unwelcome(Phrase("That challenge cannot be sent."))
    if circumstances.other_is_blocked:
        raise OpponentIsBlocked
    if circumstances.asker_challenges > settings.most_challenges:
        # The one that is being made is not counted.
        raise TooManyChallenges(settings.most_challenges, circumstances.asker_challenges - 1)
    if circumstances.asker_games >= settings.most_games:
        raise TooManyGames(settings.most_games, circumstances.asker_games, yours=True)


async def check_may_accept(
    connection: AsyncConnection, challenge: Challenge, actor_id: int, channel_id: int, thread_of: int | None
) -> None:
    """Refuse to let somebody begin the game that a challenge proposes.

    A person may accept the challenge of somebody whom they have blocked: that is their own will.

    Raises:
        WrongChannel, KeptOut, Unwelcome, TooManyGames: As these say.
    """
    guild_id = challenge.place.guild_id
    settings = await load_settings(connection, guild_id)
    circumstances = await load_circumstances(connection, guild_id, actor_id, challenge.challenger_id)
    _check_channel(settings, channel_id, thread_of)
    _check_not_banned(circumstances)
    if circumstances.asker_is_blocked:
        raise Unwelcome(Phrase("That challenge cannot be accepted."))
    _check_both_have_room(settings, circumstances)


async def check_may_play_bot(connection: AsyncConnection, player_id: int, place: Place, thread_of: int | None) -> None:
    """Refuse to let somebody begin a game against the bot, which itself has no limits.

    Raises:
        WrongChannel, KeptOut, TooManyGames: As these say.
    """
    settings = await load_settings(connection, place.guild_id)
    circumstances = await load_circumstances(connection, place.guild_id, player_id, None)
    _check_channel(settings, place.channel_id, thread_of)
    _check_not_banned(circumstances)
    _check_both_have_room(settings, circumstances)


async def check_may_play_again(
    connection: AsyncConnection, game: Game, actor_id: int, here: Place, *, thread_of: int | None, begins: bool
) -> None:
    """Refuse to let somebody offer a rematch, or begin it.

    Args:
        connection: A write transaction that has locked the server.
        game: The game that is over.
        actor_id: Who asks.
        here: The channel in which they ask.
        thread_of: The channel in whose thread they do.
        begins: Whether the rematch would begin now; only then must both have room for it.

    Raises:
        WrongChannel, KeptOut, Unwelcome, OpponentIsBlocked, TooManyGames: As these say.
    """
    settings = await load_settings(connection, here.guild_id)
    # What counts of an opponent counts for people; the bot plays whenever it is asked.
    other_id = game.opponent_of(actor_id) if game.bot_id is None else None
    circumstances = await load_circumstances(connection, here.guild_id, actor_id, other_id)
    _check_channel(settings, here.channel_id, thread_of)
    _check_not_banned(circumstances)
    if circumstances.asker_is_blocked:
        raise Unwelcome(Phrase("That rematch cannot be offered."))
    if circumstances.other_is_blocked:
        raise OpponentIsBlocked
    if begins:
        _check_both_have_room(settings, circumstances)


def _check_channel(settings: ServerSettings, channel_id: int, thread_of: int | None) -> None:
    if not settings.allows_channel(channel_id, thread_of):
        raise WrongChannel(settings.channel_ids)


def _check_not_banned(circumstances: Circumstances) -> None:
    if circumstances.asker_is_banned or circumstances.other_is_banned:
        raise KeptOut(yours=circumstances.asker_is_banned)


def _check_both_have_room(settings: ServerSettings, circumstances: Circumstances) -> None:
    most = settings.most_games
    if circumstances.asker_games >= most:
        raise TooManyGames(most, circumstances.asker_games, yours=True)
    if circumstances.other_games >= most:
        raise TooManyGames(most, circumstances.other_games, yours=False)
