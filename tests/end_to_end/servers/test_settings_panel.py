"""The panel of a server's settings: menus, the form of the limits, and the reset that asks."""

from __future__ import annotations

import pytest
import pytest_asyncio

from local_discord import Channel, Interaction, Member, Message, Role
from tests.end_to_end.support.table import Table, labels, refusal, reply

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Panel:
    """The panel of a manager."""

    def __init__(self, table: Table, manager: Member, message: Message) -> None:
        self.table, self.manager, self.message = table, manager, message

    async def choose(self, setting: str, *values: str | Channel | Role) -> Interaction:
        """Choose from the menu of a setting."""
        return await self.manager.choose(self.message, f"gl1:set:0:0:{setting}", list(values))

    async def limits(self, games: str, challenges: str) -> Interaction:
        """Fill in the form of the limits."""
        opened = await self.manager.press(self.message, custom_id="gl1:limits:0:0:")
        assert opened.modal is not None
        return await self.manager.submit(opened.modal, {"games": games, "challenges": challenges})

    def chosen(self, setting: str) -> list[str]:
        """What the menu of a setting shows as chosen."""
        for row in self.message.components:
            for part in row.get("components", ()):
                if part.get("custom_id") == f"gl1:set:0:0:{setting}":
                    options = [one["value"] for one in part.get("options") or () if one.get("default")]
                    return options + [one["id"] for one in part.get("default_values") or ()]
        raise AssertionError(f"there is no menu of {setting}")


@pytest_asyncio.fixture(loop_scope="session")
async def panel(table: Table) -> Panel:
    manager = table.manager()
    return Panel(table, manager, await table.answer(await manager.command(table.channel, "gridlock-server settings")))


async def stored(table: Table) -> str:
    """The settings as they are stored."""
    return (await table.settle()).text


async def test_every_setting_with_a_list_of_values_has_a_menu_that_shows_it(panel: Panel) -> None:
    assert panel.message.ephemeral
    assert {setting: panel.chosen(setting) for setting in ("variant", "size", "time", "language", "look")} == {
        "variant": ["lines"],
        "size": ["own"],
        "time": ["1 day"],
        "language": ["own"],
        "look": ["classic"],
    }
    assert {setting: panel.chosen(setting) for setting in ("channels", "moderator", "log", "puzzle")} == {
        "channels": [],
        "moderator": [],
        "log": [],
        "puzzle": [],
    }


@pytest.mark.parametrize(
    ("setting", "value", "shown"),
    [
        ("variant", "dodge", "Default game: Dodge"),
        ("size", "8", "Default board: 8×8"),  # noqa: RUF001
        ("time", "3 days", "Default time for each move: 3 days"),
        ("look", "text", "Look of boards: text only"),
    ],
)
async def test_a_choice_is_stored_and_shown_in_the_panel(
    table: Table, panel: Panel, setting: str, value: str, shown: str
) -> None:
    assert (await panel.choose(setting, value)).reply is panel.message
    assert shown in panel.message.text
    assert panel.chosen(setting) == [value]
    assert shown in await stored(table)


async def test_the_board_goes_back_to_that_of_the_rules(table: Table, panel: Panel) -> None:
    await panel.choose("size", "8")
    await panel.choose("size", "own")
    assert "Default board: the one in the game's rules" in await stored(table)


async def test_channels_are_chosen_together_and_taken_away(table: Table, panel: Panel) -> None:
    arena = table.guild.add_channel("arena")
    await panel.choose("channels", table.channel, arena)
    assert panel.chosen("channels") == [str(table.channel.id), str(arena.id)]
    assert f"<#{table.channel.id}>, <#{arena.id}>" in await stored(table)
    await panel.choose("channels", arena)
    assert panel.chosen("channels") == [str(arena.id)]
    await panel.choose("channels")
    assert "Games can be started in: every channel" in await stored(table)


async def test_more_channels_than_a_menu_takes_are_left_to_the_options(table: Table) -> None:
    for number in range(26):
        await table.settle(channel_add=table.guild.add_channel(f"arena-{number}"))
    shown = await table.settle()
    assert "gl1:set:0:0:channels" not in [menu.custom_id for menu in shown.selects]
    assert "gl1:set:0:0:log" in [menu.custom_id for menu in shown.selects]


async def test_the_role_and_the_log_are_chosen_and_taken_away(table: Table, panel: Panel) -> None:
    role, log = table.guild.add_role("Referees"), table.guild.add_channel("log")
    await panel.choose("moderator", role)
    await panel.choose("log", log)
    assert (panel.chosen("moderator"), panel.chosen("log")) == ([str(role.id)], [str(log.id)])
    assert f"members with the role <@&{role.id}>" in await stored(table)
    await panel.choose("moderator")
    await panel.choose("log")
    text = await stored(table)
    assert "Moderators: members who can manage this server\n" in text
    assert "not posted in any channel" in text


