"""Notification modes, quiet hours, and when a turn notifies."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import Database, Host, Place
from gridlock_host.errors import BadHours
from gridlock_host.members.notifications import NotificationSettings, NotifyMode, read_hour
from tests.host.support.host import (
    ADA,
    BOB,
    CHANNEL,
    CLEO,
    GUILD,
    HERE,
    NOON,
    OTHER_GUILD,
    Clock,
    open_host,
    play,
    propose,
    start,
)

ELSEWHERE = Place(OTHER_GUILD, CHANNEL)

times = st.times().map(lambda moment: moment.replace(second=0, microsecond=0))


def quiet(start_at: time, end_at: time) -> NotificationSettings:
    return NotificationSettings(NotifyMode.QUIET, start_at, end_at)


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("7", time(7)), ("07", time(7)), (" 22:30 ", time(22, 30)), ("0", time(0)), ("23:59", time(23, 59)),
        ("24:00", time(0)), ("24", time(0)), ("22.30", time(22, 30)), ("22h30", time(22, 30)), ("7h", time(7)),
        ("22 Uhr", time(22)), ("10pm", time(22)), ("10 PM", time(22)), ("10:30 p.m.", time(22, 30)), ("7am", time(7)),
        ("12am", time(0)), ("12pm", time(12)), ("\N{ARABIC-INDIC DIGIT SEVEN}", time(7)), ("22\uff1a30", time(22, 30)),
    ],
)  # fmt: skip
def test_usual_ways_to_write_a_time_of_day_are_read(text: str, hour: time) -> None:
    assert read_hour(text) == hour


@pytest.mark.parametrize(
    "text",
    ["", "25", "24:01", "24:00pm", "7:60", "7:5", "noon", "-1", "7:30:00", "123", "13pm", "0am", "pm", "7 x", "\u00bd"],
)
def test_invalid_times_of_day_are_refused(text: str) -> None:
    with pytest.raises(BadHours):
        read_hour(text)


@given(times, times, st.datetimes(timezones=st.just(UTC)))
def test_quiet_hours_are_quiet_from_their_start_to_their_end(one: time, two: time, moment: datetime) -> None:
    """Of two settings with the ends exchanged, exactly one is quiet at any moment."""
    if one != two:
        assert quiet(one, two).allow(moment) is not quiet(two, one).allow(moment)


@pytest.mark.parametrize(
    ("moment", "allowed"),
    [(time(21, 59), True), (time(22), False), (time(0), False), (time(6, 59), False), (time(7), True)],
)
def test_quiet_hours_may_go_past_midnight(moment: time, allowed: bool) -> None:
    assert quiet(time(22), time(7)).allow(datetime.combine(NOON, moment, UTC)) is allowed


def test_quiet_hours_are_in_utc() -> None:
    east = NOON.astimezone(timezone(timedelta(hours=9)))
    assert not quiet(time(11), time(13)).allow(east)


@pytest.mark.parametrize(
    ("mode", "start_at", "end_at"),
    [
        ("quiet", None, None),
        ("quiet", "7", None),
        ("quiet", None, "7"),
        ("quiet", "7", "7:00"),
        ("on", "7", "9"),
        ("off", None, "9"),
    ],
)
def test_missing_empty_or_misplaced_quiet_hours_are_refused(
    mode: str, start_at: str | None, end_at: str | None
) -> None:
    with pytest.raises(BadHours):
        NotificationSettings.of(NotifyMode(mode), start_at, end_at)


async def test_members_are_notified_by_default(host: Host) -> None:
    assert await host.members.notifications.may_notify(ADA)


async def test_a_notification_mode_holds_for_one_member_until_changed(host: Host, clock: Clock) -> None:
    await host.members.notifications.change(ADA, NotificationSettings.of(NotifyMode.OFF, None, None))
    assert (await host.members.notifications.may_notify(ADA), await host.members.notifications.may_notify(BOB)) == (
        False,
        True,
    )
    await host.members.notifications.change(ADA, NotificationSettings.of(NotifyMode.QUIET, "12:30", "13"))
    assert await host.members.notifications.may_notify(ADA)
    clock.time += timedelta(minutes=30)
    assert not await host.members.notifications.may_notify(ADA)
    await host.members.notifications.change(ADA, NotificationSettings.of(NotifyMode.ON, None, None))
    assert await host.members.notifications.may_notify(ADA)


@pytest.mark.parametrize("ended_by", ["cancel", "decline"])
async def test_a_challenge_repeated_within_ten_minutes_notifies_nobody(
    database: Database, host: Host, clock: Clock, ended_by: str
) -> None:
    first = await propose(host)
    assert await host.members.notifications.notifies_opponent(first)
    clock.time += timedelta(hours=1)
    await getattr(host.challenges, ended_by)(GUILD, first.id, ADA if ended_by == "cancel" else BOB)
    clock.time += timedelta(minutes=10) - timedelta(seconds=1)
    again = await propose(host)
    assert not await open_host(database, now=clock).members.notifications.notifies_opponent(again), (
        "another process knows it as well"
    )
    clock.time += timedelta(seconds=1)
    assert await host.members.notifications.notifies_opponent(await propose(host))


async def test_a_loop_of_challenges_notifies_once(host: Host, clock: Clock) -> None:
    calls = []
    for _ in range(5):
        challenge = await propose(host)
        calls.append(await host.members.notifications.notifies_opponent(challenge))
        await host.challenges.cancel(GUILD, challenge.id, ADA)
        clock.time += timedelta(minutes=9)
    assert calls == [True, False, False, False, False]


async def test_other_challenges_still_notify(host: Host) -> None:
    """Another opponent, challenger or server; beside an open challenge or after an accepted one."""
    await host.challenges.accept(GUILD, (await propose(host)).id, BOB, channel_id=CHANNEL)
    beside = await propose(host)
    assert await host.members.notifications.notifies_opponent(await propose(host))
    await host.challenges.cancel(GUILD, beside.id, ADA)
    for one, two, place in ((ADA, CLEO, HERE), (BOB, ADA, HERE), (CLEO, BOB, HERE), (ADA, BOB, ELSEWHERE)):
        assert await host.members.notifications.notifies_opponent(await propose(host, one=one, two=two, place=place))


async def test_a_player_who_moved_within_two_minutes_is_not_notified(host: Host, clock: Clock) -> None:
    game = await start(host, size=5)
    assert host.members.notifications.notifies_player_to_move(game)
    game = await play(host, game, "C3")
    assert host.members.notifications.notifies_player_to_move(game), "Bob has not moved yet"
    clock.time += timedelta(seconds=119)
    game = await play(host, game, "E3")
    assert not host.members.notifications.notifies_player_to_move(game)
    clock.time += timedelta(seconds=1)
    assert host.members.notifications.notifies_player_to_move(game), "Ada moved two minutes ago"
    game = await play(host, game, "E5")
    assert not host.members.notifications.notifies_player_to_move(game), "Bob has just moved"
    assert host.members.notifications.notifies_player_to_move(await start(host, size=5)), (
        "another game is another matter"
    )
