"""Depth of a puzzle: how many plies a plain search must look ahead to tell the answer from all other moves."""

from itertools import count

from gridlock_rules import Move, Position
from gridlock_solver.puzzles.play import Play, State, play_of
from gridlock_solver.search.budget import Exhausted

_TO_THE_END = 200
"""More plies than any game lasts."""


class PlainSearch:
    """A search of all play from a position, which remembers the states it has seen.

    Args:
        position: The position.
        most_states: How many states it may look at.
    """

    def __init__(self, position: Position, most_states: int) -> None:
        self._play: Play = play_of(position)
        self._left = most_states
        self._proved: dict[State, bool] = {}
        self._open: dict[State, int] = {}

    def depth(self, answer: Move) -> int:
        """Return how many plies ahead one must look to tell the only winning move from all others.

        With this many plies, either every line after the answer is lost for the opponent, or each other move is
        refuted. So a puzzle whose answer leaves one reply, and then ends the game, has depth 3.

        Args:
            answer: The only winning move.

        Raises:
            Exhausted: The search had to look at too many states.
        """
        for plies in count(1):
            if self._is_lost(answer, plies) or self._are_refuted(answer, plies):
                return plies
        raise AssertionError

    def is_only_win(self, answer: Move) -> bool:
        """Return whether a move wins and no other move does, by a search to the end of every line that matters.

        Raises:
            Exhausted: The search had to look at too many states.
        """
        return self._is_lost(answer, _TO_THE_END) and self._are_refuted(answer, _TO_THE_END)

    def _is_lost(self, move: Move, plies: int) -> bool:
        """Return whether the opponent is seen to lose after a move."""
        play = self._play
        return any(
            play.move(step) == move and self._wins(play.after(play.start, step), plies - 1) is False
            for step in play.steps(play.start)
        )

    def _are_refuted(self, answer: Move, plies: int) -> bool:
        """Return whether the opponent is seen to win after each other move."""
        play = self._play
        others = (step for step in play.steps(play.start) if play.move(step) != answer)
        return all(self._wins(play.after(play.start, step), plies - 1) is True for step in others)

    def _wins(self, state: State, plies: int) -> bool | None:
        """Return whether the player to move wins; None if that is not seen so many plies ahead.

        A state always comes after the same number of moves, so it is asked with more plies each time.
        """
        if state in self._proved:
            return self._proved[state]
        if self._open.get(state, -1) >= plies:
            return None
        found = self._look(state, plies)
        if found is None:
            self._open[state] = plies
        else:
            self._proved[state] = found
        return found

    def _look(self, state: State, plies: int) -> bool | None:
        steps = list(self._play.steps(state))
        if not steps or plies == 0:
            return None if steps else False
        if self._left == 0:
            raise Exhausted
        self._left -= 1
        is_known = True
        for step in steps:
            result = self._wins(self._play.after(state, step), plies - 1)
            if result is False:
                return True
            is_known = is_known and result is True
        return False if is_known else None
