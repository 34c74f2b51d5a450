"""Notation of moves, and the errors for texts that are not moves."""

import pytest

import gridlock_rules as rules
from tests.rules.support import KEYS

COUNTING_FROM_ONE = [key for key in KEYS if rules.find_variant(key).origin == 1]
ONE_CELL = [key for key in KEYS if rules.find_variant(key).cells_per_move == 1]
TWO_CELLS = [key for key in KEYS if rules.find_variant(key).cells_per_move == 2]

NO_MOVES = [
    "", " ", "\n", "C", "3", "33", "CC", "3C", "C-3", "C 3", "C.3", "[C3]", "C3.", "C3!",
    "(3,3", "3,3)", "((3,3))", "(C3", "()", "(3)", "(2,2)(3,3)(4,4)", "B2(C3",
    "-1,2", "+1,2", "3;3", "3/3", "3,,3", "3, ,3", "3,3,3", "3 3 3", "3.0,3", "03,03", "C03", "C333", "1000,1",
    "B2-C3", "B2C3", "B2,C3", "B2//C3", "B2/", "/B2", "B2/C3/D4", "2,2,3,3", "1 2 3 4 5",
    "\u04143", "C\u4e09", "\u00c73", "C\u0301", "3\u00bd", "\ud800", "C3\x00", "C\n3", "3\n3",
    "null", "resign", "<@1234>", "C3 please", "C3" * 50_000, "9" * 100_000, " ,/" * 100_000,
]  # fmt: skip


def after_placing(key: str) -> rules.Position:
    """Return a position on 5x5 in which the next move has two cells if the variant has such moves."""
    start = rules.find_variant(key).start(5)
    answered = start.play(start.legal_moves[0])
    return answered.play(answered.legal_moves[-1])


def test_numbers_count_from_one_except_in_blocking() -> None:
    """docs/rulings.md says so."""
    assert [key for key in KEYS if rules.find_variant(key).origin == 0] == ["blocking"]


@pytest.mark.parametrize("text", ["C3", "c3", " C3", "c3  ", "\tC3\n", "\u00a0C3\u00a0"])
@pytest.mark.parametrize("key", KEYS)
def test_a_cell_name_may_be_lower_case_and_have_blanks_around(key: str, text: str) -> None:
    assert str(rules.find_variant(key).start(5).parse(text)) == "C3"


@pytest.mark.parametrize("form", ["{},{}", "{}, {}", "{} ,{}", "{} , {}", "{} {}", "{}   {}", "{}\t{}", "  {},{} "])
@pytest.mark.parametrize("key", KEYS)
def test_a_cell_may_be_written_as_row_and_column_numbers(key: str, form: str) -> None:
    variant = rules.find_variant(key)
    row, column = 1 + variant.origin, 4 + variant.origin

    assert str(variant.start(5).parse(form.format(row, column))) == "B5"


@pytest.mark.parametrize(
    "form", ["({},{})", "({}, {})", "( {} , {} )", "({} {})", " ({},{}) ", "\uff08{}\uff0c{}\uff09"]
)
@pytest.mark.parametrize("key", KEYS)
def test_a_cell_may_be_in_parentheses_as_in_the_rule_books(key: str, form: str) -> None:
    variant = rules.find_variant(key)
    row, column = 1 + variant.origin, 4 + variant.origin

    assert str(variant.start(5).parse(form.format(row, column))) == "B5"
    assert str(variant.start(5).parse("(b5)")) == "B5"


@pytest.mark.parametrize(
    "text",
    [
        "\u04213", "\u04413", "\u03f93", "\uff23\uff13", "\uff43\uff13", "\u13df3", "C\u0663", "\u24b8\u2462",
        "C\u0417", "C3\u200b", "\u200eC3\u200f", "\ufeffC3", "C\u00ad3", "C3\ufe0f\u20e3", "\U0001d402\U0001d7d1",
        "\u3000\uff233\u3164",
    ],
    ids=ascii,
)  # fmt: skip
@pytest.mark.parametrize("key", KEYS)
def test_look_alike_characters_count_as_what_they_look_like(key: str, text: str) -> None:
    assert str(rules.find_variant(key).start(5).parse(text)) == "C3"


@pytest.mark.parametrize("text", ["\uff12\uff0c\uff12", "\u0662\u060c\u0662", "\u00b2,\u00b2", "2\u3001 2", "2\u20022"])
def test_look_alike_numbers_and_commas_count_as_what_they_look_like(text: str) -> None:
    assert str(rules.find_variant("dodge").start(3).parse(text)) == "B2"


def test_a_letter_that_looks_like_none_of_the_board_is_named() -> None:
    with pytest.raises(rules.InvalidNotation) as caught:
        rules.find_variant("lines").start().parse("\u04143")
    assert "“\u0414” is not a Latin letter or a digit, but CYRILLIC CAPITAL LETTER DE." in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "(2,2)/(3,3)", "(2,2) (3,3)", "(2,2)(3,3)", "(2, 2), (3, 3)", "(2,2),(3,3)", "B2/(3,3)", "(B2) (C3)",
        "2,2/(C3)", "\u04122\uff0fC3", "B2\u2215\u04213", "\uff08\uff12\uff0c\uff12\uff09\uff083,3)",
    ],
    ids=ascii,
)  # fmt: skip
@pytest.mark.parametrize("key", TWO_CELLS)
def test_two_cells_may_be_written_as_in_the_rule_books_or_with_look_alikes(key: str, text: str) -> None:
    assert str(after_placing(key).parse(text)) == "B2/C3"


