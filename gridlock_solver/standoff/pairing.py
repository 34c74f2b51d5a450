"""Pairings of Standoff: a reply to each claim of the opponent, which can be drawn on the board.

The opponent is to move. Each cell that they may claim gets a partner, which the other player claims in reply. Two cells
are close if they touch or are the same. The replies are always legal if

- no cell is close to its own partner,
- no two cells have the same partner, and if a partner may be claimed by the opponent too, its partner is the cell,
- for any two cells, the first is close to the partner of the second exactly if the second is close to the partner of
  the first.

For let the opponent claim a cell, after some claims that were answered. Its partner is closed only if an earlier claim
is close to it. Then the cell is close to the earlier claim's partner, and the opponent could not have claimed it.
A reflection or a half-turn of the board gives such partners, and so do spare moves; a search finds mixtures of both.
"""

from collections.abc import Mapping

from gridlock_rules import Move
from gridlock_rules.geometry import cells_of, touching
from gridlock_rules.variants.standoff import StandoffPosition
from gridlock_solver.explanation import Explanation, Reason
from gridlock_solver.search.symmetry import HALF_TURN, QUARTER_TURNS, images
from gridlock_solver.standoff.ground import Ground, ground_of

_MOST_TRIED = 500
"""The most partners that are tried before the search gives up."""


def reason(position: StandoffPosition, move: Move) -> Explanation | None:
    """Return a pairing as the reason why a move wins. None if none was found."""
    after = position.play(move)
    found = _by_symmetry(ground_of(after), position.size) or _by_search(ground_of(after))
    if found is None:
        return None
    kind, partners = found
    mark = position.variant.mark
    pairs = tuple(
        (answer, reply) for answer, reply in partners.items() if partners.get(reply, -1) != answer or answer < reply
    )
    return Explanation.of(kind, player=mark(position.to_move), opponent=mark(after.to_move), pairs=pairs)


def _by_symmetry(ground: Ground, size: int) -> tuple[Reason, Mapping[int, int]] | None:
    """Return the partners that a reflection or the half-turn gives."""
    for number in range(1, len(images(0, size))):
        if number in QUARTER_TURNS:
            continue
        partners = {cell: images(1 << cell, size)[number].bit_length() - 1 for cell in cells_of(ground.own)}
        if all(ground.opposing >> reply & 1 and not _close(cell, reply) for cell, reply in partners.items()):
            return Reason.OPPOSITE if number == HALF_TURN else Reason.MIRRORED, partners
    return None


def _by_search(ground: Ground) -> tuple[Reason, Mapping[int, int]] | None:
    choices = {cell: ground.opposing & ~touching(1 << cell) for cell in cells_of(ground.own)}
    partners = _Search().partners(choices)
    return None if partners is None else (Reason.PAIRED, partners)


class _Search:
    """Search for partners by trial, the cell with the fewest choices first."""

    def __init__(self) -> None:
        self._tried = 0

    def partners(self, choices: Mapping[int, int]) -> dict[int, int] | None:
        """Return a partner for each cell, given the mask of those that are still possible."""
        if not choices:
            return {}
        cell = min(choices, key=lambda one: choices[one].bit_count())
        for partner in cells_of(choices[cell]):
            self._tried += 1
            if self._tried > _MOST_TRIED:
                return None
            rest = {other: left & _allowed(other, cell, partner) for other, left in choices.items() if other != cell}
            found = self.partners(rest) if all(rest.values()) else None
            if found is not None:
                return {cell: partner, **found}
        return None


def _allowed(other: int, cell: int, partner: int) -> int:
    """Return the mask of the partners that another cell may have beside this pair."""
    if other == partner:
        return 1 << cell
    close = touching(1 << cell)
    free = ~(1 << cell | 1 << partner)
    return (close if _close(other, partner) else ~close) & free


def _close(one: int, other: int) -> bool:
    return touching(1 << one) >> other & 1 == 1
