"""Report of a run: a table of the outcome, the facts behind each breach, and progress lines."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from chaos.aftermath import Way
from chaos.checks import Breach, Evidence
from chaos.checks.answers import count_excuses, failed_for_the_database
from chaos.checks.evidence import Invariant
from chaos.checks.moderation import forgotten
from chaos.event_log import Entry, EventLog
from chaos.faults.plan import FURTHER, Fault
from chaos.store import StoredGame

_BREACHES_AT_MOST: Final = 4
_LINES_AT_MOST: Final = 8


@dataclass
class Outcome:
    """The outcome of a run.

    Attributes:
        seed: Its seed.
        seconds: How long faults were injected.
        evidence: The final evidence.
        faults: How often each kind of fault has happened.
        delivered_twice: How many interactions were delivered twice.
        going_on: How many games were open when the faults ended.
        finished: How many games were finished after that.
        ways: How they were continued.
        put_right: How many messages with stale buttons were corrected by a press.
        seconds_alone: How long it took until everything was shown without a restart, after the machine's last fault.
        seconds_to_reconcile: How long it took after the last start until everything was shown.
        breaches: The broken invariants.
        longest_stop: The longest time from SIGTERM to the end of the process, in seconds.
    """

    seed: int
    seconds: float
    evidence: Evidence
    faults: Counter[Fault]
    delivered_twice: int
    going_on: int
    finished: int
    ways: Counter[Way]
    put_right: int
    seconds_alone: float
    seconds_to_reconcile: float
    breaches: list[Breach] = field(default_factory=list)
    longest_stop: float = 0.0


def table(outcome: Outcome) -> Iterator[str]:
    """The lines of the table, in Markdown."""
    for title, rows in (
        ("done by people", _activity(outcome)),
        ("gone wrong", _faults(outcome)),
        ("left unanswered", sorted(count_excuses(outcome.evidence).items())),
        ("afterwards", _afterwards(outcome)),
        ("breaches", _breaches(outcome)),
    ):
        yield f"\n| {title} | |\n|---|---:|"
        yield from (f"| {name} | {number:,} |" for name, number in rows)


def _activity(outcome: Outcome) -> Iterator[tuple[str, int]]:
    evidence = outcome.evidence
    entries = evidence.events.entries.values()
    yield "games", len(evidence.stored.games)
    yield "of them against the bot", sum(game.row.bot_id is not None for game in evidence.stored.games.values())
    yield "moves stored", sum(len(game.moves) for game in evidence.stored.games.values())
    yield "interactions", len(entries)
    yield "moves acknowledged", len(list(evidence.events.acknowledged()))
    yield "games won on time", sum(_is_won_on_time(game) for game in evidence.stored.games.values())
    yield "moves taken back", sum(game.taken_back[0] for game in evidence.stored.games.values())
    yield "voids, bans and the like by moderators", len(evidence.stored.moderation)
    yield "games voided at the end", sum(bool(game.row.voided) for game in evidence.stored.games.values())
    yield "seasons", len(evidence.stored.seasons)
    yield "posts in channels for results", len(evidence.posts)
    yield "people forgotten", len(forgotten(evidence.events))
    yield "interactions refused with a sentence", sum(_is_refusal(entry) for entry in entries)
    if not evidence.store_outages.is_empty:
        yield "of them because the database did not work", sum(failed_for_the_database(entry) for entry in entries)


def _is_won_on_time(game: StoredGame) -> bool:
    return game.result is not None and game.result.ending == "time"


def _is_refusal(entry: Entry) -> bool:
    """Whether the reply was an ephemeral refusal."""
    reply = entry.interaction.reply
    return entry.was_refused and reply is not None and reply.ephemeral


def _faults(outcome: Outcome) -> Iterator[tuple[str, int]]:
    for fault in Fault:
        if fault is Fault.REFUSE:
            continue
        number = outcome.delivered_twice if fault is Fault.TWICE else outcome.faults[fault]
        if number or fault not in FURTHER.values():
            yield fault.value, number
    for (status, code, injected, of_all_routes), number in sorted(outcome.evidence.events.errors.items()):
        which = (", of all routes" if of_all_routes else "") + (", injected" if injected else "")
        yield f"requests answered {status} ({code}){which}", number


def _afterwards(outcome: Outcome) -> Iterator[tuple[str, int]]:
    yield "games that went on when the faults ended", outcome.going_on
    yield "games played to their ends after that", outcome.finished
    for way in Way:
        yield way.value, outcome.ways[way]
    yield "copies left behind by a crash or a refusal, put right by a press", outcome.put_right
    if outcome.seconds_alone:
        yield "milliseconds until everything was shown without a restart", round(outcome.seconds_alone * 1000)
    yield "milliseconds from the last start until everything was shown", round(outcome.seconds_to_reconcile * 1000)
    yield "milliseconds from SIGTERM to the end of the process, at most", round(outcome.longest_stop * 1000)


def _breaches(outcome: Outcome) -> Iterator[tuple[str, int]]:
    found = Counter(breach.invariant for breach in outcome.breaches)
    return ((invariant.value, found[invariant]) for invariant in Invariant)


def facts(breaches: Sequence[Breach], evidence: Evidence) -> Iterator[str]:
    """For some breaches of each invariant the facts: the row of the game, its interactions, and its log lines."""
    told: Counter[Invariant] = Counter()
    for breach in breaches:
        told[breach.invariant] += 1
        if told[breach.invariant] > _BREACHES_AT_MOST:
            continue
        yield f"\n{breach.invariant.value}: {breach.fact}"
        game = evidence.stored.games.get(breach.game or 0)
        if game is None:
            continue
        yield f"  game #{breach.game}: version {game.row.version}, moves {' '.join(game.moves)}, {game.result}"
        yield f"  {dict(game.row._mapping)}"  # noqa: SLF001  # SQLAlchemy's public name for a row as a mapping
        entries = [entry for entry in evidence.events.entries.values() if _concerns(breach.game, str(entry))]
        yield from (f"  events: {entry}" for entry in entries[-_LINES_AT_MOST:])
        lines = [line for line in evidence.log if _concerns(breach.game, line)]
        yield from (f"  log: {line}" for line in lines[-_LINES_AT_MOST:])
    left_out = sum(max(0, number - _BREACHES_AT_MOST) for number in told.values())
    if left_out:
        yield f"\n... and {left_out} more"


def _concerns(game: int | None, text: str) -> bool:
    return f"game {game}:" in text or f"#{game} " in text or f" {game} v" in text


_SECONDS_BETWEEN_LINES = 5.0


class Progress:
    """Prints on standard error how far a run is."""

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=sys.stderr, flush=True)

    async def tell(self, events: EventLog, done: Counter[Fault]) -> None:
        """Print a line with counts every few seconds, until cancelled."""
        start = asyncio.get_running_loop().time()
        while True:
            await asyncio.sleep(_SECONDS_BETWEEN_LINES)
            passed = asyncio.get_running_loop().time() - start
            kills = sum(number for fault, number in done.items() if fault.name.startswith("KILL"))
            self.say(
                f"{passed:4.0f} s: {len(events.entries):6,} interactions, "
                f"{len(events.shown):6,} states of boards, {done.total():5,} faults, {kills:4} kills"
            )
