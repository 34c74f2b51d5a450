"""Every command in each kind of place, as the table of docs/behaviour.md has it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from cogs.commands.gridlock import every_command
from gridlock_host.servers.settings import ServerSettings
from local_discord import Channel, Member, Refused
from tests.end_to_end.support.outside import FOREIGN_SERVER, GROUP, Place
from tests.end_to_end.support.table import Table, game_id, reply
from tests.support.stand_in import answer_of

pytestmark = pytest.mark.asyncio(loop_scope="session")

_DOCUMENT: Final = Path(__file__).parents[3] / "docs" / "behaviour.md"
_WITH_BOT, _DIRECT = "a server with the bot", "direct messages with the bot"
_REFUSED: Final = "That belongs to a server"
_LINE: Final = "lines 3x3: B2 A1 1-0 resignation"


def documented() -> dict[str, dict[str, str]]:
    """What the table says: the commands, and for each the word of each kind of place."""
    (section,) = re.findall(
        r"^## Outside of servers\n(.*?)^## ", _DOCUMENT.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    heading, _, *rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in section.splitlines() if line.startswith("|")
    ]
    return {
        command: dict(zip(heading[1:], words, strict=True)) for named, *words in rows for command in commands_in(named)
    }


def commands_in(cell: str) -> Iterator[str]:
    yield from (name.removeprefix("/") for name in re.findall(r"`(/gridlock[^`]*)`", cell))


async def test_the_table_has_every_command() -> None:
    assert sorted(documented()) == sorted(command.qualified_name for command in every_command())


async def said(person: Member, channel: Channel, command: str, **options: object) -> str:
    answered = await person.command(channel, command, **options)  # type: ignore[arg-type]
    message = answer_of(answered)
    return "a form" if message is None else message.text


OPTIONS: Final[dict[str, dict[str, object]]] = {
    "gridlock learn explore": {"variant": "dodge", "size": 3},
    "gridlock import": {"line": _LINE},
    "gridlock me notify": {"mode": "off"},
    "gridlock me spoken": {"mode": "off"},
    "gridlock rules": {"variant": "lines"},
    "gridlock challenge": {"variant": "lines"},
    "gridlock move": {"cell": "A1"},
    "gridlock replay": {"game": "#1"},
    "gridlock-server moderate end": {"game": "#1", "reason": "rude"},
    "gridlock-server moderate void": {"game": "#1", "reason": "rude"},
}
ABOUT_A_MEMBER: Final = frozenset(
    {
        "gridlock me block",
        "gridlock me unblock",
        "gridlock versus",
        "gridlock-server moderate ban",
        "gridlock-server moderate unban",
    }
)


async def outcome(person: Member, other: Member, channel: Channel, command: str) -> str:
    """The word of the table for what a command does there, with options that could be right."""
    options = OPTIONS.get(command, {}) | ({"member": other} if command in ABOUT_A_MEMBER else {})
    if command == "gridlock-server moderate pair":
        options = {"member": person, "other": other}
    try:
        answer = await said(person, channel, command, **options)
    except Refused:
        return "not offered"
    assert "went wrong" not in answer, f"{command}: {answer}"
    if answer.startswith(_REFUSED):
        return "refused"
    return "the bot only" if "Nobody else can see this chat" in answer else "yes"


@pytest.mark.parametrize("kind", [_WITH_BOT, FOREIGN_SERVER, GROUP, _DIRECT])
async def test_each_command_does_what_the_table_says(table: Table, kind: str) -> None:
    place = Place.add(table, kind) if kind in (FOREIGN_SERVER, GROUP) else None
    ada, bob = (table.ada, table.bob) if place is None else (place.ada, place.bob)
    channel = place.channel if place is not None else ada.dm if kind == _DIRECT else table.channel
    table.ada.user.has_installed_app = True
    if kind == _WITH_BOT:
        table.show_managers_commands()
    expected = {command: words[kind] for command, words in documented().items()}
    found = {command: await outcome(ada, bob, channel, command) for command in expected}
    # The form is opened everywhere; what is proposed with it is refused like the command.
    found["gridlock play"] = expected["gridlock play"]
    assert found == expected
    if place is not None:
        assert place.calls_by_channel() == []


def options_of(command: str, other: Member) -> Iterator[dict[str, object]]:
    """Options that could be right; and a game, a challenge, that is nowhere."""
    usual = OPTIONS.get(command, {}) | ({"member": other} if command in ABOUT_A_MEMBER else {})
    yield usual
    known = next(one for one in every_command() if one.qualified_name == command)
    names = {option.display_name for option in known.parameters}
    yield from (usual | {name: "#999999"} for name in ("game", "challenge") if name in names)


@pytest.mark.parametrize("kind", [FOREIGN_SERVER, GROUP, _DIRECT])
async def test_no_answer_there_speaks_of_this_server(table: Table, kind: str) -> None:
    place = Place.add(table, kind) if kind != _DIRECT else None
    ada, bob, channel = (table.ada, table.bob, table.ada.dm) if place is None else (place.ada, place.bob, place.channel)
    table.ada.user.has_installed_app = True
    for command, words in documented().items():
        for options in options_of(command, bob) if words[kind] != "not offered" else ():
            answer = await said(ada, channel, command, **options)
            assert "this server" not in answer.lower(), f"{command} {options}: {answer}"


async def test_a_limit_and_a_question_there_do_not_speak_of_a_server(table: Table) -> None:
    place = Place.add(table, GROUP)
    board = await place.begin()
    for player, cell in ((place.ada, "C3"), (place.bob, "C1")):
        await player.press(board, cell)
        await place.shows(board, f"**{cell}**")
    question = reply(await place.ada.press(board, "Resign"))
    assert question.text == f"Resign game #{game_id(board)}? {place.bob.mention} wins."
    for _ in range(ServerSettings().most_challenges):
        await place.challenge(opponent=None)
    refused = (await place.challenge(opponent=None)).text
    assert refused.startswith("Outside of the servers that I am in, 3 open challenges are allowed at a time")
