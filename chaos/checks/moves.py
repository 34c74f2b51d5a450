"""No acknowledged move is missing, none was made twice, none that was refused, and none by somebody else."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from chaos.checks.breach import Breach, Claim
from chaos.checks.evidence import Evidence
from chaos.checks.taking_back import taking_back
from chaos.event_log import TYPED, Acknowledged
from chaos.store import StoredGame

_MOVING = ("cell", "remove", TYPED + "move")


def check_moves(evidence: Evidence) -> Iterator[Breach]:
    """Compare the moves that people were told of with those that are stored."""
    yield from _lost(evidence)
    yield from _shown_and_lost(evidence)
    yield from _twice(evidence)
    yield from _not_acknowledged(evidence)


def _lost(evidence: Evidence) -> Iterator[Breach]:
    for told in evidence.diary.acknowledged():
        game = evidence.stored.games.get(told.game)
        if game is None or not _is_stored(game, told.ply, told.move, evidence):
            yield Breach(Claim.LOST, f"{told.move} (ply {told.ply}) is not stored: {told.entry}", told.game)
        elif told.entry.who not in game.players:
            yield Breach(Claim.NOT_THEIRS, str(told.entry), told.game)


def _shown_and_lost(evidence: Evidence) -> Iterator[Breach]:
    for board in evidence.diary.shown:
        game = evidence.stored.games.get(board.game)
        if game is None:
            yield Breach(Claim.LOST, f"a board was shown of a game that is not stored: {board}", board.game)
        elif board.move is not None and not _is_stored(game, board.ply, board.move, evidence):
            yield Breach(Claim.LOST, f"a board showed {board.move} (ply {board.ply}), which is not stored", board.game)


def _is_stored(game: StoredGame, ply: int | None, move: str, evidence: Evidence) -> bool:
    if ply is None:
        return move in game.moves or any(_may_be_taken_back(game, number, evidence) for number in game.plies_reached)
    stored = game.moves[ply - 1] if ply <= len(game.moves) else None
    return stored == move or _may_be_taken_back(game, ply, evidence)


def _may_be_taken_back(game: StoredGame, ply: int, evidence: Evidence) -> bool:
    """Whether a move was taken back by the store's account, and the opponent may have agreed to that of this ply.

    The bot agrees to any.
    """
    agreements = [entry for entry in taking_back(evidence, game) if not entry.was_refused]
    against_bot = game.row.bot_id is not None
    return game.taken_back[-1] > 0 and any(against_bot or entry.deed.state == ply for entry in agreements)


def _twice(evidence: Evidence) -> Iterator[Breach]:
    """A version of a game can be followed by one move only, whoever pressed how often on the board that showed it."""
    by_version: defaultdict[tuple[int, int], list[Acknowledged]] = defaultdict(list)
    by_ply: Counter[tuple[int, int, str]] = Counter()
    for told in evidence.diary.acknowledged():
        if not told.entry.deed.action.startswith(TYPED):
            by_version[told.game, told.entry.deed.state].append(told)
        if told.ply is not None:
            by_ply[told.game, told.ply, told.move] += 1
    for (number, version), made in by_version.items():
        if len(made) > 1:
            facts = "; ".join(str(each.entry) for each in made)
            yield Breach(Claim.TWICE, f"two moves on version {version}: {facts}", number)
    for (number, ply, move), times in by_ply.items():
        game = evidence.stored.games.get(number)
        if game is not None and times > 1 + game.taken_back[-1]:
            yield Breach(Claim.TWICE, f"{move} (ply {ply}) was acknowledged {times} times", number)


def _not_acknowledged(evidence: Evidence) -> Iterator[Breach]:
    """Each stored move was made by the player whose turn it was, and that player was not refused."""
    attempts = evidence.diary.by_game(*_MOVING)
    for number, game in evidence.stored.games.items():
        for ply, move in enumerate(game.moves, start=1):
            player = game.players[(ply - 1) % 2]
            if player == game.row.bot_id:
                continue
            same = [entry for entry in attempts.get(number, ()) if entry.deed.argument == move]
            own = [entry for entry in same if entry.who == player]
            if not own:
                claim = Claim.NOT_THEIRS if same else Claim.REFUSED_MADE
                yield Breach(claim, f"{move} (ply {ply}) was not made by {player}", number)
            elif all(entry.was_refused and not entry.twice for entry in own):
                yield Breach(Claim.REFUSED_MADE, f"{move} (ply {ply}) is stored: {own[0]}", number)