async def test_the_channel_of_the_puzzle_is_chosen_and_taken_away(table: Table, panel: Panel) -> None:
    await panel.choose("puzzle", table.channel)
    assert panel.chosen("puzzle") == [str(table.channel.id)]
    assert f"Puzzle of the day: posted in <#{table.channel.id}> at 06:00 UTC" in await stored(table)
    await panel.choose("puzzle")
    assert "Puzzle of the day: not posted in any channel" in await stored(table)


async def test_everybody_cannot_be_made_a_moderator(table: Table, panel: Panel) -> None:
    assert "`@everyone` cannot be" in refusal(await panel.choose("moderator", table.guild.roles[0]))
    assert "Moderators: members who can manage this server\n" in await stored(table)


async def test_deleted_channels_are_not_chosen_in_the_menu(table: Table, panel: Panel) -> None:
    old = table.guild.add_channel("old")
    await panel.choose("channels", table.channel, old)
    old.delete()
    await panel.choose("look", "text")
    assert panel.chosen("channels") == [str(table.channel.id)]


async def test_the_limits_are_filled_in_a_form(table: Table, panel: Panel) -> None:
    await panel.limits("12", " 7")
    await table.shows(panel.message, "Open games per player: 12")
    assert "Open challenges per player: 7" in await stored(table)


@pytest.mark.parametrize("games", ["0", "1001", "-3", "many", "٣"])
async def test_a_limit_that_is_no_number_in_bounds_is_refused(table: Table, panel: Panel, games: str) -> None:
    assert "A limit is a number from 1 to 1000" in refusal(await panel.limits(games, "2"))
    assert "Open challenges per player: 3" in await stored(table)


async def test_a_reset_asks_first(table: Table, panel: Panel) -> None:
    await panel.choose("variant", "dodge")
    for answer, game in (("No, keep them", "Dodge"), ("Yes, reset all settings", "Lines")):
        asked = await panel.manager.press(panel.message, "Reset …")
        assert reply(asked) is panel.message
        assert "Reset all settings" in panel.message.text
        assert "Default game: Dodge" in await stored(table)
        await panel.manager.press(panel.message, answer)
        assert f"Default game: {game}" in panel.message.text
        assert f"Default game: {game}" in await stored(table)


async def test_each_use_checks_the_permission_again(table: Table, panel: Panel) -> None:
    await panel.manager.press(panel.message, "Limits …")
    panel.manager.roles.clear()
    for used in (
        panel.choose("variant", "dodge"),
        panel.choose("channels", table.channel),
        panel.manager.press(panel.message, "Limits …"),
        panel.manager.press(panel.message, "Reset …"),
        panel.manager.press(panel.message, custom_id="gl1:resetall:0:0:", forged=True),
        panel.manager.press(panel.message, custom_id="gl1:keepset:0:0:", forged=True),
    ):
        assert "Manage Server" in refusal(await used)
    assert "Default game: Lines" in await stored(table)


async def test_a_form_submitted_without_the_permission_changes_nothing(table: Table, panel: Panel) -> None:
    opened = await panel.manager.press(panel.message, "Limits …")
    assert opened.modal is not None
    panel.manager.roles.clear()
    assert "Manage Server" in refusal(await panel.manager.submit(opened.modal, {"games": "9"}))
    assert "Open games per player: 5" in await stored(table)


@pytest.mark.parametrize(
    ("setting", "values"),
    [
        ("variant", ["chess"]),
        ("variant", []),
        ("size", ["9"]),
        ("channels", ["7"]),
        ("moderator", ["x"]),
        ("games", ["5"]),
        ("log", ["1", "2"]),
    ],
)
async def test_a_forged_choice_is_refused(table: Table, panel: Panel, setting: str, values: list[str]) -> None:
    before = await stored(table)
    forged = await panel.manager.choose(panel.message, f"gl1:set:0:0:{setting}", values, forged=True)
    assert "does not have that choice" in refusal(forged)
    assert await stored(table) == before


async def test_the_panel_speaks_the_language_of_its_reader(panel: Panel) -> None:
    await panel.choose("language", "de")
    assert "Language: Deutsch" in panel.message.text
    panel.manager.user.locale = "de"
    await panel.choose("language", "own")
    assert "Sprache: English, nach der Sprache dieses Servers in Discord" in panel.message.text
    assert panel.message.text.splitlines()[:3] == [
        "**Gridlock auf diesem Server**",
        "Partien können hier beginnen: in jedem Kanal",
        "Standardspiel: Lines",
    ]
    assert labels(panel.message) == ["Grenzen …", "Zurücksetzen …"]
    assert "Eine Grenze ist eine Zahl von 1 bis 1000" in refusal(await panel.limits("acht", "2"))
    await panel.manager.press(panel.message, "Zurücksetzen …")
    assert labels(panel.message) == ["Ja, alles zurücksetzen", "Nein, behalten"]
    await panel.manager.press(panel.message, "Ja, alles zurücksetzen")
    assert labels(panel.message) == ["Grenzen …", "Zurücksetzen …"]
