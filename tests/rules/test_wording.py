"""Phrases: English texts that keep their template and values for translation."""

import doctest
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gridlock_rules as rules
from gridlock_rules import wording
from gridlock_rules.wording import CountedPhrase, Phrase, all_of, any_of
from tests.rules.support import CHOICES, KEYS, SIZES, play_out

NAMES = st.sampled_from(["cell", "owner", "number_of_them", "template"])
VALUES: st.SearchStrategy[object] = (
    st.text() | st.integers() | st.builds(Phrase, st.just("row {row}"), row=st.characters())
)
TEXT = st.text(st.characters(exclude_characters="{}"))


@st.composite
def phrases(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    """Draw a template and its values."""
    values = draw(st.dictionaries(NAMES, VALUES))
    parts = [part for name in values for part in (draw(TEXT), f"{{{name}}}")]
    return "".join([*parts, draw(TEXT)]), values


@given(phrases())
def test_a_phrase_is_its_template_with_its_values(parts_of: tuple[str, dict[str, object]]) -> None:
    template, values = parts_of
    phrase = Phrase(template, **values)

    assert phrase == template.format(**values)
    assert hash(phrase) == hash(template.format(**values))
    assert (phrase.template, phrase.values) == parts_of


@given(phrases(), st.integers(0, 3))
def test_a_phrase_survives_pickling(parts_of: tuple[str, dict[str, object]], number: int) -> None:
    template, values = parts_of
    for phrase in (Phrase(template, **values), CountedPhrase(number, template, f"{template}s", **values)):
        again = pickle.loads(pickle.dumps(phrase))  # noqa: S301  # our own bytes

        assert type(again) is type(phrase)
        assert again == phrase
        for name in (name for kind in type(phrase).__mro__ for name in getattr(kind, "__slots__", ())):
            assert getattr(again, name) == getattr(phrase, name)


@given(st.text(st.characters(exclude_characters="\0")))
def test_braces_in_values_are_not_replaced(text: str) -> None:
    assert Phrase("<{written}>", written=text) == f"<{text}>"


def test_a_missing_value_is_an_error() -> None:
    with pytest.raises(KeyError):
        Phrase("{cell} is taken")


@pytest.mark.parametrize(("number", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games")])
def test_a_counted_phrase_is_singular_or_plural(number: int, said: str) -> None:
    assert CountedPhrase(number, "{number} game", "{number} games") == said


@pytest.mark.parametrize(
    ("names", "both", "either"),
    [(["A1"], "A1", "A1"), (["A1", "B2"], "A1 and B2", "A1 or B2"), (["A", "B", "C"], "A, B and C", "A, B or C")],
)
def test_names_are_joined_by_and_or_or(names: list[str], both: str, either: str) -> None:
    assert (all_of(names), any_of(names)) == (both, either)


@given(st.sampled_from(KEYS), st.sampled_from(SIZES), CHOICES)
def test_restrictions_and_errors_of_positions_are_phrases(key: str, size: int, choices: list[int]) -> None:
    for position in play_out(rules.find_variant(key).start(size), choices):
        assert isinstance(position.restriction, Phrase)
        for error in filter(None, (refusal(position, text) for text in ("A1", "B2", "A1/B2", "H8", "9,9", "no", ""))):
            (sentence,) = error.args
            assert isinstance(sentence, Phrase)
            assert str(error) == sentence


def refusal(position: rules.Position, text: str) -> rules.RulesError | None:
    try:
        position.parse(text)
    except rules.RulesError as error:
        return error
    return None


@pytest.mark.parametrize("key", KEYS)
def test_summaries_and_marks_of_variants_are_phrases(key: str) -> None:
    variant = rules.find_variant(key)

    assert isinstance(variant.summary, Phrase)
    assert all(isinstance(meaning, Phrase) for meaning in variant.other_marks.values())


def test_the_examples_in_the_docstrings_work() -> None:
    assert doctest.testmod(wording) == doctest.TestResults(failed=0, attempted=2)


@given(st.text(st.characters(exclude_categories=())))
def test_in_one_line_gives_one_printable_line(text: str) -> None:
    line = wording.in_one_line(text)
    assert line.isprintable()
    assert line == line.strip()
    assert wording.in_one_line(line) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        (" one\n\u2028two ", "one two"),
        ("\u202eeno\u2066", "eno"),
        ("\u200b\u3164\u2800\x00\ud800", ""),
        ("Zoë 花 \u0301", "Zoë 花 \u0301"),
    ],
)
def test_in_one_line_leaves_out_invisible_characters(text: str, line: str) -> None:
    assert wording.in_one_line(text) == line
