"""Text of records and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cogs.text.i18n import Words
from cogs.text.shared import mention
from gridlock_host import Record
from gridlock_host.standings.bot_records import BotRecord
from gridlock_rules import VARIANTS, Player
from gridlock_rules.wording import Phrase


def record_text(record: Record) -> Phrase:
    """Return how many games a person has played, won and lost."""
    return Phrase(
        "{played} played, {won} won, {lost} lost ({percent}%)",
        played=record.played,
        won=record.won,
        lost=record.lost,
        percent=round(100 * record.win_rate),
    )


def statistics(
    user_id: int,
    records: Mapping[str, Record],
    against_the_bot: Sequence[BotRecord],
    words: Words,
) -> str:
    """Return a person's record in a server: against members, then against the bot."""
    if not (records or against_the_bot):
        return words("{player} has not finished a game in this server yet.", player=mention(user_id))
    lines = results_against_people(user_id, records, words)
    if against_the_bot:
        heading = words("**Against me** (these games count in no leaderboard):")
        lines += ["", heading, *_against_the_bot(against_the_bot, words)]
    return "\n".join(lines)


def statistics_of_the_bot(records: Sequence[BotRecord], words: Words) -> str:
    """Return what all members of a server won and lost against the bot."""
    if not records:
        return words("Nobody has finished a game against me in this server yet. `/gridlock challenge` starts one.")
    heading = words("**What members of this server won and lost against me** (these games count in no leaderboard):")
    return "\n".join([heading, *_against_the_bot(records, words)])


def results_against_people(
    user_id: int,
    records: Mapping[str, Record],
    words: Words,
    seats: Mapping[tuple[str, Player], Record] | None = None,
) -> list[str]:
    """Return what a person has won and lost against other members, then the same by variant.

    Args:
        user_id: The person.
        records: Their record by the variant's key.
        words: The language.
        seats: Their record by the variant's key and the seat; None to say nothing of seats.
    """
    if not records:
        return [
            words(
                "{player} has not finished a game against another member in this server yet.", player=mention(user_id)
            )
        ]
    total = sum(records.values(), Record())
    lines = [words("**{player}** in this server: {record}", player=mention(user_id), record=record_text(total))]
    for variant in VARIANTS:
        if variant.key in records:
            by_seat = "" if seats is None else f" · {_by_seat(variant.key, seats, words)}"
            result = f"{words.say(record_text(records[variant.key]))}{by_seat}"
            lines.append(words("{title}: {result}", title=variant.title, result=result))
    return lines


def _by_seat(variant_key: str, seats: Mapping[tuple[str, Player], Record], words: Words) -> str:
    one, two = (seats.get((variant_key, seat), Record()) for seat in Player)
    return words(
        "as Player 1 {won_one}–{lost_one}, as Player 2 {won_two}–{lost_two}",  # noqa: RUF001  # a score takes a dash
        won_one=one.won,
        lost_one=one.lost,
        won_two=two.won,
        lost_two=two.lost,
    )


def _against_the_bot(records: Sequence[BotRecord], words: Words) -> Iterator[str]:
    """Yield a line for each variant, with all levels that were played."""
    by_variant = {key: list(those) for key, those in groupby(records, key=lambda record: record.variant_key)}
    for variant in VARIANTS:
        if variant.key in by_variant:
            levels = " · ".join(words.say(_at_level(record)) for record in by_variant[variant.key])
            yield words("{title}: {result}", title=variant.title, result=levels)


def _at_level(record: BotRecord) -> Phrase:
    if not record.won_with_help:
        return Phrase("level {level}: {won} won, {lost} lost", level=record.level, won=record.won, lost=record.lost)
    return Phrase(
        "level {level}: {won} won ({helped} with help), {lost} lost",
        level=record.level,
        won=record.won,
        helped=record.won_with_help,
        lost=record.lost,
    )
