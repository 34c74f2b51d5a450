from __future__ import annotations

from pathlib import Path

from operation.file_access import access_warnings


def warnings(folder: Path, *, settings: int, database: int, user: int = 1000) -> list[str]:
    files = (folder / ".env", folder / "gridlock.db")
    for file, mode in zip(files, (settings, database), strict=True):
        file.touch()
        file.chmod(mode)
    return [sentence.replace(str(folder), "") for sentence in access_warnings(*files, user)]


def test_files_that_only_their_owner_or_group_can_read_are_no_reason_for_a_warning(tmp_path: Path) -> None:
    assert warnings(tmp_path, settings=0o600, database=0o640) == []
    assert list(access_warnings(tmp_path / "nowhere", None, 1000)) == []


def test_files_that_everybody_can_read_and_a_run_as_root_are_warned_of(tmp_path: Path) -> None:
    assert warnings(tmp_path, settings=0o644, database=0o604, user=0) == [
        "/.env holds the token, and every user of this machine can read it: chmod 600 /.env",
        "Every user of this machine can read the database /gridlock.db: chmod 600 /gridlock.db*",
        "The bot runs as root, and needs none of root's rights. Run it as a user of its own.",
    ]
