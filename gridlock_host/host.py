"""The host: all services of games, challenges, members and servers in one object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from random import Random, SystemRandom

from gridlock_host.bot_player.hints import Hints
from gridlock_host.bot_player.opponent import Opponent
from gridlock_host.bot_player.puzzles import Puzzles
from gridlock_host.bot_player.reviews import Reviews
from gridlock_host.bot_player.solved_boards import SolvedBoards
from gridlock_host.bot_player.stories import Stories
from gridlock_host.challenges.service import ChallengeService
from gridlock_host.games.service import GameService
from gridlock_host.learning.accuracies import AccuracyService
from gridlock_host.learning.explorer import Explorer
from gridlock_host.learning.lessons import Lessons
from gridlock_host.learning.tutorial import Tutorial
from gridlock_host.members.blocks import BlockService
from gridlock_host.members.notifications import NotificationService
from gridlock_host.members.privacy import PrivacyService
from gridlock_host.members.reading import ReadingService
from gridlock_host.metrics import HostMetrics
from gridlock_host.model.messages.puzzle_post import PuzzlePost
from gridlock_host.ownership.shards import ALL_SERVERS, Shards
from gridlock_host.ratings.pairs import PairReports
from gridlock_host.ratings.service import RatingService
from gridlock_host.records.service import RecordService
from gridlock_host.scheduler.departures import DepartureService
from gridlock_host.scheduler.outbox import OutboxService
from gridlock_host.scheduler.steady_clock import SteadyClock
from gridlock_host.scheduler.sweeper import Sweeper
from gridlock_host.servers.command_digest import CommandDigests
from gridlock_host.servers.moderation import ModerationService
from gridlock_host.servers.settings_service import SettingsService
from gridlock_host.servers.welcomes import WelcomeService
from gridlock_host.storage.database import Database
from gridlock_host.storage.post_states import PostStates
from gridlock_host.storage.schema import daily_puzzles
from gridlock_host.stored_counts import StoredCounts, load_stored_counts
from gridlock_host.workers.jobs import Jobs
from gridlock_host.workers.pool import WorkerPool
from gridlock_solver.levels import choose


@dataclass(frozen=True, slots=True)
class Members:
    """What concerns one person in all servers."""

    blocks: BlockService
    notifications: NotificationService
    privacy: PrivacyService
    reading: ReadingService


@dataclass(frozen=True, slots=True)
class Servers:
    """What concerns one server, and the commands published to all of them."""

    settings: SettingsService
    moderation: ModerationService
    command_digest: CommandDigests
    welcomes: WelcomeService
    puzzle_posts: PostStates[PuzzlePost]


@dataclass(frozen=True, slots=True)
class Scheduler:
    """What happens without a request."""

    departures: DepartureService
    outbox: OutboxService
    sweeper: Sweeper


@dataclass(frozen=True, slots=True)
class BotPlayer:
    """What the bot computes: its own moves, and what helps players to learn."""

    opponent: Opponent
    hints: Hints
    reviews: Reviews
    puzzles: Puzzles
    solved_boards: SolvedBoards
    stories: Stories


@dataclass(frozen=True, slots=True)
class Learning:
    """What people learn with: from their own games, and outside of games."""

    tutorial: Tutorial
    explorer: Explorer
    accuracies: AccuracyService
    lessons: Lessons


class Host:
    """The services of the game host.

    Every change loads what it needs, checks, stores by compare-and-swap and only then returns an immutable snapshot:
    what a caller shows is on disk. A refused call raises a `Refusal` (or, for a move that the rules forbid, a
    `gridlock_rules.RulesError`) and changes nothing. Any number of calls may run at once, in any number of processes on
    one database.

    Args:
        database: Where everything is kept.
        now: Tells the time, as an aware datetime.
        clock: The same clock, if sweeps have to tell it when to take over that of the machine.
        toss: Tosses a fair coin; True makes the challenger Player 1.
        metrics: Where moves are counted.
        shards: The servers that this process serves.
        is_shared: Whether other processes serve the same servers.
        pool: Runs the bot's computations in other processes; the caller closes it. Without one, processes are
            started when they are first needed, and never stopped.
        random: Makes the bot's choices differ from those of other processes.
    """

    def __init__(
        self,
        database: Database,
        *,
        now: Callable[[], datetime],
        toss: Callable[[], bool],
        clock: SteadyClock | None = None,
        metrics: HostMetrics | None = None,
        shards: Shards = ALL_SERVERS,
        is_shared: bool = False,
        pool: WorkerPool | None = None,
        random: Random | None = None,
    ) -> None:
        self._database = database
        metrics = metrics or HostMetrics()
        self.games = GameService(database, now=now, metrics=metrics, is_shared=is_shared)
        changes = self.games.changes
        self.challenges = ChallengeService(database, self.games, now=now, toss=toss)
        self.members = Members(
            BlockService(database, now=now),
            NotificationService(database, now=now),
            PrivacyService(database, changes, now=now),
            ReadingService(database),
        )
        settings = SettingsService(database, now=now)
        self.servers = Servers(
            settings,
            ModerationService(database, self.games, settings, now=now),
            CommandDigests(database),
            WelcomeService(database, now=now),
            PostStates(database, daily_puzzles, now=now),
        )
        self.scheduler = Scheduler(
            DepartureService(database, now=now),
            OutboxService(database, now=now),
            Sweeper(database, self.games, now=now, clock=clock, shards=shards),
        )
        pool = pool or WorkerPool(metrics=metrics)
        self.workers = pool
        self.ratings = RatingService(database, pool)
        self.pair_reports = PairReports(database, self.servers.moderation)
        self.learning = Learning(
            Tutorial(database),
            Explorer(database, pool),
            AccuracyService(database, now=now),
            Lessons(database, self.games, pool, now=now),
        )
        self.jobs = Jobs(pool)
        self.records = RecordService(database, pool, now=now)
        self.bot_player = BotPlayer(
            Opponent(self.games, pool, choose=choose, random=random or SystemRandom(), metrics=metrics),
            Hints(self.games, pool),
            Reviews(pool),
            Puzzles(database, pool, now=now),
            SolvedBoards(pool),
            Stories(self.games.end_cards, self.learning.accuracies, self.learning.lessons, pool),
        )

    async def stored_counts(self) -> StoredCounts:
        """Return figures of open games, open challenges and what is not shown yet from the database."""
        return await load_stored_counts(self._database)
