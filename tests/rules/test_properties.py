"""Laws of all variants, sizes and reachable positions."""

import pickle
from collections.abc import Callable, Collection
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridlock_rules as rules
from tests.rules import reference
from tests.rules.support import CHOICES, KEYS, SIZES, longest_game, moves_between, play_out, positions, texts


def starts(keys: Collection[str]) -> st.SearchStrategy[rules.Position]:
    """Draw the start of a game of one of these variants, at any size."""
    return st.builds(
        lambda key, size: rules.find_variant(key).start(size), st.sampled_from(sorted(keys)), st.sampled_from(SIZES)
    )


STARTS = starts(KEYS)
CELLS = st.integers(0, 63)
MOVES = st.builds(rules.Move, CELLS, st.none() | CELLS)


@given(STARTS, CHOICES)
def test_random_play_ends_in_time_with_a_winner(start: rules.Position, choices: list[int]) -> None:
    *before, last = play_out(start, choices)

    assert last.ply == len(before) <= longest_game(start)
    assert all(position.outcome is None for position in before)
    assert last.outcome == rules.Outcome(last.to_move.opponent, rules.Termination.NO_LEGAL_MOVE)
    assert not last.legal_moves
    assert list(last.legal_moves) == []


@given(STARTS, CHOICES)
def test_the_players_move_in_turn(start: rules.Position, choices: list[int]) -> None:
    game = play_out(start, choices)

    assert [position.ply for position in game] == list(range(len(game)))
    assert [position.to_move for position in game] == ([rules.Player.ONE, rules.Player.TWO] * len(game))[: len(game)]
    assert {position.variant for position in game} == {start.variant}
    assert {position.size for position in game} == {start.size}


@given(STARTS, CHOICES)
def test_replaying_the_moves_gives_the_same_position(start: rules.Position, choices: list[int]) -> None:
    game = play_out(start, choices)
    moves = moves_between(game)

    assert rules.replay(start.variant, start.size, moves) == game[-1]
    assert rules.replay(start.variant.key, start.size, texts(moves)) == game[-1]
    assert rules.replay(start.variant.key, start.size, [text.lower() for text in texts(moves)]) == game[-1]


@given(positions())
def test_parsing_the_text_of_a_legal_move_gives_the_move(position: rules.Position) -> None:
    for move in position.legal_moves:
        assert position.parse(str(move)) == move
        assert position.parse(f"  {str(move).lower()} ") == move


@given(positions(), MOVES)
def test_a_move_is_played_exactly_when_it_is_legal(position: rules.Position, move: rules.Move) -> None:
    """Neither a legal nor an illegal move changes the position in which it is played."""
    before = pickle.dumps(position)
    if move in list(position.legal_moves):
        assert move in position.legal_moves
        assert position.play(move) != position
    else:
        assert move not in position.legal_moves
        with pytest.raises(rules.IllegalMove) as caught:
            position.play(move)
        assert isinstance(caught.value, rules.GameOver) == (position.outcome is not None)
    assert pickle.dumps(position) == before


@given(positions(), st.text(max_size=12) | st.from_regex(r"[A-Ia-i0-9 ,/]{1,8}", fullmatch=True))
def test_parsing_any_text_gives_a_legal_move_or_an_error_of_the_rules(position: rules.Position, text: str) -> None:
    try:
        move = position.parse(text)
    except (rules.InvalidNotation, rules.IllegalMove) as error:
        sentence = str(error)
        assert len(sentence) < 250
        assert sentence.isprintable()
        assert sentence.endswith(".")
    else:
        assert move in position.legal_moves


@given(starts(reference.RULES), CHOICES)
def test_the_legal_moves_are_those_of_the_second_reading(start: rules.Position, choices: list[int]) -> None:
    """`reference` has a second, naive reading of each rule book."""
    game = play_out(start, choices)
    turns = [reference.read(text) for text in texts(moves_between(game))]
    for position in game:
        expected = reference.legal_turns(start.variant.key, start.size, turns[: position.ply])
        assert texts(position.legal_moves) == [reference.written(turn) for turn in expected]


@given(positions())
def test_targets_with_their_removals_are_the_legal_moves(position: rules.Position) -> None:
    chosen = [
        rules.Move(target, removed) for target in position.targets for removed in position.removals(target) or (None,)
    ]

    assert chosen == list(position.legal_moves)
    assert not any(position.removals(cell) for cell in range(64) if cell not in position.targets)


@given(positions())
def test_a_position_is_immutable_and_survives_pickling(position: rules.Position) -> None:
    again = pickle.loads(pickle.dumps(position))  # noqa: S301  # our own bytes

    assert again == position
    assert hash(again) == hash(position)
    assert again.legal_moves == position.legal_moves
    for name in ("size", "ply", "to_move", "legal_moves", "variant", "anything"):
        with pytest.raises(FrozenInstanceError):
            setattr(position, name, 0)
        with pytest.raises(FrozenInstanceError):
            delattr(position, name)


@given(positions())
def test_marks_are_those_of_the_book_and_targets_are_empty(position: rules.Position) -> None:
    ours, book = (*position.variant.player_marks, *position.variant.other_marks), position.variant.book_marks
    known = {rules.EMPTY_MARK, *(book.get(mark, mark) for mark in ours)}
    shown = {8 * r + c: mark for r, row in enumerate(position.marks) for c, mark in enumerate(row)}

    assert [len(row) for row in position.marks] == [position.size] * position.size
    assert set(shown.values()) <= known
    assert all(shown[target] == rules.EMPTY_MARK for target in position.targets)
    for mark, cells in position.mark_masks:
        assert all((shown.get(cell) == book.get(mark, mark)) is bool(cells >> cell & 1) for cell in shown)


Symmetry = Callable[[int, int, int], tuple[int, int]]
SYMMETRIES: list[Symmetry] = [
    lambda row, column, _last: (row, column),
    lambda row, column, last: (row, last - column),
    lambda row, column, last: (last - row, column),
    lambda row, column, last: (last - row, last - column),
    lambda row, column, _last: (column, row),
    lambda row, column, last: (column, last - row),
    lambda row, column, last: (last - column, row),
    lambda row, column, last: (last - column, last - row),
]


def turned(move: rules.Move, turn: Symmetry, size: int) -> rules.Move:
    """Return the image of a move under a symmetry of the board."""

    def cell(old: int) -> int:
        row, column = turn(*divmod(old, 8), size - 1)
        return 8 * row + column

    return rules.Move(cell(move.cell), None if move.removed is None else cell(move.removed))


@given(STARTS, CHOICES, st.sampled_from(SYMMETRIES))
def test_a_turned_or_mirrored_game_has_the_same_legal_moves_and_outcome(
    start: rules.Position, choices: list[int], turn: Symmetry
) -> None:
    game = play_out(start, choices)
    other = start
    for position, move in zip(game, moves_between(game), strict=False):
        assert {turned(legal, turn, start.size) for legal in position.legal_moves} == set(other.legal_moves)
        other = other.play(turned(move, turn, start.size))
    assert other.outcome == game[-1].outcome
