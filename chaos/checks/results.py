"""What else was acknowledged is stored, games end by the rules, and the standings are what a recount gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from chaos.checks.breach import Breach, Claim
from chaos.checks.evidence import Evidence
from chaos.checks.taking_back import taking_back
from chaos.event_log import TYPED, Entry
from chaos.players.message_reading import read_challenge
from chaos.store import StoredGame
from gridlock_rules import Player, RulesError

_COUNTED_FOR_NOBODY = "called_off"
_BY_THE_RULES = "no_legal_move"


def check_results(evidence: Evidence) -> Iterator[Breach]:
    """Recount, and compare what people were told of anything but moves with what is stored."""
    for number, game in evidence.stored.games.items():
        yield from _by_the_rules(number, game, evidence)
        yield from _taken_back(number, game, evidence)
    yield from _shown_as_over(evidence)
    yield from _recount(evidence)
    for entry in evidence.diary.entries.values():
        yield from _acknowledged(entry, evidence)


def _by_the_rules(number: int, game: StoredGame, evidence: Evidence) -> Iterator[Breach]:
    try:
        outcome = game.position.outcome
    except RulesError as error:
        yield Breach(Claim.REFUSED_MADE, f"the stored moves {game.moves} are not legal: {error}", number)
        return
    result = game.result
    winner = None if outcome is None else game.players[0 if outcome.winner is Player.ONE else 1]
    if (outcome is not None) != (result is not None and result.ending == _BY_THE_RULES):
        yield Breach(Claim.MISCOUNTED, f"by the rules {outcome}, stored {result}", number)
    elif result is not None and winner is not None and result.winner_id != winner:
        yield Breach(Claim.MISCOUNTED, f"{winner} has won, stored is {result}", number)
    if (game.row.status == "over") != (result is not None):
        yield Breach(Claim.MISCOUNTED, f"its status is {game.row.status}, its result {result}", number)
    if result is not None and result.ending in ("time", _COUNTED_FOR_NOBODY) and number not in evidence.run_out:
        yield Breach(Claim.MISCOUNTED, "its time ran out, which nobody has let it", number)


def _taken_back(number: int, game: StoredGame, evidence: Evidence) -> Iterator[Breach]:
    agreed = taking_back(evidence, game)
    at_least, at_most = sum(entry.was_done for entry in agreed), sum(not entry.was_refused for entry in agreed)
    twice = sum(entry.twice for entry in agreed)
    if game.taken_back[-1] < at_least or game.taken_back[0] > at_most + twice:
        yield Breach(
            Claim.ACKNOWLEDGED_LOST,
            f"{at_least} to {at_most} taken back, by the store {list(game.taken_back)}: {list(map(str, agreed))}",
            number,
        )


def _shown_as_over(evidence: Evidence) -> Iterator[Breach]:
    for board in evidence.diary.shown:
        game = evidence.stored.games.get(board.game)
        if board.is_over and game is not None and game.result is None:
            yield Breach(Claim.ACKNOWLEDGED_LOST, "it was shown as over and goes on", board.game)


def _recount(evidence: Evidence) -> Iterator[Breach]:
    counted: Counter[tuple[int, int, str]] = Counter()
    for game in evidence.stored.games.values():
        if game.result is not None and game.result.winner_id is not None and game.row.bot_id is None:
            counted[0, game.result.winner_id, game.row.variant] += 1
            counted[1, game.result.loser_id, game.row.variant] += 1
    stored: Counter[tuple[int, int, str]] = Counter()
    for row in evidence.stored.standings:
        stored[0, row.user_id, row.variant] += row.won
        stored[1, row.user_id, row.variant] += row.lost
    for key in counted.keys() | stored.keys():
        if counted[key] != stored[key]:
            won_or_lost = ("won", "lost")[key[0]]
            fact = f"{key[1]} has {won_or_lost} {counted[key]} games of {key[2]}, the standings have {stored[key]}"
            yield Breach(Claim.MISCOUNTED, fact)


def _acknowledged(entry: Entry, evidence: Evidence) -> Iterator[Breach]:
    deed, stored = entry.deed, evidence.stored
    game = stored.games.get(deed.subject)
    if deed.action == "giveup" and entry.was_done:
        if game is None or game.result is None:
            yield Breach(Claim.ACKNOWLEDGED_LOST, f"a resignation: {entry}", deed.subject)
        elif entry.who not in game.players:
            yield Breach(Claim.NOT_THEIRS, str(entry), deed.subject)
    elif deed.action == TYPED + "challenge":
        told = any(read_challenge(one.text) for one in entry.told)
        if told and entry.interaction.id not in stored.challenges:
            yield Breach(Claim.ACKNOWLEDGED_LOST, f"a challenge: {entry}")
    elif deed.action == "agree" and entry.was_done and (game is None or entry.who not in game.players):
        yield Breach(Claim.NOT_THEIRS, str(entry), deed.subject)
