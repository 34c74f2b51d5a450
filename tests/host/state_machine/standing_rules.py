"""Rules of the state machine for what counts: voids, seasons, the channel for results, and the default of ratings."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from gridlock_host.model.standings.season import Rhythm
from gridlock_host.servers.permissions import Actor
from gridlock_host.servers.settings import Setting, SettingsChange
from tests.host.state_machine.game_rules import finished_game_exists
from tests.host.state_machine.machine import Machine, people, pick_one, picks, processes
from tests.host.state_machine.people_rules import moderators, mostly, reasons
from tests.host.support.host import CHANNEL, GUILD, MANAGER

changes = st.one_of(
    st.sampled_from(Rhythm).map(lambda rhythm: SettingsChange(season=rhythm)),
    st.booleans().map(lambda rated: SettingsChange(rated=rated)),
    st.sampled_from([SettingsChange(results_channel_id=CHANNEL), SettingsChange(clear=Setting.RESULTS)]),
)


class Counting(Machine):
    """Games are taken out and put back, and seasons begin and end."""

    @finished_game_exists
    @rule(process=processes, pick=picks, actor=moderators, reason=reasons, voids=mostly)
    def void(self, process: int, pick: int, actor: Actor, reason: str, voids: bool) -> None:
        """Take a game out of standings and ratings, or put it back."""
        games = self.model.games
        fitting = [number for number, game in games.items() if game.is_over and game.voided is not voids]
        game_id = pick_one(pick, fitting, games)
        moderation = self.hosts[process].servers.moderation
        request = (moderation.void if voids else moderation.unvoid)(GUILD, game_id, actor, reason)
        done = self.ask(request, self.model.set_void_of(game_id, actor, reason, voided=voids))
        if done is not None:
            self.compare_game(game_id, done[0])

    @finished_game_exists
    @rule(process=processes, actor=moderators, member=people, reason=reasons)
    def put_back_all_games(self, process: int, actor: Actor, member: int, reason: str) -> None:
        """Put all games of a member back."""
        request = self.hosts[process].servers.moderation.unvoid_member(GUILD, actor, member, reason)
        self.ask(request, self.model.unvoid_member(actor, member, reason))

    @rule(process=processes, change=changes)
    def change_settings(self, process: int, change: SettingsChange) -> None:
        """Change when seasons begin, whether challenges are rated, or where results are told."""
        self._let_a_second_pass()
        changed = self.run(self.hosts[process].servers.settings.change(GUILD, MANAGER, change))
        if change.season is not None:
            self.model.seasons.change(change.season, self.clock())
        if change.rated is not None:
            self.model.rated_by_default = change.rated
        is_wanted = changed.results_channel_id is not None
        self.model.announcements.change(are_wanted=is_wanted)
        assert (changed.season, changed.rated) == (self.model.seasons.rhythm, self.model.rated_by_default)

    @rule(process=processes)
    def begin_a_season(self, process: int) -> None:
        """Begin a season by hand, if the settings say so."""
        self._let_a_second_pass()
        season = self.ask(self.hosts[process].games.seasons.begin(GUILD), self.model.seasons.begin(self.clock()))
        assert season is None or season.number == self.model.seasons.all[-1].number

    @rule(process=processes)
    def see_what_ratings_are_computed_from(self, process: int) -> None:
        self.compare_ratings(process)

    def _let_a_second_pass(self) -> None:
        """No two seasons begin at the same moment."""
        self.clock.time += timedelta(seconds=1)
