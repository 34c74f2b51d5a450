"""Hostile options of commands: one polite answer, and no forbidden effect."""

from __future__ import annotations

import re
from typing import cast

import pytest
import pytest_asyncio
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from cogs.commands.gridlock import every_command
from local_discord import Permissions, Upload
from local_discord.wire import CommandType, InteractionType, Json, OptionType
from tests.end_to_end.support.table import reply
from tests.hostile.laws import Witness
from tests.hostile.scene import Option, Scene, leaf, paths
from tests.hostile.texts import numbers, texts

pytestmark = pytest.mark.asyncio(loop_scope="module")

COMMANDS = [command.qualified_name for command in every_command()]
NUMBERED = [
    (command.qualified_name, option.display_name)
    for command in every_command()
    for option in command.parameters
    if option.display_name in ("game", "challenge")
]
# Commands about a person in all servers.
ANYWHERE = {"gridlock me block", "gridlock me notify", "gridlock me spoken", "gridlock me unblock"}
few = settings(
    max_examples=6,
    # The database keeps its state between examples, so a failure need not repeat.
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@pytest_asyncio.fixture(loop_scope="module")
async def scene(witness: Witness) -> Scene:
    return await Scene.set(witness)


def is_completed(spec: Json) -> bool:
    return bool(spec.get("autocomplete"))


def value(data: st.DataObject, spec: Json, scene: Scene) -> Option:
    """A value for an option, also one that Discord would refuse."""
    kind = OptionType(spec["type"])
    pool: dict[OptionType, st.SearchStrategy[Option]] = {
        OptionType.STRING: cast("st.SearchStrategy[Option]", texts),
        OptionType.INTEGER: cast("st.SearchStrategy[Option]", numbers | st.integers(-1, 10)),
        OptionType.BOOLEAN: cast("st.SearchStrategy[Option]", st.booleans()),
        OptionType.USER: st.sampled_from([*scene.people, *scene.strangers]),
        OptionType.CHANNEL: st.sampled_from(scene.table.guild.channels),
        OptionType.ROLE: st.sampled_from(scene.table.guild.roles),
        OptionType.ATTACHMENT: st.builds(Upload, texts.map(_file_name), st.binary(max_size=300), st.just("text/plain")),
    }
    offered = [choice["value"] for choice in spec.get("choices") or ()]
    if is_completed(spec):
        offered = [*scene.numbers, "C4", "d2/e3"]
    either = st.one_of(pool[kind], st.sampled_from(offered)) if offered else pool[kind]
    drawn: Option = data.draw(either, label=spec["name"])
    return drawn


def _file_name(text: str) -> str:
    return "".join(character for character in text if character.isalnum() and character.isascii())[:50] or "file"


async def test_labels_of_choices_are_read_as_their_values(witness: Witness, scene: Scene) -> None:
    """Some clients send them, and Discord's own checks do not always stop that."""
    ruled = await scene.send(scene.people[0], "gridlock rules", {"variant": "Isolation"})
    assert "Isolation" in reply(ruled).text
    challenged = await scene.send(scene.people[0], "gridlock challenge", {"variant": "Dodge", "time": "1 Stunde"})
    assert "1 hour" in reply(challenged).text
    await witness.at_rest()


@pytest.mark.parametrize("command", COMMANDS)
@few
@given(data=st.data())
async def test_a_command_with_any_options_is_answered_once(
    witness: Witness, scene: Scene, command: str, data: st.DataObject
) -> None:
    specs = leaf(witness.discord.commands, command)
    given = [spec for spec in specs if data.draw(st.booleans())]
    options = {spec["name"]: value(data, spec, scene) for spec in given}
    member = data.draw(st.sampled_from(scene.people))
    await witness.see(scene.table.guild, scene.send(member, command, options))


@settings(max_examples=30, phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
async def test_any_autocomplete_text_gets_choices_in_time(witness: Witness, quiet: Scene, data: st.DataObject) -> None:
    completed = [(path, specs) for path, specs in paths(witness.discord.commands) if any(map(is_completed, specs))]
    command, specs = data.draw(st.sampled_from(completed))
    focused = data.draw(st.sampled_from([spec["name"] for spec in specs if is_completed(spec)]))
    others = [spec for spec in specs if spec["name"] != focused and data.draw(st.booleans())]
    options = {spec["name"]: value(data, spec, quiet) for spec in others}
    typed = data.draw(st.just("") | texts | st.sampled_from(quiet.numbers))
    member = data.draw(st.sampled_from(quiet.people))
    await witness.see(quiet.table.guild, quiet.send(member, command, {**options, focused: typed}, focused=focused))


@pytest.mark.parametrize(("command", "option"), NUMBERED)
async def test_an_id_of_another_server_is_refused_and_never_offered(
    witness: Witness, quiet: Scene, scene: Scene, command: str, option: str
) -> None:
    """Bob is in both servers, and sends ids of one from the other, where he may moderate."""
    here, before = scene.table.guild, witness.stored()
    bob = here.add_member("Bob", user=quiet.table.bob.user, permissions=Permissions.MANAGE_GUILD)
    needed = [spec["name"] for spec in leaf(witness.discord.commands, command) if spec.get("required")]
    for number in quiet.numbers:
        options: dict[str, Option] = {**dict.fromkeys(needed, "C4"), option: number}
        refused = await witness.see(here, scene.send(bob, command, options))
        assert reply(refused).ephemeral
        assert not ids_of(quiet) & set(re.findall(r"\d+", reply(refused).text))
        typing = await witness.see(here, scene.send(bob, command, options, focused=option))
        assert number not in [value for _, value in typing.choices]
    assert witness.stored() == before


def ids_of(scene: Scene) -> set[str]:
    """Ids that would reveal a server, its channel, messages or members in a text."""
    table = scene.table
    messages = {scene.board.id, scene.over.id, scene.challenge.id}
    return set(map(str, messages | {table.guild.id, table.channel.id, table.ada.id, table.cleo.id}))


@pytest.mark.parametrize("command", COMMANDS)
async def test_a_command_in_direct_messages_is_answered_once(witness: Witness, quiet: Scene, command: str) -> None:
    ada, before = quiet.table.ada, witness.stored()
    specs = [spec for spec in leaf(witness.discord.commands, command) if spec.get("required")]
    options: dict[str, Option] = {
        spec["name"]: "on" if spec["type"] == OptionType.STRING else quiet.table.bob for spec in specs
    }
    await witness.see(quiet.table.guild, quiet.send_in(ada.dm, ada, command, options))
    assert command in ANYWHERE or witness.stored() == before


async def test_the_menu_on_any_member_is_answered_once(witness: Witness, scene: Scene) -> None:
    table = scene.table
    for target in [*scene.people, *scene.strangers]:
        await witness.see(table.guild, table.ada.context_menu(table.channel, "Challenge to Gridlock", target=target))


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("gridlock challenge", {"first": "nobody"}),
        ("gridlock challenge", {"best_of": 2}),
        ("gridlock challenge", {"level": 0}),
        ("gridlock rules", {"size": 2**64}),
        ("gridlock leaderboard", {"by": "luck"}),
        ("gridlock-server settings", {"games": 0}),
        ("gridlock-server settings", {"clear": "everything"}),
        ("gridlock-server moderate end", {"game": "1", "reason": "a" * 201}),
    ],
)
async def test_values_that_discord_would_refuse_get_a_sentence(
    witness: Witness, quiet: Scene, command: str, options: dict[str, Option]
) -> None:
    sending = quiet.send(quiet.moderator, command, options)
    said = reply(await witness.see(quiet.table.guild, sending)).text
    assert said == "That command has changed since your Discord loaded it. Please reload Discord and try again."


