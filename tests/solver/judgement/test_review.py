"""Reviews of games: marks of moves, and the turning point."""

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings

import gridlock_rules as rules
from gridlock_solver import Budget, JudgedPly, Mark, Solution, judge, judge_move, judge_plies
from tests.rules.support import CHOICES, moves_between, play_out
from tests.solver.support import AMPLE

_HURRIED = Budget(positions=40)


def marks(key: str, size: int, moves: str) -> list[str]:
    return [f"{ply.move} {ply.mark.value}" for ply in judge(moves.split(), key, size).plies]


def test_every_ply_has_the_expected_mark() -> None:
    assert marks("lines", 3, "A1 A2 B2 B3 C3 A3") == [
        "A1 free",
        "A2 hopeless",
        "B2 free",
        "B3 hopeless",
        "C3 gave_away",
        "A3 kept_win",
    ]


def test_the_only_winning_move_has_a_mark_of_its_own() -> None:
    assert marks("dodge", 3, "B2") == ["B2 only_move"]


@pytest.mark.parametrize(
    ("key", "size", "moves"),
    [
        ("blocking", 5, "C3 A1 E5 B4 D2"),
        ("lines", 3, "B1 B2 C2 C1 A1 A2 A3 B3 C3"),
        ("standoff", 3, "C1 B3 B1 A3 A1 C3"),
    ],
)
def test_a_move_without_an_alternative_is_neither_praised_nor_hopeless(key: str, size: int, moves: str) -> None:
    """Whether the position is won or lost, and whether that is proved."""
    assert Mark.FORCED in [ply.mark for ply in judge(moves.split(), key, size).plies]
    for ply in (*judge(moves.split(), key, size).plies, *judge(moves.split(), key, size, budget=_HURRIED).plies):
        before = rules.replay(key, size, moves.split()[: ply.ply])
        assert (ply.mark is Mark.FORCED) == (len(before.legal_moves) == 1)


def test_the_turning_point_is_the_last_ply_at_which_the_loser_gave_a_win_away() -> None:
    turning_point = judge(["A1", "A2", "B2", "B3", "C3", "A3"], "lines", 3).turning_point

    assert turning_point is not None
    assert (turning_point.ply, turning_point.player, str(turning_point.move)) == (4, rules.Player.ONE, "C3")
    assert [str(move) for move in turning_point.solution.winning_moves] == ["A3", "B1"]


def test_a_game_that_its_loser_could_never_win_has_no_turning_point() -> None:
    review = judge(["C3", "A1", "E5", "B4", "D2"], "blocking", 5)

    assert review.winner is rules.Player.ONE
    assert review.turning_point is None


@pytest.mark.parametrize(("moves", "winner"), [([], rules.Player.TWO), (["A1"], rules.Player.ONE)])
def test_a_game_given_up_in_a_won_position_has_no_turning_point(moves: list[str], winner: rules.Player) -> None:
    """In Dodge on 3x3 the first player wins with B2; after A1 the second player wins, with C3 or others."""
    review = judge(moves, "dodge", 3, winner=winner)

    assert review.unplayed is not None
    assert review.unplayed.is_won
    assert (review.gave_up_a_win, review.turning_point) == (True, None)


def test_giving_up_a_lost_position_gives_up_no_win() -> None:
    assert judge([], "lines", 4, winner=rules.Player.TWO).gave_up_a_win is False
    assert judge(["A1"], "lines", 4, winner=rules.Player.ONE).gave_up_a_win is True


def test_a_game_is_judged_from_its_start() -> None:
    """The start is a move of X, so O moves first, and the game is judged as the end of a longer one."""
    review = judge(["C3", "A2"], "dodge", 3, start="A1")

    assert review.first is rules.Player.TWO
    assert [(ply.ply, ply.player, str(ply.move)) for ply in review.plies] == [
        (0, rules.Player.TWO, "C3"),
        (1, rules.Player.ONE, "A2"),
    ]
    whole = judge(["A1", "C3", "A2"], "dodge", 3)
    assert [ply.mark for ply in review.plies] == [ply.mark for ply in whole.plies[1:]]
    assert (review.turning_point is None) is (whole.turning_point is None)


