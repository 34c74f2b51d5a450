"""Discord's limits for application commands, forms and autocomplete."""

from __future__ import annotations

from typing import Any

import pytest

from local_discord import LocalDiscord
from local_discord.tests.support.rest import Rest, sending
from local_discord.tests.support.scene import Scene

Json = dict[str, Any]

TOO_LONG, BAD_LENGTH, REQUIRED, CHOICES = (
    f"BASE_TYPE_{name}" for name in ("MAX_LENGTH", "BAD_LENGTH", "REQUIRED", "CHOICES")
)
BAD_NAME = "APPLICATION_COMMAND_INVALID_NAME"
BAD_CHOICES = "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID"
NOT_NUMBER = "NUMBER_TYPE_COERCE"


def command(*options: Json, **changes: object) -> Json:
    return {"name": "play", "description": "Plays", "options": list(options)} | changes


def option(name: str = "word", kind: int = 3, **changes: object) -> Json:
    return {"type": kind, "name": name, "description": "A word"} | changes


def choices(number: int) -> list[Json]:
    return [{"name": f"N{index}", "value": f"V{index}"} for index in range(number)]


def group(*commands: Json) -> Json:
    return option("more", 2, options=list(commands))


LARGE = [option(f"o{index}", choices=[c | {"value": "x" * 100} for c in choices(25)]) for index in range(4)]

ALLOWED = [
    [command(name="x" * 32, description="y" * 100)],
    [command(*[option(f"o{index}") for index in range(25)])],
    [command(option(choices=choices(25)))],
    [command(option(autocomplete=True, min_length=0, max_length=6000))],
    [command(option("sub", 1, options=[option()]), group(option("sub", 1)))],
    [command(option("first", required=True), option("second"))],
    [command(), {"name": "Play", "type": 2}, {"name": "Play", "type": 3}],
    [command(name_localizations={"de": "spielen"}, description_localizations={"de": "Spielt"})],
    [command(contexts=[0, 1, 2], integration_types=[0, 1], default_member_permissions="8")],
    [command(default_member_permissions=8)],
    [command(name="größe")],
    [command(option(kind=4, choices=[{"name": "Five", "value": 5}]))],
    [command(name=f"c{index}") for index in range(100)],
]


@pytest.mark.parametrize("commands", ALLOWED)
async def test_commands_at_the_limits_are_registered(server: LocalDiscord, rest: Rest, commands: list[Json]) -> None:
    reply = await rest.register(*commands)
    assert reply.status == 200, reply.body
    assert [entry["name"] for entry in server.commands] == [entry["name"] for entry in commands]


