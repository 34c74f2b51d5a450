"""The button or the menu that a label or a value means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from local_discord import Guild, LocalDiscord, Message
from local_discord.frontends.input.words import NotUnderstood, split
from local_discord.frontends.terminal.targets import find_button, find_select, pressable, split_target
from local_discord.model.message import Draft
from local_discord.tests.support.examples import button, row

if TYPE_CHECKING:
    from local_discord import Channel


@pytest.fixture
def guild() -> Guild:
    guild = LocalDiscord().add_guild("Pretend server")
    guild.add_channel("games")
    guild.add_member("Ada")
    return guild


def posted(guild: Guild, *controls: dict[str, Any]) -> Message:
    return guild.channels[0].post(guild.bot, Draft(components=[row(*controls)]))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Accept", (["Accept"], None)),
        ("Take back", (["Take", "back"], None)),
        ("Accept on 3", (["Accept"], 3)),
        ("Take back ON #12", (["Take", "back"], 12)),
        ("on 3", (["on", "3"], None)),
        ("Carry on", (["Carry", "on"], None)),
        ('"Carry on 3"', (["Carry on 3"], None)),
        ("size:3 on 1", (["size:3"], 1)),
        ("", ([], None)),
    ],
)
def test_the_number_of_a_message_is_at_the_end(line: str, expected: tuple[list[str], int | None]) -> None:
    assert split_target(split(line)) == expected


def test_the_first_message_with_the_button_enabled_is_meant(guild: Guild) -> None:
    disabled = posted(guild, button("Accept", disabled=True))
    older, newer = posted(guild, button("Accept")), posted(guild, button("Accept"), button("Decline"))
    assert find_button([disabled, newer, older], "accept")[0] is newer
    assert find_button([disabled, older, newer], "decline")[0] is newer


def test_letter_case_matters_only_where_labels_differ_by_it_alone(guild: Guild) -> None:
    message = posted(guild, button("x"), button("X"))
    assert find_button([message], "X")[1].custom_id == "X"


def test_one_of_several_equal_buttons_is_not_guessed(guild: Guild) -> None:
    message = posted(guild, button("Go"), {**button("Go"), "custom_id": "other"})
    with pytest.raises(NotUnderstood, match="several buttons Go"):
        find_button([message], "Go")


def test_a_button_goes_by_its_emoji_too(guild: Guild) -> None:
    message = posted(guild, {**button(""), "custom_id": "yes", "emoji": {"name": "✅"}})
    assert find_button([message], "✅")[1].custom_id == "yes"


def test_links_cannot_be_pressed(guild: Guild) -> None:
    message = posted(guild, {"type": 2, "style": 5, "label": "Board", "url": "https://example.org"})
    with pytest.raises(NotUnderstood):
        find_button([message], "Board")
    assert pressable([message]) == []


def test_every_label_that_can_be_pressed_is_listed_once(guild: Guild) -> None:
    messages = [posted(guild, button("Go"), button("Stop", disabled=True)), posted(guild, button("Go"))]
    assert pressable(messages) == ["Go"]


def test_a_menu_of_members_is_chosen_from_by_name(guild: Guild) -> None:
    message = posted(guild, {"type": 5, "custom_id": "who"})
    member = next(iter(guild.people))
    assert find_select([message], ["@ada"], guild)[2] == [member]
    with pytest.raises(NotUnderstood):
        find_select([message], ["@Dan"], guild)


def test_a_menu_of_channels_is_chosen_from_by_name(guild: Guild) -> None:
    message = posted(guild, {"type": 8, "custom_id": "where"})
    channel: Channel = guild.channels[0]
    assert find_select([message], ["#games"], guild)[2] == [channel]


def test_a_menu_must_offer_all_values_and_be_enabled(guild: Guild) -> None:
    options = [{"label": name.title(), "value": name} for name in ("red", "blue")]
    disabled = posted(guild, {"type": 3, "custom_id": "a", "options": options, "disabled": True})
    enabled = posted(guild, {"type": 3, "custom_id": "b", "options": options})
    message, _, values = find_select([disabled, enabled], ["Red", "blue"], guild)
    assert (message, values) == (enabled, ["red", "blue"])
    with pytest.raises(NotUnderstood):
        find_select([enabled], ["red", "green"], guild)
