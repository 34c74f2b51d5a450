"""Text of records and statistics."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cogs.text.i18n import Words
from cogs.text.learning.accuracy import accuracy_by_variant
from cogs.text.shared import mention
from gridlock_host import Record
from gridlock_host.standings.bot_records import BotRecord
from gridlock_rules import VARIANTS, Player
from gridlock_rules.wording import Phrase
from gridlock_solver.judgement.accuracy import Accuracy


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
    accuracies: Mapping[str, Accuracy],
    words: Words,
    *,
    seats: Mapping[tuple[str, Player], Record],
    streak: int = 0,
) -> str:
    """Return a person's record in a server: against members, then against the bot, and how accurate they were."""
    if not (records or against_the_bot):
        return words("{player} has not finished a game in this server yet.", player=mention(user_id))
    lines = [_against_people(user_id, records, seats, words)]
    if streak > 1:
        lines.append(words("Won in a row: {number}", number=streak))
    if against_the_bot:
        heading = words("**Against me** (these games count in no leaderboard):")
        lines += ["", heading, *_against_the_bot(against_the_bot, words)]
    accuracy = accuracy_by_variant(accuracies, words)
    return "\n".join([*lines, "", *accuracy] if accuracy else lines)


def statistics_of_the_bot(records: Sequence[BotRecord], words: Words) -> str:
    """Return what all members of a server won and lost against the bot."""
    if not records:
        return words("Nobody has finished a game against me in this server yet. `/gridlock challenge` starts one.")
    heading = words("**What members of this server won and lost against me** (these games count in no leaderboard):")
    return "\n".join([heading, *_against_the_bot(records, words)])


def _against_people(
    user_id: int, records: Mapping[str, Record], seats: Mapping[tuple[str, Player], Record], words: Words
) -> str:
    if not records:
        return words(
            "{player} has not finished a game against another member in this server yet.", player=mention(user_id)
        )
    total = Record(sum(one.won for one in records.values()), sum(one.lost for one in records.values()))
    lines = [words("**{player}** in this server: {record}", player=mention(user_id), record=record_text(total))]
    lines += [
        f"{variant.title}: {words.say(record_text(records[variant.key]))} · {_by_seat(variant.key, seats, words)}"
        for variant in VARIANTS
        if variant.key in records
    ]
    return "\n".join(lines)


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
            yield f"{variant.title}: {levels}"


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
