"""Checks of moves, results and standings: the database holds what was acknowledged, once, and nothing else."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from chaos.checks.evidence import Breach, Evidence, Invariant
from chaos.event_log import TYPED, Acknowledged, Entry
from chaos.players.visible_messages import read_challenge
from chaos.store import StoredGame
from gridlock_rules import Player, RulesError

_ASKS: Final = re.compile(r"<@\d+>, <@(\d+)> asks to take")
_MOVING = ("cell", "remove", TYPED + "move")


def check_moves(evidence: Evidence) -> Iterator[Breach]:
    """Compare confirmed moves with stored moves."""
    yield from _lost(evidence)
    yield from _shown_and_lost(evidence)
    yield from _twice(evidence)
    yield from _not_acknowledged(evidence)


def _lost(evidence: Evidence) -> Iterator[Breach]:
    for told in evidence.events.acknowledged():
        game = evidence.stored.games.get(told.game)
        if game is None or not _is_stored(game, told.ply, told.move, evidence):
            yield Breach(Invariant.LOST, f"{told.move} (ply {told.ply}) is not stored: {told.entry}", told.game)
        elif told.entry.who not in game.players:
            yield Breach(Invariant.NOT_THEIRS, str(told.entry), told.game)


def _shown_and_lost(evidence: Evidence) -> Iterator[Breach]:
    for board in evidence.events.shown:
        game = evidence.stored.games.get(board.game)
        if game is None:
            yield Breach(Invariant.LOST, f"a board was shown of a game that is not stored: {board}", board.game)
        elif board.move is not None and not _is_stored(game, board.ply, board.move, evidence):
            yield Breach(
                Invariant.LOST, f"a board showed {board.move} (ply {board.ply}), which is not stored", board.game
            )


def _is_stored(game: StoredGame, ply: int | None, move: str, evidence: Evidence) -> bool:
    if ply is None:
        return move in game.moves or any(_may_be_taken_back(game, number, evidence) for number in game.plies_reached)
    stored = game.moves[ply - 1] if ply <= len(game.moves) else None
    return stored == move or _may_be_taken_back(game, ply, evidence)


def _may_be_taken_back(game: StoredGame, ply: int, evidence: Evidence) -> bool:
    """Whether the move of a ply may have been taken back: the version allows it, and the opponent may have agreed.

    The bot agrees to any.
    """
    agreements = [entry for entry in taking_back(evidence, game) if not entry.was_refused]
    against_bot = game.row.bot_id is not None
    return game.taken_back[-1] > 0 and any(against_bot or entry.control.state == ply for entry in agreements)


def _twice(evidence: Evidence) -> Iterator[Breach]:
    """Each version of a game is followed by at most one move, however often its board was pressed."""
    by_version: defaultdict[tuple[int, int], list[Acknowledged]] = defaultdict(list)
    by_ply: Counter[tuple[int, int, str]] = Counter()
    for told in evidence.events.acknowledged():
        if not told.entry.control.action.startswith(TYPED):
            by_version[told.game, told.entry.control.state].append(told)
        if told.ply is not None:
            by_ply[told.game, told.ply, told.move] += 1
    for (number, version), made in by_version.items():
        if len(made) > 1:
            facts = "; ".join(str(each.entry) for each in made)
            yield Breach(Invariant.TWICE, f"two moves on version {version}: {facts}", number)
    for (number, ply, move), times in by_ply.items():
        game = evidence.stored.games.get(number)
        if game is not None and times > 1 + game.taken_back[-1]:
            yield Breach(Invariant.TWICE, f"{move} (ply {ply}) was acknowledged {times} times", number)


def _not_acknowledged(evidence: Evidence) -> Iterator[Breach]:
    """Each stored move was made by the player to move, and was not refused."""
    attempts = evidence.events.by_game(*_MOVING)
    for number, game in evidence.stored.games.items():
        for ply, move in enumerate(game.moves, start=1):
            player = game.player_at(ply - 1)
            if player == game.row.bot_id:
                continue
            same = [entry for entry in attempts.get(number, ()) if entry.control.argument == move]
            own = [entry for entry in same if entry.who == player]
            if not own:
                invariant = Invariant.NOT_THEIRS if same else Invariant.REFUSED_MADE
                yield Breach(invariant, f"{move} (ply {ply}) was not made by {player}", number)
            elif all(entry.was_refused and not entry.twice for entry in own):
                yield Breach(Invariant.REFUSED_MADE, f"{move} (ply {ply}) is stored: {own[0]}", number)


def taking_back(evidence: Evidence, game: StoredGame) -> list[Entry]:
    """The interactions of a game that may have taken a move back; against the bot the request itself does."""
    action = "agree" if game.row.bot_id is None else "takeback"
    entries = evidence.events.by_game(action).get(game.row.id, [])
    return [entry for entry in entries if entry.who in game.players]


_COUNTED_FOR_NOBODY = "called_off"
_BY_THE_RULES = "no_legal_move"


def check_results(evidence: Evidence) -> Iterator[Breach]:
    """Compare results with the rules, and all other replies with the database."""
    for number, game in evidence.stored.games.items():
        yield from _by_the_rules(number, game, evidence)
        yield from _taken_back(number, game, evidence)
    yield from _shown_as_over(evidence)
    yield from _expired(evidence)
    for entry in evidence.events.entries.values():
        yield from _acknowledged(entry, evidence)


def _by_the_rules(number: int, game: StoredGame, evidence: Evidence) -> Iterator[Breach]:
    try:
        outcome = game.position.outcome
    except RulesError as error:
        yield Breach(Invariant.REFUSED_MADE, f"the stored moves {game.moves} are not legal: {error}", number)
        return
    result = game.result
    winner = None if outcome is None else game.seats[0 if outcome.winner is Player.ONE else 1]
    if (outcome is not None) != (result is not None and result.ending == _BY_THE_RULES):
        yield Breach(Invariant.MISCOUNTED, f"by the rules {outcome}, stored {result}", number)
    elif result is not None and winner is not None and result.winner_id != winner:
        yield Breach(Invariant.MISCOUNTED, f"{winner} has won, stored is {result}", number)
    if (game.row.status == "over") != (result is not None):
        yield Breach(Invariant.MISCOUNTED, f"its status is {game.row.status}, its result {result}", number)
    # A resignation, too, counts for nobody before both have moved.
    needs_time = result is not None and (
        result.ending == "time" or (result.ending == _COUNTED_FOR_NOBODY and len(game.moves) >= len(game.players))
    )
    if needs_time and number not in evidence.run_out:
        yield Breach(Invariant.MISCOUNTED, "it ended by time although its deadline was never changed", number)


def _taken_back(number: int, game: StoredGame, evidence: Evidence) -> Iterator[Breach]:
    agreed = taking_back(evidence, game)
    at_least, at_most = sum(entry.was_done for entry in agreed), sum(not entry.was_refused for entry in agreed)
    twice = sum(entry.twice for entry in agreed)
    if game.taken_back[-1] < at_least or game.taken_back[0] > at_most + twice:
        yield Breach(
            Invariant.ACKNOWLEDGED_LOST,
            f"{at_least} to {at_most} taken back, by the store {list(game.taken_back)}: {list(map(str, agreed))}",
            number,
        )


def _shown_as_over(evidence: Evidence) -> Iterator[Breach]:
    for board in evidence.events.shown:
        game = evidence.stored.games.get(board.game)
        if board.is_over and game is not None and game.result is None:
            yield Breach(Invariant.ACKNOWLEDGED_LOST, "it was shown as over and goes on", board.game)


def _expired(evidence: Evidence) -> Iterator[Breach]:
    """A challenge stands for a day, longer than any run."""
    for row in evidence.stored.challenges.values():
        if row.status == "expired":
            yield Breach(Invariant.EARLY, f"challenge {row.id}")


def _acknowledged(entry: Entry, evidence: Evidence) -> Iterator[Breach]:
    control, stored = entry.control, evidence.stored
    game = stored.games.get(control.subject)
    if control.action == "giveup" and entry.was_done:
        if game is None or game.result is None:
            yield Breach(Invariant.ACKNOWLEDGED_LOST, f"a resignation: {entry}", control.subject)
        elif entry.who not in game.players:
            yield Breach(Invariant.NOT_THEIRS, str(entry), control.subject)
    elif control.action == TYPED + "challenge":
        told = any(read_challenge(one.text) for one in entry.told)
        if told and entry.interaction.id not in stored.challenges:
            yield Breach(Invariant.ACKNOWLEDGED_LOST, f"a challenge: {entry}")
    elif control.action == "agree" and entry.was_done and not _may_agree(entry, game):
        yield Breach(Invariant.NOT_THEIRS, str(entry), control.subject)


def _may_agree(entry: Entry, game: StoredGame | None) -> bool:
    return game is not None and entry.who in game.players and entry.who != _asker(entry)


def _asker(entry: Entry) -> int | None:
    """Return who had asked in the message whose button was pressed, as it stood then."""
    pressed = entry.interaction.payload.get("message", {})
    asked = _ASKS.match(pressed.get("content", ""))
    return int(asked[1]) if asked else None
