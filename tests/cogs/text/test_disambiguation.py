"""What is listed where more than one game fits."""

from __future__ import annotations

from cogs.text.disambiguation import which_fit
from gridlock_host.errors import SeveralGamesFit
from tests.host.support.host import a_game


def test_ten_of_many_are_listed_and_the_others_counted() -> None:
    ten, eleven = (which_fit(SeveralGamesFit([a_game(id=number) for number in range(many)])) for many in (10, 12))
    assert ten.count("\n#") == eleven.count("\n#") == 10
    assert "more" not in ten.split("\n", 1)[1]
    assert eleven.endswith("\n... and 2 more.")
