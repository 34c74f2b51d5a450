"""What every registered variant must offer, at every size."""

import re
from collections.abc import Iterator

import pytest

import gridlock_rules as rules
from tests.rules.support import KEYS, SIZES, every_move, golden_games, play_out, vector_rows

BOARDS = [pytest.param(key, size, id=f"{key}-{size}") for key in KEYS for size in SIZES]


def test_the_variants_come_in_the_order_users_see_them() -> None:
    assert KEYS == ["lines", "standoff", "dodge", "blocking", "isolation"]


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_is_found_by_its_key(key: str) -> None:
    assert rules.find_variant(key).key == key


@pytest.mark.parametrize("key", ["", "Lines", "chess", "x" * 1_000_000])
def test_an_unknown_key_is_refused_in_a_short_sentence_that_lists_the_keys(key: str) -> None:
    with pytest.raises(rules.UnknownVariant, match="There is no variant") as caught:
        rules.find_variant(key)
    assert len(str(caught.value)) < 200
    assert all(known in str(caught.value) for known in KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_describes_itself(key: str) -> None:
    """Key, title and summary fit a Discord choice, and marks can be told from each other and from empty."""
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


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_has_a_rule_text_that_fits_a_message(key: str) -> None:
    """It is Markdown that Discord renders: a title, no tables, closed code blocks that start on a new line."""
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
    """A variant without a finished golden game, or without a refused move, is not ready."""
    games = golden_games(key)

    assert any(game.winner for game in games)
    assert any(game.refused for game in games)
    assert any(game.drawn for game in games)


@pytest.mark.parametrize("key", KEYS)
def test_a_variant_has_perft_numbers(key: str) -> None:
    """At its own size and at another the number of move sequences is known from elsewhere."""
    sizes = {int(size) for name, size, _depth, _count in vector_rows("perft.tsv") if name == key}

    assert rules.find_variant(key).default_size in sizes
    assert len(sizes) >= 2


@pytest.mark.parametrize("key", KEYS)
def test_a_game_starts_at_the_size_of_the_book_unless_told_otherwise(key: str) -> None:
    variant = rules.find_variant(key)

    assert variant.start() == variant.start(variant.default_size) == rules.replay(key, None, [])


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("size", [-5, 0, 2, 9, 1_000_000])
def test_other_sizes_are_refused(key: str, size: int) -> None:
    with pytest.raises(rules.UnsupportedSize, match=r"3.3 to 8.8"):
        rules.find_variant(key).start(size)


@pytest.mark.parametrize(("key", "size"), BOARDS)
def test_the_start_is_an_empty_board_with_player_one_to_move_anywhere(key: str, size: int) -> None:
    start = rules.find_variant(key).start(size)

    assert (start.variant.key, start.size, start.ply, start.to_move) == (key, size, 0, rules.Player.ONE)
    assert start.outcome is None
    assert len(start.legal_moves) == len(start.targets) == size * size
    assert start.marks == ((rules.EMPTY_MARK,) * size,) * size
    assert start.restriction.startswith("any free cell")


@pytest.mark.parametrize(("key", "size"), BOARDS)
def test_the_corners_have_the_names_everybody_expects(key: str, size: int) -> None:
    """A1 is at the top left, and the number after the letter goes to the right."""
    start = rules.find_variant(key).start(size)
    first, last = start.legal_moves[0], start.legal_moves[-1]

    assert (str(first), str(last)) == ("A1", f"{'ABCDEFGH'[size - 1]}{size}")
    assert str(start.legal_moves[1]) == "A2"
    mark = start.variant.player_marks[0]
    assert start.play(first).marks[0][0] == start.play(last).marks[-1][-1] == mark


@pytest.mark.parametrize("key", KEYS)
def test_every_move_that_is_not_legal_is_refused_with_a_reason(key: str) -> None:
    """On 3x3 each move that can be written is either legal or refused, all through a game."""
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
def test_a_move_beyond_the_board_is_refused_when_played(key: str, size: int) -> None:
    """Moves know no size, so a position looks at the board itself."""
    for move in _beyond(size):
        with pytest.raises(rules.OffBoard) as caught:
            rules.find_variant(key).start(size).play(move)
        assert caught.value.reason == "off_board"


def _beyond(size: int) -> Iterator[rules.Move]:
    if size < 8:
        yield rules.Move(size)
        yield rules.Move(8 * size)
        yield rules.Move(63)
        yield rules.Move(0, 63)
