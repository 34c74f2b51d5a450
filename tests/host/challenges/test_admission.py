"""Who may begin a game, and where. A refusal leaves the store as it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridlock_host import Challenge, ChallengeStatus, Database, Game, Person, SessionManager
from gridlock_host.errors import (
    KeptOut,
    OpponentIsBlocked,
    Refusal,
    TooManyChallenges,
    TooManyGames,
    Unwelcome,
    WrongChannel,
)
from gridlock_host.servers.settings import SettingsChange
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    MANAGER,
    OTHER_CHANNEL,
    OTHER_GUILD,
    new_request,
    propose,
    refused,
    start,
)

THREAD = 1_300_000_000_000_000_009


async def settle(sessions: SessionManager, **change: int) -> None:
    await sessions.change_settings(GUILD, MANAGER, SettingsChange(**change))  # type: ignore[arg-type]  # only numbers


async def propose_to_anybody(sessions: SessionManager, one: int = ADA) -> Challenge:
    return await sessions.challenge(HERE, one, None, variant_key="lines", size=3, request_id=new_request())


async def accept(sessions: SessionManager, challenge: Challenge, actor_id: int = BOB) -> Game:
    return await sessions.accept(challenge.place.guild_id, challenge.id, actor_id, channel_id=CHANNEL)


async def finished(sessions: SessionManager) -> Game:
    game = await start(sessions)
    return await sessions.resign(GUILD, game.id, BOB)


async def rematch(sessions: SessionManager, game: Game, actor_id: int) -> Game | None:
    return await sessions.offer_rematch(GUILD, game.id, actor_id, channel_id=CHANNEL)


async def test_challenges_are_made_in_the_channels_of_the_server_and_their_threads(
    database: Database, sessions: SessionManager
) -> None:
    await settle(sessions, add_channel_id=OTHER_CHANNEL)
    async with refused(database, WrongChannel) as info:
        await propose(sessions)
    assert isinstance(info.value, WrongChannel)
    assert info.value.channel_ids == (OTHER_CHANNEL,)
    await propose(sessions, place=replace(HERE, channel_id=OTHER_CHANNEL))
    in_thread = replace(HERE, channel_id=THREAD)
    await sessions.challenge(
        in_thread, ADA, Person(BOB), variant_key="lines", request_id=new_request(), thread_of=OTHER_CHANNEL
    )
    await propose(sessions, place=replace(HERE, guild_id=OTHER_GUILD))


async def test_challenges_are_accepted_in_the_channels_of_the_server(
    database: Database, sessions: SessionManager
) -> None:
    """A challenge that was made before the channels were named can be accepted in one of them."""
    challenge = await propose(sessions)
    await settle(sessions, add_channel_id=OTHER_CHANNEL)
    async with refused(database, WrongChannel):
        await accept(sessions, challenge)
    game = await sessions.accept(GUILD, challenge.id, BOB, channel_id=THREAD, thread_of=OTHER_CHANNEL)
    assert game.place.channel_id == THREAD


async def test_a_challenger_makes_as_many_challenges_as_the_server_allows(
    database: Database, sessions: SessionManager
) -> None:
    """Those made to them do not count, nor those in other servers, nor those that are closed."""
    await propose(sessions, one=BOB, two=ADA)
    await propose(sessions, place=replace(HERE, guild_id=OTHER_GUILD))
    made = [await propose(sessions, two=CLEO) for _ in range(2)] + [await propose_to_anybody(sessions)]
    for again in (propose, propose_to_anybody):
        async with refused(database, TooManyChallenges) as info:
            await again(sessions)
        assert str(info.value) == "This server allows 3 open challenges at a time, and you have 3."
    await sessions.cancel(GUILD, made[0].id, ADA)
    await propose(sessions)


async def test_a_challenger_has_as_many_games_as_the_server_allows(
    database: Database, sessions: SessionManager
) -> None:
    """Whoever is challenged may have more; and games that are over do not count, nor those in other servers."""
    await settle(sessions, most_games=2)
    await start(sessions, place=replace(HERE, guild_id=OTHER_GUILD))
    games = [await start(sessions), await start(sessions, one=BOB, two=ADA)]
    async with refused(database, TooManyGames) as info:
        await propose(sessions, one=ADA, two=CLEO)
    assert str(info.value) == "This server allows 2 open games at a time, and you have 2."
    await propose(sessions, one=CLEO, two=ADA)
    await sessions.resign(GUILD, games[0].id, ADA)
    await propose(sessions, one=ADA, two=CLEO)


async def test_a_challenge_is_not_accepted_while_one_of_the_two_has_too_many_games(
    database: Database, sessions: SessionManager
) -> None:
    """It stays open, and can be accepted once there is room."""
    await settle(sessions, most_games=2)
    by_bob, to_bob = await propose(sessions, one=BOB, two=CLEO), await propose(sessions, one=CLEO, two=BOB)
    game, _ = await start(sessions), await start(sessions)
    await settle(sessions, most_games=1)
    async with refused(database, TooManyGames) as info:
        await accept(sessions, by_bob, CLEO)
    assert str(info.value) == "This server allows 1 open game at a time, and the other player has 2."
    async with refused(database, TooManyGames) as info:
        await accept(sessions, to_bob, BOB)
    assert str(info.value) == "This server allows 1 open game at a time, and you have 2."
    await sessions.resign(GUILD, game.id, BOB)
    await settle(sessions, most_games=2)
    await accept(sessions, to_bob, BOB)


async def test_the_same_request_again_is_granted_at_the_limit(sessions: SessionManager) -> None:
    await settle(sessions, most_challenges=1)
    request = new_request()
    made, again = [
        await sessions.challenge(HERE, ADA, Person(BOB), variant_key="lines", request_id=request) for _ in range(2)
    ]
    assert made == again


async def test_a_game_of_a_match_follows_whatever_the_limit(sessions: SessionManager) -> None:
    await settle(sessions, most_games=1)
    challenge = await sessions.challenge(
        HERE, ADA, Person(BOB), variant_key="lines", best_of=3, request_id=new_request()
    )
    game = await accept(sessions, challenge)
    await settle(sessions, add_channel_id=OTHER_CHANNEL)
    await sessions.ban(GUILD, MANAGER, ADA, "")
    over = await sessions.resign(GUILD, game.id, ADA)
    assert await sessions.next_in_match(over) is not None


async def test_whoever_is_banned_neither_challenges_nor_is_challenged_nor_accepts(
    database: Database, sessions: SessionManager
) -> None:
    """Nor is a challenge accepted that was made before the ban. In other servers nothing changes."""
    by_ada, to_ada = await propose(sessions), await propose(sessions, one=CLEO, two=ADA)
    to_anybody = await propose_to_anybody(sessions, BOB)
    await sessions.ban(GUILD, MANAGER, ADA, "")
    for refused_call, yours in (
        (lambda: propose(sessions, one=ADA, two=BOB), True),
        (lambda: propose_to_anybody(sessions, ADA), True),
        (lambda: propose(sessions, one=BOB, two=ADA), False),
        (lambda: accept(sessions, by_ada, BOB), False),
        (lambda: accept(sessions, to_ada, ADA), True),
        (lambda: accept(sessions, to_anybody, ADA), True),
    ):
        async with refused(database, KeptOut) as info:
            await refused_call()
        assert str(info.value).startswith("You are kept out" if yours else "The other player is kept out")
    await start(sessions, place=replace(HERE, guild_id=OTHER_GUILD))
    await accept(sessions, to_anybody, CLEO)


async def test_nobody_is_challenged_by_those_they_blocked(database: Database, sessions: SessionManager) -> None:
    """That holds in all servers; the sentence does not say why."""
    await sessions.block(BOB, ADA)
    for guild_id in (GUILD, OTHER_GUILD):
        async with refused(database, Unwelcome) as info:
            await propose(sessions, place=replace(HERE, guild_id=guild_id))
        assert str(info.value) == "That challenge cannot be sent."
    await propose(sessions, two=CLEO)


async def test_a_challenge_is_not_accepted_by_those_whom_the_challenger_blocked(
    database: Database, sessions: SessionManager
) -> None:
    to_bob, to_anybody = await propose(sessions), await propose_to_anybody(sessions)
    await sessions.block(ADA, BOB)
    for challenge in (to_bob, to_anybody):
        async with refused(database, Unwelcome) as info:
            await accept(sessions, challenge)
        assert str(info.value) == "That challenge cannot be accepted."
    await accept(sessions, to_anybody, CLEO)


async def test_one_may_accept_the_challenge_of_somebody_whom_one_has_blocked(sessions: SessionManager) -> None:
    challenge = await propose(sessions)
    await sessions.block(BOB, ADA)
    await accept(sessions, challenge)


async def test_whoever_challenges_somebody_they_blocked_is_reminded(
    database: Database, sessions: SessionManager
) -> None:
    await sessions.block(ADA, BOB)
    async with refused(database, OpponentIsBlocked):
        await propose(sessions)
    await sessions.unblock(ADA, BOB)
    await propose(sessions)


async def test_a_rematch_is_refused_as_a_challenge_is(database: Database, sessions: SessionManager) -> None:
    game = await finished(sessions)
    await sessions.block(BOB, ADA)
    async with refused(database, Unwelcome) as info:
        await rematch(sessions, game, ADA)
    assert str(info.value) == "That rematch cannot be offered."
    async with refused(database, OpponentIsBlocked):
        await rematch(sessions, game, BOB)
    await sessions.ban(GUILD, MANAGER, ADA, "")
    for actor_id in (ADA, BOB):
        async with refused(database, KeptOut):
            await rematch(sessions, game, actor_id)
    await settle(sessions, add_channel_id=OTHER_CHANNEL)
    async with refused(database, WrongChannel):
        await rematch(sessions, game, ADA)


async def test_a_rematch_that_was_offered_before_is_not_offered_again_to_whoever_has_blocked_that(
    database: Database, sessions: SessionManager
) -> None:
    """Or else a message that was deleted would be posted once more."""
    game = await finished(sessions)
    await rematch(sessions, game, ADA)
    await sessions.block(BOB, ADA)
    async with refused(database, Unwelcome):
        await rematch(sessions, game, ADA)


async def test_a_rematch_does_not_begin_while_one_of_the_two_has_too_many_games(
    database: Database, sessions: SessionManager
) -> None:
    game = await finished(sessions)
    await settle(sessions, most_games=1)
    assert await rematch(sessions, game, ADA) is None
    other = await start(sessions, one=ADA, two=CLEO)
    async with refused(database, TooManyGames):
        await rematch(sessions, game, BOB)
    await sessions.resign(GUILD, other.id, ADA)
    assert await rematch(sessions, game, BOB) is not None


@pytest.mark.parametrize(
    ("lifted", "error", "sentence"),
    [
        (0, WrongChannel, "certain channels"),
        (1, KeptOut, "You are"),
        (2, KeptOut, "The other player is"),
        (3, Unwelcome, "cannot be sent"),
        (4, OpponentIsBlocked, "You have blocked"),
        (5, TooManyChallenges, "open challenge"),
        (6, TooManyGames, "open game"),
    ],
)
async def test_the_refusals_of_a_challenge_come_in_one_order(
    database: Database, sessions: SessionManager, lifted: int, error: type[Refusal], sentence: str
) -> None:
    """Everything stands against the challenge; with the first reasons gone, the next one is told."""
    await settle(sessions, most_games=1, most_challenges=1)
    challenge = await propose(sessions, two=CLEO)
    await start(sessions, one=BOB, two=ADA)
    reasons = [
        settle(sessions, add_channel_id=OTHER_CHANNEL),
        sessions.ban(GUILD, MANAGER, ADA, ""),
        sessions.ban(GUILD, MANAGER, BOB, ""),
        sessions.block(BOB, ADA),
        sessions.block(ADA, BOB),
    ]
    for number, reason in enumerate(reasons):
        if number < lifted:
            reason.close()
        else:
            await reason
    if lifted == 6:
        await sessions.cancel(GUILD, challenge.id, ADA)
    async with refused(database, error) as info:
        await propose(sessions)
    assert sentence in str(info.value)
    assert (await sessions.find_challenge(GUILD, challenge.id)).status is not ChallengeStatus.ACCEPTED
