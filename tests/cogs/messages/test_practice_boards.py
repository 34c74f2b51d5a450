"""Messages of the tutorial and the explorer: they fit, in every look and language, and say the same."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.components.learning.explorer import explorer_message
from cogs.components.learning.tutorial import solved_message, step_message
from cogs.text.i18n import LANGUAGES, Words
from gridlock_host.learning.explorer import Explored
from gridlock_host.learning.tutorial_steps import tutorial_steps
from gridlock_host.learning.walks import LONGEST_CODE, Walk
from gridlock_host.model.messages.look import Look
from gridlock_rules import VARIANTS
from gridlock_solver import Value
from gridlock_solver.judgement.move_values import MoveValue
from tests.cogs.support.boards import assert_fits, parts

IN_ALL_LANGUAGES = pytest.mark.parametrize("words", [Words.of(language) for language in LANGUAGES], ids=LANGUAGES)
IN_ALL_LOOKS = pytest.mark.parametrize("look", Look)
STEPS = [step for variant in VARIANTS for step in tutorial_steps(variant.key)]


@st.composite
def explored(draw: st.DrawFn) -> Explored:
    """A position of any variant and size with any values, some of them hidden."""
    variant, random = draw(st.sampled_from(VARIANTS)), Random(draw(st.integers(0, 2**32)))  # noqa: S311
    walk = Walk.start(variant, draw(st.sampled_from(variant.sizes)))
    for _ in range(draw(st.integers(0, 64))):
        if walk.position.legal_moves:
            walk = walk.play(random.choice(walk.position.legal_moves))
    values = [
        MoveValue(move, random.choice(list(Value)), random.choice([None, 1, 64])) for move in walk.position.legal_moves
    ]
    random.shuffle(values)
    cut = random.randrange(len(values) + 1)
    return Explored(walk, tuple(values[cut:]), frozenset(value.move for value in values[:cut]))


@IN_ALL_LANGUAGES
@IN_ALL_LOOKS
def test_every_step_fits(words: Words, look: Look) -> None:
    for step in STEPS:
        assert_fits(step_message(step, look, words))
        for cell in step.position.targets:
            if step.position.removals(cell):
                assert_fits(step_message(step, look, words, picked=cell))
        for move in step.position.legal_moves:
            assert_fits(solved_message(step, step.check(str(move)), look, words))


@IN_ALL_LANGUAGES
@IN_ALL_LOOKS
@given(explored())
def test_every_explored_position_fits(words: Words, look: Look, of: Explored) -> None:
    assert_fits(explorer_message(of, look, words))
    for cell in of.walk.position.targets[:4]:
        if of.walk.position.removals(cell):
            assert_fits(explorer_message(of, look, words, picked=cell))


@given(explored())
def test_all_looks_offer_the_same_cells_with_the_same_signs(of: Explored) -> None:
    if len(of.walk.code) < LONGEST_CODE:
        offered = [offers(explorer_message(of, look, Words())) for look in Look]
        assert offered[0] == offered[1] == offered[2]
        assert len(offered[0]) == len(of.walk.position.targets)


def offers(message: object) -> set[str]:
    """The labels of the cells that can be chosen, on buttons or in menus."""
    found = set()
    for part in parts(message.payload):  # type: ignore[attr-defined]  # components
        found |= {option["label"] for option in part.get("options", ())}
        if ":walk:" in part.get("custom_id", "") and not part.get("disabled"):
            found.add(part["label"])
    return found


def test_no_sentence_sums_up_values_that_are_hidden() -> None:
    """If all told moves lose, the hidden one may win or not."""
    walk = Walk.start(VARIANTS[0], 3)
    values = tuple(MoveValue(move, Value.LOST) for move in walk.position.legal_moves)
    for number, is_summed_up in ((0, True), (1, False)):
        hidden = frozenset(value.move for value in values[:number])
        said = str(explorer_message(Explored(walk, values[number:], hidden), Look.CLASSIC, Words()).payload)
        assert ("loses with every move" in said) is is_summed_up
