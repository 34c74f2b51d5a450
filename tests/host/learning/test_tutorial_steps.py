"""The positions of the tutorial: each teaches what it claims, by a second reading of the rules and a plain search."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import chain

import pytest

from gridlock_host.learning.tutorial import next_variant, tutorial_variants
from gridlock_host.learning.tutorial_steps import Goal, TutorialStep, tutorial_steps
from gridlock_rules import VARIANTS, IllegalMove
from gridlock_solver.registry import SOLVERS
from tests.rules.reference import Cell, Turn, legal_turns, read, written

STEPS = [step for variant in VARIANTS for step in tutorial_steps(variant.key)]
FOR_ALL = [Goal.LEGAL, Goal.STUCK, Goal.WIN_IN_ONE, Goal.KEEP_WIN]
PLANS = {
    "lines": [*FOR_ALL, Goal.PAIRS],
    "standoff": [*FOR_ALL, Goal.MIRROR],
    "dodge": [*FOR_ALL, Goal.PAIRS],
    "blocking": [Goal.LEGAL, Goal.BLOCKS, Goal.STUCK, Goal.NOTHING_LOST, Goal.PARITY],
    "isolation": [*FOR_ALL, Goal.CUT_OFF],
}


class Reading:
    """A step by the second reading of the rules: the game so far, and a plain search of what follows."""

    def __init__(self, step: TutorialStep) -> None:
        self.step = step
        self.key, self.size = step.variant_key, step.position.size
        self.game = [read(str(move)) for move in step.moves]
        self._known: dict[Hashable, bool] = {}

    @property
    def legal(self) -> list[Turn]:
        return legal_turns(self.key, self.size, self.game)

    @property
    def right(self) -> set[Turn]:
        return {read(str(move)) for move in self.step.right}

    def after(self, *turns: Turn) -> list[Turn]:
        """The legal turns after some more turns."""
        return legal_turns(self.key, self.size, self.game + list(turns))

    def wins(self, game: list[Turn]) -> bool:
        """Whether the player to move wins, by plain search."""
        seats = (frozenset(turn[0] for turn in game[::2]), frozenset(turn[0] for turn in game[1::2]))
        removed = frozenset(turn[1] for turn in game if len(turn) == 2)
        lone = tuple(turn for turn in game[2:] if len(turn) == 1)
        tokens = tuple(turn[0] for turn in game[-2:])
        position = (len(game) % 2, *((tokens, removed, lone) if self.key == "isolation" else (seats, game[-1])))
        if position not in self._known:
            turns = legal_turns(self.key, self.size, game)
            self._known[position] = any(not self.wins([*game, turn]) for turn in turns)
        return self._known[position]

    def winning(self) -> set[Turn]:
        return {turn for turn in self.legal if not self.wins([*self.game, turn])}


def name(turn: Turn) -> str:
    return written(turn)


def steps_of(*goals: Goal) -> pytest.MarkDecorator:
    found = [step for step in STEPS if step.goal in goals]
    return pytest.mark.parametrize("step", found, ids=[f"{step.variant_key} {step.number}" for step in found])


def test_every_game_with_a_solver_has_its_five_steps() -> None:
    """Where one is missing: `python -m scripts.make_tutorial`."""
    assert {key: [step.goal for step in tutorial_steps(key)] for key in SOLVERS} == PLANS
    assert [[step.number for step in tutorial_steps(key)] for key in PLANS] == [[1, 2, 3, 4, 5]] * 5


@steps_of(*Goal)
def test_the_moves_and_the_right_answers_of_a_step_are_legal(step: TutorialStep) -> None:
    reading = Reading(step)
    for ply, turn in enumerate(reading.game):
        assert turn in legal_turns(reading.key, reading.size, reading.game[:ply])
    assert {str(move) for move in step.position.legal_moves} == {name(turn) for turn in reading.legal}
    assert reading.right <= set(reading.legal)
    assert reading.size <= 5


@steps_of(Goal.LEGAL)
def test_a_legal_move_is_to_be_found_among_free_cells_that_are_none(step: TutorialStep) -> None:
    reading = Reading(step)
    assert not step.right
    legal = {turn[0] for turn in reading.legal}
    assert len(legal) >= 3
    assert len(free_cells(reading) - legal) >= 4
    for turn in reading.legal:
        assert step.check(name(turn)).is_right


@steps_of(Goal.STUCK)
def test_the_last_legal_move_leaves_the_opponent_none(step: TutorialStep) -> None:
    reading = Reading(step)
    assert reading.right == set(reading.legal)
    assert len(reading.legal) == 1
    assert reading.after(reading.legal[0]) == []


@steps_of(Goal.WIN_IN_ONE)
def test_one_cell_of_several_ends_the_game(step: TutorialStep) -> None:
    reading = Reading(step)
    ending = {turn for turn in reading.legal if not reading.after(turn)}
    assert reading.right == ending
    assert len({turn[0] for turn in ending}) == 1
    assert len({turn[0] for turn in reading.legal}) >= 3


@steps_of(Goal.KEEP_WIN, Goal.CUT_OFF)
def test_the_right_moves_are_those_that_win_and_others_are_punished_as_told(step: TutorialStep) -> None:
    reading = Reading(step)
    assert reading.right == reading.winning()
    wrong = set(reading.legal) - reading.right
    assert {read(str(move)) for move in step.replies} == wrong
    for move, reply in step.replies.items():
        game = [*reading.game, read(str(move)), read(str(reply))]
        assert read(str(reply)) in reading.after(read(str(move)))
        assert not reading.wins(game)
    if step.goal is Goal.KEEP_WIN:
        assert len(reading.right) == 1
        assert len(wrong) >= 2
        assert all(reading.after(turn) for turn in reading.right)


@steps_of(Goal.BLOCKS)
def test_the_right_claims_are_those_that_block_both_cells(step: TutorialStep) -> None:
    reading = Reading(step)
    named = {read(cell) for cell in step.cells}
    assert len(named) == 2
    assert named <= set(reading.legal)
    blocking = {turn for turn in reading.legal if turn not in named and not named & set(reading.after(turn))}
    assert reading.right == blocking


@steps_of(Goal.NOTHING_LOST, Goal.PARITY)
def test_three_moves_follow_whatever_is_played(step: TutorialStep) -> None:
    reading = Reading(step)
    rows = {turn[0][0] for turn in reading.legal}
    assert len(rows) == 3
    assert reading.winning() == set(reading.legal)

    def lengths(game: list[Turn]) -> set[int]:
        turns = legal_turns(reading.key, reading.size, game)
        return {1 + rest for turn in turns for rest in lengths([*game, turn])} or {0}

    assert lengths(reading.game) == {3}


@steps_of(Goal.PAIRS)
def test_whatever_the_opponent_takes_its_partner_can_follow_it(step: TutorialStep) -> None:
    reading = Reading(step)
    cells = list(chain.from_iterable(step.pairs))
    last = name(reading.game[-1])
    assert sorted(cells) == sorted([*(name((cell,)) for cell in free_cells(reading)), last])
    partners = dict(step.pairs) | {other: one for one, other in step.pairs}
    assert {name(turn) for turn in reading.right} == {partners[last]}
    assert reading.right <= reading.winning()
    follow(reading, reading.game, partners)


@steps_of(Goal.MIRROR)
def test_the_mirror_image_of_every_answer_is_legal(step: TutorialStep) -> None:
    reading = Reading(step)
    cells = ["ABCDEFGH"[row] + str(column + 1) for row in range(reading.size) for column in range(reading.size)]
    images = dict(zip(cells, reversed(cells), strict=True))
    assert {name(turn) for turn in reading.right} == {images[name(reading.game[-1])]}
    assert reading.right <= reading.winning()
    follow(reading, reading.game, images)


@steps_of(Goal.CUT_OFF)
def test_the_tokens_are_parted_by_every_right_move_and_by_no_other_before(step: TutorialStep) -> None:
    reading = Reading(step)
    assert are_joined(reading, reading.game)
    for turn in reading.right:
        after = [*reading.game, turn]
        assert not are_joined(reading, after)
        assert len(region(reading, after, after[-1][0])) > len(region(reading, after, after[-2][0]))


@steps_of(*Goal)
def test_an_illegal_press_is_answered_with_the_reason(step: TutorialStep) -> None:
    taken = next(str(move) for move in step.moves).partition("/")[0]
    if step.variant_key == "isolation":
        taken = name((Reading(step).game[-1][0],))
    with pytest.raises(IllegalMove):
        step.check(taken)


def test_no_two_steps_share_a_position() -> None:
    assert len({step.position for step in STEPS}) == len(STEPS)


def test_a_person_goes_on_with_a_game_that_they_have_begun() -> None:
    first, second, *others = tutorial_variants()
    assert next_variant({}) == first
    assert next_variant({second: 1}) == second
    assert next_variant({second: 5}) == first
    assert next_variant({first: 5}) == second
    assert next_variant(dict.fromkeys([first, second, *others], 5)) == first


def follow(reading: Reading, game: list[Turn], answers: dict[str, str], seen: set[Hashable] | None = None) -> None:
    """Answer everything that the opponent can play, beginning with their last move, and assert that it is legal."""
    seen = set() if seen is None else seen
    position = (frozenset(game), game[-1])
    if position in seen:
        return
    seen.add(position)
    answer = read(answers[name(game[-1])])
    assert answer in legal_turns(reading.key, reading.size, game)
    game = [*game, answer]
    for turn in legal_turns(reading.key, reading.size, game):
        follow(reading, [*game, turn], answers, seen)


def free_cells(reading: Reading) -> set[Cell]:
    board = {(row, column) for row in range(reading.size) for column in range(reading.size)}
    if reading.key == "isolation":
        return board - {turn[1] for turn in reading.game if len(turn) == 2} - {turn[0] for turn in reading.game[-2:]}
    return board - {turn[0] for turn in reading.game}


def region(reading: Reading, game: list[Turn], start: Cell) -> set[Cell]:
    """The cells that a token can reach by steps if the other one stays where it is."""
    gone = {turn[1] for turn in game if len(turn) == 2} | {turn[0] for turn in game[-2:]}
    reached, waiting = {start}, [start]
    while waiting:
        row, column = waiting.pop()
        around = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
        new = {cell for cell in around if all(0 <= one < reading.size for one in cell)} - gone - reached
        reached |= new
        waiting += new
    return reached


def are_joined(reading: Reading, game: list[Turn]) -> bool:
    own, other = game[-1][0], game[-2][0]
    touch = max(abs(own[0] - other[0]), abs(own[1] - other[1])) == 1
    return touch or bool(region(reading, game, own) & region(reading, game, other))