@pytest.mark.parametrize(
    "text",
    ["B2/C3", "b2/c3", " b2 / C3 ", "B2 C3", "B2   c3", "2,2 3,3", "2,2/3,3", "2, 2 / 3, 3", "2 2 3 3", "2 2/3 3"],
)
@pytest.mark.parametrize("key", TWO_CELLS)
def test_two_cells_may_be_written_in_every_form(key: str, text: str) -> None:
    assert str(after_placing(key).parse(text)) == "B2/C3"


@pytest.mark.parametrize("text", ["C3/D4", "C3 D4", "(3,3)(4,4)", "3,3 4,4", "3 3 4 4", "Z9/Z9"])
@pytest.mark.parametrize("key", ONE_CELL)
def test_two_cells_are_refused_where_a_move_is_one_cell(key: str, text: str) -> None:
    with pytest.raises(rules.InvalidNotation, match="names two cells, but a move is one cell") as caught:
        rules.find_variant(key).start(5).parse(text)
    assert not isinstance(caught.value, rules.IllegalMove)


@pytest.mark.parametrize("text", NO_MOVES, ids=lambda text: ascii(text[:12]))
@pytest.mark.parametrize("key", KEYS)
def test_any_other_text_is_refused_with_the_forms_of_a_move(key: str, text: str) -> None:
    variant = rules.find_variant(key)
    with pytest.raises(rules.InvalidNotation) as caught:
        after_placing(key).parse(text)

    sentence = str(caught.value)
    assert not isinstance(caught.value, rules.IllegalMove)
    assert len(sentence) < 220
    assert sentence.isprintable()
    assert sentence.count("`") in (0, 2)
    assert f"numbers count from {variant.origin}" in sentence


@pytest.mark.parametrize("text", [None, 3, b"C3", ["C3"], rules.Move(0)])
def test_an_object_that_is_not_a_text_is_refused(text: object) -> None:
    with pytest.raises(rules.InvalidNotation, match="is not a move"):
        rules.find_variant("lines").start().parse(text)  # type: ignore[arg-type]


def test_a_refused_text_is_quoted_shortened_and_without_its_backticks() -> None:
    with pytest.raises(rules.InvalidNotation) as caught:
        rules.find_variant("lines").start().parse("``` @everyone\n\u202e and so on and on")
    assert str(caught.value).startswith("`''' @everyone?? and ...` is not a move. ")


@pytest.mark.parametrize(("text", "cell"), [("F1", "F1"), ("a6", "A6"), ("z9", "Z9"), ("A0", "A0"), ("A10", "A10")])
@pytest.mark.parametrize("key", KEYS)
def test_a_cell_name_outside_of_the_board_is_refused_with_its_rows_and_columns(key: str, text: str, cell: str) -> None:
    """The error is both InvalidNotation and IllegalMove: callers may treat it as either."""
    with pytest.raises(rules.OffBoard) as caught:
        after_placing(key).parse(text)

    assert isinstance(caught.value, rules.InvalidNotation)
    assert isinstance(caught.value, rules.IllegalMove)
    assert (caught.value.reason, caught.value.cell) == ("off_board", cell)
    assert str(caught.value) == f"{cell} is not on this 5×5 board, which has rows A to E and columns 1 to 5."  # noqa: RUF001  # the multiplication sign


@pytest.mark.parametrize("key", COUNTING_FROM_ONE)
@pytest.mark.parametrize(("text", "cell"), [("9,9", "I9"), ("6 1", "F1"), ("0,3", None), ("3,0", None), ("30,1", None)])
def test_numbers_outside_of_the_board_are_refused_with_their_first_and_last(
    key: str, text: str, cell: str | None
) -> None:
    with pytest.raises(rules.OffBoard, match="and columns 1 to 5, and numbers for them count from 1 to 5") as caught:
        rules.find_variant(key).start(5).parse(text)
    assert (caught.value.reason, caught.value.cell) == ("off_board", cell)


def test_numbers_outside_of_the_board_of_blocking_are_refused_with_the_cell_meant() -> None:
    with pytest.raises(rules.OffBoard) as caught:
        rules.find_variant("blocking").start(5).parse("5,5")
    assert str(caught.value) == (
        "5,5 means F6, which is not on this 5×5 board: it has rows A to E and columns 1 to 5, "  # noqa: RUF001  # the multiplication sign
        "and numbers for them count from 0 to 4."
    )


@pytest.mark.parametrize("key", TWO_CELLS)
def test_a_second_cell_outside_of_the_board_is_refused(key: str) -> None:
    with pytest.raises(rules.OffBoard, match="H1 is not on this 5×5 board"):  # noqa: RUF001  # the multiplication sign
        after_placing(key).parse("B2/H1")


@pytest.mark.parametrize("text", ["9\t9", "9\t,\t9", "99 \t 0"])
@pytest.mark.parametrize("key", KEYS)
def test_tabs_between_numbers_do_not_get_into_the_error(key: str, text: str) -> None:
    with pytest.raises(rules.OffBoard) as caught:
        after_placing(key).parse(text)
    assert str(caught.value).isprintable()
