"""Rules of the state machine for time: with sweeps, late sweeps and downtime."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import strategies as st
from hypothesis.stateful import rule

from gridlock_host import Game
from gridlock_host.model.messages.announcement import Announcement
from gridlock_host.model.offer import Offer
from gridlock_host.scheduler.events import Due, Event
from tests.host.state_machine.laws import check_nothing_is_due
from tests.host.state_machine.machine import Machine, processes

# Mostly so short that games live on.
spans = st.sampled_from(
    [
        timedelta(seconds=30),
        timedelta(minutes=3),
        timedelta(minutes=4),
        timedelta(minutes=20),
        timedelta(hours=1),
        timedelta(hours=13),
        timedelta(days=2),
    ]
)


class PassingTime(Machine):
    """The clock goes on."""

    @rule(span=spans)
    def wait(self, span: timedelta) -> None:
        """Let time pass without a sweep."""
        self.clock.time += span

    @rule(process=processes, span=spans)
    def wait_and_sweep(self, process: int, span: timedelta) -> None:
        """Sweep: warnings, games lost on time or called off, expired challenges."""
        self.clock.time += span
        self._sweep(process)

    @rule(process=processes)
    def restart_one_process(self, process: int) -> None:
        """It has forgotten what it remembered, and has missed nothing."""
        self.restart(process)

    @rule(process=processes, span=spans)
    def be_down(self, process: int, span: timedelta) -> None:
        """Stop both processes, and start them some time later: the time since the last sweep is given back."""
        for each in range(2):
            self.run(self.databases[each].close())
        self.clock.time += span
        for each in (process, 1 - process):
            self.restart(each)
            self.run(self.sweeper(each).extend_deadlines_after_downtime())
        self.model.extend_deadlines_after_downtime()
        self._sweep(process)

    def _sweep(self, process: int) -> None:
        events = self.run(self.sweeper(process).sweep())
        assert sorted(map(_told, events)) == sorted(self.model.sweep())
        for event in events:
            if event.due is Due.SHOW and isinstance(event.subject, Game):
                self.compare_game(event.subject.id, event.subject)
        check_nothing_is_due(self.rows(), self.clock())


def _told(event: Event) -> tuple[str, int]:
    if event.due is Due.WARN:
        return "warned", event.subject.id
    if isinstance(event.subject, Announcement):
        return event.subject.kind.value, event.subject.season or 0
    if isinstance(event.subject, Offer):
        return "lapsed", event.subject.game_id
    return "ended" if isinstance(event.subject, Game) else "expired", event.subject.id
