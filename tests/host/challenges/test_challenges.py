"""Challenges: terms, answers and messages."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from gridlock_host import Challenge, ChallengeStatus, Database, First, Host, Person, Place, Sweeper
from gridlock_host.errors import CannotBeChallenged, ChallengeClosed, NoSuchChallenge, NotYourChallenge
from gridlock_host.model.terms import Terms
from gridlock_host.model.time_control import CHALLENGE_LIFETIME
from gridlock_rules import VARIANTS, UnknownVariant, UnsupportedSize, find_variant
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    NOON,
    OTHER_CHANNEL,
    OTHER_GUILD,
    Clock,
    contents,
    lift_limits,
    new_request,
    open_host,
    propose,
    refused,
)

NOBODYS = 4_000_000


async def test_a_challenge_is_stored_as_it_was_made(host: Host) -> None:
    made = await host.challenges.propose(
        HERE, ADA, Person(BOB), Terms("dodge", size=4, first=First.OPPONENT), request_id=new_request()
    )
    assert made == Challenge(
        made.id,
        HERE,
        ADA,
        BOB,
        Terms("dodge", 4, First.OPPONENT),
        ChallengeStatus.OPEN,
        NOON,
        expires_at=NOON + CHALLENGE_LIFETIME,
    )
    assert await host.challenges.find(GUILD, made.id) == made


async def test_a_challenge_without_a_size_uses_the_variants_default(host: Host) -> None:
    await lift_limits(host)
    for variant in VARIANTS:
        made = await propose(host, variant=variant.key, size=None)
        assert (made.terms.variant, made.terms.size) == (variant, variant.default_size)


async def test_a_repeated_request_returns_the_same_challenge(database: Database, host: Host) -> None:
    """It does so also after the challenge was answered, in another process, and whatever else it says."""
    request = new_request()
    made = await host.challenges.propose(HERE, ADA, Person(BOB), Terms("lines"), request_id=request)
    again = await host.challenges.propose(HERE, ADA, Person(BOB), Terms("lines"), request_id=request)
    declined = await host.challenges.decline(GUILD, made.id, BOB)
    elsewhere = await open_host(database).challenges.propose(
        HERE, ADA, Person(CLEO), Terms("dodge"), request_id=request
    )
    assert again == made
    assert elsewhere == declined
    assert len((await contents(database))["challenges"]) == 1


@pytest.mark.parametrize(
    ("opponent", "sentence"),
    [
        (Person(ADA), "yourself"),
        (Person(ADA, is_bot=True, is_member=False), "yourself"),
        (Person(BOB, is_bot=True), "bot"),
        (Person(BOB, is_bot=True, is_member=False), "bot"),
        (Person(BOB, is_member=False), "not in this server"),
    ],
)
async def test_self_bots_and_absent_members_cannot_be_challenged(
    database: Database, host: Host, opponent: Person, sentence: str
) -> None:
    async with refused(database, CannotBeChallenged) as info:
        await host.challenges.propose(HERE, ADA, opponent, Terms("lines"), request_id=new_request())
    assert sentence in str(info.value)


async def test_a_challenge_names_a_variant_and_a_size_that_exist(database: Database, host: Host) -> None:
    async with refused(database, UnknownVariant):
        await propose(host, variant="chess")
    for size in (2, 9):
        async with refused(database, UnsupportedSize):
            await propose(host, size=size)


@pytest.mark.parametrize(
    ("first", "toss", "seats"),
    [
        (First.ME, False, (ADA, BOB)),
        (First.OPPONENT, True, (BOB, ADA)),
        (First.RANDOM, True, (ADA, BOB)),
        (First.RANDOM, False, (BOB, ADA)),
    ],
)
async def test_the_first_player_is_chosen_by_the_challenger_or_a_coin(
    database: Database, first: First, toss: bool, seats: tuple[int, int]
) -> None:
    host = open_host(database, toss=toss)
    challenge = await propose(host, first=first)
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)
    assert (game.player_one_id, game.player_two_id) == seats
    assert game.to_move_id == seats[0]


async def test_accepting_starts_the_game_that_was_proposed(database: Database, host: Host, clock: Clock) -> None:
    """It is shown where it was accepted, and stored as it was returned."""
    challenge = await propose(host, variant="blocking", size=6)
    clock.time += timedelta(hours=3)
    game = await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=OTHER_CHANNEL)
    assert game.position == find_variant("blocking").start(6)
    assert (game.place, game.notice) == (Place(GUILD, OTHER_CHANNEL), None)
    assert (game.moves, game.version, game.result) == ((), 0, None)
    assert game.created_at == clock.time
    assert await open_host(database).games.find(GUILD, game.id) == game
    assert (await host.challenges.find(GUILD, challenge.id)).status is ChallengeStatus.ACCEPTED


async def test_declining_and_cancelling_close_a_challenge_and_start_nothing(
    database: Database, host: Host, clock: Clock
) -> None:
    to_decline, to_cancel = await propose(host), await propose(host)
    declined = await host.challenges.decline(GUILD, to_decline.id, BOB)
    cancelled = await host.challenges.cancel(GUILD, to_cancel.id, ADA)
    assert declined == replace(to_decline, status=ChallengeStatus.DECLINED, closed_at=clock.time)
    assert cancelled == replace(to_cancel, status=ChallengeStatus.CANCELLED, closed_at=clock.time)
    assert await host.challenges.find(GUILD, declined.id) == declined
    assert await host.challenges.find(GUILD, cancelled.id) == cancelled
    assert await host.challenges.open_for(GUILD, ADA) == []
    assert (await contents(database))["games"] == []


async def answer(host: Host, how: str, guild_id: int, challenge_id: int, actor_id: int) -> None:
    if how == "accept":
        await host.challenges.accept(guild_id, challenge_id, actor_id, channel_id=CHANNEL)
    elif how == "decline":
        await host.challenges.decline(guild_id, challenge_id, actor_id)
    else:
        await host.challenges.cancel(guild_id, challenge_id, actor_id)


ANSWERS = ["accept", "decline", "cancel"]


@pytest.mark.parametrize("how", ANSWERS)
async def test_a_challenge_of_another_server_does_not_exist(database: Database, host: Host, how: str) -> None:
    """That is so even for those whom it names, and even after it was closed."""
    challenge = await propose(host)
    for guild_id, challenge_id in ((OTHER_GUILD, challenge.id), (GUILD, NOBODYS)):
        for actor in (ADA, BOB, CLEO):
            async with refused(database, NoSuchChallenge):
                await answer(host, how, guild_id, challenge_id, actor)
        with pytest.raises(NoSuchChallenge):
            await host.challenges.find(guild_id, challenge_id)
    await host.challenges.decline(GUILD, challenge.id, BOB)
    async with refused(database, NoSuchChallenge):
        await answer(host, how, OTHER_GUILD, challenge.id, BOB)


@pytest.mark.parametrize("how", ANSWERS)
@pytest.mark.parametrize(
    ("before", "by", "sentence"),
    [
        ("accept", BOB, "it was accepted already"),
        ("decline", BOB, "it was declined"),
        ("cancel", ADA, "the challenger cancelled it"),
    ],
)
async def test_a_closed_challenge_stays_as_it_is(
    database: Database, host: Host, how: str, before: str, by: int, sentence: str
) -> None:
    """Everybody is told so, those included who could not have answered it; its players learn where its game is."""
    challenge = await propose(host)
    await answer(host, before, GUILD, challenge.id, by)
    for actor in (ADA, BOB, CLEO):
        async with refused(database, ChallengeClosed) as info:
            await answer(host, how, GUILD, challenge.id, actor)
        hint = ", and `/gridlock games` lists its game" if before == "accept" and actor != CLEO else ""
        assert str(info.value) == f"This challenge is over: {sentence}{hint}."


@pytest.mark.parametrize(
    ("how", "strangers"), [("accept", (ADA, CLEO)), ("decline", (ADA, CLEO)), ("cancel", (BOB, CLEO))]
)
async def test_only_the_addressee_answers_a_challenge(
    database: Database, host: Host, how: str, strangers: tuple[int, ...]
) -> None:
    challenge = await propose(host)
    for actor in strangers:
        async with refused(database, NotYourChallenge):
            await answer(host, how, GUILD, challenge.id, actor)


async def test_the_challenger_does_not_accept_a_challenge_to_anybody(database: Database, host: Host) -> None:
    challenge = await host.challenges.propose(HERE, ADA, None, Terms("lines"), request_id=new_request())
    async with refused(database, CannotBeChallenged):
        await host.challenges.accept(GUILD, challenge.id, ADA, channel_id=CHANNEL)
    assert (await host.challenges.accept(GUILD, challenge.id, BOB, channel_id=CHANNEL)).has_player(BOB)


async def test_open_challenges_are_listed_by_member_and_server(host: Host) -> None:
    """They are listed the oldest first, made or received; closed ones are not among them."""
    made = await propose(host, one=ADA, two=BOB)
    received = await propose(host, one=CLEO, two=ADA)
    elsewhere = await propose(host, one=ADA, two=BOB, place=Place(OTHER_GUILD, CHANNEL))
    closed = await propose(host, one=ADA, two=CLEO)
    await host.challenges.cancel(GUILD, closed.id, ADA)
    assert await host.challenges.open_for(GUILD, ADA) == [made, received]
    assert await host.challenges.open_for(GUILD, CLEO) == [received]
    assert await host.challenges.open_for(OTHER_GUILD, ADA) == [elsewhere]


async def test_the_message_of_a_challenge_is_noted(host: Host) -> None:
    challenge, other = await propose(host), await propose(host)
    shown = Place(GUILD, OTHER_CHANNEL, 77)
    await host.challenges.place(challenge.id, shown)
    assert await host.challenges.find(GUILD, challenge.id) == replace(challenge, place=shown)
    assert await host.challenges.find(GUILD, other.id) == other
    assert (await host.challenges.decline(GUILD, challenge.id, BOB)).place == shown


@pytest.mark.parametrize("read_before_it_was_known", [True, False])
async def test_a_challenge_closed_before_its_message_is_stored_stays_due_for_display(
    database: Database, host: Host, clock: Clock, *, read_before_it_was_known: bool
) -> None:
    """A sweep finds no message and thinks that there is nothing to show, before or after the message becomes known."""
    challenge, shown = await propose(host), Place(GUILD, CHANNEL, 77)
    declined = await host.challenges.decline(GUILD, challenge.id, BOB)
    if read_before_it_was_known:
        await host.challenges.place(challenge.id, shown)
        await host.challenges.note_shown(declined)
    else:
        await host.challenges.note_shown(declined)
        await host.challenges.place(challenge.id, shown)
    sweeper = Sweeper(database, host.games, now=clock)
    (event,) = await sweeper.find_unshown_at_start()
    assert event.subject == replace(declined, place=shown)
    await host.challenges.note_shown(await host.challenges.find(GUILD, challenge.id))
    assert await sweeper.find_unshown_at_start() == []


async def test_an_open_challenge_with_a_stored_message_is_not_due_for_display(
    database: Database, host: Host, clock: Clock
) -> None:
    await host.challenges.place((await propose(host)).id, Place(GUILD, CHANNEL, 77))
    assert await Sweeper(database, host.games, now=clock).find_unshown_at_start() == []
