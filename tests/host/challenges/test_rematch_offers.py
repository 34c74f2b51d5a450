"""Offers of rematches: one of a pair at a time, limited and listed like challenges, and open for a day."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from gridlock_host import Database, Game, Host, Sweeper
from gridlock_host.errors import (
    AlreadyOffered,
    NotInThisGame,
    NotOfferedByYou,
    NotYourOffer,
    OfferedElsewhere,
    OfferIsOver,
    RematchBegan,
    TooManyChallenges,
)
from gridlock_host.games.offer_store import expire_offer
from gridlock_host.members.notifications import CHALLENGED_AGAIN_AFTER
from gridlock_host.model.offer import Offer, OfferKind, OfferStatus
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_host.scheduler.events import Due, Event
from gridlock_host.servers.settings import SettingsChange
from tests.host.support.host import (
    ADA,
    BOB,
    BOT,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    MANAGER,
    NOON,
    OTHER_GUILD,
    Clock,
    propose,
    refused,
    resign,
    start,
    start_against_bot,
)


async def finished(host: Host, one: int = ADA, two: int = BOB) -> Game:
    return await resign(host, GUILD, (await start(host, one=one, two=two)).id, two)


async def offer(host: Host, game: Game, actor_id: int) -> Game | None:
    return await host.challenges.rematch.offer(GUILD, game.id, actor_id, channel_id=CHANNEL)


async def offered(host: Host, user_id: int, guild_id: int = GUILD) -> list[tuple[int, int, int]]:
    """The offers in a person's list: their game, who made them and who answers."""
    found = await host.challenges.rematch.open_for(guild_id, user_id)
    return [(game.id, each.by_id, game.opponent_of(each.by_id)) for each, game in found]


async def test_a_pair_has_one_open_offer(database: Database, host: Host) -> None:
    first, second = await finished(host), await finished(host, BOB, ADA)
    await offer(host, first, ADA)
    async with refused(database, OfferedElsewhere) as mine:
        await offer(host, second, ADA)
    assert str(mine.value) == (
        f"You have already offered your opponent a rematch, of game #{first.id}. `/gridlock games` shows where."
    )
    async with refused(database, OfferedElsewhere) as theirs:
        await offer(host, second, BOB)
    assert str(theirs.value) == (
        f"Your opponent already offers you a rematch, of game #{first.id}. `/gridlock games` shows where."
    )


async def test_an_offer_repeated_at_the_limit_is_told_as_repeated(database: Database, host: Host) -> None:
    """The player may have lost its message, and then sees it again."""
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(most_challenges=1))
    game = await finished(host)
    await offer(host, game, ADA)
    async with refused(database, AlreadyOffered):
        await offer(host, game, ADA)


async def test_an_accepted_offer_makes_room_for_the_next(host: Host) -> None:
    first, second = await finished(host), await finished(host)
    await offer(host, first, ADA)
    assert await offer(host, first, BOB) is not None
    assert await offer(host, second, BOB) is None


async def test_other_pairs_are_free_to_offer(host: Host) -> None:
    await offer(host, await finished(host), ADA)
    assert await offer(host, await finished(host, ADA, CLEO), ADA) is None
    assert await offer(host, await finished(host, CLEO, BOB), BOB) is None


async def test_offers_count_as_open_challenges(database: Database, host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(most_challenges=2))
    with_bob, with_cleo = await finished(host), await finished(host, ADA, CLEO)
    await offer(host, with_bob, ADA)
    await propose(host, one=ADA, two=CLEO)
    for request in (offer(host, with_cleo, ADA), propose(host, one=ADA, two=CLEO)):
        async with refused(database, TooManyChallenges) as info:
            await request
        assert str(info.value) == (
            "This server allows 2 open challenges at a time, offers of rematches included, and you have 2."
        )
    # It is the player who asks that counts, and an answer asks nobody.
    assert await offer(host, with_cleo, CLEO) is None
    assert await offer(host, with_cleo, ADA) is not None


async def test_a_rematch_against_the_bot_is_no_offer(host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(most_challenges=1))
    await offer(host, await finished(host), ADA)
    game = await resign(host, GUILD, (await start_against_bot(host)).id, ADA)
    assert await offer(host, game, ADA) is not None


async def test_both_players_have_the_offer_in_their_lists(host: Host) -> None:
    game = await finished(host)
    await offer(host, game, BOB)
    assert await offered(host, ADA) == await offered(host, BOB) == [(game.id, BOB, ADA)]
    assert await offered(host, CLEO) == await offered(host, BOT) == await offered(host, ADA, OTHER_GUILD) == []
    await offer(host, game, ADA)
    assert await offered(host, ADA) == await offered(host, BOB) == []


