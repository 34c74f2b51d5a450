"""Golden games of every variant: examples of the rule books, corrected where they break their own rules."""

import re
from collections.abc import Mapping

import pytest

import gridlock_rules as rules
from tests.rules.support import KEYS, GoldenGame, Refusal, final, golden_games

GAMES = [pytest.param(key, game, id=f"{key}: {game.about}") for key in KEYS for game in golden_games(key)]
REFUSALS = [
    pytest.param(key, game, refusal, id=f"{key}: {' '.join(game.moves)} then {refusal.text}")
    for key in KEYS
    for game in golden_games(key)
    for refusal in game.refused
]


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_a_golden_game_has_the_expected_outcome(key: str, game: GoldenGame) -> None:
    outcome = final(game, key).outcome

    if game.winner is None:
        assert outcome is None
    else:
        assert outcome == rules.Outcome(rules.Player[game.winner], rules.Termination.NO_LEGAL_MOVE)


@pytest.mark.parametrize(("key", "game"), GAMES)
def test_a_golden_game_has_the_expected_board_and_legal_moves(key: str, game: GoldenGame) -> None:
    position = final(game, key)

    if game.marks is not None:
        assert position.marks == game.marks
    if game.legal is not None:
        assert tuple(str(move) for move in position.legal_moves) == game.legal
    if game.restriction is not None:
        assert position.restriction == game.restriction


@pytest.mark.parametrize(("key", "game", "refusal"), REFUSALS)
def test_a_golden_game_refuses_illegal_moves_for_the_expected_reason(
    key: str, game: GoldenGame, refusal: Refusal
) -> None:
    with pytest.raises(rules.IllegalMove) as caught:
        final(game, key).parse(refusal.text)

    assert (caught.value.reason, caught.value.cell) == (refusal.reason, refusal.cell)
    assert refusal.cell is None or refusal.cell in str(caught.value)
    if refusal.sentence is not None:
        assert str(caught.value) == refusal.sentence


@pytest.mark.parametrize("key", KEYS)
def test_the_rule_text_draws_only_boards_of_golden_games(key: str) -> None:
    """The text shows our marks, a golden game those of the rule book."""
    variant = rules.find_variant(key)
    text, book = variant.rule_text, variant.book_marks
    drawn = [_rows(block, book) for block in re.findall(r"```\n(.*?)\n```", text, re.DOTALL)]

    assert drawn == [game.marks for game in golden_games(key) if game.drawn], (
        f"the boards of gridlock_rules/texts/{key}.md are not the drawn games of tests/rules/golden/{key}.toml"
    )


def _rows(block: str, book: Mapping[str, str]) -> tuple[tuple[str, ...], ...]:
    """Return the book's marks of a board drawn with a line of column numbers above and row letters at the left."""
    return tuple(tuple(book.get(mark, mark) for mark in line.split()[1:]) for line in block.splitlines()[1:])
