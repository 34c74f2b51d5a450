"""Suggestions for a typed line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from local_discord import LocalDiscord
from local_discord.frontends.input.catalogue import Catalogue
from local_discord.frontends.input.completion import Completer, Question
from local_discord.tests.support.examples import CHALLENGE, option

MOVE = option(
    "move",
    1,
    options=[option("cell", 3, required=True, autocomplete=True), option("game", 3, autocomplete=True)],
)
CATALOGUE = Catalogue(
    [{"name": "game", "options": [CHALLENGE, MOVE]}, {"name": "ping", "description": "Pong"}],
)


def stage() -> Completer:
    guild = LocalDiscord().add_guild("Pretend server")
    guild.add_channel("games")
    for name in ("Ada", "Bob", "Ada of the tower"):
        guild.add_member(name)
    return Completer(CATALOGUE, guild, {"as": ["Ada", "Bob"], "press": ["Take back", "Accept"], "quit": []}, None)


def offered(line: str, completer: Completer) -> list[str]:
    """Return the whole lines after each suggestion."""
    found = completer.complete(line)
    return [line[: found.start] + candidate.text for candidate in found.candidates]


@pytest.mark.parametrize(
    ("line", "lines"),
    [
        ("", []),
        ("C", []),
        ("/", ["/as", "/press", "/quit", "/game", "/ping"]),
        ("/P", ["/press", "/ping"]),
        ("/game", ["/game"]),
        ("/game ", ["/game challenge", "/game move"]),
        ("/game ch", ["/game challenge"]),
        ("/as ", ["/as Ada", "/as Bob"]),
        ("/as b", ["/as Bob"]),
        ("/press take b", ["/press Take back"]),
        ("/quit ", []),
        ("/ping ", []),
        ("/nothing ", []),
        ("/game challenge @bo", ["/game challenge @Bob", "/game challenge @Bot"]),
        ("/game challenge bob", ["/game challenge @Bob"]),
        ("/game challenge @Ada", ["/game challenge @Ada", '/game challenge "@Ada of the tower"']),
        ("/game challenge opp", ["/game challenge opponent:"]),
        ("/game challenge opponent:@Bob", ["/game challenge opponent:@Bob"]),
        ("/game challenge @Bob variant:d", ["/game challenge @Bob variant:dodge"]),
        ("/game challenge @Bob full", ["/game challenge @Bob lines"]),
        ('/game challenge @Bob variant:"full li', ["/game challenge @Bob variant:lines"]),
        ("/game challenge @Bob ranked:t", ["/game challenge @Bob ranked:true"]),
        ("/game challenge @Bob where:", ["/game challenge @Bob where:#games"]),
        ("/game challenge @Bob size:3 s", []),
        ("/game challenge @Bob size:3 size:", []),
        ("/game challenge @Bob colour:red si", []),
    ],
)
def test_candidates_lead_on(line: str, lines: list[str]) -> None:
    assert offered(line, stage()) == lines


def test_after_a_space_values_of_the_next_option_come_before_option_names() -> None:
    assert offered("/game challenge @Bob ", stage()) == [
        f"/game challenge @Bob {text}"
        for text in ("lines", "dodge", "variant:", "size:", "ranked:", "weight:", "where:")
    ]


def test_suggestions_have_descriptions() -> None:
    found = stage().complete("/pi")
    assert [(one.text, one.note) for one in found.candidates] == [("ping", "Pong")]


def test_roles_are_offered_where_they_can_be_named() -> None:
    guild = stage().guild
    guild.add_role("Referee")
    catalogue = Catalogue([{"name": "x", "options": [option("role", 8), option("who", 9)]}])
    completer = Completer(catalogue, guild, {})
    assert offered("/x role:ref", completer) == ["/x role:@Referee"]
    assert offered("/x who:@", completer)[-1] == "/x who:@Referee"


def test_the_bot_is_asked_for_options_with_autocomplete() -> None:
    found = stage().complete("/game move game:7 cell:C")
    assert found.question == Question("game move", "cell", "C", {"game": "7"})
    assert found.start == len("/game move game:7 cell:")


def test_the_bot_is_asked_for_a_value_without_a_name() -> None:
    assert stage().complete("/game move C3 ").question == Question("game move", "game", "", {"cell": "C3"})


def test_invalid_values_are_not_sent_to_the_bot() -> None:
    catalogue = Catalogue([{"name": "x", "options": [option("word", 3, autocomplete=True), option("size", 4)]}])
    completer = Completer(catalogue, stage().guild, {})
    assert completer.complete("/x size:big word:a").question == Question("x", "word", "a", {})


def test_a_line_without_a_slash_completes_its_command() -> None:
    completer = Completer(CATALOGUE, stage().guild, {}, "game move game:7 cell:{text}")
    found = completer.complete("B2 C")
    assert found.question == Question("game move", "cell", "B2 C", {"game": "7"})
    assert (found.start, found.quoted) == (0, False)


def test_a_line_without_a_slash_offers_choices_unquoted() -> None:
    completer = Completer(CATALOGUE, stage().guild, {}, "game challenge {text}")
    assert offered("Ada of", completer) == ["@Ada of the tower"]


def test_nothing_is_suggested_while_the_command_of_bare_text_is_not_registered() -> None:
    assert offered("C", Completer(Catalogue([]), stage().guild, {}, "game move {text}")) == []


WHOLE = ["/game challenge", "/game move", "/ping"]


@pytest.mark.parametrize(
    ("line", "lines"),
    [("/", WHOLE), ("/g", WHOLE[:2]), ("/game ch", WHOLE[:1]), ("/MOVE", [WHOLE[1]]), ("/p", [WHOLE[2]]), ("/x", [])],
)
def test_commands_can_be_offered_whole_and_found_by_a_later_word(line: str, lines: list[str]) -> None:
    completer = Completer(CATALOGUE, stage().guild, {}, whole_paths=True)
    assert offered(line, completer) == lines
    assert offered("/game move ", completer) == offered("/game move ", stage())


def test_whole_commands_are_suggested_in_order_of_registration() -> None:
    registered: list[dict[str, object]] = [{"name": "ping"}, {"name": "game", "options": [MOVE, CHALLENGE]}]
    completer = Completer(Catalogue(registered), stage().guild, {}, whole_paths=True)
    assert offered("/", completer) == ["/ping", "/game move", "/game challenge"]


def test_a_completion_names_the_typed_and_the_given_options() -> None:
    found = stage().complete("/game challenge @Bob size:5 ranked:")
    assert found.command is not None
    assert found.option is not None
    assert (found.command.path, found.option.name, found.given) == ("game challenge", "ranked", ("opponent", "size"))


@given(st.text(st.sampled_from('/game movechlns:@"B2 '), max_size=40))
def test_every_line_can_be_completed_from_within_it(line: str) -> None:
    found = COMPLETER.complete(line)
    assert 0 <= found.start <= len(line)


COMPLETER = stage()
