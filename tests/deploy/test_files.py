"""The files with which the bot is deployed, checked by official schemas and linters, and against the program."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from operation import handing_over, shutdown
from operation.configuration.settings import Settings
from operation.version import VERSION
from tests.deploy.tools import expect_module, module, run, tool
from tests.support.forked_bot import ROOT

DOCKERFILE = ROOT / "Dockerfile"
COMPOSE = ROOT / "compose.yaml"
UNIT = ROOT / "deploy" / "systemd" / "gridlock.service"
CHART = ROOT / "deploy" / "helm" / "gridlock"
KUBERNETES = "1.28.0"
HTTP = {"enabled": True, "host": "bot.example", "ingressClass": "", "tlsSecret": ""}
# 0 is the least exposure, 10 the most; systemd calls up to 2 "OK".
MOST_EXPOSURE_IN_TENTHS = "15"


def load(path: Path) -> Any:
    return loaded(path.read_text(encoding="utf-8"))


def loaded(text: str) -> Any:
    return module("ruamel.yaml").YAML(typ="safe").load(text)


def loaded_all(text: str) -> list[Any]:
    return [one for one in module("ruamel.yaml").YAML(typ="safe").load_all(text) if one is not None]


def values(**changed: Any) -> dict[str, Any]:
    return {**load(CHART / "values.yaml"), **changed}


_RENDER = """
import json, pathlib, sys, go_template
path, told = sys.argv[1:]
sys.stdout.buffer.write(go_template.render(pathlib.Path(path), json.loads(told)))
"""


def rendered(name: str, **changed: Any) -> str:
    """A template of the chart as Helm renders it; in a process of its own, because the renderer runs threads."""
    expect_module("go_template")
    told = {"Values": values(**changed), "Release": {"Name": "mine"}, "Chart": {"AppVersion": VERSION}}
    return run(sys.executable, "-c", _RENDER, str(CHART / "templates" / name), json.dumps(told))


def test_the_dockerfile_passes_the_linter() -> None:
    run(tool("hadolint", "make deploy-tools"), str(DOCKERFILE))


def test_the_image_runs_as_nobody_in_particular_and_is_checked_by_the_readiness_path() -> None:
    _, _, last_stage = DOCKERFILE.read_text(encoding="utf-8").rpartition("\nFROM ")
    assert re.search(r"^USER 10001:10001$", last_stage, re.MULTILINE)
    assert "gcc" not in last_stage
    check = re.search(r"^HEALTHCHECK .*\\\n +CMD (.*)$", last_stage, re.MULTILINE)
    assert check is not None
    assert json.loads(check[1]) == ["python", "-m", "operation.supervision.healthcheck"]


def test_the_settings_in_the_image_are_valid() -> None:
    block = re.search(r"^ENV ((?:.*\\\n)*.*)$", DOCKERFILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert block is not None
    settings = Settings.from_environment(dict(re.findall(r"(\w+)=(\S+)", block[1])))
    assert (settings.database_url, str(settings.status)) == ("sqlite:////data/gridlock.db", "127.0.0.1:8080")


def test_everything_that_the_program_imports_is_sent_to_the_engine() -> None:
    sent = re.findall(r"^!(\S+)", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    layers = re.search(r'name = "Imports run downwards only"\ntype = "layers"\nlayers = (.*)', _pyproject())
    assert layers is not None
    assert {*json.loads(layers[1]), "bot.py", "requirements.txt", "requirements-speed.txt"} <= set(sent)
    assert all((ROOT / name).exists() for name in sent)


def _pyproject() -> str:
    return (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_the_compose_file_has_the_official_form() -> None:
    run(tool("check-jsonschema", "make deploy-tools"), "--builtin-schema", "vendor.compose-spec", str(COMPOSE))


def test_each_container_of_the_bots_data_has_few_rights_and_the_bot_alone_runs_by_default() -> None:
    services = load(COMPOSE)["services"]
    assert [name for name, service in services.items() if not service.get("profiles")] == ["bot"]
    for name in ("bot", "litestream", "proxy"):
        service = services[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
    # The token is enough to act as the bot.
    assert "env_file" not in services["litestream"]
    # The proxy alone is open to the outside, and has no token.
    assert [name for name, service in services.items() if "ports" in service] == ["proxy"]
    assert "env_file" not in services["proxy"]


def test_systemd_accepts_the_unit_and_calls_its_exposure_low(tmp_path: Path) -> None:
    analyze = tool("systemd-analyze", "systemd")
    run(analyze, "security", "--offline=true", f"--threshold={MOST_EXPOSURE_IN_TENTHS}", str(UNIT))
    text = UNIT.read_text(encoding="utf-8")
    python, project = "/srv/gridlock/.venv/bin/python", "/srv/gridlock"
    assert python in text
    here = text.replace(python, "/usr/bin/env python3").replace(f"file://{project}", "file:///").replace(project, "/")
    # Versions before 254 do not know these two, and say so.
    here = re.sub(r"^Restart(Steps|MaxDelaySec)=.*\n", "", here, flags=re.MULTILINE)
    unit = tmp_path / UNIT.name
    unit.write_text(here, encoding="utf-8")
    told = run(analyze, "verify", "--man=no", str(unit))
    assert [line for line in told.splitlines() if UNIT.name in line] == []


def test_every_supervisor_gives_the_bot_longer_to_hand_over_and_to_end_than_the_bot_takes() -> None:
    takes = handing_over.seconds_to_hand_over(1) + shutdown._SECONDS_TO_END + shutdown._SECONDS_TO_SAY_SO
    given = re.findall(r"^TimeoutStopSec=(\d+)s$", UNIT.read_text(encoding="utf-8"), re.MULTILINE)
    given += re.findall(r"^ +stop_grace_period: (\d+)s$", COMPOSE.read_text(encoding="utf-8"), re.MULTILINE)
    chart = (CHART / "templates" / "bot.yaml").read_text(encoding="utf-8")
    given += re.findall(r"^ +terminationGracePeriodSeconds: (\d+)$", chart, re.MULTILINE)
    assert len(given) == 3
    assert all(int(seconds) > takes for seconds in given)


@pytest.mark.parametrize(
    "changed",
    [
        {},
        {"storageClass": "local", "settings": {"GRIDLOCK_CONTACT": "ada@example.org"}},
        {"processes": 3, "storage": False},
        {"interactions": HTTP},
        {"processes": 3, "storage": False, "interactions": {**HTTP, "ingressClass": "nginx", "tlsSecret": "own"}},
    ],
    ids=["SQLite", "settings", "PostgreSQL", "HTTP", "HTTP and PostgreSQL"],
)
@pytest.mark.parametrize("name", ["bot.yaml", "service.yaml"])
def test_the_chart_renders_what_kubernetes_accepts(name: str, changed: dict[str, Any]) -> None:
    module("kubernetes_validate").validate(loaded(rendered(name, **changed)), KUBERNETES, strict=True)


def test_processes_in_the_cluster_share_the_shards_and_have_no_volume() -> None:
    bot = loaded(rendered("bot.yaml", processes=3, storage=False))
    spec = bot["spec"]
    environment = {one["name"]: one for one in spec["template"]["spec"]["containers"][0]["env"]}
    assert (spec["replicas"], environment["GRIDLOCK_SHARDS"]["value"]) == (3, "auto:1/3")
    assert "volumeClaimTemplates" not in spec
    # A new pod is there before an old one ends.
    assert (bot["kind"], spec["strategy"]["rollingUpdate"]) == ("Deployment", {"maxSurge": 1, "maxUnavailable": 0})


def test_one_process_with_a_volume_stays_one() -> None:
    bot = loaded(rendered("bot.yaml"))
    names = [one["name"] for one in bot["spec"]["template"]["spec"]["containers"][0]["env"]]
    assert (bot["kind"], bot["spec"]["replicas"], "GRIDLOCK_SHARDS" in names) == ("StatefulSet", 1, False)


def test_processes_that_take_interactions_over_http_share_no_shards_and_one_address() -> None:
    changed = {"processes": 3, "storage": False, "interactions": HTTP}
    pod = loaded(rendered("bot.yaml", **changed))["spec"]["template"]["spec"]["containers"][0]
    environment = {one["name"]: one["value"] for one in pod["env"]}
    endpoint = Settings.from_environment(environment).endpoint
    assert endpoint is not None
    assert {"name": "interactions", "containerPort": endpoint.address.port} in pod["ports"]
    # A pod without the gateway serves nobody as a spare.
    assert pod["readinessProbe"]["httpGet"]["path"] == "/ready"
    service, ingress = loaded_all(rendered("interactions.yaml", **changed))
    assert [(one["port"], one["targetPort"]) for one in service["spec"]["ports"]] == [
        (endpoint.address.port, "interactions")
    ]
    (rule,) = ingress["spec"]["rules"]
    (path,) = rule["http"]["paths"]
    assert (rule["host"], path["path"], path["pathType"]) == ("bot.example", endpoint.path, "Exact")
    assert path["backend"]["service"]["name"] == service["metadata"]["name"]


@pytest.mark.parametrize("host", ["", "bot.example"])
def test_the_service_for_interactions_is_what_kubernetes_accepts(host: str) -> None:
    objects = loaded_all(rendered("interactions.yaml", interactions={**HTTP, "host": host}))
    assert [one["kind"] for one in objects] == ["Service", "Ingress"][: 2 if host else 1]
    for one in objects:
        module("kubernetes_validate").validate(one, KUBERNETES, strict=True)


def test_nothing_takes_interactions_over_http_by_default() -> None:
    assert loaded_all(rendered("interactions.yaml")) == []
    pod = loaded(rendered("bot.yaml"))["spec"]["template"]["spec"]["containers"][0]
    assert [port["name"] for port in pod["ports"]] == ["status"]


def test_the_chart_refuses_several_processes_on_sqlite() -> None:
    with pytest.raises(AssertionError, match="SQLite serves one process"):
        rendered("bot.yaml", processes=2)
    schema = json.loads((CHART / "values.schema.json").read_text(encoding="utf-8"))
    validator = module("jsonschema").Draft7Validator(schema)
    assert list(validator.iter_errors(values())) == []
    assert list(validator.iter_errors(values(processes=2)))
    assert list(validator.iter_errors(values(unknown=1)))
    assert list(validator.iter_errors(values(processes=2, storage=False))) == []
    assert list(validator.iter_errors(values(interactions=HTTP))) == []
    assert list(validator.iter_errors(values(interactions={"enabled": "yes"})))


def test_the_chart_has_the_version_of_the_program() -> None:
    chart = (CHART / "Chart.yaml").read_text(encoding="utf-8")
    assert re.findall(r"^appVersion: (\S+)$", chart, re.MULTILINE) == [VERSION]
