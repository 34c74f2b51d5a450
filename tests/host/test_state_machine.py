"""Random requests of three people, through two processes that now and then start anew, beside a small model.

The usual run is short. GRIDLOCK_TEST_EXAMPLES says how many random sequences of requests to try instead, for example:

    GRIDLOCK_TEST_EXAMPLES=2000 python -m pytest tests/host/test_state_machine.py
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Coroutine
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from gridlock_host import Database, First, Game, Order, Person, SessionManager
from gridlock_rules import VARIANTS
from tests.host.model import Model, ModelChallenge, ModelGame
from tests.host.support import ADA, BOB, CHANNEL, CLEO, GUILD, HERE, OTHER_GUILD, lift_limits, noon

Granted = TypeVar("Granted")

people = st.sampled_from([ADA, BOB, CLEO])
processes = st.sampled_from([0, 1])
keys = [variant.key for variant in VARIANTS]
# Mostly one of those that exist, whichever: see `_pick`.
picks = st.integers(0, 40)


class Host(RuleBasedStateMachine):
    """Two processes on one SQLite file, and what should be in it."""

    migrated_file: ClassVar[Path]

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = shutil.copy(self.migrated_file, Path(self.folder.name))
        self.runner = asyncio.Runner()
        self.databases = [self._open(), self._open()]
        self.heads = True
        self.hosts = [self._host(database) for database in self.databases]
        self.run(lift_limits(self.hosts[0]))
        self.model = Model()
        self.requests: list[tuple[int, int]] = []

    def teardown(self) -> None:
        """Stop both processes."""
        for database in self.databases:
            self.run(database.close())
        self.runner.close()
        self.folder.cleanup()

    def run(self, request: Coroutine[Any, Any, Granted]) -> Granted:
        """Let a process work on a request."""
        return self.runner.run(request)

    def refused(self, request: Coroutine[Any, Any, Any], error: type[Exception]) -> None:
        """A process must refuse a request like this and change nothing."""
        before = self._rows()
        with pytest.raises(error) as info:
            self.run(request)
        assert type(info.value) is error
        assert self._rows() == before

    @rule(
        process=processes,
        one=people,
        two=people,
        key=st.sampled_from(keys),
        size=st.integers(3, 4),
        first=st.sampled_from(First),
    )
    def challenge(self, process: int, one: int, two: int, key: str, size: int, first: First) -> None:
        number = len(self.requests)
        request = self.hosts[process].challenge(
            HERE, one, Person(two), variant_key=key, size=size, first=first, request_id=number
        )
        error = self.model.challenge(one, two)
        if error is not None:
            return self.refused(request, error)
        made = self.run(request)
        assert made.id not in self.model.challenges
        self.model.challenges[made.id] = ModelChallenge(one, two, key, size, first)
        self.requests.append((number, made.id))
        return None

    @precondition(lambda self: self.requests)
    @rule(process=processes, pick=picks)
    def repeat_a_request(self, process: int, pick: int) -> None:
        number, challenge_id = self.requests[pick % len(self.requests)]
        again = self.hosts[process].challenge(HERE, ADA, Person(BOB), variant_key="lines", request_id=number)
        self.model.challenges[challenge_id].compare(self.run(again))

    @rule(process=processes, pick=picks, actor=people, heads=st.booleans())
    def accept(self, process: int, pick: int, actor: int, heads: bool) -> None:
        challenge_id = self._pick(self.model.challenges, pick)
        request = self.hosts[process].accept(GUILD, challenge_id, actor, channel_id=CHANNEL)
        self.heads = heads
        error = self.model.answer(challenge_id, actor, "accepted")
        if error is not None:
            return self.refused(request, error)
        game = self.run(request)
        return self.model.start(challenge_id, game.id, heads=heads).compare(game)

    @rule(process=processes, pick=picks, actor=people, status=st.sampled_from(["declined", "cancelled"]))
    def turn_down(self, process: int, pick: int, actor: int, status: str) -> None:
        challenge_id = self._pick(self.model.challenges, pick)
        host = self.hosts[process]
        request = (host.decline if status == "declined" else host.cancel)(GUILD, challenge_id, actor)
        error = self.model.answer(challenge_id, actor, status)
        if error is not None:
            return self.refused(request, error)
        return self.model.challenges[challenge_id].compare(self.run(request))

    @rule(process=processes, pick=picks, choice=picks, sees_the_board=st.booleans())
    def move(self, process: int, pick: int, choice: int, sees_the_board: bool) -> None:
        """Play a legal move, if there is one."""
        game_id = self._pick(self.model.games, pick)
        game = self.model.games.get(game_id)
        if game is None or game.winner is not None:
            return self._request_move(process, game_id, ADA, "A1", None)
        seen = len(game.moves) if sees_the_board else None
        return self._request_move(process, game_id, game.to_move, _legal(game, choice), seen)

    @rule(
        process=processes,
        pick=picks,
        actor=people,
        text=st.sampled_from(["A1", "b2", " 3,3 ", "C1", "D4", "A2/B2", "B1/C3", "Z9", "", "resign"]),
        seen_ply=st.none() | st.integers(0, 6),
    )
    def try_a_move(self, process: int, pick: int, actor: int, text: str, seen_ply: int | None) -> None:
        """Request some move, which may be wrong in any way."""
        self._request_move(process, self._pick(self.model.games, pick), actor, text, seen_ply)

    @precondition(lambda self: any(map(self.model.open_games, (ADA, BOB))))
    @rule(pick=picks, choice=picks)
    def move_in_both_processes_at_once(self, pick: int, choice: int) -> None:
        """One of the two counts."""
        going_on = [number for number, game in self.model.games.items() if game.winner is None]
        game_id = going_on[pick % len(going_on)]
        game = self.model.games[game_id]
        actor, text, ply = game.to_move, _legal(game, choice), len(game.moves)
        done = self.run(_gather(*(host.move(GUILD, game_id, actor, text, seen_ply=ply) for host in self.hosts)))
        granted = [one for one in done if isinstance(one, Game)]
        assert len(granted) == 1, done
        assert self.model.move(game_id, actor, text, ply) is None
        game.compare(granted[0])

    @rule(process=processes, pick=picks, actor=people)
    def resign(self, process: int, pick: int, actor: int) -> None:
        game_id = self._pick(self.model.games, pick)
        request = self.hosts[process].resign(GUILD, game_id, actor)
        error = self.model.resign(game_id, actor)
        if error is not None:
            return self.refused(request, error)
        return self.model.games[game_id].compare(self.run(request))

    @precondition(lambda self: self.model.games)
    @rule(process=processes, pick=picks, message_id=st.integers(1, 2**62))
    def show_the_board(self, process: int, pick: int, message_id: int) -> None:
        game_id = list(self.model.games)[pick % len(self.model.games)]
        self.run(self.hosts[process].place_board(game_id, replace(HERE, message_id=message_id)))
        self.model.games[game_id].board = message_id

    @rule(process=processes)
    def restart(self, process: int) -> None:
        self.run(self.databases[process].close())
        self.databases[process] = self._open()
        self.hosts[process] = self._host(self.databases[process])

    @rule(process=processes, actor=people)
    def look(self, process: int, actor: int) -> None:
        """Read everything that a person can read; in another server there is nothing."""
        host = self.hosts[process]
        games = self.run(host.open_games(GUILD, actor))
        assert [game.id for game in games] == self.model.open_games(actor)
        for game in games:
            self.model.games[game.id].compare(game)
        for challenge in self.run(host.open_challenges(GUILD, actor)):
            self.model.challenges[challenge.id].compare(challenge)
        assert self.run(host.open_games(OTHER_GUILD, actor)) == []
        assert self.run(host.open_challenges(OTHER_GUILD, actor)) == []
        records = self.run(host.records_by_variant(GUILD, actor))
        counted = {key: self.model.counted(key).get(actor) for key in keys}
        assert {key: (record.won, record.lost) for key, record in records.items()} == {
            key: record for key, record in counted.items() if record is not None
        }

    @rule(process=processes, variant=st.sampled_from([None, *keys]), order=st.sampled_from(Order))
    def see_the_leaderboard(self, process: int, variant: str | None, order: Order) -> None:
        standings = self.run(self.hosts[process].leaderboard(GUILD, variant, order))
        counted = {one.user_id: (one.record.won, one.record.lost) for one in standings}
        assert counted == self.model.counted(variant)

    @invariant()
    def the_store_is_as_the_model(self) -> None:
        """It holds every game with its moves and its version, one result of each game over, and their sum."""
        stored = self._rows()
        assert stored["challenges"] == [(number, one.status) for number, one in self.model.challenges.items()]
        assert stored["games"] == [
            (number, game.version, "active" if game.winner is None else "over", game.board)
            for number, game in self.model.games.items()
        ]
        assert stored["moves"] == [
            (number, ply, text) for number, game in self.model.games.items() for ply, text in enumerate(game.moves)
        ]
        assert stored["results"] == [
            (number, game.winner, game.opponent(game.winner), game.ending)
            for number, game in self.model.games.items()
            if game.winner is not None
        ]
        assert stored["standings"] == [(person, *record) for person, record in sorted(self.model.counted().items())]

    def _open(self) -> Database:
        return Database(f"sqlite:///{self.path}")

    def _host(self, database: Database) -> SessionManager:
        return SessionManager(database, now=noon, toss=lambda: self.heads)

    def _request_move(self, process: int, game_id: int, actor: int, text: str, seen_ply: int | None) -> None:
        request = self.hosts[process].move(GUILD, game_id, actor, text, seen_ply=seen_ply)
        error = self.model.move(game_id, actor, text, seen_ply)
        if error is not None:
            self.refused(request, error)
        else:
            self.model.games[game_id].compare(self.run(request))

    @staticmethod
    def _pick(known: dict[int, Any], pick: int) -> int:
        """One of the known ids, or at times the next, which does not exist."""
        return pick % (len(known) + 1) + 1 if pick < 4 else [*known, 1][pick % max(len(known), 1)]

    def _rows(self) -> dict[str, list[tuple[Any, ...]]]:
        with closing(sqlite3.connect(self.path)) as connection:
            return {table: connection.execute(statement).fetchall() for table, statement in _ROWS.items()}


_ROWS = {
    "challenges": "SELECT id, status FROM challenges ORDER BY id",
    "games": "SELECT id, version, status, message_id FROM games ORDER BY id",
    "moves": "SELECT game_id, ply, text FROM moves ORDER BY game_id, ply",
    "results": "SELECT game_id, winner_id, loser_id, ending FROM results ORDER BY game_id",
    "standings": "SELECT user_id, sum(won), sum(lost) FROM standings GROUP BY user_id ORDER BY user_id",
}


def _legal(game: ModelGame, choice: int) -> str:
    moves = list(game.position.legal_moves)
    return str(moves[choice % len(moves)])


async def _gather(*requests: Coroutine[Any, Any, Game]) -> list[Game | BaseException]:
    return await asyncio.gather(*requests, return_exceptions=True)


def test_the_host_does_what_the_model_does(migrated_file: Path) -> None:
    Host.migrated_file = migrated_file
    examples = int(os.environ.get("GRIDLOCK_TEST_EXAMPLES", "15"))
    run_state_machine_as_test(Host, settings=settings(max_examples=examples, stateful_step_count=50, deadline=None))
