"""The game or challenge that a command without a number refers to."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridlock_host import (
    Challenge,
    ChallengeStatus,
    First,
    Game,
    Place,
    Terms,
    challenge_to_accept,
    game_to_move_in,
    game_to_show,
    only_challenge,
    your_turn_first,
)
from gridlock_host.errors import NothingFits, NotYourTurn, SeveralChallengesFit, SeveralGamesFit
from tests.host.support.host import ADA, BOB, CHANNEL, GUILD, HERE, NOON, OTHER_CHANNEL, a_game

THERE = Place(GUILD, OTHER_CHANNEL)


def my_turn(number: int, place: Place = HERE) -> Game:
    return a_game(id=number, one=ADA, two=BOB, place=place)


def their_turn(number: int, place: Place = HERE) -> Game:
    return a_game(id=number, one=BOB, two=ADA, place=place)


def test_the_only_open_game_is_chosen_in_any_channel() -> None:
    assert game_to_move_in([my_turn(1, THERE)], ADA, CHANNEL) == my_turn(1, THERE)
    assert game_to_show([their_turn(1, THERE)], CHANNEL) == their_turn(1, THERE)


def test_a_game_in_this_channel_goes_before_others() -> None:
    games = [my_turn(1, THERE), my_turn(2), my_turn(3, THERE)]
    assert game_to_move_in(games, ADA, CHANNEL).id == 2
    assert game_to_show(games, CHANNEL).id == 2


def test_a_move_goes_to_the_game_where_it_is_the_members_turn() -> None:
    """That holds even when it is played elsewhere and another game is played here."""
    assert game_to_move_in([their_turn(1), my_turn(2, THERE), their_turn(3)], ADA, CHANNEL).id == 2


def test_the_refusal_says_that_it_is_not_your_turn_in_your_only_game() -> None:
    with pytest.raises(NotYourTurn) as info:
        game_to_move_in([their_turn(7)], ADA, CHANNEL)
    assert info.value.game == their_turn(7)


def test_the_refusal_counts_the_games_where_it_is_not_your_turn() -> None:
    with pytest.raises(NothingFits, match="not your turn in any of your 2 games"):
        game_to_move_in([their_turn(1), their_turn(2)], ADA, CHANNEL)


def test_without_a_game_the_refusal_says_how_to_start_one() -> None:
    with pytest.raises(NothingFits, match="`/gridlock challenge` starts one"):
        game_to_move_in([], ADA, CHANNEL)
    with pytest.raises(NothingFits, match="`/gridlock challenge` starts one"):
        game_to_show([], CHANNEL)


@pytest.mark.parametrize("games", [[my_turn(4), my_turn(5), my_turn(6, THERE)], [my_turn(4, THERE), my_turn(5, THERE)]])
def test_several_fitting_games_are_refused_as_ambiguous(games: list[Game]) -> None:
    """The refusal names those that could be meant, which are the ones in this channel if there are any."""
    with pytest.raises(SeveralGamesFit) as to_move_in:
        game_to_move_in(games, ADA, CHANNEL)
    with pytest.raises(SeveralGamesFit) as to_show:
        game_to_show(games, CHANNEL)
    for info in (to_move_in, to_show):
        assert [game.id for game in info.value.games] == [4, 5]


@given(
    st.lists(st.builds(lambda number, mine: (my_turn if mine else their_turn)(number), st.integers(), st.booleans()))
)
def test_games_are_listed_own_turn_first_then_oldest_first(games: list[Game]) -> None:
    listed = your_turn_first(games, ADA)
    mine = [game.id for game in listed if game.to_move_id == ADA]
    others = [game.id for game in listed if game.to_move_id != ADA]
    assert [game.id for game in listed] == mine + others
    assert mine == sorted(game.id for game in games if game.to_move_id == ADA)
    assert others == sorted(game.id for game in games if game.to_move_id != ADA)


def a_challenge(number: int) -> Challenge:
    return Challenge(number, HERE, ADA, BOB, Terms("lines", 5, First.ME), ChallengeStatus.OPEN, NOON)


def test_the_only_open_challenge_is_chosen() -> None:
    assert only_challenge([a_challenge(3)], "to you") == a_challenge(3)


def test_no_challenge_or_several_challenges_are_refused() -> None:
    with pytest.raises(NothingFits) as nothing:
        only_challenge([], "to you")
    assert str(nothing.value) == "There is no open challenge to you in this server."
    with pytest.raises(SeveralChallengesFit) as several:
        only_challenge([a_challenge(3), a_challenge(4)], "by you")
    assert several.value.challenges == (a_challenge(3), a_challenge(4))


def test_direct_challenges_go_before_open_ones_and_local_ones_before_others() -> None:
    far = replace(a_challenge(3), opponent_id=None, place=THERE)
    near, to_you = replace(far, id=4, place=HERE), a_challenge(5)
    assert challenge_to_accept([to_you], [near], CHANNEL) == to_you
    assert challenge_to_accept([], [far, near], CHANNEL) == near
    assert challenge_to_accept([], [far], CHANNEL) == far
    with pytest.raises(SeveralChallengesFit):
        challenge_to_accept([], [near, replace(near, id=6)], CHANNEL)
    with pytest.raises(NothingFits, match="no open challenge to you or to anybody in this server"):
        challenge_to_accept([], [], CHANNEL)
