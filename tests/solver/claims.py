"""What each reason claims, read a second time: by the naive rules of `tests.rules.reference` and by plain search.

It shares no code with the solver. A claim can be evaluated for any move, also for one that it was not made for: that
tells whether it distinguishes a winning move from a losing one.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from random import Random

import gridlock_rules as rules
from gridlock_solver import Explanation, Reason
from scripts.checks.standoff import PlainSearch as PlainStandoff
from scripts.checks.standoff import TooManyPositions as TooManyInStandoff
from tests.rules.reference import Cell, Turn, legal_turns, read
from tests.solver.support import PlainSearch, TooManyPositions

_PLAYOUTS = 5


@dataclass(frozen=True)
class Situation:
    """A game and a move in it, of which something is claimed.

    Attributes:
        game: The turns before the move.
        turn: The move.
        search: Tells who wins; it may give up. One may serve all situations of a position.
    """

    key: str
    size: int
    game: list[Turn]
    turn: Turn
    search: "Search"

    @classmethod
    def of(
        cls, position: rules.Position, moves: Iterable[rules.Move], move: rules.Move, search: "Search"
    ) -> "Situation":
        """Return the situation of a move in a position that some moves lead to."""
        game = [read(str(played)) for played in moves]
        return cls(position.variant.key, position.size, game, read(str(move)), search)

    def answers(self, *further: Turn) -> list[Turn]:
        """Return the legal turns after the move and some further ones."""
        return legal_turns(self.key, self.size, [*self.game, self.turn, *further])

    def loses(self, *further: Turn) -> bool:
        """Return whether the player to move has lost after the move and some further turns."""
        return not self.search.wins(self.key, self.size, [*self.game, self.turn, *further])

    def winning_answers(self) -> list[Turn]:
        """Return the answers to the move that win."""
        return [answer for answer in self.answers() if self.loses(answer)]

    def alternatives(self) -> list["Situation"]:
        """Return the situation of every legal move."""
        turns = legal_turns(self.key, self.size, self.game)
        return [Situation(self.key, self.size, self.game, turn, self.search) for turn in turns]

    def after(self, answer: Turn) -> "Situation":
        """Return the situation of an answer to the move."""
        return Situation(self.key, self.size, [*self.game, self.turn], answer, self.search)


class Search:
    """Plain search from the rules, which knows nothing but the rules, and gives up after so many positions."""

    def __init__(self, most_positions: int) -> None:
        self._most_positions = most_positions
        self._any_game = PlainSearch(most_positions)
        self._standoff: dict[int, PlainStandoff] = {}

    def wins(self, key: str, size: int, game: list[Turn]) -> bool:
        """Return whether the player to move after a game wins.

        Raises:
            TooManyPositions: It has given up.
        """
        if key != "standoff":
            return self._any_game.wins(rules.replay(key, size, [_move(turn) for turn in game]))
        # It is faster, so it may search more.
        search = self._standoff.setdefault(size, PlainStandoff(size, 10 * self._most_positions))
        cells = [row * size + column for ((row, column),) in game]
        own, opposing = cells[len(cells) % 2 :: 2], cells[1 - len(cells) % 2 :: 2]
        try:
            return search.wins(search.open_to(own, opposing), search.open_to(opposing, own))
        except TooManyInStandoff as error:
            raise TooManyPositions from error


def is_true(explanation: Explanation, of: Situation) -> bool:
    """Return whether what an explanation claims is true of a move.

    Raises:
        TooManyPositions: Plain search cannot tell.
    """
    return _CLAIMS[explanation.reason](explanation, of)


def claims_anything(explanation: Explanation) -> bool:
    """Return whether the explanation claims anything."""
    return explanation.reason is not Reason.UNPROVED


def _ends_game(_: Explanation, of: Situation) -> bool:
    return not of.answers()


def _fixed_length(explanation: Explanation, of: Situation) -> bool:
    """Random games end after so many moves."""
    values, marks = explanation.values, rules.find_variant(of.key).player_marks
    for seed in range(_PLAYOUTS):
        game, chance = [*of.game, of.turn], Random(seed)  # noqa: S311  # for games, no secret  # noqa: S311  # for games, no secret
        while turns := legal_turns(of.key, of.size, game):
            game.append(chance.choice(turns))
        if len(game) != values["length"] or marks[(len(game) + 1) % 2] != values["winner"]:
            return False
    return True


def _forced(_: Explanation, of: Situation) -> bool:
    return legal_turns(of.key, of.size, of.game) == [of.turn]


def _ends(of: Situation, answer: Turn, reply: Turn) -> bool:
    return reply in of.answers(answer) and not of.answers(answer, reply)


def _forced_ending(explanation: Explanation, of: Situation) -> bool:
    answer, reply = map(_turn, explanation.line)
    return of.answers() == [answer] and _ends(of, answer, reply)


def _ended_by_one(explanation: Explanation, of: Situation) -> bool:
    reply = _turn(explanation.line[1])
    return len(of.answers()) > 1 and all(_ends(of, answer, reply) for answer in of.answers())


def _ended_next(explanation: Explanation, of: Situation) -> bool:
    answer, reply = map(_turn, explanation.line)
    answers = of.answers()
    return (
        answer in answers
        and _ends(of, answer, reply)
        and all(any(_ends(of, each, one) for one in of.answers(each)) for each in answers)
    )


def _paired(explanation: Explanation, of: Situation) -> bool:
    """The cells are distinct, every answer has a partner, and the partners are legal replies to the end of games."""
    pairs = [(_cell(one), _cell(other)) for one, other in explanation.pairs]
    partners = dict(pairs) | {other: one for one, other in pairs}
    if len(partners) != 2 * len(pairs) or not of.answers():
        return False
    static = _stay_paired if of.key == "standoff" else _lead_to_pairs
    return static(of, partners) and all(_survives(of, partners, seed) for seed in range(_PLAYOUTS))


def _lead_to_pairs(of: Situation, partners: dict[Cell, Cell]) -> bool:
    """Every answer, and every later one, is a cell of a pair, where the last cell alone decides what may follow."""
    waiting, seen = [cell for (cell,) in of.answers()], set()
    while waiting:
        cell = waiting.pop()
        if cell in seen:
            continue
        seen.add(cell)
        if cell not in partners or (partners[cell],) not in of.answers((cell,)):
            return False
        waiting += [each for (each,) in of.answers((cell,), (partners[cell],))]
    return True


def _stay_paired(of: Situation, partners: dict[Cell, Cell]) -> bool:
    """Every answer has a partner that no other answer can close, unless its own partner forbids the first one."""
    answers = [cell for (cell,) in of.answers()]
    for one in answers:
        if not partners.keys() >= set(answers) or (partners[one],) not in of.answers((one,)):
            return False
        for other in answers:
            closes = other not in (one, partners[one]) and _touch(other, partners[one])
            if closes and not _touch(partners[other], one):
                return False
    return True


def _survives(of: Situation, partners: dict[Cell, Cell], seed: int) -> bool:
    """The opponent plays at random, and the partners are legal replies until the opponent has no move."""
    chance, further = Random(seed), list[Turn]()  # noqa: S311  # for games, no secret
    while answers := of.answers(*further):
        answer = chance.choice(answers)
        reply = (partners[answer[0]],)
        if reply not in of.answers(*further, answer):
            return False
        further += [answer, reply]
    return True


def _opposite(explanation: Explanation, of: Situation) -> bool:
    last = of.size - 1
    pairs = [(_cell(one), _cell(other)) for one, other in explanation.pairs]
    return all(other == (last - row, last - column) for (row, column), other in pairs) and _paired(explanation, of)


def _mirrored(explanation: Explanation, of: Situation) -> bool:
    last = of.size - 1
    mirrors: list[Callable[[int, int], Cell]] = [
        lambda row, column: (last - row, column),
        lambda row, column: (row, last - column),
        lambda row, column: (column, row),
        lambda row, column: (last - column, last - row),
    ]
    pairs = [(_cell(one), _cell(other)) for one, other in explanation.pairs]
    return any(all(mirror(*one) == other for one, other in pairs) for mirror in mirrors) and _paired(explanation, of)


def _cut_off(explanation: Explanation, of: Situation) -> bool:
    """Steps over cells that are not removed lead the opponent to these cells alone, not to the player's token."""
    game = [*of.game, of.turn]
    own, opposing = game[-1][0], game[-2][0]
    free = {(row, column) for row in range(of.size) for column in range(of.size)} - {
        turn[1] for turn in game if len(turn) > 1
    }
    region, waiting = {opposing}, [opposing]
    while waiting:
        cell = waiting.pop()
        found = {other for other in free - region if _touch(cell, other)}
        region |= found
        waiting += found
    return own not in region and region - {opposing} == {_cell(cell) for cell in explanation.cells}


