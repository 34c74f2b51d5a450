"""Lists of games."""

from __future__ import annotations

from cogs.text.lists import candidates_text
from gridlock_host.errors import SeveralGamesFit
from tests.host.support.host import a_game


def test_an_ambiguous_option_lists_ten_games_and_counts_the_others() -> None:
    ten, eleven = (candidates_text(SeveralGamesFit([a_game(id=number) for number in range(many)])) for many in (10, 12))
    assert ten.count("\n#") == eleven.count("\n#") == 10
    assert "more" not in ten.split("\n", 1)[1]
    assert eleven.endswith("\n... and 2 more.")
