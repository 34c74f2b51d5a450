"""Parsing of slash commands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord import Guild, LocalDiscord
from local_discord.frontends.input.catalogue import Catalogue, Option
from local_discord.frontends.input.command_line import option_value, parse_invocation
from local_discord.frontends.input.words import NotUnderstood, quote, split
from local_discord.tests.support.examples import CHALLENGE, option
from local_discord.wire import OptionType

MOVE = option("move", 1, options=[option("cell", 3, required=True), option("remove", 3), option("game", 3)])
CATALOGUE = Catalogue(
    [
        {"name": "game", "description": "Games", "options": [CHALLENGE, MOVE]},
        {"name": "admin", "options": [option("ban", 2, options=[option("add", 1, options=[])])]},
        {"name": "ping", "description": "Pong", "type": 1},
        {"name": "Challenge", "type": 2},
    ],
    others=["press", "quit"],
)


@pytest.fixture(scope="module")
def guild() -> Guild:
    guild = LocalDiscord().add_guild("Pretend server")
    guild.add_channel("games")
    for name in ("Ada", "Bob", "Ada of the tower"):
        guild.add_member(name)
    guild.add_role("Referee")
    return guild


def read(line: str, guild: Guild) -> tuple[str, dict[str, object]]:
    """Return the path of a parsed command and its options, members and channels by name."""
    typed = parse_invocation(split(line), CATALOGUE, guild)
    return typed.command.path, {name: getattr(value, "name", value) for name, value in typed.options.items()}


@pytest.mark.parametrize(
    ("kind", "text", "name"), [(8, "@referee", "Referee"), (9, "Referee", "Referee"), (9, "@bob", "Bob")]
)
def test_roles_and_mentionables_are_found_by_name(kind: int, text: str, name: str, guild: Guild) -> None:
    value = option_value(Option("who", OptionType(kind)), text, guild)
    assert getattr(value, "name", None) == name


@pytest.mark.parametrize("kind", [8, 9])
def test_unknown_role_names_are_not_understood(kind: int, guild: Guild) -> None:
    with pytest.raises(NotUnderstood, match=r"There is no .*role nobody\."):
        option_value(Option("who", OptionType(kind)), "nobody", guild)


@pytest.mark.parametrize(
    ("line", "path", "options"),
    [
        ("ping", "ping", {}),
        ("PING", "ping", {}),
        ("admin ban add", "admin ban add", {}),
        ("game challenge @Bob", "game challenge", {"opponent": "Bob"}),
        ("game challenge bob", "game challenge", {"opponent": "Bob"}),
        ("game challenge Opponent:@bob", "game challenge", {"opponent": "Bob"}),
        ('game challenge @"Ada of the tower"', "game challenge", {"opponent": "Ada of the tower"}),
        ("game challenge @Bob variant:dodge", "game challenge", {"opponent": "Bob", "variant": "dodge"}),
        ("game challenge @Bob variant:DODGE!", "game challenge", {"opponent": "Bob", "variant": "dodge"}),
        ('game challenge @Bob "full lines"', "game challenge", {"opponent": "Bob", "variant": "lines"}),
        (
            "game challenge @Bob variant:full lines 4",
            "game challenge",
            {"opponent": "Bob", "variant": "lines", "size": 4},
        ),
        ("game move cell:B2 remove:C3 game:12 or 13", "game move", {"cell": "B2", "remove": "C3", "game": "12 or 13"}),
        ("game challenge variant:x @Bob", "game challenge", {"opponent": "Bob", "variant": "x"}),
        ("game challenge @Bob size:7", "game challenge", {"opponent": "Bob", "size": 7}),
        ("game challenge @Bob size:" + "9" * 400, "game challenge", {"opponent": "Bob", "size": int("9" * 400)}),
        ("game challenge @Bob ranked:True", "game challenge", {"opponent": "Bob", "ranked": True}),
        ("game challenge @Bob ranked:no", "game challenge", {"opponent": "Bob", "ranked": False}),
        ("game challenge @Bob weight:1.5", "game challenge", {"opponent": "Bob", "weight": 1.5}),
        ("game challenge @Bob where:#games", "game challenge", {"opponent": "Bob", "where": "games"}),
        ("game challenge @Bob lines 4", "game challenge", {"opponent": "Bob", "variant": "lines", "size": 4}),
        ("game move B2", "game move", {"cell": "B2"}),
        ("game move B2 C3", "game move", {"cell": "B2", "remove": "C3"}),
        ("game move C3 cell:B2", "game move", {"cell": "B2", "remove": "C3"}),
        ('game move "B2 C3"', "game move", {"cell": "B2 C3"}),
        ('game move "12:30"', "game move", {"cell": "12:30"}),
        ("game challenge size:4", "game challenge", {"size": 4}),
    ],
)
def test_values_find_their_options(line: str, path: str, options: dict[str, object], guild: Guild) -> None:
    assert read(line, guild) == (path, options)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "There is no command /"),
        ("jump", "There is no command /jump"),
        ("game", "/game needs one of its sub-commands"),
        ("admin ban", "/admin ban needs one of its sub-commands"),
        ("game challenge @Dan", "There is no member @Dan"),
        ("game challenge @Bob colour:red", "There is no option colour"),
        ("game challenge @Bob size:4 size:5", "given twice"),
        ("game move B2 C3 7 more", "There is no option left for more"),
        ("game challenge @Bob size:big", "big is not a valid integer"),
        ("game challenge @Bob size:4.5", "4.5 is not a valid integer"),
        ("game challenge @Bob size:" + "9" * 5000, "9 is not a valid integer"),
        ("game challenge @Bob weight:1e999", "1e999 is not a valid number"),
        ("game challenge @Bob weight:nan", "nan is not a valid number"),
        ("game challenge @Bob ranked:perhaps", "perhaps is neither true nor false"),
        ("game challenge @Bob where:#attic", "There is no channel #attic"),
        ("ping now", "There is no option left for now"),
    ],
)
def test_errors_in_a_command_line_are_named(line: str, complaint: str, guild: Guild) -> None:
    with pytest.raises(NotUnderstood, match=complaint):
        read(line, guild)


def test_an_error_lists_the_options_of_the_command(guild: Guild) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read("game challenge @Bob size:big", guild)
    assert str(caught.value).split("\n")[1] == (
        "/game challenge opponent:<member> [variant:<lines|dodge>] [size:<integer>] [ranked:<boolean>]"
        " [weight:<number>] [where:<channel>]"
    )


def test_a_group_lists_its_sub_commands(guild: Guild) -> None:
    with pytest.raises(NotUnderstood) as caught:
        read("game", guild)
    assert "/game move cell:<text> [remove:<text>] [game:<text>]" in str(caught.value).split("\n")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("jump", "There is no command /jump."),
        ("gane move C3", "There is no command /gane. Did you mean /game move?"),
        ("challenge @Bob", "There is no command /challenge. Did you mean /game challenge?"),
        ("prss Accept", "There is no command /prss. Did you mean /press?"),
        ("game jump", "/game has no sub-command jump. It has: challenge, move."),
        ("game Chalenge @Bob", "/game has no sub-command Chalenge. Did you mean /game challenge?"),
        ("admin ad", "/admin has no sub-command ad. Did you mean /admin ban add?"),
        ("admin ban addd", "/admin ban has no sub-command addd. Did you mean /admin ban add?"),
    ],
)
def test_an_unknown_command_suggests_similar_or_all_commands(line: str, complaint: str) -> None:
    with pytest.raises(NotUnderstood) as caught:
        CATALOGUE.find(line.split())
    assert str(caught.value) == complaint


def test_menu_commands_cannot_be_typed(guild: Guild) -> None:
    with pytest.raises(NotUnderstood):
        read("Challenge", guild)


@given(cell=st.text(), remove=st.text())
def test_every_text_can_be_given_for_a_text_option(cell: str, remove: str) -> None:
    guild = LocalDiscord().add_guild("Pretend server")
    line = f"game move remove:{quote(remove)} {quote(cell)}"
    assert read(line, guild) == ("game move", {"cell": cell, "remove": remove})
