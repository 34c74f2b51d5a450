"""Isolation: move your token one king's step, then remove an empty cell."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Self

from gridlock_rules.errors import IllegalMove
from gridlock_rules.geometry import cell_name, cells_of
from gridlock_rules.moves import CellMoves, LegalMoves, Move, Player, StepMoves
from gridlock_rules.position import Position, Variant
from gridlock_rules.wording import Phrase, any_of

_PLACEMENTS = 2
_REMOVED_MARK = "#"

# Both tokens, and 0 or 1 for the player to move: the part of a position that must not repeat between removals.
_Standing = tuple[tuple[int, ...], int]


@dataclass(frozen=True)
class IsolationPosition(Position):
    """A position of Isolation.

    Attributes:
        ply: How many moves have been played.
        tokens: The cells of the tokens that are placed, Player 1's first.
        removed: Mask of the removed cells.
        earlier: The earlier positions since the last removal.
    """

    __slots__ = ("earlier", "ply", "removed", "tokens")

    ply: int
    tokens: tuple[int, ...]
    removed: int
    earlier: frozenset[_Standing]

    @classmethod
    def initial(cls, size: int) -> Self:
        """Return the empty board, before the tokens are placed."""
        return cls(size, ply=0, tokens=(), removed=0, earlier=frozenset())

    def with_obstacles(self, cells: int) -> Self:
        """Return the board without some of its cells, before the tokens are placed."""
        return type(self)(self.size, self.ply, self.tokens, cells, self.earlier)

    @property
    def variant(self) -> Variant:
        """Isolation."""
        return ISOLATION

    @property
    def legal_moves(self) -> LegalMoves:
        """The placements, or the steps with their removals."""
        if self._placing:
            return CellMoves(self._unoccupied)
        steps, removable = self._steps, self._removable
        alone = self._steps_alone(steps, removable)
        return StepMoves(steps & ~alone, removable, self._not_repeating(alone))

    @property
    def restriction(self) -> str:
        """Such as "a step to a neighbouring cell, then the removal of a free cell that does not touch P2"."""
        if self._placing:
            return Phrase("any free cell for the token")
        if not self._removable:
            return Phrase("a step to a neighbouring cell that repeats no earlier position, without a removal")
        return Phrase(
            "a step to a neighbouring cell, then the removal of a free cell that does not touch {opponent}",
            opponent=self._mark(self.to_move.opponent),
        )

    @property
    def _placing(self) -> bool:
        return self.ply < _PLACEMENTS

    @property
    def _own(self) -> int:
        return self.tokens[self.ply % 2]

    @property
    def _opposing(self) -> int:
        return self.tokens[(self.ply + 1) % 2]

    @property
    def _unoccupied(self) -> int:
        return self._geometry.board & ~(self.removed | sum(1 << token for token in self.tokens))

    @property
    def _steps(self) -> int:
        """The empty cells around the token of the player to move."""
        return self._geometry.neighbours[self._own] & ~(self.removed | 1 << self._opposing)

    @property
    def _removable(self) -> int:
        """The cells that may be removed. The cell stepped to is among them although it may not be."""
        geometry, opposing = self._geometry, self._opposing
        return geometry.board & ~(self.removed | geometry.neighbours[opposing] | 1 << opposing)

    @staticmethod
    def _steps_alone(steps: int, removable: int) -> int:
        """Return the steps after which no cell may be removed."""
        if not removable:
            return steps
        only_one = removable & removable - 1 == 0
        return steps & removable if only_one else 0

    def _not_repeating(self, steps: int) -> int:
        """Return the steps that do not repeat an earlier position when nothing is removed."""
        if not self.earlier:
            return steps
        return sum(1 << step for step in cells_of(steps) if not self._repeats(step))

    def _repeats(self, step: int) -> bool:
        return (self._tokens_after(step), (self.ply + 1) % 2) in self.earlier

    def _tokens_after(self, step: int) -> tuple[int, ...]:
        return (self.tokens[0], step) if self.ply % 2 else (step, *self.tokens[1:])

    def _after(self, move: Move) -> Self:
        ply, tokens = self.ply + 1, self._tokens_after(move.cell)
        if move.removed is not None:
            return type(self)(self.size, ply, tokens, self.removed | 1 << move.removed, frozenset())
        if self._placing:
            return type(self)(self.size, ply, tokens, self.removed, frozenset())
        earlier = self.earlier | {(self.tokens, self.ply % 2)}
        return type(self)(self.size, ply, tokens, self.removed, earlier)

    def _marked(self) -> Iterable[tuple[str, int]]:
        yield _REMOVED_MARK, self.removed
        for player, token in zip(Player, self.tokens, strict=False):
            yield self._mark(player), 1 << token

    def _objection(self, move: Move) -> IllegalMove:
        return self._placement_objection(move) if self._placing else self._turn_objection(move)

    def _placement_objection(self, move: Move) -> IllegalMove:
        name = cell_name(move.cell)
        if move.removed is not None:
            removed = cell_name(move.removed)
            sentence = Phrase(
                "{removed} cannot be removed while the tokens are being placed. Name one cell, such as {cell}.",
                removed=removed,
                cell=name,
            )
            return IllegalMove(sentence, "removal_not_allowed", removed)
        if self.removed >> move.cell & 1:
            return IllegalMove(
                Phrase("{cell} is removed. Place your token on a free cell.", cell=name), "removed", name
            )
        opponent = self._mark(self.to_move.opponent)
        sentence = Phrase("{cell} is taken by {owner}. Place your token on a free cell.", cell=name, owner=opponent)
        return IllegalMove(sentence, "occupied", name)

    def _turn_objection(self, move: Move) -> IllegalMove:
        if not self._steps >> move.cell & 1:
            return self._step_objection(move.cell)
        removable = self._removable & ~(1 << move.cell)
        if not removable:
            return self._lone_step_objection(move)
        if move.removed is None:
            return self._missing_removal(move.cell, removable)
        return self._removal_objection(move.cell, move.removed)

    def _step_objection(self, step: int) -> IllegalMove:
        name, own = cell_name(step), self._mark(self.to_move)
        if step in self.tokens:
            owner = own if step == self._own else self._mark(self.to_move.opponent)
            sentence = Phrase(
                "{owner} stands on {cell}. Step to a free cell next to {own}.", owner=owner, cell=name, own=own
            )
            return IllegalMove(sentence, "occupied", name)
        if self.removed >> step & 1:
            sentence = Phrase("{cell} is removed, and a removed cell cannot be entered.", cell=name)
            return IllegalMove(sentence, "removed", name)
        sentence = Phrase(
            "{cell} is not next to {own} on {where}. Step to one of the eight cells around your token.",
            cell=name,
            own=own,
            where=cell_name(self._own),
        )
        return IllegalMove(sentence, "not_adjacent", name)

    def _lone_step_objection(self, move: Move) -> IllegalMove:
        name = cell_name(move.cell)
        if move.removed is None or self._repeats(move.cell):
            sentence = Phrase(
                "The step to {cell} repeats a position since the last removal. A step without a removal must "
                "not do that.",
                cell=name,
            )
            return IllegalMove(sentence, "repeats_position", name)
        removed = cell_name(move.removed)
        sentence = Phrase(
            "{removed} cannot be removed: after the step to {cell}, no cell can be removed. Play only {cell}.",
            removed=removed,
            cell=name,
        )
        return IllegalMove(sentence, "removal_not_allowed", removed)

    def _missing_removal(self, step: int, removable: int) -> IllegalMove:
        name = cell_name(step)
        examples = [f"{name}/{cell_name(cell)}" for cell in islice(cells_of(removable), 2)]
        sentence = Phrase(
            "After the step to {cell} you must also remove a free cell that does not touch {opponent}: "
            "play {examples}, for example.",
            cell=name,
            opponent=self._mark(self.to_move.opponent),
            examples=any_of(examples),
        )
        return IllegalMove(sentence, "removal_missing", name)

    def _removal_objection(self, step: int, removed: int) -> IllegalMove:
        name, opponent = cell_name(removed), self._mark(self.to_move.opponent)
        if removed == step:
            problem = Phrase("your token has just stepped there")
        elif removed == self._opposing:
            problem = Phrase("{opponent} stands there", opponent=opponent)
        elif self.removed >> removed & 1:
            problem = Phrase("it is removed already")
        else:
            problem = Phrase("it touches {opponent} on {where}", opponent=opponent, where=cell_name(self._opposing))
        sentence = Phrase(
            "{cell} cannot be removed: {problem}. Remove a free cell that does not touch {opponent}.",
            cell=name,
            problem=problem,
            opponent=opponent,
        )
        return IllegalMove(sentence, "not_removable", name)


ISOLATION = Variant(
    key="isolation",
    title="Isolation",
    summary=Phrase("Move your token one step, then remove a free cell that does not touch your opponent's token."),
    default_size=5,
    position_class=IsolationPosition,
    player_marks=("P1", "P2"),
    other_marks=MappingProxyType({_REMOVED_MARK: Phrase("removed")}),
    book_marks=MappingProxyType({_REMOVED_MARK: "X"}),
    cells_per_move=2,
)
