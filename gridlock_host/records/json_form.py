"""Records as JSON, in the public form of Abstract Play (APGameRecord, schema gamerecord/1-0-0).

A record has a header, with the game, the place, the times and the players, and the moves as rounds: for each round
what Player 1 played and what Player 2 played, or null. The form allows further fields in the header; `ending`,
`handicap` and `swap` are ours, with the words of the line notation. Only finished games have such a record.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, TypeVar

from gridlock_host.model.starts import SWAP_WORD, Swap
from gridlock_host.records.line_notation import WrittenGame, checked, ending_word, read_ending
from gridlock_host.records.record import BrokenRecord, GameRecord, RecordDetails, RecordedPlayer
from gridlock_rules import VARIANTS, Player, find_variant
from gridlock_rules.start_pools import HANDICAPS
from gridlock_rules.wording import Phrase, quoted

Json = dict[str, Any]
_T = TypeVar("_T")

SITE: Final = "Gridlock"
"""The name of the place where games are played, in all records."""

_SIZE: Final = "size-"
_MOST_HANDICAP: Final = max(HANDICAPS)
_LONGEST_NAME: Final = 100
_LONGEST_TEXT: Final = 500
_MOST_DIGITS: Final = 3
_MOST_ROUNDS: Final = 200


def json_of(record: GameRecord) -> str:
    """Return the JSON of a finished game, in one line of ASCII.

    Raises:
        ValueError: The game goes on, or nothing is known of where it was played.
    """
    return json.dumps(_object_of(record), separators=(",", ":"))


def _object_of(record: GameRecord) -> Json:
    details, ending = record.details, record.ending
    if details is None or ending is None:
        raise ValueError("a game that goes on, or was not played anywhere, has no such record")
    header: Json = {
        "game": {"name": find_variant(record.variant).title, "variants": [f"{_SIZE}{record.size}"]},
        "site": {"name": SITE, "gameid": details.game_id},
        "date-start": _written_time(details.started_at),
        "date-end": _written_time(details.ended_at),
        "date-generated": _written_time(details.generated_at),
        "pied": record.swap is Swap.TAKEN,
        "players": [_player(details.players[seat.value - 1], has_won=record.winner is seat) for seat in Player],
    }
    if record.start is not None:
        header["startingPosition"] = record.start
    header["ending"] = ending_word(ending)
    if record.handicap:
        header["handicap"] = record.handicap
    if record.swap is not None:
        header["swap"] = record.swap.value
    return {"header": header, "moves": _rounds(record)}


def _written_time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat()


def _player(player: RecordedPlayer, *, has_won: bool) -> Json:
    known: Json = {"name": player.name}
    if player.user_id is not None:
        known["userid"] = player.user_id
    if player.is_ai:
        known["is_ai"] = True
    return known | {"result": int(has_won)}


def _rounds(record: GameRecord) -> list[list[str | None]]:
    """Return the moves in pairs; the first one is Player 2's after a start with an odd number of moves."""
    first = find_variant(record.variant).start(record.size, record.start).to_move
    played: list[str | None] = [*([None] if first is Player.TWO else []), *record.moves]
    if len(played) % 2:
        played.append(None)
    return [played[begin : begin + 2] for begin in range(0, len(played), 2)]


def record_in(value: object) -> GameRecord:
    """Return the record of a JSON value, as `json.loads` has read it.

    Raises:
        BrokenRecord: It is no record of a game of Gridlock, or the rules forbid the game.
    """
    header = _part(value, "header", dict)
    game = _part(header, "game", dict)
    title = _text(game, "name")
    variant = next((each for each in VARIANTS if each.title == title), None)
    if variant is None:
        raise BrokenRecord(Phrase("There is no game {name} here.", name=quoted(title)))
    winner, players = _players(header)
    rounds = _part(value, "moves", list)
    if len(rounds) > _MOST_ROUNDS:
        raise BrokenRecord(Phrase("No game has more than {most} rounds.", most=_MOST_ROUNDS))
    moves = [move for turn in rounds for move in _turn(turn)]
    swap = header.get("swap")
    if swap == Swap.TAKEN.value:
        moves.insert(1, SWAP_WORD)
    written = WrittenGame(
        variant=variant.key,
        size=_size(game),
        tokens=moves,
        start=_text(header, "startingPosition") if "startingPosition" in header else None,
        handicap=_handicap(header.get("handicap", 0)),
        may_swap=swap in [each.value for each in Swap],
        ending=read_ending(_text(header, "ending")) if "ending" in header else None,
        winner=winner,
    )
    return checked(written, _details(header, players))


def _part(value: object, name: str, kind: type[_T]) -> _T:
    part = value.get(name) if isinstance(value, Mapping) else None
    if not isinstance(part, kind):
        raise BrokenRecord(Phrase("The record has no {name}, or it is of the wrong kind.", name=quoted(name)))
    return part


def _text(value: object, name: str) -> str:
    return _part(value, name, str)[:_LONGEST_TEXT]


def _size(game: Json) -> int:
    for variant in _part(game, "variants", list):
        number = str(variant).removeprefix(_SIZE)
        if number != variant and number.isdecimal() and len(number) <= _MOST_DIGITS:
            return int(number)
    raise BrokenRecord(Phrase("The record does not say how large the board is, as in {example}.", example="`size-5`"))


def _handicap(value: object) -> int:
    if isinstance(value, int) and abs(value) <= _MOST_HANDICAP:
        return int(value)
    raise BrokenRecord(Phrase("There is no handicap {text}.", text=quoted(str(value)[:_MOST_DIGITS])))


def _players(header: Json) -> tuple[Player | None, tuple[RecordedPlayer, RecordedPlayer]]:
    """Return the winner and both players."""
    players = _part(header, "players", list)
    if len(players) != len(Player):
        raise BrokenRecord(Phrase("A game has two players."))
    one, two = (_part(player, "result", int) for player in players)
    winner = None if one == two else Player.ONE if one > two else Player.TWO
    first, second = (_recorded(player) for player in players)
    return winner, (first, second)


def _recorded(player: object) -> RecordedPlayer:
    user_id = _text(player, "userid") if isinstance(player, Mapping) and "userid" in player else None
    is_ai = isinstance(player, Mapping) and player.get("is_ai") is True
    return RecordedPlayer(_text(player, "name")[:_LONGEST_NAME], user_id, is_ai)


def _turn(turn: object) -> Iterator[str]:
    """Yield the moves of a round."""
    if not isinstance(turn, list) or len(turn) > len(Player):
        raise BrokenRecord(Phrase("A round of `moves` is a list with one entry for each player."))
    for entry in turn:
        move = entry.get("move") if isinstance(entry, Mapping) else entry
        if isinstance(move, str):
            yield move
        elif move is not None:
            raise BrokenRecord(Phrase("A move is a text."))


def _details(header: Json, players: tuple[RecordedPlayer, RecordedPlayer]) -> RecordDetails:
    site = _part(header, "site", dict)
    return RecordDetails(
        game_id=str(site.get("gameid", ""))[:_LONGEST_NAME],
        started_at=_time(header, "date-start"),
        ended_at=_time(header, "date-end"),
        generated_at=_time(header, "date-generated"),
        players=players,
    )


def _time(header: Json, name: str) -> datetime:
    text = _text(header, name)
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise BrokenRecord(Phrase("{text} is no time.", text=quoted(text))) from None
