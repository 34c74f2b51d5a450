"""Outages, and which of them excuse what."""

from __future__ import annotations

from chaos.recorder import BUSY, Outages


def test_a_busy_machine_excuses_a_late_answer_and_interrupts_nothing() -> None:
    outages = Outages(lambda: 0.0)
    outages.note(BUSY, 10.0, 12.0)
    assert outages.between(9.0, 11.0) == BUSY
    assert outages.was_busy(11.0, 20.0)
    assert not outages.interrupted(11.0, 20.0)
    assert not outages.was_busy(13.0, 20.0)
    assert outages.between(13.0, 20.0) is None


def test_a_kill_interrupts_even_while_the_machine_is_busy() -> None:
    now = 10.0
    outages = Outages(lambda: now)
    outages.note(BUSY, 9.0, 12.0)
    with outages.during("the bot was down"):
        now = 11.0
    assert outages.interrupted(10.5, 20.0)
    assert not outages.interrupted(11.5, 20.0)