async def test_invisible_characters_are_removed_from_a_reason(witness: Witness, scene: Scene) -> None:
    """PostgreSQL rejects NUL, no database stores a lone surrogate, and direction marks would turn the whole line."""
    options: dict[str, Option] = {"member": scene.table.cleo, "reason": " \ud800rude\x00\n\u202eand\u3164loud\u200b"}
    sending = scene.send(scene.moderator, "gridlock-server moderate ban", options)
    assert reply(await witness.see(scene.table.guild, sending)).text.endswith(": rude and loud")
    assert witness.stored()["moderation_log"][-1].count("rude and loud") == 1


def being_typed(name: str) -> Json:
    return {"name": name, "type": int(OptionType.STRING), "value": "a", "focused": True}


@pytest.mark.parametrize(
    "option",
    [
        {"name": "colour", "type": int(OptionType.SUB_COMMAND), "options": [being_typed("game")]},
        {"name": "move", "type": int(OptionType.SUB_COMMAND), "options": [being_typed("colour")]},
        {"name": "rules", "type": int(OptionType.SUB_COMMAND), "options": [being_typed("variant")]},
        being_typed("game"),
    ],
    ids=["a command", "an option", "an option without choices", "the group"],
)
async def test_an_option_of_an_older_version_gets_no_choices(witness: Witness, quiet: Scene, option: Json) -> None:
    root = next(entry for entry in witness.discord.commands if entry["name"] == "gridlock")
    data = {"id": root["id"], "name": "gridlock", "type": int(CommandType.CHAT_INPUT), "options": [option]}
    sending = quiet.table.ada._send(InteractionType.AUTOCOMPLETE, quiet.table.channel, data)
    assert (await witness.see(quiet.table.guild, sending)).choices == []
