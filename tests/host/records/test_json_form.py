"""JSON records: of the public form, and read again without a difference."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from gridlock_host.model.game import Game
from gridlock_host.model.person import DELETED_PLAYER_ONE
from gridlock_host.model.starts import Swap
from gridlock_host.records.json_form import json_of, record_in
from gridlock_host.records.line_notation import line_of, read_line
from gridlock_host.records.record import BrokenRecord, game_of, record_of
from tests.host.records.game_record_schema import GAME_RECORD_SCHEMA
from tests.host.support.host import BOB, GUILD, NOON
from tests.host.support.recorded_games import stored_games, winner_of

_VALIDATOR = Draft202012Validator(GAME_RECORD_SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER)


@settings(max_examples=200)
@given(stored_games(finished=True))
def test_export_import_export_gives_the_same_bytes(game: Game) -> None:
    record = record_of(game, NOON)
    text = json_of(record)
    assert record_in(json.loads(text)) == record
    assert json_of(record_in(json.loads(text))).encode() == text.encode()
    assert "\n" not in text


@given(stored_games(finished=True))
def test_a_record_has_the_public_form(game: Game) -> None:
    value = json.loads(json_of(record_of(game, NOON)))
    _VALIDATOR.validate(value)
    header, moves = value["header"], value["moves"]
    assert [move for turn in moves for move in turn if move is not None] == list(game.moves)
    assert header["pied"] is (game.swap is Swap.TAKEN)
    results = [player["result"] for player in header["players"]]
    winner = winner_of(game)
    assert results == ([0, 0] if winner is None else [int(winner.value == 1), int(winner.value == 2)])


@given(stored_games(finished=True))
def test_each_player_has_a_column_of_the_moves(game: Game) -> None:
    position = game.position_at(0)
    columns: dict[int, list[str]] = {1: [], 2: []}
    for text in game.moves:
        columns[position.to_move.value].append(text)
        position = position.play(position.parse(text))
    rounds = json.loads(json_of(record_of(game, NOON)))["moves"]
    for seat, column in columns.items():
        assert [turn[seat - 1] for turn in rounds if turn[seat - 1] is not None] == column


def test_the_schema_refuses_what_is_no_record() -> None:
    assert not _VALIDATOR.is_valid({"header": {}, "moves": []})
    assert not _VALIDATOR.is_valid(_record() | {"more": 1})


def _record() -> dict[str, Any]:
    """A record as another program might write it."""
    return {
        "header": {
            "game": {"name": "Lines", "variants": ["size-5"]},
            "site": {"name": "Elsewhere", "gameid": 7},
            "date-start": "2030-05-17T12:00:00Z",
            "date-end": "2030-05-17T13:00:00Z",
            "date-generated": "2030-05-17T13:00:00Z",
            "players": [{"name": "Ada", "result": 1, "title": "first"}, {"name": "Bob", "result": 0}],
            "ending": "resignation",
        },
        "moves": [["A1", {"move": "A3"}], ["A5", None]],
    }


def test_a_record_of_another_program_is_read() -> None:
    record = record_in(_record())
    assert line_of(record) == "lines 5x5: A1 A3 A5 1-0 resignation"
    assert record.details is not None
    assert [player.name for player in record.details.players] == ["Ada", "Bob"]


def test_a_player_is_named_by_the_seat_alone() -> None:
    """A name is data of a person that is not stored, and a deleted player has no id either."""
    game = game_of(read_line("lines 5x5: A1 A3 0-0 forgotten"), GUILD)
    game = replace(game, player_one_id=DELETED_PLAYER_ONE, player_two_id=BOB)
    players = json.loads(json_of(record_of(game, NOON)))["header"]["players"]
    assert [player["name"] for player in players] == ["Player 1", "Player 2"]
    assert [player.get("userid") for player in players] == [None, str(BOB)]


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        (("header",), None, "`header`"),
        (("header", "game", "name"), "Chess", "no game `Chess`"),
        (("header", "game", "variants"), [], "how large"),
        (("header", "game", "variants"), ["size-99999"], "how large"),
        (("header", "game", "variants"), ["size-9"], "is played on boards"),
        (("header", "players"), [{"name": "Ada", "result": 1}], "two players"),
        (("header", "players", 0, "result"), "won", "`result`"),
        (("header", "players", 0, "result"), 0, "has a winner"),
        (("header", "date-end"), "yesterday", "no time"),
        (("header", "ending"), "boredom", "`boredom`"),
        (("header", "handicap"), 10**50, "no handicap"),
        (("header", "site"), "here", "`site`"),
        (("moves",), "A1", "`moves`"),
        (("moves",), [["A1", "A3", "A5"]], "one entry for each player"),
        (("moves",), [[1]], "A move is a text"),
        (("moves",), [[None]] * 1_000, "rounds"),
        (("moves", 0, 1), "B2", "Move 2, `B2`"),
    ],
)
def test_what_is_no_record_is_refused_with_the_reason(path: tuple[Any, ...], value: object, reason: str) -> None:
    record = _record()
    part: Any = record
    for step in path[:-1]:
        part = part[step]
    part[path[-1]] = value
    with pytest.raises(BrokenRecord, match=r".") as caught:
        record_in(record)
    assert reason in str(caught.value)


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda each: (
            st.lists(each) | st.dictionaries(st.sampled_from(["header", "moves", "game", "players", "name"]), each)
        ),
    )
)
def test_any_json_is_a_game_or_refused(value: object) -> None:
    with pytest.raises(BrokenRecord):
        record_in(value)
