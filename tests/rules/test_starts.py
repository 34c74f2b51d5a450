"""Starts: positions that games begin from, and their symmetric images."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules.starts import canonical_start, images_of_start
from tests.rules.support import CHOICES, KEYS, SIZES, moves_between, play_out, texts

STARTS = [
    ("lines", 5, "C3 E3", "..... ..... ..X.. ..... ..O.."),
    ("standoff", 4, "A1", "A... .... .... ...."),
    ("dodge", 4, "A1 C3 A2", "XX.. .... ..O. ...."),
    ("blocking", 4, "#B2 #D4 A1", "X### ##.. #... #..#"),
    ("isolation", 4, "#D4 #A4 A1 D1", None),
]


@pytest.mark.parametrize(("key", "size", "start", "marks"), STARTS)
def test_a_start_is_on_the_board_before_the_first_move(key: str, size: int, start: str, marks: str | None) -> None:
    position = rules.find_variant(key).start(size, start)
    moves = [word for word in start.split() if not word.startswith("#")]
    assert position.ply == len(moves)
    assert position.to_move is (rules.Player.TWO if len(moves) % 2 else rules.Player.ONE)
    if marks is not None:
        assert " ".join("".join(row) for row in position.marks) == marks
    assert rules.replay(key, size, (), start=start) == position


def test_obstacles_close_no_rows_or_columns_in_blocking() -> None:
    position = rules.replay("blocking", 5, ["A1"], start="#B2 #C3")
    assert "B2" not in texts(position.legal_moves)
    assert {"B3", "C2", "D2", "B4"} <= set(texts(position.legal_moves))
    with pytest.raises(rules.IllegalMove, match="B2 is blocked from the start") as caught:
        position.parse("B2")
    assert (caught.value.reason, caught.value.cell) == ("blocked", "B2")


def test_tokens_are_not_placed_on_removed_cells() -> None:
    position = rules.find_variant("isolation").start(4, "#A1 #B2")
    assert len(position.legal_moves) == 14
    with pytest.raises(rules.IllegalMove, match="A1 is removed"):
        position.parse("A1")
    placed = rules.replay("isolation", 4, ["D4", "A4"], start="#A1 #B2")
    assert sum(row.count("X") for row in placed.marks) == 2


@pytest.mark.parametrize(
    ("key", "size", "start"),
    [
        ("lines", 5, "#C3"),  # no obstacles there
        ("lines", 5, "C3 D4"),  # not in line
        ("dodge", 3, "B2"),  # the game is over
        ("blocking", 5, "#F1"),  # off the board
        ("blocking", 5, "#A1 A1"),
        ("blocking", 5, "A1 #C3"),  # obstacles come first
        ("isolation", 5, "A1 A1"),
        ("standoff", 4, "nonsense"),
        ("standoff", 4, "#"),
    ],
)
def test_what_is_no_start_is_refused(key: str, size: int, start: str) -> None:
    with pytest.raises(rules.InvalidStart):
        rules.find_variant(key).start(size, start)


def test_the_refused_move_of_a_replay_is_counted_without_the_start() -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        rules.replay("lines", 5, ["E1", "A2"], start="C3 E3")
    assert caught.value.ply == 1


@given(st.sampled_from(KEYS), st.sampled_from(SIZES), CHOICES, st.integers(0, 8), st.integers(0, 7))
def test_a_game_from_a_start_is_the_same_game(key: str, size: int, choices: list[int], split: int, image: int) -> None:
    """The moves of a game may be those of its start; symmetric starts leave as many games."""
    game = play_out(rules.find_variant(key).start(size), choices)
    played = texts(moves_between(game))
    begun = min(split, len(played) - 1)
    start = " ".join(played[:begun])
    position = rules.find_variant(key).start(size, start)
    assert position == game[begun]
    assert rules.replay(key, size, played[begun:], start=start) == game[-1]
    other = images_of_start(start, size)[image]
    turned = rules.find_variant(key).start(size, other)
    assert (turned.ply, len(turned.legal_moves)) == (position.ply, len(position.legal_moves))
    assert set(images_of_start(other, size)) == set(images_of_start(start, size))
    assert canonical_start(other, size) == canonical_start(start, size)


def test_the_images_of_a_start_are_all_eight() -> None:
    images = images_of_start("#B1 #A3 A2/C4", 4)
    assert images[0] == "#A3 #B1 A2/C4"
    assert len(set(images)) == 8
    assert "#C1 #D3 D2/B4" in images  # upside down
