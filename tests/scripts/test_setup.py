"""Set-up of the environment, with a stub in the place of Python."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.forked_bot import ROOT

STUB = """\
#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
*"print(sys.version)"*) echo "3.13.0 (stub)" ;;
*"-m venv"*)
    for venv; do :; done
    rm -rf "$venv"
    mkdir -p "$venv/bin"
    cp "$0" "$venv/bin/python"
    ;;
*"--version") exit "${PIP_STATUS:-0}" ;;
*requirements-dev.txt*) exit "${DEV_STATUS:-0}" ;;
esac
"""


class Checkout:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.told = self.calls = ""
        (folder / "scripts").mkdir()
        (folder / "local_discord").mkdir()
        for name in (
            "Makefile",
            "scripts/setup.sh",
            "requirements.txt",
            "requirements-dev.txt",
            "requirements-speed.txt",
        ):
            shutil.copy(ROOT / name, folder / name)
        shutil.copy(ROOT / "local_discord" / "pyproject.toml", folder / "local_discord")
        (folder / "python").write_text(STUB)
        (folder / "python").chmod(0o755)

    def make(self, target: str, status: int = 0, **environment: str) -> list[str]:
        """Return what was installed, and how the environment was made, while a target was made."""
        with self.begin(target, **environment) as making:
            _, self.told = making.communicate()
        self.calls = (self.folder / "calls").read_text()
        assert (making.returncode != 0) == bool(status), self.told
        words = [line.split() for line in self.calls.splitlines()]
        return [line[-1] for line in words if "scripts/install.py" in line or "venv" in line]

    def begin(self, target: str, **environment: str) -> subprocess.Popen[str]:
        """Begin to make a target."""
        calls = self.folder / "calls"
        calls.write_text("")
        return subprocess.Popen(
            ["make", target, f"PYTHON={self.folder}/python"],  # noqa: S607  # the make of this machine
            cwd=self.folder,
            env={"PATH": "/usr/bin:/bin", "CALLS": str(calls), **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path)


def test_running_the_bot_installs_no_tools(checkout: Checkout) -> None:
    assert checkout.make("run") == [".venv", "requirements.txt"]
    assert checkout.make("run") == []


def test_the_tools_are_added_to_what_the_bot_needs(checkout: Checkout) -> None:
    checkout.make("run")
    assert checkout.make("tools") == ["requirements-dev.txt", "./local_discord"]
    assert checkout.make("tools") == checkout.make("run") == []


def test_running_the_bot_keeps_tools_that_are_out_of_date(checkout: Checkout) -> None:
    checkout.make("tools")
    for name in ("requirements.txt", "requirements-dev.txt"):
        with (checkout.folder / name).open("a") as lock:
            lock.write("# newer\n")
    assert checkout.make("run") == ["requirements.txt"]
    assert checkout.make("run") == []
    assert checkout.make("tools") == ["requirements-dev.txt", "./local_discord"]


def test_without_a_pip_of_its_own_the_interpreter_makes_one_in_the_environment(checkout: Checkout) -> None:
    made = checkout.make("run", PIP_STATUS="1")
    assert made == [".venv", "requirements.txt"]
    assert "-m venv --clear .venv" in checkout.calls


def test_what_the_bot_imports_is_compiled_at_once(checkout: Checkout) -> None:
    checkout.make("run")
    assert "import operation.run_local" in checkout.calls


def test_a_changed_lock_file_makes_the_environment_again(checkout: Checkout) -> None:
    checkout.make("run")
    with (checkout.folder / "requirements.txt").open("a") as lock:
        lock.write("# newer\n")
    assert checkout.make("tools") == [".venv", "requirements-dev.txt", "./local_discord"]


def test_tools_without_a_package_for_the_system_are_not_needed_to_run_the_bot(checkout: Checkout) -> None:
    checkout.make("tools", 1, DEV_STATUS="1")
    assert "they are not needed: make run" in checkout.told
    assert checkout.make("run") == ["requirements.txt"]


@pytest.mark.parametrize("target", ["run", "tools"])
def test_an_environment_that_was_made_by_hand_is_completed_and_not_cleared(checkout: Checkout, target: str) -> None:
    binaries = checkout.folder / ".venv" / "bin"
    binaries.mkdir(parents=True)
    shutil.copy(checkout.folder / "python", binaries / "python")
    (checkout.folder / ".venv" / "mine").touch()
    assert ".venv" not in checkout.make(target)
    assert (checkout.folder / ".venv" / "mine").exists()
    assert checkout.make(target) == []


@pytest.mark.skipif(shutil.which("flock") is None, reason="this machine has no flock")
def test_a_second_make_waits_for_the_one_that_sets_the_environment_up(checkout: Checkout) -> None:
    with (checkout.folder / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with checkout.begin("run") as waiting:
            assert waiting.stderr is not None
            assert waiting.stderr.readline() == "Another make is setting up .venv. Waiting for it ...\n"
            assert "venv" not in (checkout.folder / "calls").read_text()
            fcntl.flock(lock, fcntl.LOCK_UN)
            waiting.communicate()
    assert waiting.returncode == 0
    assert checkout.make("run") == []


@pytest.mark.parametrize("target", ["test", "check", "coverage", "races", "chaos", "bench", "format", "words"])
def test_targets_for_developers_install_the_tools(target: str) -> None:
    shown = subprocess.run(["make", "--dry-run", target], cwd=ROOT, capture_output=True, text=True, check=True).stdout  # noqa: S607  # the make of this machine
    assert "scripts/setup.sh '.venv' dev" in shown


def test_the_packages_for_speed_are_added_to_the_environment(checkout: Checkout) -> None:
    assert checkout.make("speed") == [".venv", "requirements.txt", "requirements-speed.txt"]
    assert checkout.make("run") == []
