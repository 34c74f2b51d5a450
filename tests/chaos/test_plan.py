"""The plan of faults depends on the seed alone."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from chaos.faults.plan import FURTHER, Fault, plan

SEEDS = st.integers(0, 1_000_000)


@given(SEEDS)
def test_the_same_seed_gives_the_same_plan(seed: int) -> None:
    one, other = plan(seed, 60), plan(seed, 60)
    assert [(step.at, step.fault, step.rng.random()) for step in one] == [
        (step.at, step.fault, step.rng.random()) for step in other
    ]


@given(SEEDS)
def test_a_minute_has_every_kind_of_fault_in_order_of_time(seed: int) -> None:
    steps = plan(seed, 60)
    assert {step.fault for step in steps} == set(Fault).difference(FURTHER.values())
    assert [step.at for step in steps] == sorted(step.at for step in steps)
    assert all(0 < step.at < 60 for step in steps)


@given(SEEDS)
def test_further_faults_happen_when_asked_for(seed: int) -> None:
    assert {step.fault for step in plan(seed, 60, set(FURTHER.values()))} == set(Fault)
