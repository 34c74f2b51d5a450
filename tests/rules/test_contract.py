"""The contract of every registered variant, on boards of every size."""

import inspect
import re
from collections.abc import Iterator

import pytest
from hypothesis import given

import gridlock_rules as rules
from tests.rules import reference
from tests.rules.support import (
    CHOICES,
    FILL,
    HERE,
    KEYS,
    SIZES,
    every_move,
    golden_games,
    moves_between,
    play_out,
    texts,
    vector_rows,
)

BOARDS = [pytest.param(key, size, id=f"{key}-{size}") for key in KEYS for size in SIZES]


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_is_found_by_its_key(key: str) -> None:
    assert rules.find_variant(key).key == key


@pytest.mark.parametrize("key", ["", "Lines", "chess", "x" * 1_000_000])
def test_the_error_for_an_unknown_key_is_short_and_lists_the_keys(key: str) -> None:
    with pytest.raises(rules.UnknownVariant, match="There is no variant") as caught:
        rules.find_variant(key)
    assert len(str(caught.value)) < 200
    assert all(known in str(caught.value) for known in KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_describes_itself(key: str) -> None:
    """Key, title and summary fit a Discord choice; all marks differ from each other and from an empty cell."""
    variant = rules.find_variant(key)
    marks = [*variant.player_marks, *variant.other_marks, rules.EMPTY_MARK]

    assert re.fullmatch(r"[a-z]{1,32}", variant.key)
    assert variant.title == variant.key.capitalize()
    assert 0 < len(variant.summary) <= 100
    assert "\n" not in variant.summary
    assert variant.sizes == range(3, 9)
    assert variant.default_size in variant.sizes
    assert variant.origin in (0, 1)
    assert len(set(marks)) == len(marks)
    assert all(mark.isascii() and mark.isprintable() for mark in marks)
    assert all(variant.other_marks.values())
    assert variant.book_marks.keys() <= set(marks)


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_has_a_rule_text_that_fits_a_message(key: str) -> None:
    """Discord renders it as Markdown: a title, no tables, closed code blocks that start on a new line."""
    variant = rules.find_variant(key)
    text = variant.rule_text

    assert text.startswith(f"# {variant.title}\n")
    assert 500 < len(text) < 3_500
    assert text.replace("×", "").isascii()  # noqa: RUF001  # boards are written with the multiplication sign
    assert not re.search(r"\dx\d", text)
    assert text.count("```") % 2 == 0
    assert len(re.findall(r"^```$", text, re.MULTILINE)) == text.count("```")
    assert not re.search(r"^\|", text, re.MULTILINE)
    assert all(f"`{mark}`" in text for mark in (*variant.player_marks, *variant.other_marks))


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_has_golden_games_that_end_and_refuse(key: str) -> None:
    games, file = golden_games(key), f"tests/rules/golden/{key}.toml"

    assert any(game.winner for game in games), f"{file}: write a game that ends (winner)"
    assert any(game.refused for game in games), f"{file}: write a game that refuses a move (game.refused)"
    assert any(game.drawn for game in games), f"{file}: write a game for each board in the rule text (drawn = true)"


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_has_perft_numbers(key: str) -> None:
    """The numbers of move sequences on its own board and on another one, from another program."""
    sizes = {int(size) for name, size, _depth, _count in vector_rows("perft.tsv") if name == key}
    mend = f"tests/rules/vectors/perft.tsv: run .venv/bin/python -m scripts.new_variant --perft {key}"

    assert rules.find_variant(key).default_size in sizes, mend
    assert len(sizes) >= 2, mend


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_has_a_second_reading_of_its_rules(key: str) -> None:
    assert key in reference.RULES, f"tests/rules/reference.py: write the rules of {key} a second time"


@pytest.mark.parametrize("key", KEYS)
def test_nothing_of_a_variant_is_left_to_fill_in(key: str) -> None:
    """`make new-variant` marks what is to be filled in."""
    package = HERE.parents[1] / "gridlock_rules"
    paths = [package / "variants" / f"{key}.py", package / "texts" / f"{key}.md", HERE / "golden" / f"{key}.toml"]
    unfilled = [path for path in paths if "TODO" in path.read_text(encoding="utf-8")]
    unfilled += [HERE / "reference.py"] if "TODO" in inspect.getsource(reference.RULES[key]) else []

    assert not unfilled, f"fill in what is marked TODO in {', '.join(map(str, unfilled))}"


@pytest.mark.parametrize("key", KEYS)
def test_a_game_starts_on_the_board_of_the_rule_book_by_default(key: str) -> None:
    variant = rules.find_variant(key)

    assert variant.start() == variant.start(variant.default_size) == rules.replay(key, None, [])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("size", [-5, 0, 2, 9, 1_000_000])
def test_other_sizes_are_refused(key: str, size: int) -> None:
    with pytest.raises(rules.UnsupportedSize, match=r"3.3 to 8.8"):
        rules.find_variant(key).start(size)


@pytest.mark.parametrize(("key", "size"), BOARDS)
def test_a_game_starts_on_an_empty_board_with_player_one_to_move_anywhere(key: str, size: int) -> None:
    start = rules.find_variant(key).start(size)

    assert (start.variant.key, start.size, start.ply, start.to_move) == (key, size, 0, rules.Player.ONE)
    assert start.outcome is None
    assert len(start.legal_moves) == len(start.targets) == size * size
    assert start.marks == ((rules.EMPTY_MARK,) * size,) * size
    assert start.restriction.startswith("any free cell")


@pytest.mark.parametrize(("key", "size"), BOARDS)
def test_a1_is_the_top_left_corner_and_a2_is_to_its_right(key: str, size: int) -> None:
    start = rules.find_variant(key).start(size)
    first, last = start.legal_moves[0], start.legal_moves[-1]

    assert (str(first), str(last)) == ("A1", f"{'ABCDEFGH'[size - 1]}{size}")
    assert str(start.legal_moves[1]) == "A2"
    mark = start.variant.player_marks[0]
    mark = start.variant.book_marks.get(mark, mark)
    assert start.play(first).marks[0][0] == start.play(last).marks[-1][-1] == mark


@pytest.mark.parametrize("key", KEYS)
def test_every_move_that_is_not_legal_is_refused_with_a_reason(key: str) -> None:
    """On 3x3, for each move that can be written, in every position of a game."""
    for position in play_out(rules.find_variant(key).start(3), [5, 3, 11]):
        legal = set(position.legal_moves)
        for move in every_move(3):
            if move in legal:
                assert position.parse(str(move)) == move
                position.play(move)
            else:
                _assert_refused(position, move)


def _assert_refused(position: rules.Position, move: rules.Move) -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        position.play(move)
    error = caught.value
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", error.reason)
    assert isinstance(error, rules.GameOver) == (position.outcome is not None) == (error.reason == "game_over")
    assert str(error).endswith(".")
    assert isinstance(error, rules.GameOver) or (error.cell is not None and error.cell in str(error))


@pytest.mark.parametrize(("key", "size"), BOARDS)
def test_a_move_outside_of_the_board_is_refused_when_played(key: str, size: int) -> None:
    for move in _outside(size):
        with pytest.raises(rules.OffBoard) as caught:
            rules.find_variant(key).start(size).play(move)
        assert caught.value.reason == "off_board"


def _outside(size: int) -> Iterator[rules.Move]:
    if size < 8:
        yield rules.Move(size)
        yield rules.Move(8 * size)
        yield rules.Move(63)
        yield rules.Move(0, 63)


@given(CHOICES)
def test_a_variant_can_be_played_without_being_registered(choices: list[int]) -> None:
    game = play_out(FILL.start(), choices)

    assert len(game) == 10
    assert game[-1].outcome == rules.Outcome(rules.Player.ONE, rules.Termination.NO_LEGAL_MOVE)
    assert rules.replay(FILL, None, texts(moves_between(game))) == game[-1]


def test_errors_name_the_marks_of_the_variant() -> None:
    with pytest.raises(rules.IllegalMove, match="A1 is already taken by F") as caught:
        rules.replay(FILL, 3, ["A1", "A1"])
    assert caught.value.reason == "occupied"


def test_a_missing_rule_text_is_an_error_that_names_the_file() -> None:
    with pytest.raises(FileNotFoundError, match=r"fill\.md"):
        _ = FILL.rule_text


def test_a_rule_text_is_english_where_it_is_not_translated() -> None:
    variant = rules.VARIANTS[0]

    assert variant.rule_text_in("xx") == variant.rule_text
    assert variant.rule_text_in("de") != variant.rule_text