def _last_escape(explanation: Explanation, of: Situation) -> bool:
    return {answer[0] for answer in of.answers()} == {_cell(cell) for cell in explanation.cells}


def _stops(part: int) -> Callable[[Explanation, Situation], bool]:
    """Return the claim that one of some cells is in a winning answer to each losing move, and in none to this one."""

    def claim(explanation: Explanation, of: Situation) -> bool:
        cells = {_cell(cell) for cell in explanation.cells}

        def allows(turn: Situation) -> bool:
            threats = [answer for answer in turn.answers() if len(answer) > part and answer[part] in cells]
            return any(turn.loses(answer) for answer in threats)

        losing = [turn for turn in of.alternatives() if not turn.loses()]
        return bool(losing) and of.turn not in [turn.turn for turn in losing] and all(map(allows, losing))

    return claim


def _any_move(_: Explanation, of: Situation) -> bool:
    return all(turn.loses() for turn in of.alternatives())


def _goes_on(explanation: Explanation, of: Situation) -> bool:
    answer, reply = map(_turn, explanation.line)
    return answer in of.answers() and reply in of.answers(answer) and of.loses(answer, reply)


def _loses_to(explanation: Explanation, of: Situation) -> bool:
    answer = _turn(explanation.line[0])
    if answer not in of.answers():
        return False
    # A reason that is a proof needs no search, which could not always tell.
    proved = explanation.then is not None and is_true(explanation.then, of.after(answer))
    return proved or (explanation.then is None and of.loses(answer))


