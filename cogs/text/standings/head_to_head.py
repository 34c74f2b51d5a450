"""Text of the games of two members against each other."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.text.i18n import Words
from cogs.text.shared import board_size, link, mention, moment
from gridlock_host import Record
from gridlock_host.model.standings.standing import SeatRecords
from gridlock_host.standings.head_to_head import HeadToHead, PairGame
from gridlock_rules import VARIANTS, Player, find_variant


def head_to_head_lines(user_id: int, other_id: int, pair: HeadToHead, words: Words) -> list[str]:
    """Return what a member has won and lost against another one, and their last games."""
    one, other = words.say(mention(user_id)), words.say(mention(other_id))
    if not pair.total.played:
        return [words("{one} and {other} have not finished a game against each other here yet.", one=one, other=other)]
    heading = words("**{one} against {other}: {score}**", one=one, other=other, score=score(pair.total))
    last = [_game_line(game, words) for game in pair.last]
    return [heading, *lines_by_variant(pair, words), "", words("The last games:"), *last]


def lines_by_variant(played: SeatRecords, words: Words) -> Iterator[str]:
    """Yield what a member has won and lost in each variant and seat, one variant a line."""
    for variant in VARIANTS:
        record = played.of_variant(variant.key)
        if record.played:
            seats = {seat: score(played.records.get((variant.key, seat), Record())) for seat in Player}
            yield words(
                "{title}: {score} (as Player 1 {as_one}, as Player 2 {as_two})",
                title=variant.title,
                score=score(record),
                as_one=seats[Player.ONE],
                as_two=seats[Player.TWO],
            )


def _game_line(game: PairGame, words: Words) -> str:
    said: dict[str, object] = {
        "title": f"#{game.id} · {find_variant(game.variant_key).title} {board_size(game.size)}",
        "winner": mention(game.winner_id),
        "when": moment(game.ended_at),
    }
    if game.place.message_id is None:
        return words("- {title}: {winner} won {when}", **said)
    return words("- {title}: {winner} won {when}: {link}", **said, link=link(game.place))


def score(record: Record) -> str:
    """Return how many games were won and lost."""
    return f"{record.won}–{record.lost}"  # noqa: RUF001  # a score takes a dash