REFUSED = [
    (command(name="x" * 33), "0/name", BAD_LENGTH),
    (command(name=""), "0/name", BAD_LENGTH),
    (command(name="Play"), "0/name", BAD_NAME),
    (command(name="play it"), "0/name", BAD_NAME),
    ({"description": "x"}, "0/name", REQUIRED),
    (command(description=""), "0/description", REQUIRED),
    (command(description="x" * 101), "0/description", BAD_LENGTH),
    (command(type=4), "0/type", CHOICES),
    (command(name_localizations={"de": "Spielen"}), "0/name_localizations/de", BAD_NAME),
    (command(description_localizations={"de": "x" * 101}), "0/description_localizations/de", BAD_LENGTH),
    (command(contexts=[3]), "0/contexts/0", CHOICES),
    (command(integration_types=[2]), "0/integration_types/0", CHOICES),
    (command(default_member_permissions="all"), "0/default_member_permissions", NOT_NUMBER),
    (command(*[option(f"o{index}") for index in range(26)]), "0/options", TOO_LONG),
    (command(option(), option()), "0/options/1/name", "APPLICATION_COMMAND_OPTIONS_NAME_INVALID"),
    (command(option("Word")), "0/options/0/name", BAD_NAME),
    (command(option(kind=12)), "0/options/0/type", CHOICES),
    (
        command(option("first"), option("second", required=True)),
        "0/options/1/required",
        "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
    ),
    (command(option("sub", 1), option()), "0/options", "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"),
    (command(group(group())), "0/options/0/options/0/type", CHOICES),
    (command(option("sub", 1, options=[option("sub", 1)])), "0/options/0/options/0/type", CHOICES),
    (command(option(choices=choices(26))), "0/options/0/choices", TOO_LONG),
    (command(option(choices=choices(1), autocomplete=True)), "0/options/0/choices", BAD_CHOICES),
    (command(option(kind=5, autocomplete=True)), "0/options/0/choices", BAD_CHOICES),
    (command(option(choices=[{"name": "x" * 101, "value": "v"}])), "0/options/0/choices/0/name", BAD_LENGTH),
    (command(option(choices=[{"name": "x", "value": "v" * 101}])), "0/options/0/choices/0/value", TOO_LONG),
    (command(option(kind=4, choices=choices(1))), "0/options/0/choices/0/value", NOT_NUMBER),
    (
        command(option(choices=choices(1) * 2)),
        "0/options/0/choices/1",
        "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS",
    ),
    (command(option(max_length=6001)), "0/options/0/max_length", "NUMBER_TYPE_MAX"),
    (command(*LARGE), "0", "APPLICATION_COMMAND_TOO_LARGE"),
    ({"name": "Play", "type": 2, "description": "x"}, "0/description", "APPLICATION_COMMAND_INVALID_DESCRIPTION"),
    ({"name": "x" * 33, "type": 3}, "0/name", BAD_LENGTH),
]


@pytest.mark.parametrize(("body", "place", "code"), REFUSED)
async def test_a_command_beyond_a_limit_is_refused(
    server: LocalDiscord, rest: Rest, body: Json, place: str, code: str
) -> None:
    reply = await rest.register(body)
    assert (reply.status, reply.code) == (400, 50035)
    assert code in reply.errors_at(*place.split("/"))
    assert server.commands == []


async def test_two_commands_of_one_kind_cannot_share_a_name(rest: Rest) -> None:
    reply = await rest.register(command(), command())
    assert reply.errors_at(1, "name") == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]


async def test_an_application_has_at_most_a_hundred_slash_commands(rest: Rest) -> None:
    reply = await rest.register(*[command(name=f"c{index}") for index in range(101)])
    assert (reply.status, reply.code) == (400, 30032)


async def test_registering_replaces_all_commands_and_keeps_the_ids_of_known_names(
    server: LocalDiscord, rest: Rest
) -> None:
    await rest.register(command(), command(name="stop"))
    play = server.commands[0]["id"]
    await rest.register(command(description="Plays again"))
    assert [(entry["name"], entry["id"]) for entry in server.commands] == [("play", play)]
    listed = await rest.send("GET", f"/applications/{server.application_id}/commands")
    assert listed.body == server.commands


async def test_a_guilds_own_command_hides_the_global_one_of_the_same_name(
    server: LocalDiscord, scene: Scene, rest: Rest
) -> None:
    other = Scene.in_new_guild(server)
    await rest.register(command())
    path = f"/applications/{server.application_id}/guilds/{scene.guild.id}/commands"
    assert (await rest.send("PUT", path, [command(name="play"), command(name="own")])).status == 200
    own = (await rest.send("GET", path)).body[0]
    async with sending(server, scene.ada.command(scene.channel, "play")) as sent:
        assert sent.payload["data"]["id"] == own["id"]
        assert sent.payload["data"]["guild_id"] == str(scene.guild.id)
    async with sending(server, other.ada.command(other.channel, "play")) as sent:
        assert sent.payload["data"]["id"] != own["id"]


MODAL: Json = {
    "custom_id": "form",
    "title": "A form",
    "components": [{"type": 1, "components": [{"type": 4, "custom_id": "a", "label": "A", "style": 1}]}],
}
FIELD = {"type": 4, "custom_id": "a", "style": 1}
LABEL = {"type": 18, "label": "A", "component": FIELD}


def modal_field(**changes: object) -> Json:
    return MODAL | {"components": [LABEL | {"component": FIELD | changes}]}