async def test_an_offer_that_nobody_answers_lapses_after_a_day(host: Host, database: Database, clock: Clock) -> None:
    first, second = await finished(host), await finished(host)
    await offer(host, first, ADA)
    place = replace(HERE, message_id=5)
    await host.games.offers.place(first, OfferKind.REMATCH, ADA, place)
    sweeper = Sweeper(database, host.games, now=clock)
    clock.time += CHALLENGE_LIFETIME - timedelta(seconds=1)
    await sweeper.sweep()
    assert await offered(host, BOB) == [(first.id, ADA, BOB)]
    clock.time += timedelta(seconds=1)
    (event,) = await sweeper.sweep()
    assert await offered(host, BOB) == []
    (over,) = await host.games.offers.ended(first)
    assert (over.status, over.place) == (OfferStatus.LAPSED, place)
    # Its message is shown by the same sweep, or by a later one if that fails.
    assert event == Event(Due.SHOW, over)
    clock.time += timedelta(minutes=1)
    assert event in await sweeper.find_unshown()
    assert await offer(host, second, BOB) is None


async def test_an_offer_that_was_never_shown_lapses_too(host: Host, database: Database, clock: Clock) -> None:
    await offer(host, await finished(host), ADA)
    sweeper = Sweeper(database, host.games, now=clock)
    clock.time += CHALLENGE_LIFETIME
    assert any(isinstance(event.subject, Offer) for event in await sweeper.find_unshown())
    await sweeper.sweep()
    assert not any(isinstance(event.subject, Offer) for event in await sweeper.find_unshown())
    assert await offered(host, ADA) == []


async def test_downtime_is_given_back_to_offers(host: Host, database: Database, clock: Clock) -> None:
    game = await finished(host)
    sweeper = Sweeper(database, host.games, now=clock)
    await offer(host, game, ADA)
    await sweeper.sweep()
    clock.time += timedelta(days=3)
    await sweeper.sweep(await sweeper.extend_deadlines_after_downtime())
    assert await offered(host, BOB) == [(game.id, ADA, BOB)]
    ((one, _),) = await host.challenges.rematch.open_for(GUILD, BOB)
    assert one.created_at == NOON
    clock.time += CHALLENGE_LIFETIME
    await sweeper.sweep()
    assert await offered(host, BOB) == []


@pytest.mark.parametrize("answers", [True, False])
async def test_an_answer_in_time_and_a_late_sweep_agree(host: Host, database: Database, answers: bool) -> None:
    """A sweep that read the offer before it was answered, or before it had more time, leaves it alone."""
    game = await finished(host)
    await offer(host, game, ADA)
    ((one, _),) = await host.challenges.rematch.open_for(GUILD, ADA)
    now = NOON + CHALLENGE_LIFETIME
    if answers:
        assert await offer(host, game, BOB) is not None
    else:
        now -= timedelta(seconds=1)
    async with database.writing() as connection:
        assert not await expire_offer(connection, one, now)


async def test_only_the_opponent_declines_and_only_the_player_who_made_it_withdraws(
    database: Database, host: Host
) -> None:
    game = await finished(host)
    rematch = host.challenges.rematch
    async with refused(database, OfferIsOver):
        await rematch.decline(GUILD, game.id, BOB)
    await offer(host, game, ADA)
    async with refused(database, NotYourOffer):
        await rematch.decline(GUILD, game.id, ADA)
    async with refused(database, NotOfferedByYou):
        await rematch.withdraw(GUILD, game.id, BOB)
    for close in (rematch.decline, rematch.withdraw):
        async with refused(database, NotInThisGame):
            await close(GUILD, game.id, CLEO)
    assert await offered(host, BOB) == [(game.id, ADA, BOB)]


@pytest.mark.parametrize(
    ("closer", "status"), [(BOB, OfferStatus.REFUSED), (ADA, OfferStatus.WITHDRAWN)], ids=["declined", "withdrawn"]
)
async def test_a_closed_offer_is_over_and_either_player_can_offer_again(
    database: Database, host: Host, closer: int, status: OfferStatus
) -> None:
    game = await finished(host)
    rematch = host.challenges.rematch
    close = rematch.decline if closer == BOB else rematch.withdraw
    await offer(host, game, ADA)
    await close(GUILD, game.id, closer)
    over = await host.games.offers.last_made(game, OfferKind.REMATCH, game.ply)
    assert over is not None
    assert over.status is status
    assert await offered(host, BOB) == []
    async with refused(database, OfferIsOver):
        await close(GUILD, game.id, closer)
    assert await offer(host, game, BOB) is None
    assert await offer(host, game, ADA) is not None
    async with refused(database, RematchBegan):
        await close(GUILD, game.id, closer)


async def test_an_offer_repeated_soon_after_it_was_closed_notifies_nobody(host: Host, clock: Clock) -> None:
    game = await finished(host)

    async def notifies() -> bool:
        """Whether a new offer, which is then withdrawn, notifies the opponent."""
        await offer(host, game, ADA)
        made = await host.games.offers.last_made(game, OfferKind.REMATCH, game.ply)
        assert made is not None
        told = await host.members.notifications.notifies_of_offer(made, BOB)
        await host.challenges.rematch.withdraw(GUILD, game.id, ADA)
        return told

    assert [await notifies() for _ in range(3)] == [True, False, False]
    clock.time += CHALLENGED_AGAIN_AFTER
    assert await notifies()
