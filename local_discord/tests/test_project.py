"""The package as a project of its own: what it packages, and what it does not know."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_LEAST_SETUPTOOLS = 77
TEXTS = {".py", ".md", ".toml", ".js", ".css", ".html", ".svg"}


def project_files() -> list[Path]:
    """Return the project's files, relative to its folder, without caches and build results."""
    found = [path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file()]
    return [path for path in found if not any(part.startswith(".") or part == "build" for part in path.parts)]


def test_every_package_is_listed() -> None:
    folders = {path.parent.parts for path in project_files() if path.name == "__init__.py"}
    packages = {".".join(("local_discord", *parts)) for parts in folders if "tests" not in parts}
    assert set(PROJECT["tool"]["setuptools"]["packages"]) == packages


def test_no_file_names_the_bot_it_was_made_for() -> None:
    name = "grid" + "lock"
    texts = [path for path in project_files() if path.suffix in TEXTS]
    assert [str(path) for path in texts if name in (ROOT / path).read_text(encoding="utf-8").lower()] == []


def test_a_built_wheel_holds_the_page_and_no_tests(tmp_path: Path) -> None:
    if _setuptools() < _LEAST_SETUPTOOLS:
        pytest.skip(f"setuptools {_LEAST_SETUPTOOLS} or newer builds the wheel")
    source = tmp_path / "source"
    shutil.copytree(ROOT, source, ignore=shutil.ignore_patterns(".*", "__pycache__", "build", "*.egg-info"))
    build = "import setuptools.build_meta as backend; backend.build_wheel('..')"
    subprocess.run([sys.executable, "-c", build], cwd=source, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    static = {f"local_discord/{path}" for path in project_files() if "static" in path.parts}
    assert {"local_discord/__init__.py", *static} <= names
    assert not [name for name in names if name.startswith("local_discord/tests")]


def _setuptools() -> int:
    """The major version of setuptools, 0 for none. Importing it would replace modules of this process."""
    try:
        return int(version("setuptools").split(".")[0])
    except PackageNotFoundError:
        return 0
