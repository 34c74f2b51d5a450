"""A checkout on any system can be set up and run."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.forked_bot import ROOT

pytestmark = pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout of Git")


def git(*words: str, folder: Path = ROOT) -> str:
    return subprocess.run(["git", *words], cwd=folder, check=True, capture_output=True, text=True).stdout  # noqa: S607  # words of these tests


def test_a_checkout_with_windows_line_ends_has_scripts_that_a_shell_can_run(tmp_path: Path) -> None:
    git("-c", "core.autocrlf=true", "clone", "--quiet", "--depth=1", f"file://{ROOT}", "here", folder=tmp_path)
    clone = tmp_path / "here"
    for name in (".gitattributes", *git("ls-files", "*.sh", ".ci", "Makefile").split()):
        assert (clone / name).read_bytes().count(b"\r") == 0, name
    assert not git("ls-files", "--eol", folder=clone).count("w/crlf")


def test_every_text_file_has_lf_by_attribute() -> None:
    told = git("ls-files", "--eol").splitlines()
    texts = [line for line in told if not line.startswith("i/-text")]
    assert len(texts) > 500
    assert [line for line in texts if "eol=lf" not in line] == []
