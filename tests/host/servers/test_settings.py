"""Server settings, their limits and defaults."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import Database, Host, TimeControl
from gridlock_host.errors import NotManager, TooManyChannels
from gridlock_host.model.messages.look import Look
from gridlock_host.servers.permissions import Actor, may_moderate
from gridlock_host.servers.settings import MOST_CHANNELS, MOST_LIMIT, ServerSettings, Setting, SettingsChange
from gridlock_rules import VARIANTS
from tests.host.support.host import ADA, CHANNEL, GUILD, MANAGER, OTHER_CHANNEL, OTHER_GUILD, open_host, refused

ROLE = 1_400_000_000_000_000_001
EVERYTHING = SettingsChange(
    add_channel_id=CHANNEL,
    variant_key="dodge",
    size=4,
    time=TimeControl.ONE_HOUR,
    most_games=7,
    most_challenges=MOST_LIMIT,
    moderator_role_id=ROLE,
    log_channel_id=OTHER_CHANNEL,
    language="de",
    look=Look.PICTURES,
    puzzle_channel_id=CHANNEL,
)
ALL_SET = ServerSettings(
    (CHANNEL,), "dodge", 4, TimeControl.ONE_HOUR, 7, MOST_LIMIT, ROLE, OTHER_CHANNEL, "de", Look.PICTURES, CHANNEL
)


async def test_a_server_without_settings_has_the_defaults(host: Host) -> None:
    assert await host.servers.settings.find(GUILD) == ServerSettings()


async def test_settings_are_stored_per_server(database: Database, host: Host) -> None:
    assert await host.servers.settings.change(GUILD, MANAGER, EVERYTHING) == ALL_SET
    assert await open_host(database).servers.settings.find(GUILD) == ALL_SET
    assert await host.servers.settings.find(OTHER_GUILD) == ServerSettings()


async def test_omitted_settings_stay(host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, EVERYTHING)
    assert await host.servers.settings.change(GUILD, MANAGER, SettingsChange()) == ALL_SET
    changed = await host.servers.settings.change(GUILD, MANAGER, SettingsChange(size=6))
    assert changed == replace(ALL_SET, size=6)


async def test_a_reset_applies_before_the_other_changes(host: Host) -> None:
    await host.servers.settings.change(GUILD, MANAGER, EVERYTHING)
    assert await host.servers.settings.change(GUILD, MANAGER, SettingsChange(reset=True, size=5)) == ServerSettings(
        size=5
    )


@pytest.mark.parametrize(
    ("setting", "field"),
    [
        (Setting.CHANNELS, "channel_ids"),
        (Setting.VARIANT, "variant_key"),
        (Setting.SIZE, "size"),
        (Setting.TIME, "time"),
        (Setting.GAMES, "most_games"),
        (Setting.CHALLENGES, "most_challenges"),
        (Setting.MODERATOR, "moderator_role_id"),
        (Setting.LOG, "log_channel_id"),
        (Setting.LANGUAGE, "language"),
        (Setting.LOOK, "look"),
        (Setting.PUZZLE, "puzzle_channel_id"),
    ],
)
async def test_one_setting_is_cleared_and_the_others_stay(
    database: Database, host: Host, setting: Setting, field: str
) -> None:
    await host.servers.settings.change(GUILD, MANAGER, EVERYTHING)
    cleared = await host.servers.settings.change(GUILD, MANAGER, SettingsChange(clear=setting))
    assert cleared == replace(ALL_SET, **{field: getattr(ServerSettings(), field)})
    assert await open_host(database).servers.settings.find(GUILD) == cleared


def test_every_setting_can_be_cleared() -> None:
    cleared = ALL_SET
    for setting in Setting:
        cleared = cleared.without(setting)
    assert cleared == ServerSettings()


async def test_clearing_a_setting_applies_before_the_other_changes(host: Host) -> None:
    """So a list of channels is replaced by another one in one step."""
    await host.servers.settings.change(GUILD, MANAGER, EVERYTHING)
    change = SettingsChange(clear=Setting.CHANNELS, add_channel_id=OTHER_CHANNEL)
    assert (await host.servers.settings.change(GUILD, MANAGER, change)).channel_ids == (OTHER_CHANNEL,)


async def test_only_server_managers_change_settings(database: Database, host: Host) -> None:
    """The role of moderators is not enough."""
    await host.servers.settings.change(GUILD, MANAGER, SettingsChange(moderator_role_id=ROLE))
    async with refused(database, NotManager):
        await host.servers.settings.change(GUILD, Actor(ADA, role_ids=frozenset({ROLE})), EVERYTHING)


async def test_channels_are_unique_and_limited_in_number(database: Database, host: Host) -> None:
    for channel_id in (*range(1, MOST_CHANNELS + 1), 1):
        await host.servers.settings.change(GUILD, MANAGER, SettingsChange(add_channel_id=channel_id))
    assert (await host.servers.settings.find(GUILD)).channel_ids == tuple(range(1, MOST_CHANNELS + 1))
    async with refused(database, TooManyChannels):
        await host.servers.settings.change(GUILD, MANAGER, SettingsChange(add_channel_id=CHANNEL))
    swapped = SettingsChange(add_channel_id=CHANNEL, remove_channel_id=1)
    assert (await host.servers.settings.change(GUILD, MANAGER, swapped)).channel_ids[-1] == CHANNEL


@pytest.mark.parametrize("limit", [0, -1, MOST_LIMIT + 1])
def test_a_limit_is_from_1_to_1000(limit: int) -> None:
    with pytest.raises(ValueError, match="from 1 to 1000"):
        SettingsChange(most_games=limit)
    with pytest.raises(ValueError, match="from 1 to 1000"):
        SettingsChange(most_challenges=limit)


def test_without_named_channels_games_start_anywhere() -> None:
    assert ServerSettings().allows_channel(CHANNEL)


def test_a_named_channel_includes_its_threads() -> None:
    settings = ServerSettings(channel_ids=(CHANNEL,))
    assert settings.allows_channel(CHANNEL)
    assert settings.allows_channel(77, thread_of=CHANNEL)
    assert not settings.allows_channel(OTHER_CHANNEL)
    assert not settings.allows_channel(77, thread_of=OTHER_CHANNEL)


def test_moderators_manage_the_server_or_have_the_configured_role() -> None:
    unset, settled = ServerSettings(), ServerSettings(moderator_role_id=ROLE)
    assert may_moderate(MANAGER, unset)
    assert may_moderate(MANAGER, settled)
    assert may_moderate(Actor(ADA, role_ids=frozenset({1, ROLE})), settled)
    assert not may_moderate(Actor(ADA, role_ids=frozenset({1})), settled)
    assert not may_moderate(Actor(ADA, role_ids=frozenset({ROLE})), unset)


def test_an_empty_challenge_uses_the_built_in_defaults() -> None:
    terms = ServerSettings().terms()
    assert (terms.variant_key, terms.size, terms.per_move) == (VARIANTS[0].key, None, timedelta(days=1))


sizes = st.none() | st.integers(3, 8)
times = st.none() | st.sampled_from(TimeControl)
keys = st.none() | st.sampled_from([variant.key for variant in VARIANTS])


@given(keys, sizes, times, keys, sizes, times)
def test_challenge_options_override_server_settings_which_override_defaults(
    key: str | None,
    size: int | None,
    time: TimeControl | None,
    own_key: str | None,
    own_size: int | None,
    own_time: TimeControl | None,
) -> None:
    """The size of a server holds for a variant that the challenge names, too."""
    terms = ServerSettings(variant_key=own_key, size=own_size, time=own_time).terms(key, size, time)
    assert terms.variant_key == (key or own_key or VARIANTS[0].key)
    assert terms.size == (size or own_size)
    assert terms.per_move == (time or own_time or TimeControl.ONE_DAY).per_move