def test_obstacles_of_a_start_count() -> None:
    """With an obstacle on C3, no cell of Blocking on 3x3 is left after A1 and B2."""
    plain, blocked = (judge(["A1", "B2"], "blocking", 3, start=start) for start in (None, "#C3"))

    assert plain.unplayed is not None
    assert blocked.winner is rules.Player.TWO
    assert blocked.unplayed is None


def test_giving_up_before_the_first_move_is_judged_by_who_moves_first_from_the_start() -> None:
    """After A1 in Lines on 4x4, the player to move wins: here Player 2, who gives up."""
    review = judge([], "lines", 4, start="A1", winner=rules.Player.ONE)

    assert review.gave_up_a_win is True
    assert judge([], "lines", 4, start="A1", winner=rules.Player.TWO).gave_up_a_win is False


def test_a_start_that_is_none_is_refused() -> None:
    with pytest.raises(rules.InvalidStart):
        judge_plies([], "lines", 4, start="#A1")


def test_without_a_proof_it_is_unknown_whether_a_win_was_given_up() -> None:
    review = judge([], "lines", 4, winner=rules.Player.TWO)
    unproved = replace(review, unplayed=Solution((), rules.Move(0), exact=False))

    assert (unproved.gave_up_a_win, unproved.turning_point) == (None, None)


def test_the_given_winner_counts_only_if_the_board_has_none() -> None:
    moves = ["A1", "C3"]
    resigned = judge(moves, "dodge", 3, winner=rules.Player.TWO)

    assert judge(moves, "dodge", 3).turning_point is None
    assert resigned.turning_point == resigned.plies[0]
    assert judge(["B2"], "dodge", 3, winner=rules.Player.TWO).winner is rules.Player.ONE


def test_a_review_has_the_variant_and_the_size_of_the_rule_book_by_default() -> None:
    review = judge(["B2"], rules.find_variant("dodge"), None)

    assert (review.variant_key, review.size) == ("dodge", 3)


def test_an_illegal_game_is_refused_before_the_first_ply_is_judged() -> None:
    with pytest.raises(rules.IllegalMove, match="A2 touches X's last marker"):
        judge_plies(["A1", "A2"], "dodge", 3)


def test_an_illegal_move_is_refused() -> None:
    with pytest.raises(rules.IllegalMove):
        judge_move(rules.find_variant("dodge").start(3), rules.Move(63))


def test_plies_are_judged_one_by_one() -> None:
    plies = judge_plies(["A1", "C3", "A2"], "dodge", 3)

    assert next(plies).ply == 0
    assert next(plies).ply == 1


def test_a_review_survives_pickling() -> None:
    review = judge(["A1", "C3"], "dodge", 3)

    assert pickle.loads(pickle.dumps(review)) == review  # noqa: S301  # our own bytes


@given(CHOICES)
def test_a_finished_game_has_a_turning_point_if_its_loser_could_have_won(choices: list[int]) -> None:
    game = play_out(rules.find_variant("lines").start(4), choices)
    review = judge(moves_between(game), "lines", 4)
    loser_stood_to_win = any(ply.solution.is_won != (ply.player is review.winner) for ply in review.plies)

    assert (review.turning_point is not None) == loser_stood_to_win


@settings(max_examples=8)
@given(CHOICES)
def test_a_small_budget_never_gives_a_wrong_mark(choices: list[int]) -> None:
    """A mark other than unknown is the mark of an ample budget."""
    position = play_out(rules.find_variant("standoff").start(6), choices)[6]
    for move in position.legal_moves[:3]:
        mark, right = (judge_move(position, move, budget).mark for budget in (_HURRIED, AMPLE))
        assert right is not Mark.UNKNOWN
        assert mark in (Mark.UNKNOWN, right) or (mark is Mark.KEPT_WIN and right in (Mark.ONLY_MOVE, Mark.FREE))


def test_there_is_no_turning_point_before_an_unknown_ply_of_the_loser() -> None:
    review = judge(["A1", "A2", "B2", "B3", "C3", "A3"], "lines", 3)
    unknown = JudgedPly(6, rules.Player.ONE, rules.Move(0), Mark.UNKNOWN, Solution((), rules.Move(0), exact=False))
    longer = type(review)("lines", 3, (*review.plies, unknown), review.winner)

    assert longer.turning_point is None