MODALS_ALLOWED = [
    MODAL | {"title": "x" * 45, "custom_id": "y" * 100},
    MODAL | {"components": [LABEL | {"component": FIELD | {"custom_id": str(index)}} for index in range(5)]},
    MODAL | {"components": [{"type": 10, "content": "Read this"}, LABEL | {"description": "x" * 100}]},
    modal_field(min_length=0, max_length=4000, value="x", placeholder="y" * 100),
]
COMPONENT = "data/components/0/component"
MODALS_REFUSED = [
    (MODAL | {"title": "x" * 46}, "data/title", BAD_LENGTH),
    (MODAL | {"title": ""}, "data/title", REQUIRED),
    (MODAL | {"custom_id": "x" * 101}, "data/custom_id", BAD_LENGTH),
    (MODAL | {"components": []}, "data/components", BAD_LENGTH),
    (MODAL | {"components": MODAL["components"] * 6}, "data/components", BAD_LENGTH),
    (MODAL | {"components": [FIELD]}, "data/components/0/type", CHOICES),
    (MODAL | {"components": [{"type": 1, "components": [FIELD]}]}, "data/components/0/components/0/label", REQUIRED),
    (MODAL | {"components": [LABEL | {"label": "x" * 46}]}, "data/components/0/label", BAD_LENGTH),
    (MODAL | {"components": [LABEL | {"component": {"type": 2}}]}, f"{COMPONENT}/type", CHOICES),
    (modal_field(custom_id=""), f"{COMPONENT}/custom_id", REQUIRED),
    (modal_field(style=3), f"{COMPONENT}/style", "NUMBER_TYPE_MAX"),
    (modal_field(max_length=4001), f"{COMPONENT}/max_length", "NUMBER_TYPE_MAX"),
    (modal_field(placeholder="x" * 101), f"{COMPONENT}/placeholder", TOO_LONG),
]


@pytest.mark.parametrize("modal", MODALS_ALLOWED)
async def test_a_form_at_the_limits_is_opened(server: LocalDiscord, scene: Scene, rest: Rest, modal: Json) -> None:
    await rest.register(command())
    async with sending(server, scene.ada.command(scene.channel, "play")) as sent:
        assert (await rest.answer(sent, 9, modal)).status == 200
        assert sent.modal is not None


@pytest.mark.parametrize(("modal", "place", "code"), MODALS_REFUSED)
async def test_a_form_beyond_a_limit_is_refused(
    server: LocalDiscord, scene: Scene, rest: Rest, modal: Json, place: str, code: str
) -> None:
    await rest.register(command())
    async with sending(server, scene.ada.command(scene.channel, "play")) as sent:
        reply = await rest.answer(sent, 9, modal)
        assert code in reply.errors_at(*place.split("/"))
        assert sent.modal is None


@pytest.mark.parametrize(
    ("offered", "place", "code"),
    [
        (choices(26), "data/choices", TOO_LONG),
        ([{"name": "", "value": "x"}], "data/choices/0/name", REQUIRED),
        ([{"name": "x" * 101, "value": "x"}], "data/choices/0/name", BAD_LENGTH),
        ([{"name": "x", "value": "x" * 101}], "data/choices/0/value", TOO_LONG),
        ([{"name": "x", "value": 5}], "data/choices/0/value", "STRING_TYPE_CONVERT"),
        (None, "data/choices", REQUIRED),
    ],
)
async def test_choices_beyond_a_limit_are_refused(
    server: LocalDiscord, scene: Scene, rest: Rest, offered: object, place: str, code: str
) -> None:
    await rest.register(command(option(autocomplete=True)))
    async with sending(server, scene.ada.autocomplete(scene.channel, "play", focused="word")) as sent:
        reply = await rest.answer(sent, 8, {"choices": offered})
        assert reply.errors_at(*place.split("/")) == [code]
        assert (await rest.answer(sent, 8, {"choices": choices(25)})).status == 200
        assert len(sent.choices) == 25
