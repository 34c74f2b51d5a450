"""The pairs of actions that can meet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from races import actions, scenes
from races.actions import Action
from races.scenes import Prepare


@dataclass(frozen=True, slots=True)
class Pair:
    """Two actions that can meet.

    Attributes:
        name: What they are.
        prepare: Makes what they meet on, and returns its id.
        one: The first action.
        two: The second one.
        granted: How many of the two may be granted.
    """

    name: str
    prepare: Prepare
    one: Action
    two: Action
    granted: frozenset[int] = frozenset({1})


# The first press offers, and the second begins the game.
_OFFER_AND_ANSWER: Final = frozenset({2})
# Whoever wants to be forgotten always is; the move may come before.
_ONE_OR_BOTH: Final = frozenset({1, 2})

PAIRS: Final = (
    Pair("move/move", scenes.running_game, actions.ada_moves_to_c1, actions.ada_moves_to_a4),
    Pair("move/resign", scenes.nearly_won_game, actions.ada_makes_the_last_move, actions.bob_resigns),
    Pair("move/expire", scenes.running_game, actions.ada_moves_to_c1, actions.time_runs_out),
    Pair("accept/accept", scenes.challenge_to_anybody, actions.bob_accepts, actions.cleo_accepts),
    Pair("accept/cancel", scenes.challenge_to_bob, actions.bob_accepts, actions.ada_cancels),
    Pair("accept/expire", scenes.challenge_to_bob, actions.bob_accepts, actions.time_runs_out),
    Pair(
        "rematch/rematch",
        scenes.finished_game,
        actions.ada_wants_a_rematch,
        actions.bob_wants_a_rematch,
        _OFFER_AND_ANSWER,
    ),
    Pair("resign/resign", scenes.running_game, actions.ada_resigns, actions.bob_resigns),
    Pair("moderate/move", scenes.nearly_won_game, actions.cleo_ends_the_game, actions.ada_makes_the_last_move),
    Pair(
        "forget/move", scenes.nearly_won_game, actions.bob_is_forgotten, actions.ada_makes_the_last_move, _ONE_OR_BOTH
    ),
)
