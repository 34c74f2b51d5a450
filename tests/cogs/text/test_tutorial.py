"""Texts of the tutorial: short, complete and true to the board."""

from __future__ import annotations

import re

import pytest

from cogs.text.i18n import LANGUAGES, Words
from cogs.text.learning.tutorial import MOST_WORDS, answer_text, asked, letters
from gridlock_host.learning.tutorial_steps import Goal, TutorialStep, tutorial_steps
from gridlock_rules import VARIANTS

IN_ALL_LANGUAGES = pytest.mark.parametrize("words", [Words.of(language) for language in LANGUAGES], ids=LANGUAGES)
STEPS = [step for variant in VARIANTS for step in tutorial_steps(variant.key)]
ALL_STEPS = pytest.mark.parametrize("step", STEPS, ids=[f"{step.variant_key} {step.number}" for step in STEPS])


def words_in(text: str) -> list[str]:
    """The words of a text. In Japanese, which has no blanks between them, three letters are counted as one."""
    return re.findall(r"[\u3040-\u30ff\u4e00-\u9fff]{1,3}|[^\s\u3000-\u30ff\u4e00-\u9fff\uff00-\uffef]+", text)


def test_words_are_counted_with_and_without_blanks() -> None:
    assert words_in("Press any legal cell.") == ["Press", "any", "legal", "cell."]
    assert words_in("C3の空きマス。") == ["C3", "の空き", "マス"]


@IN_ALL_LANGUAGES
@ALL_STEPS
def test_a_step_asks_in_few_words(words: Words, step: TutorialStep) -> None:
    said = words.say(asked(step))
    assert 5 <= len(words_in(said)) <= MOST_WORDS, said


@IN_ALL_LANGUAGES
@ALL_STEPS
def test_every_legal_move_is_answered_by_its_name_or_by_what_it_leads_to(words: Words, step: TutorialStep) -> None:
    for move in step.position.legal_moves:
        answer = step.check(str(move))
        said = words.say(answer_text(step, answer))
        assert "{" not in said
        if not answer.is_right:
            assert f"**{move}**" in said


@ALL_STEPS
def test_a_wrong_move_that_ends_nothing_names_a_cell_that_is_left(step: TutorialStep) -> None:
    if step.goal is Goal.WIN_IN_ONE:
        for move in set(step.position.legal_moves) - step.right:
            answer = step.check(str(move))
            assert any(str(left).split("/")[0] in str(answer_text(step, answer)) for left in answer.after.legal_moves)


def test_partners_have_one_letter_each() -> None:
    for step in STEPS:
        shown = letters(step)
        assert len(set(shown.values())) == len(step.pairs)
        assert all(shown[one] == shown[other] for one, other in step.pairs)
        assert not step.pairs or shown[str(step.moves[-1])] == "a"
