"""Metrics in the format of Prometheus, as docs/monitoring.md lists them."""

from __future__ import annotations

import logging
import re
from datetime import UTC, datetime, timedelta

from prometheus_client.parser import text_string_to_metric_families

from gridlock_host.stored_counts import StoredCounts
from operation.supervision.metrics import IncidentCounter, Metrics
from operation.version import VERSION
from tests.support.forked_bot import ROOT

_SUFFIXES = {"counter": "total", "info": "info"}
MONITORING = (ROOT / "docs" / "monitoring.md").read_text(encoding="utf-8")


def read(metrics: Metrics, stored: StoredCounts | None = None) -> dict[str, float]:
    """The samples without labels."""
    families = text_string_to_metric_families(metrics.text(stored).decode())
    return {one.name: one.value for family in families for one in family.samples if not one.labels}


def test_monitoring_md_lists_exactly_the_metrics() -> None:
    """In the text, a counter's name ends with `_total`, and Prometheus' own figures of a process are one row."""
    described = set(re.findall(r"`(gridlock_\w+)`", MONITORING))
    families = text_string_to_metric_families(Metrics().text(None).decode())
    there = {
        f"{family.name}_{_SUFFIXES[family.type]}" if family.type in _SUFFIXES else family.name
        for family in families
        if not family.name.startswith("process_") and not family.name.endswith("_created")
    }
    assert described == there != set()


def test_stored_figures_are_current() -> None:
    metrics = Metrics()
    read(metrics, StoredCounts(7, 7, 7))
    now = read(metrics, StoredCounts(open_games=3, open_challenges=2, unshown_games=1))
    assert (now["gridlock_open_games"], now["gridlock_open_challenges"], now["gridlock_unshown_games"]) == (3, 2, 1)


def test_a_change_that_is_to_be_shown_later_has_no_age_yet() -> None:
    for since, lowest, highest in (
        (None, 0, 0),
        (datetime.now(UTC) + timedelta(hours=1), 0, 0),
        (datetime.now(UTC) - timedelta(hours=1), 3600, 3700),
    ):
        age = read(Metrics(), StoredCounts(1, 1, 1, since))["gridlock_oldest_unshown_seconds"]
        assert lowest <= age <= highest


def test_the_version_is_that_of_the_package() -> None:
    assert f'version = "{VERSION}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'gridlock_build_info{{version="{VERSION}"}} 1.0'.encode() in Metrics().text(None)


def test_two_bots_in_one_process_have_separate_metrics() -> None:
    one, other = Metrics(), Metrics()
    one.host.simple_moves.inc()
    assert read(one)["gridlock_simple_moves_total"] == 1
    assert read(other)["gridlock_simple_moves_total"] == 0


def test_errors_are_counted_by_logger_and_warnings_are_not() -> None:
    metrics, log = Metrics(), logging.getLogger("gridlock_host.example")
    counter = IncidentCounter(metrics.incidents)
    log.addHandler(counter)
    try:
        log.warning("a refusal")
        log.error("an incident")
    finally:
        log.removeHandler(counter)
    assert b'gridlock_incidents_total{logger="gridlock_host.example"} 1.0' in metrics.text(None)
