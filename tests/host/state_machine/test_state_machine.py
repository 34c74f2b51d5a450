"""Random requests of three members through two processes, compared with a small model.

The usual run is short. The thorough one takes at least 10,000 steps, and `-s` prints how many:

    GRIDLOCK_TEST_PROFILE=thorough python -m pytest -s tests/host/state_machine/test_state_machine.py
"""

from __future__ import annotations

import os
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import rule, run_state_machine_as_test

from gridlock_host import Order
from tests.host.state_machine.bot_rules import AgainstBot
from tests.host.state_machine.challenge_rules import Starting
from tests.host.state_machine.game_rules import Playing
from tests.host.state_machine.machine import KEYS, Machine, people, processes
from tests.host.state_machine.people_rules import KeepingOrder
from tests.host.state_machine.standing_rules import Counting
from tests.host.state_machine.time_rules import PassingTime
from tests.host.support.host import GUILD, OTHER_GUILD, leaderboard

# The number of steps to take at least, by profile.
PROFILES = {"usual": 400, "thorough": 10_000}


class Host(Starting, Playing, AgainstBot, PassingTime, KeepingOrder, Counting):
    """All requests together."""

    @rule(process=processes, actor=people)
    def look(self, process: int, actor: int) -> None:
        """Read everything that a person can read; in another server there is nothing."""
        host = self.hosts[process]
        games = self.run(host.games.open_for(GUILD, actor))
        assert [game.id for game in games] == self.model.open_games(actor)
        for game in games:
            self.compare_game(game.id, game)
        challenges = self.run(host.challenges.open_for(GUILD, actor))
        assert [challenge.id for challenge in challenges] == self.model.open_challenges(actor)
        for challenge in challenges:
            self.model.challenges[challenge.id].compare(challenge)
        assert self.run(host.games.open_for(OTHER_GUILD, actor)) == []
        assert self.run(host.challenges.open_for(OTHER_GUILD, actor)) == []
        assert set(self.run(host.members.blocks.blocked_by(actor))) == self.model.people.named_blocks(actor)
        against_bot = self.run(host.games.standings.bot_records(GUILD, actor))
        assert {(actor, one.variant_key, one.level): (one.won, one.lost, one.won_with_help) for one in against_bot} == {
            key: record for key, record in self.model.bot_records().items() if key[0] == actor
        }
        records = self.run(host.games.standings.records_by_variant(GUILD, actor))
        assert {(actor, key): (record.won, record.lost) for key, record in records.items()} == {
            place: record for place, record in self.model.standings().items() if place[0] == actor
        }

    @rule(process=processes, variant=st.sampled_from(KEYS), order=st.sampled_from(Order))
    def see_the_leaderboard(self, process: int, variant: str, order: Order) -> None:
        standings = self.run(leaderboard(self.hosts[process], GUILD, variant, order))
        assert {(one.user_id, variant): (one.record.won, one.record.lost) for one in standings} == {
            place: record for place, record in self.model.standings().items() if place[1] == variant
        }


def test_the_host_matches_the_model(migrated_file: Path) -> None:
    Machine.migrated_file, Machine.steps = migrated_file, 0
    least_steps = PROFILES[os.environ.get("GRIDLOCK_TEST_PROFILE", "usual")]
    # An example has up to 50 steps, and some end early.
    examples = settings(max_examples=least_steps // 25, stateful_step_count=50, deadline=None)
    run_state_machine_as_test(Host, settings=examples)
    print(f"{Machine.steps} steps without a difference")  # noqa: T201  # printed for a thorough run only
    assert Machine.steps >= least_steps
