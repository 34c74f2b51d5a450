"""Errors of the rules: their classes, pickling, and the ply at which a replay fails."""

import pickle

import pytest

import gridlock_rules as rules


def raised(variant: str, moves: list[str | rules.Move], size: int | None = 5) -> rules.RulesError:
    """Return the error that replaying these moves raises."""
    with pytest.raises(rules.RulesError) as caught:
        rules.replay(variant, size, moves)
    return caught.value


ERRORS = [
    raised("chess", []),
    raised("lines", [], size=2),
    raised("lines", ["no"]),
    raised("lines", ["C3", "D4"]),
    raised("lines", ["C3", "Z9"]),
    raised("dodge", ["B2", "A1"], size=3),
]
KINDS = [
    rules.UnknownVariant,
    rules.UnsupportedSize,
    rules.InvalidNotation,
    rules.IllegalMove,
    rules.OffBoard,
    rules.GameOver,
]


def test_each_mistake_has_its_own_error_class() -> None:
    assert [type(error) for error in ERRORS] == KINDS


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_survives_pickling(error: rules.RulesError) -> None:
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  # our own bytes

    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)


def test_game_over_is_an_illegal_move() -> None:
    assert issubclass(rules.GameOver, rules.IllegalMove)
    assert raised("dodge", ["B2", "A1"], size=3).reason == "game_over"  # type: ignore[attr-defined]


@pytest.mark.parametrize("bad", ["D4", "no", "Z9", rules.Move(63), rules.Move(27)], ids=str)
def test_a_failed_replay_has_the_ply_of_the_refused_move(bad: str | rules.Move) -> None:
    assert raised("lines", ["C3", "E3", bad, "A1"]).ply == 2


def test_an_error_outside_of_a_replay_has_no_ply() -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        rules.replay("lines", 5, ["C3"]).parse("D4")
    assert caught.value.ply is None


def test_replay_refuses_moves_after_the_end_of_the_game() -> None:
    error = raised("blocking", ["C3", "A1", "E5", "B4", "D2", "A2"])

    assert isinstance(error, rules.GameOver)
    assert error.ply == 5


def test_a_move_has_no_cells_outside_of_the_largest_board() -> None:
    for cells in [(-1, None), (64, None), (0, -1), (0, 64)]:
        with pytest.raises(ValueError, match="0 to 63"):
            rules.Move(*cells)
