"""Who may begin a game with whom, and where.

The checks read within the write transaction that adds the challenge or the game, behind the server's lock: what they
have found is still so when it is stored. They go in one order: the channel, bans, blocks, limits.
"""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host import block_store, challenge_store, game_store, moderation_store
from gridlock_host.errors import (
    KeptOut,
    OpponentIsBlocked,
    TooManyChallenges,
    TooManyGames,
    Unwelcome,
    WrongChannel,
)
from gridlock_host.server_settings import ServerSettings
from gridlock_host.settings_store import load_settings
from gridlock_host.snapshots import Challenge, Game, Place


async def check_may_challenge(connection: AsyncConnection, challenge: Challenge, thread_of: int | None) -> None:
    """Refuse a challenge that is about to be stored, where the server or the opponent does not want it.

    Args:
        connection: A write transaction that has locked the server.
        challenge: The challenge, not yet among the open ones.
        thread_of: The channel in whose thread it is made.

    Raises:
        WrongChannel, KeptOut, Unwelcome, OpponentIsBlocked, TooManyChallenges, TooManyGames: As these say.
    """
    place, challenger_id, opponent_id = challenge.place, challenge.challenger_id, challenge.opponent_id
    settings = await load_settings(connection, place.guild_id)
    _check_channel(settings, place.channel_id, thread_of)
    await _check_not_banned(connection, place.guild_id, challenger_id, opponent_id)
    if opponent_id is not None:
        await _check_not_blocked(connection, challenger_id, opponent_id, "That challenge cannot be sent.")
    made = await challenge_store.count_open_challenges(connection, place.guild_id, challenger_id)
    if made >= settings.most_challenges:
        raise TooManyChallenges(settings.most_challenges)
    await _check_has_room(connection, settings, place.guild_id, challenger_id, asker_id=challenger_id)


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
    _check_channel(settings, channel_id, thread_of)
    await _check_not_banned(connection, guild_id, actor_id, challenge.challenger_id)
    if await block_store.has_blocked(connection, challenge.challenger_id, actor_id):
        raise Unwelcome("That challenge cannot be accepted.")
    for player_id in (actor_id, challenge.challenger_id):
        await _check_has_room(connection, settings, guild_id, player_id, asker_id=actor_id)


async def check_may_offer_rematch(
    connection: AsyncConnection, game: Game, actor_id: int, here: Place, thread_of: int | None
) -> None:
    """Refuse to let somebody offer a rematch.

    Raises:
        WrongChannel, KeptOut, Unwelcome, OpponentIsBlocked: As these say.
    """
    opponent_id = game.opponent_of(actor_id)
    _check_channel(await load_settings(connection, here.guild_id), here.channel_id, thread_of)
    await _check_not_banned(connection, here.guild_id, actor_id, opponent_id)
    await _check_not_blocked(connection, actor_id, opponent_id, "That rematch cannot be offered.")


async def check_rematch_has_room(connection: AsyncConnection, game: Game, actor_id: int) -> None:
    """Refuse to begin a rematch while one of the two has as many games as the server allows.

    Raises:
        TooManyGames: As it says.
    """
    guild_id = game.place.guild_id
    settings = await load_settings(connection, guild_id)
    for player_id in (actor_id, game.opponent_of(actor_id)):
        await _check_has_room(connection, settings, guild_id, player_id, asker_id=actor_id)


def _check_channel(settings: ServerSettings, channel_id: int, thread_of: int | None) -> None:
    if not settings.allows_channel(channel_id, thread_of):
        raise WrongChannel(settings.channel_ids)


async def _check_not_banned(connection: AsyncConnection, guild_id: int, asker_id: int, other_id: int | None) -> None:
    for user_id in (asker_id, other_id):
        if user_id is not None and await moderation_store.is_banned(connection, guild_id, user_id):
            raise KeptOut(user_id, asker_id=asker_id)


async def _check_not_blocked(connection: AsyncConnection, asker_id: int, other_id: int, sentence: str) -> None:
    if await block_store.has_blocked(connection, other_id, asker_id):
        raise Unwelcome(sentence)
    if await block_store.has_blocked(connection, asker_id, other_id):
        raise OpponentIsBlocked


async def _check_has_room(
    connection: AsyncConnection, settings: ServerSettings, guild_id: int, user_id: int, *, asker_id: int
) -> None:
    if await game_store.count_open_games(connection, guild_id, user_id) >= settings.most_games:
        raise TooManyGames(user_id, settings.most_games, asker_id=asker_id)
