"""Admission to games: channels, limits, bans and blocks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridlock_host import Challenge, ChallengeStatus, Database, Game, Host, Person
from gridlock_host.errors import (
    ChallengeBlocked,
    OpponentIsBlocked,
    PlayerBanned,
    Refusal,
    TooManyChallenges,
    TooManyGames,
    WrongChannel,
)
from gridlock_host.model.terms import Terms
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
    resign,
    start,
)

THREAD = 1_300_000_000_000_000_009


async def settle(host: Host, **change: int) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(**change))  # type: ignore[arg-type]  # only numbers


async def propose_to_anybody(host: Host, one: int = ADA) -> Challenge:
    return await host.challenges.propose(HERE, one, None, Terms("lines", size=3), request_id=new_request())


async def accept(host: Host, challenge: Challenge, actor_id: int = BOB) -> Game:
    return await host.challenges.accept(challenge.place.guild_id, challenge.id, actor_id, channel_id=CHANNEL)


async def finished(host: Host) -> Game:
    game = await start(host)
    return await resign(host, GUILD, game.id, BOB)


async def rematch(host: Host, game: Game, actor_id: int) -> Game | None:
    return await host.challenges.rematch.offer(GUILD, game.id, actor_id, channel_id=CHANNEL)


async def test_challenges_are_made_in_the_channels_of_the_server_and_their_threads(
    database: Database, host: Host
) -> None:
    await settle(host, add_channel_id=OTHER_CHANNEL)
    async with refused(database, WrongChannel) as info:
        await propose(host)
    assert isinstance(info.value, WrongChannel)
    assert info.value.channel_ids == (OTHER_CHANNEL,)
    await propose(host, place=replace(HERE, channel_id=OTHER_CHANNEL))
    in_thread = replace(HERE, channel_id=THREAD)
    await host.challenges.propose(
        in_thread, ADA, Person(BOB), Terms("lines"), request_id=new_request(), thread_of=OTHER_CHANNEL
    )
    await propose(host, place=replace(HERE, guild_id=OTHER_GUILD))


async def test_challenges_are_accepted_in_the_channels_of_the_server(database: Database, host: Host) -> None:
    """A challenge that was made before the channels were named can be accepted in one of them."""
    challenge = await propose(host)
    await settle(host, add_channel_id=OTHER_CHANNEL)
    async with refused(database, WrongChannel):
        await accept(host, challenge)
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=THREAD, thread_of=OTHER_CHANNEL)
    assert game.place.channel_id == THREAD


async def test_a_challenger_makes_as_many_challenges_as_the_server_allows(database: Database, host: Host) -> None:
    """Those made to them do not count, nor those in other servers, nor those that are closed."""
    await propose(host, one=BOB, two=ADA)
    await propose(host, place=replace(HERE, guild_id=OTHER_GUILD))
    made = [await propose(host, two=CLEO) for _ in range(2)] + [await propose_to_anybody(host)]
    for again in (propose, propose_to_anybody):
        async with refused(database, TooManyChallenges) as info:
            await again(host)
        assert str(info.value) == (
            "This server allows 3 open challenges at a time, offers of rematches included, and you have 3."
        )
    await host.challenges.cancel(GUILD, made[0].id, ADA)
    await propose(host)


async def test_a_challenger_has_as_many_games_as_the_server_allows(database: Database, host: Host) -> None:
    """The opponent may have more; finished games and other servers do not count."""
    await settle(host, most_games=2)
    await start(host, place=replace(HERE, guild_id=OTHER_GUILD))
    games = [await start(host), await start(host, one=BOB, two=ADA)]
    async with refused(database, TooManyGames) as info:
        await propose(host, one=ADA, two=CLEO)
    assert str(info.value) == "This server allows 2 open games at a time, and you have 2."
    await propose(host, one=CLEO, two=ADA)
    await resign(host, GUILD, games[0].id, ADA)
    await propose(host, one=ADA, two=CLEO)


async def test_no_challenge_is_accepted_while_a_player_is_at_the_game_limit(database: Database, host: Host) -> None:
    """It stays open, and can be accepted once there is room."""
    await settle(host, most_games=2)
    by_bob, to_bob = await propose(host, one=BOB, two=CLEO), await propose(host, one=CLEO, two=BOB)
    game, _ = await start(host), await start(host)
    async with refused(database, TooManyGames) as info:
        await accept(host, by_bob, CLEO)
    assert str(info.value) == "This server allows 2 open games at a time, and the other player has 2."
    async with refused(database, TooManyGames) as info:
        await accept(host, to_bob, BOB)
    assert str(info.value) == "This server allows 2 open games at a time, and you have 2."
    await resign(host, GUILD, game.id, BOB)
    await accept(host, to_bob, BOB)


async def test_a_repeated_request_succeeds_at_the_limit(host: Host) -> None:
    await settle(host, most_challenges=1)
    request = new_request()
    made, again = [
        await host.challenges.propose(HERE, ADA, Person(BOB), Terms("lines"), request_id=request) for _ in range(2)
    ]
    assert made == again


async def test_the_next_game_of_a_match_ignores_the_limit(host: Host) -> None:
    await settle(host, most_games=1)
    challenge = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("lines", best_of=3), request_id=new_request()
    )
    game = await accept(host, challenge)
    await settle(host, add_channel_id=OTHER_CHANNEL)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    over = await resign(host, GUILD, game.id, ADA)
    assert await host.games.next_in_match(over) is not None


async def test_banned_members_neither_challenge_nor_accept_nor_are_challenged(database: Database, host: Host) -> None:
    """Nor is a challenge accepted that was made before the ban. In other servers nothing changes."""
    by_ada, to_ada = await propose(host), await propose(host, one=CLEO, two=ADA)
    to_anybody = await propose_to_anybody(host, BOB)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    for refused_call, yours in (
        (lambda: propose(host, one=ADA, two=BOB), True),
        (lambda: propose_to_anybody(host, ADA), True),
        (lambda: propose(host, one=BOB, two=ADA), False),
        (lambda: accept(host, by_ada, BOB), False),
        (lambda: accept(host, to_ada, ADA), True),
        (lambda: accept(host, to_anybody, ADA), True),
    ):
        async with refused(database, PlayerBanned) as info:
            await refused_call()
        assert ("banned you" if yours else "banned the other player") in str(info.value)
    await start(host, place=replace(HERE, guild_id=OTHER_GUILD))
    await accept(host, to_anybody, CLEO)


async def test_a_blocked_member_cannot_challenge_the_blocker(database: Database, host: Host) -> None:
    """That holds in all servers; the sentence does not say why."""
    await host.members.blocks.add(BOB, ADA)
    for guild_id in (GUILD, OTHER_GUILD):
        async with refused(database, ChallengeBlocked) as info:
            await propose(host, place=replace(HERE, guild_id=guild_id))
        assert str(info.value) == "That challenge cannot be sent."
    await propose(host, two=CLEO)


async def test_a_member_blocked_by_the_challenger_cannot_accept(database: Database, host: Host) -> None:
    to_bob, to_anybody = await propose(host), await propose_to_anybody(host)
    await host.members.blocks.add(ADA, BOB)
    for challenge in (to_bob, to_anybody):
        async with refused(database, ChallengeBlocked) as info:
            await accept(host, challenge)
        assert str(info.value) == "That challenge cannot be accepted."
    await accept(host, to_anybody, CLEO)


async def test_a_challenge_from_a_blocked_member_can_be_accepted(host: Host) -> None:
    challenge = await propose(host)
    await host.members.blocks.add(BOB, ADA)
    await accept(host, challenge)


async def test_challenging_a_member_one_has_blocked_is_refused(database: Database, host: Host) -> None:
    await host.members.blocks.add(ADA, BOB)
    async with refused(database, OpponentIsBlocked):
        await propose(host)
    await host.members.blocks.remove(ADA, BOB)
    await propose(host)


async def test_a_block_refuses_a_rematch_like_a_challenge(database: Database, host: Host) -> None:
    game = await finished(host)
    await host.members.blocks.add(BOB, ADA)
    async with refused(database, ChallengeBlocked) as info:
        await rematch(host, game, ADA)
    assert str(info.value) == "That rematch cannot be offered."
    async with refused(database, OpponentIsBlocked):
        await rematch(host, game, BOB)
    await host.servers.moderation.ban(GUILD, MANAGER, ADA, "")
    for actor_id in (ADA, BOB):
        async with refused(database, PlayerBanned):
            await rematch(host, game, actor_id)
    await settle(host, add_channel_id=OTHER_CHANNEL)
    async with refused(database, WrongChannel):
        await rematch(host, game, ADA)


async def test_an_older_rematch_offer_cannot_be_accepted_after_a_block(database: Database, host: Host) -> None:
    """Or else a message that was deleted would be posted once more."""
    game = await finished(host)
    await rematch(host, game, ADA)
    await host.members.blocks.add(BOB, ADA)
    async with refused(database, ChallengeBlocked):
        await rematch(host, game, ADA)


async def test_no_rematch_begins_while_a_player_is_at_the_game_limit(database: Database, host: Host) -> None:
    game = await finished(host)
    await settle(host, most_games=1)
    assert await rematch(host, game, ADA) is None
    other = await start(host, one=ADA, two=CLEO)
    async with refused(database, TooManyGames):
        await rematch(host, game, BOB)
    await resign(host, GUILD, other.id, ADA)
    assert await rematch(host, game, BOB) is not None


@pytest.mark.parametrize(
    ("lifted", "error", "sentence"),
    [
        (0, WrongChannel, "does not allow games in this channel"),
        (1, PlayerBanned, "banned you"),
        (2, PlayerBanned, "the other player"),
        (3, ChallengeBlocked, "cannot be sent"),
        (4, OpponentIsBlocked, "You have blocked"),
        (5, TooManyChallenges, "open challenge"),
        (6, TooManyGames, "open game"),
    ],
)
async def test_refusals_of_a_challenge_have_a_fixed_order(
    database: Database, host: Host, lifted: int, error: type[Refusal], sentence: str
) -> None:
    """Everything stands against the challenge; with the first reasons gone, the next one is told."""
    await settle(host, most_games=1, most_challenges=1)
    challenge = await propose(host, two=CLEO)
    await start(host, one=BOB, two=ADA)
    reasons = [
        settle(host, add_channel_id=OTHER_CHANNEL),
        host.servers.moderation.ban(GUILD, MANAGER, ADA, ""),
        host.servers.moderation.ban(GUILD, MANAGER, BOB, ""),
        host.members.blocks.add(BOB, ADA),
        host.members.blocks.add(ADA, BOB),
    ]
    for number, reason in enumerate(reasons):
        if number < lifted:
            reason.close()
        else:
            await reason
    if lifted == 6:
        await host.challenges.cancel(GUILD, challenge.id, ADA)
    async with refused(database, error) as info:
        await propose(host)
    assert sentence in str(info.value)
    assert (await host.challenges.find(GUILD, challenge.id)).status is not ChallengeStatus.ACCEPTED