def _wins_only(explanation: Explanation, of: Situation) -> bool:
    then = explanation.then
    named = [_turn(answer) for answer in explanation.line]
    return of.winning_answers() == named and (then is None or is_true(then, of.after(named[0])))


def _wins_always(_: Explanation, of: Situation) -> bool:
    return bool(of.answers()) and of.winning_answers() == of.answers()


_CLAIMS: dict[Reason, Callable[[Explanation, Situation], bool]] = {
    Reason.ENDS_GAME: _ends_game,
    Reason.FIXED_LENGTH: _fixed_length,
    Reason.FIXED_REST: _fixed_length,
    Reason.FORCED: _forced,
    Reason.FORCED_ENDING: _forced_ending,
    Reason.ENDED_BY_ONE: _ended_by_one,
    Reason.ENDED_NEXT: _ended_next,
    Reason.PAIRED: _paired,
    Reason.MIRRORED: _mirrored,
    Reason.OPPOSITE: _opposite,
    Reason.CUT_OFF: _cut_off,
    Reason.LAST_ESCAPE: _last_escape,
    Reason.STOPS: _stops(0),
    Reason.STOPS_STEPS: _stops(0),
    Reason.STOPS_REMOVALS: _stops(1),
    Reason.ANY_MOVE: _any_move,
    Reason.GOES_ON: _goes_on,
    Reason.LOSES_TO: _loses_to,
    Reason.LEAVES_ONE_WINNING: _wins_only,
    Reason.LEAVES_FEW_WINNING: _wins_only,
    Reason.LEAVES_ALL_WINNING: _wins_always,
}


def _turn(move: rules.Move) -> Turn:
    return read(str(move))


def _move(turn: Turn) -> str:
    return "/".join(rules.cell_name(8 * row + column) for row, column in turn)


def _cell(number: int) -> Cell:
    return divmod(number, 8)


def _touch(one: Cell, other: Cell) -> bool:
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) <= 1
