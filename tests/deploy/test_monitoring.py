"""The dashboard, the alert rules and their tests name metrics that the bot has, and each alert fires."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.parser import text_string_to_metric_families

from cogs.context import Outcome
from operation.supervision.metrics import Metrics
from tests.support.forked_bot import ROOT

MONITORING = ROOT / "deploy"
RULES = MONITORING / "prometheus" / "gridlock.rules.yml"
RULE_TESTS = MONITORING / "prometheus" / "gridlock.rules.test.yml"
DASHBOARD = MONITORING / "grafana" / "gridlock.json"
_SUFFIXES = {"histogram": ("_bucket", "_count", "_sum"), "counter": ("_total",), "info": ("_info",)}


def families() -> Iterator[Any]:
    yield from text_string_to_metric_families(Metrics().text(None).decode())


def series() -> set[str]:
    """The names of all series of the bot, those included that have no sample yet."""
    return {
        f"{family.name}{suffix}" if not family.name.endswith(suffix) else family.name
        for family in families()
        for suffix in _SUFFIXES.get(family.type, ("",))
    }


def dashboard_expressions() -> list[str]:
    panels: list[dict[str, Any]] = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    return [target["expr"] for panel in panels for target in panel["targets"]]


def named_in(text: str) -> set[str]:
    return set(re.findall(r"\b(?:gridlock|process)_\w+", text))


def recorded() -> set[str]:
    return set(re.findall(r"record: (\S+)", RULES.read_text(encoding="utf-8")))


@pytest.mark.parametrize("path", [RULES, RULE_TESTS, DASHBOARD], ids=lambda path: path.name)
def test_each_named_series_is_one_of_the_bot(path: Path) -> None:
    named = named_in(path.read_text(encoding="utf-8")) - {"gridlock_objective"}
    assert named - series() == set()
    assert named


def test_the_dashboard_shows_each_metric_of_the_bot() -> None:
    named = named_in(" ".join(dashboard_expressions()))
    shown = {name for name in series() if name.startswith("gridlock_") and not name.endswith(("_count", "_sum"))}
    assert {name for name in shown if not name.endswith("_created")} - named == set()


def test_recorded_series_that_are_used_are_recorded() -> None:
    text = " ".join([*dashboard_expressions(), RULES.read_text(encoding="utf-8")])
    assert set(re.findall(r"gridlock:\w+:\w+", text)) == recorded()


def test_labels_in_expressions_are_those_of_the_metrics() -> None:
    """An alert on a bucket, an outcome or a state that does not exist never fires."""
    rules = RULES.read_text(encoding="utf-8")
    buckets = {
        family.name: {sample.labels["le"] for sample in family.samples if "le" in sample.labels}
        for family in text_string_to_metric_families(answered().text(None).decode())
    }
    for metric, le in re.findall(r'(\w+)_bucket\{le="([^"]+)"', rules):
        assert le in buckets[metric]
    for outcome in re.findall(r'outcome="(\w+)"', rules):
        assert outcome in {*Outcome, "done", "failed", "absent"}
    states = {sample.labels["state"] for family in families() for sample in family.samples if "state" in sample.labels}
    assert set(re.findall(r'state!?="(\w+)"', rules)) <= states


def answered() -> Metrics:
    """Metrics with a sample of an answer."""
    metrics = Metrics()
    metrics.discord.answer_seconds.labels("press").observe(0.1)
    return metrics


def test_each_alert_has_a_test_in_which_it_fires_and_says_what_to_do() -> None:
    rules = RULES.read_text(encoding="utf-8")
    alerts = re.findall(r"- alert: (\w+)", rules)
    fired = re.findall(
        r'labels: \'ALERTS\{alertname="(\w+)", alertstate="firing"', RULE_TESTS.read_text(encoding="utf-8")
    )
    assert sorted(alerts) == sorted(fired)
    assert len(re.findall(r"^ +action: \S", rules, re.MULTILINE)) == len(alerts) == len(set(alerts))


def test_promtool_finds_that_the_rules_are_valid_and_each_alert_fires() -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        assert os.environ.get("GRIDLOCK_TEST_DEPLOY") != "required", "promtool of Prometheus is missing"
        pytest.skip("promtool of Prometheus is not installed")
    for command in (
        ["check", "config", "prometheus.yml"],
        ["check", "rules", RULES.name],
        ["test", "rules", RULE_TESTS.name],
    ):
        done = subprocess.run([promtool, *command], cwd=RULES.parent, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr


def test_panels_do_not_overlap_and_have_a_title() -> None:
    panels = json.loads(DASHBOARD.read_text(encoding="utf-8"))["panels"]
    places = [panel["gridPos"] for panel in panels]
    cells = [
        (x, y)
        for place in places
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert all(panel["title"] for panel in panels)
    assert len({panel["id"] for panel in panels}) == len(panels)
