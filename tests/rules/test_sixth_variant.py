"""A sixth variant needs nothing but its own file: this one is played without being registered."""

from dataclasses import dataclass
from typing import Self

import pytest
from hypothesis import given

import gridlock_rules as rules
from gridlock_rules.claims import ClaimPosition
from tests.rules.support import CHOICES, moves_between, play_out, texts


@dataclass(frozen=True)
class FillPosition(ClaimPosition):
    """Claim any free cell: as plain as a variant can be."""

    __slots__ = ()

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board."""
        return cls(size, one=0, two=0)

    @property
    def variant(self) -> rules.Variant:
        """Fill."""
        return FILL

    @property
    def restriction(self) -> str:
        """Always the same."""
        return "any free cell"

    @property
    def _open(self) -> int:
        return self._free

    def _after(self, move: rules.Move) -> Self:
        return type(self)(self.size, *self._claims_with(move.cell))

    def _why_closed(self, cell: int) -> rules.IllegalMove:
        raise AssertionError(f"every free cell may be claimed, {cell} too")


FILL = rules.Variant(
    key="fill",
    title="Fill",
    summary="Claim any free cell.",
    default_size=3,
    position_class=FillPosition,
    player_marks=("F", "G"),
)


@given(CHOICES)
def test_it_is_played_like_any_other(choices: list[int]) -> None:
    game = play_out(FILL.start(), choices)

    assert len(game) == 10
    assert game[-1].outcome == rules.Outcome(rules.Player.ONE, rules.Termination.NO_LEGAL_MOVE)
    assert rules.replay(FILL, None, texts(moves_between(game))) == game[-1]


def test_it_refuses_in_its_own_marks() -> None:
    with pytest.raises(rules.IllegalMove, match="A1 is already taken by F") as caught:
        rules.replay(FILL, 3, ["A1", "A1"])
    assert caught.value.reason == "occupied"


def test_without_a_rule_text_it_is_noticed() -> None:
    with pytest.raises(FileNotFoundError, match=r"fill\.md"):
        _ = FILL.rule_text
