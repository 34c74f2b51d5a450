"""Points, champions and rated results as they follow from the games of the model, counted naively."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping

from gridlock_host import Ending
from gridlock_ratings import BotLevel, Member, Nameless, Player, RatedResult
from tests.host.state_machine.records import ModelGame
from tests.host.support.host import BOT

Record = tuple[int, int]
Games = Mapping[int, ModelGame]

# On these plain boards the seat decides, among all games on boards of 3 and 4 rows.
_SEAT_DECIDES = {("blocking", 3), ("blocking", 4), ("dodge", 3), ("standoff", 3)}
_RATED_ENDINGS = {Ending.NO_LEGAL_MOVE, Ending.RESIGNATION, Ending.TIME}


def won_between_people(games: Games) -> list[tuple[int, ModelGame]]:
    """The finished games of two people that count for one of them, in the order in which they ended."""
    counted = [
        (number, game)
        for number, game in games.items()
        if game.winner is not None and not game.is_against_bot and not game.voided
    ]
    return sorted(counted, key=lambda one: (one[1].ended_at, one[0]))


def records(games: Collection[ModelGame]) -> dict[int, Record]:
    """Games won and lost by each member who is not erased, counted from games with a winner."""
    results = [game.result for game in games if game.result is not None]
    won, lost = Counter(one.winner for one in results), Counter(one.loser for one in results)
    return {person: (won[person], lost[person]) for person in won | lost if person is not None and person > 0}


def best(table: Mapping[int, Record]) -> tuple[int | None, int]:
    """The member with the most points, of several the one who has played more, and how many have as many."""
    points = max((won for won, _ in table.values()), default=0)
    if not points:
        return None, 0
    first = [(-lost, person) for person, (won, lost) in table.items() if won == points]
    return min(first)[1], len(first)


def streak(games: Games, person: int) -> int:
    """How many games that count a member has won in a row last."""
    number = 0
    for _, game in reversed(won_between_people(games)):
        if person in game.players:
            if game.winner != person:
                break
            number += 1
    return number


def takes_lead(games: Games, person: int) -> bool:
    """Whether a member is one point ahead of all others."""
    points = {each: won for each, (won, _) in records([game for _, game in won_between_people(games)]).items()}
    own = points.pop(person, None)
    return own is not None and bool(points) and own == max(points.values()) + 1


def rated(games: Games, *, against_bot: bool) -> list[RatedResult]:
    """The results that ratings are computed from."""
    return [
        RatedResult(
            number,
            _player(game, 0),
            _player(game, 1),
            game.winner == game.one,
            f"{game.terms.variant}/{game.terms.size}",
            game.ended_at.toordinal(),
        )
        for number, game in games.items()
        if game.is_against_bot is against_bot and _is_rated(game)
    ]


def _is_rated(game: ModelGame) -> bool:
    if game.winner is None or game.result is None or game.voided or not game.terms.rated or game.helped:
        return False
    if game.result.ending not in _RATED_ENDINGS or (game.terms.variant, game.terms.size) in _SEAT_DECIDES:
        return False
    return game.result.ending is Ending.NO_LEGAL_MOVE or len(game.moves) >= 4


def _player(game: ModelGame, seat: int) -> Player:
    player, nameless = game.players[seat], game.nameless[seat]
    if player == BOT and game.level is not None:
        return BotLevel(game.terms.variant, game.level)
    return Member(player) if nameless is None else Nameless(nameless)
