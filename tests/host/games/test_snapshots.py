"""Game snapshots."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields

import pytest

from gridlock_host import Challenge, ChallengeStatus, Ending, First, Result, Terms
from gridlock_rules import VARIANTS, Player, Variant, find_variant
from tests.host.support.host import ADA, BOB, CLEO, HERE, NOON, a_game

ADA_WON = Result(ADA, BOB, Ending.RESIGNATION, NOON)


def test_a_game_says_whose_turn_it_is() -> None:
    assert a_game().to_move_id == ADA
    assert a_game(moves=["A1"]).to_move_id == BOB
    assert a_game(moves=["A1", "A2"]).to_move_id == ADA
    assert a_game(moves=["A1"], result=ADA_WON).to_move_id is None


def test_a_game_is_over_when_it_has_a_result() -> None:
    assert a_game(result=ADA_WON).is_over
    assert not a_game().is_over


def test_a_game_knows_its_players() -> None:
    game = a_game(one=BOB, two=CLEO)
    assert (game.player_id(Player.ONE), game.player_id(Player.TWO)) == (BOB, CLEO)
    assert (game.opponent_of(BOB), game.opponent_of(CLEO)) == (CLEO, BOB)
    assert [game.has_player(person) for person in (ADA, BOB, CLEO)] == [False, True, True]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.key)
def test_players_have_the_marks_of_their_seats(variant: Variant) -> None:
    game = a_game(variant=variant.key)
    assert (game.mark_of(ADA), game.mark_of(BOB)) == variant.player_marks
    assert game.variant is variant


def test_the_last_move_is_read_from_its_text() -> None:
    """That holds for two cells, and where the variant counts from 0, as the canonical text does not."""
    assert a_game().last_move is None
    assert str(a_game(moves=["C3", "A3"]).last_move) == "A3"
    assert str(a_game(variant="blocking", moves=["A1", "B2"]).last_move) == "B2"
    assert str(a_game(variant="isolation", size=5, moves=["A1", "E5", "B2/C3"]).last_move) == "B2/C3"


def test_snapshots_cannot_be_changed() -> None:
    challenge = Challenge(1, HERE, ADA, BOB, Terms("dodge", 3, First.ME), ChallengeStatus.OPEN, NOON)
    assert challenge.terms.variant is find_variant("dodge")
    for snapshot in (a_game(), challenge, HERE, ADA_WON):
        for field in fields(snapshot):
            with pytest.raises(FrozenInstanceError):
                setattr(snapshot, field.name, None)
