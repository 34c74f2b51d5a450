"""How players may write a move, and what they are told when a text is none."""

import pytest

import gridlock_rules as rules
from tests.rules.support import KEYS

COUNTING_FROM_ONE = [key for key in KEYS if rules.find_variant(key).origin == 1]
ONE_CELL = [key for key in KEYS if rules.find_variant(key).cells_per_move == 1]
TWO_CELLS = [key for key in KEYS if rules.find_variant(key).cells_per_move == 2]

NO_MOVES = [
    "", " ", "\n", "C", "3", "33", "CC", "3C", "C-3", "C 3", "C.3", "(3,3)", "(3, 3)", "[C3]", "C3.", "C3!",
    "-1,2", "+1,2", "3;3", "3/3", "3,,3", "3, ,3", "3,3,3", "3 3 3", "3.0,3", "03,03", "C03", "C333", "1000,1",
    "B2-C3", "B2C3", "B2,C3", "B2//C3", "B2/", "/B2", "B2/C3/D4", "2,2,3,3", "1 2 3 4 5",
    "C\u0663", "\u0663,\u0663", "\uff23\uff13", "\u212a3", "\u00b2,\u00b2", "C3\x00", "C\n3", "3\n3",
    "null", "resign", "<@1234>", "C3 please", "C3" * 50_000, "9" * 100_000, " ,/" * 100_000,
]  # fmt: skip


def after_placing(key: str) -> rules.Position:
    """Return a position on 5x5 in which a move of two cells is due where the variant has such moves."""
    start = rules.find_variant(key).start(5)
    answered = start.play(start.legal_moves[0])
    return answered.play(answered.legal_moves[-1])


def test_numbers_count_from_one_except_in_the_book_that_counts_from_zero() -> None:
    assert [key for key in KEYS if rules.find_variant(key).origin == 0] == ["blocking"]


@pytest.mark.parametrize("text", ["C3", "c3", " C3", "c3  ", "\tC3\n", "\u00a0C3\u00a0"])
@pytest.mark.parametrize("key", KEYS)
def test_a_cell_is_read_by_name_in_any_letter_case_and_with_blanks_around(key: str, text: str) -> None:
    assert str(rules.find_variant(key).start(5).parse(text)) == "C3"


@pytest.mark.parametrize("form", ["{},{}", "{}, {}", "{} ,{}", "{} , {}", "{} {}", "{}   {}", "{}\t{}", "  {},{} "])
@pytest.mark.parametrize("key", KEYS)
def test_a_cell_is_read_as_row_and_column_counted_as_the_book_counts(key: str, form: str) -> None:
    """The row comes first."""
    variant = rules.find_variant(key)
    row, column = 1 + variant.origin, 4 + variant.origin

    assert str(variant.start(5).parse(form.format(row, column))) == "B5"


@pytest.mark.parametrize(
    "text",
    ["B2/C3", "b2/c3", " b2 / C3 ", "B2 C3", "B2   c3", "2,2 3,3", "2,2/3,3", "2, 2 / 3, 3", "2 2 3 3", "2 2/3 3"],
)
@pytest.mark.parametrize("key", TWO_CELLS)
def test_two_cells_are_read_in_every_form(key: str, text: str) -> None:
    assert str(after_placing(key).parse(text)) == "B2/C3"


@pytest.mark.parametrize("text", ["C3/D4", "C3 D4", "3,3 4,4", "3 3 4 4", "Z9/Z9"])
@pytest.mark.parametrize("key", ONE_CELL)
def test_two_cells_are_no_move_where_a_move_is_one_cell(key: str, text: str) -> None:
    with pytest.raises(rules.InvalidNotation, match="names two cells, but a move is one cell") as caught:
        rules.find_variant(key).start(5).parse(text)
    assert not isinstance(caught.value, rules.IllegalMove)


@pytest.mark.parametrize("text", NO_MOVES, ids=lambda text: ascii(text[:12]))
@pytest.mark.parametrize("key", KEYS)
def test_anything_else_is_no_move(key: str, text: str) -> None:
    """The sentence is short, harmless to show, and says how a move is written, with the right numbers."""
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
def test_what_is_not_a_text_is_no_move(text: object) -> None:
    with pytest.raises(rules.InvalidNotation, match="is not a move"):
        rules.find_variant("lines").start().parse(text)  # type: ignore[arg-type]


def test_a_text_is_quoted_shortly_and_cannot_leave_its_quotes() -> None:
    with pytest.raises(rules.InvalidNotation) as caught:
        rules.find_variant("lines").start().parse("``` @everyone\n\u202e and so on and on")
    assert str(caught.value).startswith("`''' @everyone?? and ...` is not a move. ")


@pytest.mark.parametrize(("text", "cell"), [("F1", "F1"), ("a6", "A6"), ("z9", "Z9"), ("A0", "A0"), ("A10", "A10")])
@pytest.mark.parametrize("key", KEYS)
def test_a_name_beyond_the_board_is_told_what_the_board_has(key: str, text: str, cell: str) -> None:
    """The error is both kinds at once: callers may treat it as no cell or as an illegal one."""
    with pytest.raises(rules.OffBoard) as caught:
        after_placing(key).parse(text)

    assert isinstance(caught.value, rules.InvalidNotation)
    assert isinstance(caught.value, rules.IllegalMove)
    assert (caught.value.reason, caught.value.cell) == ("off_board", cell)
    assert str(caught.value) == f"{cell} is not on this 5×5 board, which has rows A to E and columns 1 to 5."  # noqa: RUF001  # the multiplication sign


@pytest.mark.parametrize("key", COUNTING_FROM_ONE)
@pytest.mark.parametrize(("text", "cell"), [("9,9", "I9"), ("6 1", "F1"), ("0,3", None), ("3,0", None), ("30,1", None)])
def test_numbers_beyond_the_board_are_told_what_they_count_from(key: str, text: str, cell: str | None) -> None:
    with pytest.raises(rules.OffBoard, match="and columns 1 to 5, and numbers for them count from 1 to 5") as caught:
        rules.find_variant(key).start(5).parse(text)
    assert (caught.value.reason, caught.value.cell) == ("off_board", cell)


def test_counting_from_one_where_numbers_count_from_zero_is_explained() -> None:
    with pytest.raises(rules.OffBoard) as caught:
        rules.find_variant("blocking").start(5).parse("5,5")
    assert str(caught.value) == (
        "5,5 means F6, which is not on this 5×5 board: it has rows A to E and columns 1 to 5, "  # noqa: RUF001  # the multiplication sign
        "and numbers for them count from 0 to 4."
    )


@pytest.mark.parametrize("key", TWO_CELLS)
def test_the_second_cell_may_be_the_one_beyond_the_board(key: str) -> None:
    with pytest.raises(rules.OffBoard, match="H1 is not on this 5×5 board"):  # noqa: RUF001  # the multiplication sign
        after_placing(key).parse("B2/H1")


@pytest.mark.parametrize("text", ["9\t9", "9\t,\t9", "99 \t 0"])
@pytest.mark.parametrize("key", KEYS)
def test_blanks_between_numbers_stay_in_the_line_of_the_sentence(key: str, text: str) -> None:
    with pytest.raises(rules.OffBoard) as caught:
        after_placing(key).parse(text)
    assert str(caught.value).isprintable()
