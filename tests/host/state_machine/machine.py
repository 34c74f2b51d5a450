"""The state machine: two processes on one database, beside the model."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Collection, Coroutine, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar, TypeVar

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant

from gridlock_host import Game, Host, Sweeper
from gridlock_host.maintenance.integrity import check
from gridlock_host.ratings.results import RatingGroup, load_results
from gridlock_ratings import RatedResult
from gridlock_rules import VARIANTS
from tests.host.state_machine.comparison import compare
from tests.host.state_machine.laws import Rows, check_growth, check_laws, named_in
from tests.host.state_machine.memory import KeptGames, WatchedDatabase
from tests.host.state_machine.model import Model
from tests.host.state_machine.people import Refused
from tests.host.state_machine.records import ModelGame, ModelTerms
from tests.host.state_machine.standings import rated
from tests.host.support.host import ADA, BOB, CLEO, GUILD, Clock, lift_limits

Granted = TypeVar("Granted")

PEOPLE = (ADA, BOB, CLEO)
KEYS = [variant.key for variant in VARIANTS]

people = st.sampled_from(PEOPLE)
# None is any person who can do it.
actors = st.sampled_from([None] * 9 + [*PEOPLE])
processes = st.sampled_from([0, 1])
picks = st.integers(0, 40)

# A Friday, so that a week and a month end before long.
NEAR_THE_END_OF_A_MONTH = datetime(2030, 5, 31, 12, tzinfo=UTC)


class Machine(RuleBasedStateMachine):
    """Two processes on one SQLite file, a clock that only the rules move, and what should be in the store."""

    migrated_file: ClassVar[Path]
    steps: ClassVar[int] = 0

    def __init__(self) -> None:
        super().__init__()
        self.folder = TemporaryDirectory()
        self.path = shutil.copy(self.migrated_file, Path(self.folder.name))
        self.reader = sqlite3.connect(self.path, isolation_level=None)
        self.reader.row_factory = sqlite3.Row
        self.tables = [row["name"] for row in self.reader.execute(_TABLES)]
        self.runner = asyncio.Runner()
        self.clock = Clock()
        self.clock.time = NEAR_THE_END_OF_A_MONTH
        self.heads = True
        self.databases = [WatchedDatabase(f"sqlite:///{self.path}") for _ in range(2)]
        self.kept = [KeptGames() for _ in range(2)]
        self.hosts = [self.open_host(process) for process in range(2)]
        self.run(lift_limits(self.hosts[0]))
        self.model = Model(self.clock)
        self.requests: list[tuple[int, int]] = []
        self.before: Rows | None = None
        self.rated: dict[int, RatedResult] = {}
        self.rating_changes = (0, 0)

    def teardown(self) -> None:
        """Find nothing wrong with the store, and stop both processes."""
        assert self.run(check(self.databases[0])).faults == []
        self.compare_ratings(0)
        for database in self.databases:
            self.run(database.close())
        self.runner.close()
        self.reader.close()
        self.folder.cleanup()

    @invariant()
    def the_store_obeys_the_laws_and_is_as_the_model(self) -> None:
        """Compare all rows: nothing is missing, nothing is too much, and no erased id is left."""
        rows = self.rows()
        check_laws(rows)
        if self.before is not None:
            check_growth(self.before, rows)
            Machine.steps += 1
        assert named_in(rows, PEOPLE) == {person for person in PEOPLE if self.model.names(person)}
        compare(rows, self.model)
        self._check_rating_changes(rows)
        self._check_memories(rows)
        self.before = rows

    def compare_ratings(self, process: int) -> None:
        """Compare what ratings are computed from, between people and against the bot."""
        for against_bot in (False, True):
            found = self.run(load_results(self.databases[process], GUILD, RatingGroup(against_bot=against_bot)))
            assert sorted(found, key=lambda one: one.game_id) == rated(self.model.games, against_bot=against_bot)

    def _check_rating_changes(self, rows: Rows) -> None:
        """Each change of what is rated is counted, and one of earlier results as such; so no old table is kept."""
        now = {one.game_id: one for bot in (False, True) for one in rated(self.model.games, against_bot=bot)}
        counts = [(row["changes"], row["erasures"]) for row in rows["rating_changes"]] or [(0, 0)]
        before, (changes, erasures) = self.rated, self.rating_changes
        assert now == before or counts[0][0] > changes
        ended_before = {result["game_id"] for result in (self.before or rows)["results"]}
        differ = [number for number in now.keys() | before.keys() if now.get(number) != before.get(number)]
        assert not ended_before.intersection(differ) or counts[0][1] > erasures
        self.rated, self.rating_changes = now, counts[0]

    def _check_memories(self, rows: Rows) -> None:
        """Compare what each process keeps in memory with the store."""
        wrote = [database.has_written for database in self.databases]
        for process, kept in enumerate(self.kept):
            kept.note_step(self.before or rows, rows, is_own=wrote[process] and not wrote[1 - process])
            self.run(kept.check(self.hosts[process], self.databases[process]))
            self.databases[process].has_written = False

    def open_host(self, process: int) -> Host:
        """A process as it is after its start: with nothing remembered."""
        return Host(self.databases[process], now=self.clock, toss=lambda: self.heads)

    def restart(self, process: int) -> None:
        """Restart a process."""
        self.run(self.databases[process].close())
        self.databases[process] = WatchedDatabase(f"sqlite:///{self.path}")
        self.kept[process].forget()
        self.hosts[process] = self.open_host(process)

    def sweeper(self, process: int) -> Sweeper:
        """What a process does by itself."""
        return Sweeper(self.databases[process], self.hosts[process].games, now=self.clock)

    def run(self, request: Coroutine[Any, Any, Granted]) -> Granted:
        """Run a request in a process, and write what is late."""
        try:
            return self.runner.run(request)
        finally:
            for database in self.databases:
                self.runner.run(database.flush())

    def ask(self, request: Coroutine[Any, Any, Granted], refused: Refused) -> Granted | None:
        """Run a request that must succeed, or fail with this error and change nothing."""
        if refused is None:
            return self.run(request)
        before = self.rows()
        with pytest.raises(refused) as info:
            self.run(request)
        assert type(info.value) is refused
        assert self.rows() == before
        return None

    def compare_game(self, game_id: int, game: Game | None) -> None:
        """Assert that a game, if the host returned one, is as in the model."""
        if game is not None:
            assert game.id == game_id
            self.model.games[game_id].compare(game, self.model.wins_in_match_of(self.model.games[game_id]))

    def pick_open_game(self, pick: int) -> int:
        """A game that goes on; at times any, or one that does not exist."""
        return pick_one(pick, self.model.open_games(), self.model.games)

    def settled(self, process: int, terms: ModelTerms) -> ModelTerms:
        """Terms with the server's default in place of what they do not say."""
        settings = self.run(self.hosts[process].servers.settings.find(GUILD))
        rated = self.model.rated_by_default if terms.rated is None else terms.rated
        assert settings.terms(terms.variant, rated=terms.rated).rated is rated
        return replace(terms, rated=rated)

    def play_on(self, process: int, game_id: int, choices: Sequence[int], *, sees_the_board: bool) -> None:
        """Play legal moves, as many as are asked for and can be made."""
        game = self.model.games[game_id]
        for choice in choices:
            if not game.is_over:
                seen = game.version if sees_the_board else None
                self.request_move(process, game_id, game.to_move, a_legal_move(game, choice), seen)

    def request_move(self, process: int, game_id: int, actor: int, text: str, seen_version: int | None) -> None:
        """Request a move, legal or not."""
        request = self.hosts[process].games.move(GUILD, game_id, actor, text, seen_version=seen_version)
        self.compare_game(game_id, self.ask(request, self.model.move(game_id, actor, text, seen_version)))

    def rows(self) -> Rows:
        """Everything that is stored."""
        return {
            table: [dict(row) for row in self.reader.execute(f"SELECT * FROM {table} ORDER BY rowid")]  # noqa: S608
            for table in self.tables
        }


_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> 'alembic_version'"
)


def a_legal_move(game: ModelGame, choice: int) -> str:
    """One of the moves that can be made in a game that goes on."""
    moves = list(game.position.legal_moves)
    return str(moves[choice % len(moves)])


def pick_one(pick: int, preferred: Sequence[int], existing: Collection[int]) -> int:
    """One of the preferred ids; at times any that exists, or one that does not."""
    if preferred and pick % 5:
        return preferred[pick % len(preferred)]
    some = [*existing, max(existing, default=0) + 1]
    return some[pick % len(some)]
