"""Admission checks: who may begin a game with whom, and where.

The checks read within the write transaction that adds the challenge or the game, after it has locked the server. So
what they find still holds when it is stored. They are made in one order: the channel, bans, blocks, limits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from types import MappingProxyType
from typing import Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    exists,
    func,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from gridlock_host.challenges.store import is_open_challenge_by
from gridlock_host.errors import (
    ChallengeBlocked,
    OfferedElsewhere,
    OpponentIsBlocked,
    PlayerBanned,
    TooManyChallenges,
    TooManyGames,
    WrongChannel,
)
from gridlock_host.games.offer_store import is_open_rematch_offer, load_open_between
from gridlock_host.games.rows import is_open_game_of, select_games
from gridlock_host.model.challenge import Challenge
from gridlock_host.model.game import Game
from gridlock_host.model.place import Place
from gridlock_host.model.starts import StartKind
from gridlock_host.servers.settings import ServerSettings
from gridlock_host.servers.settings_service import load_settings
from gridlock_host.storage import fingerprints
from gridlock_host.storage.schema import bans, blocks, games, kept_out, offers
from gridlock_rules.wording import Phrase

_NO_BOARD: Final[Mapping[str, object]] = MappingProxyType(
    dict.fromkeys(("one_id", "two_id", "variant", "size", "handicap"))
)


async def check_may_challenge(connection: AsyncConnection, challenge: Challenge, thread_of: int | None) -> None:
    """Refuse a challenge that the settings, the moderators or the opponent do not allow.

    Args:
        connection: A write transaction that has locked the server.
        challenge: The challenge, which is stored already; a refusal rolls it back.
        thread_of: The channel of the thread in which it is made.

    Raises:
        WrongChannel, PlayerBanned, ChallengeBlocked, OpponentIsBlocked, TooManyChallenges, TooManyGames: As these say.
    """
    place, challenger_id, opponent_id = challenge.place, challenge.challenger_id, challenge.opponent_id
    settings = await load_settings(connection, place.guild_id)
    facts = await _load_facts(connection, place.guild_id, challenger_id, opponent_id)
    _check_channel(settings, place.channel_id, thread_of)
    _check_not_banned(facts)
    if facts.actor_is_blocked:
        raise ChallengeBlocked(Phrase("That challenge cannot be sent."))
    if facts.other_is_blocked:
        raise OpponentIsBlocked
    if facts.actor_challenges > settings.most_challenges:
        # The new challenge is stored already, and does not count.
        raise TooManyChallenges(settings.most_challenges, facts.actor_challenges - 1)
    if facts.actor_games >= settings.most_games:
        raise TooManyGames(settings.most_games, facts.actor_games, yours=True)


async def check_may_accept(
    connection: AsyncConnection, challenge: Challenge, actor_id: int, channel_id: int, thread_of: int | None
) -> str | None:
    """Refuse to begin the game that a challenge proposes.

    A player may accept the challenge of a person whom they have blocked.

    Returns:
        The start of the last game of the two on that board that had one.

    Raises:
        WrongChannel, PlayerBanned, ChallengeBlocked, TooManyGames: As these say.
    """
    guild_id = challenge.place.guild_id
    settings = await load_settings(connection, guild_id)
    board = _board_of(challenge, actor_id)
    facts = await _load_facts(connection, guild_id, actor_id, challenge.challenger_id, board)
    _check_channel(settings, channel_id, thread_of)
    _check_not_banned(facts)
    if facts.actor_is_blocked:
        raise ChallengeBlocked(Phrase("That challenge cannot be accepted."))
    _check_both_have_room(settings, facts)
    return facts.last_start


async def check_may_play_bot(connection: AsyncConnection, challenge: Challenge, thread_of: int | None) -> str | None:
    """Refuse to begin a game against the bot, which has no limits of its own.

    Returns:
        As for `check_may_accept`.

    Raises:
        WrongChannel, PlayerBanned, TooManyGames: As these say.
    """
    place = challenge.place
    settings = await load_settings(connection, place.guild_id)
    board = _board_of(challenge, challenge.opponent_id)
    facts = await _load_facts(connection, place.guild_id, challenge.challenger_id, None, board)
    _check_channel(settings, place.channel_id, thread_of)
    _check_not_banned(facts)
    _check_both_have_room(settings, facts)
    return facts.last_start


async def check_may_play_again(
    connection: AsyncConnection, game: Game, actor_id: int, here: Place, *, thread_of: int | None, begins: bool
) -> None:
    """Refuse to offer or begin a rematch.

    Args:
        connection: A write transaction that has locked the server.
        game: The finished game.
        actor_id: The player who asks.
        here: The channel of the request.
        thread_of: The channel of the thread of the request.
        begins: Whether the rematch would begin now. Only then do limits of open games count.

    Raises:
        WrongChannel, PlayerBanned, ChallengeBlocked, OpponentIsBlocked, TooManyGames: As these say.
    """
    settings = await load_settings(connection, here.guild_id)
    # The bot as the opponent has neither bans, nor blocks, nor limits.
    other_id = game.opponent_of(actor_id) if game.bot_id is None else None
    facts = await _load_facts(connection, here.guild_id, actor_id, other_id)
    _check_channel(settings, here.channel_id, thread_of)
    _check_not_banned(facts)
    if facts.actor_is_blocked:
        raise ChallengeBlocked(Phrase("That rematch cannot be offered."))
    if facts.other_is_blocked:
        raise OpponentIsBlocked
    if begins:
        _check_both_have_room(settings, facts)


async def check_may_offer_again(connection: AsyncConnection, game: Game, actor_id: int) -> None:
    """Refuse to offer a rematch beside another open offer of the pair, or beside too many open challenges.

    Args:
        connection: A write transaction that has locked the server.
        game: The finished game, against a person.
        actor_id: The player who offers.

    Raises:
        OfferedElsewhere, TooManyChallenges: As these say.
    """
    guild_id = game.place.guild_id
    open_offer = await load_open_between(connection, guild_id, actor_id, game.opponent_of(actor_id))
    if open_offer is not None:
        (offered,) = await select_games(connection, games.c.id == open_offer.game_id)
        raise OfferedElsewhere(offered, yours=open_offer.by_id == actor_id)
    most = (await load_settings(connection, guild_id)).most_challenges
    have = (await connection.scalar(select(_open_challenges_by(guild_id, actor_id)))) or 0
    if have >= most:
        raise TooManyChallenges(most, have)


def _check_channel(settings: ServerSettings, channel_id: int, thread_of: int | None) -> None:
    if not settings.allows_channel(channel_id, thread_of):
        raise WrongChannel(settings.channel_ids)


@dataclass(frozen=True, slots=True)
class _Facts:
    """What decides whether two people may begin a game in a server.

    Attributes:
        actor_is_banned: Whether the player who asks is banned from new games.
        other_is_banned: Whether the other player is.
        actor_is_blocked: Whether the other player has blocked the one who asks.
        other_is_blocked: Whether the player who asks has blocked the other one.
        actor_games: The open games of the player who asks.
        other_games: The open games of the other player.
        actor_challenges: The open challenges and offers of rematches made by the player who asks.
        last_start: The start of the last game of the two that had one, on the board that is asked about.
    """

    actor_is_banned: bool
    other_is_banned: bool
    actor_is_blocked: bool
    other_is_blocked: bool
    actor_games: int
    other_games: int
    actor_challenges: int
    last_start: str | None


def _check_not_banned(facts: _Facts) -> None:
    if facts.actor_is_banned or facts.other_is_banned:
        raise PlayerBanned(yours=facts.actor_is_banned)


def _check_both_have_room(settings: ServerSettings, facts: _Facts) -> None:
    most = settings.most_games
    if facts.actor_games >= most:
        raise TooManyGames(most, facts.actor_games, yours=True)
    if facts.other_games >= most:
        raise TooManyGames(most, facts.other_games, yours=False)


async def _load_facts(
    connection: AsyncConnection,
    guild_id: int,
    actor_id: int,
    other_id: int | None,
    board: Mapping[str, object] = _NO_BOARD,
) -> _Facts:
    """Read all facts in one statement, for speed; without another player, those about them are false or 0.

    Args:
        connection: A write transaction that has locked the server.
        guild_id: The server.
        actor_id: The player who asks.
        other_id: The other player; None for the bot, or for anybody.
        board: The pair and the board of the game that is about to begin from a fair start, if one is.
    """
    people = {"guild_id": guild_id, "actor_id": actor_id, "other_id": other_id}
    values = dict((await connection.execute(_facts(), {**people, **board})).mappings().one())
    has_fingerprints = values.pop("has_fingerprints")
    facts = _Facts(**values)
    return await _with_fingerprints(connection, facts, guild_id, actor_id, other_id) if has_fingerprints else facts


async def _with_fingerprints(
    connection: AsyncConnection, facts: _Facts, guild_id: int, actor_id: int, other_id: int | None
) -> _Facts:
    """Add the bans and blocks of people whose data was deleted later."""
    facts = replace(
        facts,
        actor_is_banned=facts.actor_is_banned or await fingerprints.is_banned(connection, guild_id, actor_id),
    )
    if other_id is None:
        return facts
    return replace(
        facts,
        other_is_banned=facts.other_is_banned or await fingerprints.is_banned(connection, guild_id, other_id),
        actor_is_blocked=facts.actor_is_blocked or await fingerprints.is_blocked(connection, actor_id, other_id),
        other_is_blocked=facts.other_is_blocked or await fingerprints.is_blocked(connection, other_id, actor_id),
    )


@cache
def _facts() -> Select[bool, bool, bool, bool, int, int, int, bool, str | None]:
    """Build the statement that selects all facts, once. Nothing equals the id of a player who is not there."""
    guild_id, actor_id, other_id = (bindparam(name, type_=BigInteger) for name in ("guild_id", "actor_id", "other_id"))
    return select(
        _is_banned(guild_id, actor_id).label("actor_is_banned"),
        _is_banned(guild_id, other_id).label("other_is_banned"),
        _has_blocked(other_id, actor_id).label("actor_is_blocked"),
        _has_blocked(actor_id, other_id).label("other_is_blocked"),
        _count(is_open_game_of(guild_id, actor_id)).label("actor_games"),
        _count(is_open_game_of(guild_id, other_id)).label("other_games"),
        _open_challenges_by(guild_id, actor_id).label("actor_challenges"),
        exists()
        .where(or_(kept_out.c.guild_id == guild_id, kept_out.c.blocker_id.in_([actor_id, other_id])))
        .label("has_fingerprints"),
        _last_start().label("last_start"),
    )


def _is_banned(guild_id: ColumnElement[int], user_id: ColumnElement[int]) -> ColumnElement[bool]:
    return exists().where(and_(bans.c.guild_id == guild_id, bans.c.user_id == user_id))


def _has_blocked(user_id: ColumnElement[int], other_id: ColumnElement[int]) -> ColumnElement[bool]:
    return exists().where(and_(blocks.c.user_id == user_id, blocks.c.blocked_id == other_id))


def _open_challenges_by(guild_id: int | ColumnElement[int], user_id: int | ColumnElement[int]) -> ColumnElement[int]:
    rematches = and_(is_open_rematch_offer(guild_id), offers.c.by_id == user_id)
    return _count(is_open_challenge_by(guild_id, user_id)) + _count(rematches)


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return select(func.count()).where(condition).scalar_subquery()


def _board_of(challenge: Challenge, opponent_id: int | None) -> Mapping[str, object]:
    """Return what `_last_start` compares; from the plain board, no start is looked for."""
    terms = challenge.terms
    if terms.start_kind is StartKind.PLAIN:
        return _NO_BOARD
    pair = {"one_id": challenge.challenger_id, "two_id": opponent_id}
    return {**pair, "variant": terms.variant_key, "size": terms.board_size, "handicap": abs(terms.handicap)}


def _last_start() -> ColumnElement[str | None]:
    """Build the query of the start of a pair's last game on a board that had one, with either player first."""
    one_id, two_id = (bindparam(name, type_=BigInteger) for name in ("one_id", "two_id"))
    of_board = (
        games.c.variant == bindparam("variant", type_=String),
        games.c.size == bindparam("size", type_=Integer),
        games.c.start.is_not(None),
        func.abs(games.c.handicap) == bindparam("handicap", type_=Integer),
    )
    # Each order of the two is read by the index.
    newest = [
        select(games.c.id)
        .where(games.c.player_one_id == first, games.c.player_two_id == second, *of_board)
        .order_by(games.c.id.desc())
        .limit(1)
        .subquery()
        for first, second in ((one_id, two_id), (two_id, one_id))
    ]
    both = union_all(*map(select, newest)).subquery()
    last = games.alias()
    return select(last.c.start).where(last.c.id == select(func.max(both.c.id)).scalar_subquery()).scalar_subquery()
