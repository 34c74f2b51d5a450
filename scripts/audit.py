"""Audit of the locked dependencies: `python -m scripts.audit` compares them with the committed advisories, offline.

`python -m scripts.audit --take all.zip` takes the advisories about locked packages from a dump of OSV, as
https://osv-vulnerabilities.storage.googleapis.com/PyPI/all.zip is one, and notes for which lock files this was done.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import sys
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from packaging.utils import canonicalize_name
from packaging.version import InvalidVersion, Version

ROOT: Final = Path(__file__).resolve().parents[1]
LIST: Final = "requirements-advisories.json"

Advisory = Mapping[str, Any]
Pins = dict[str, Version]


class BadList(Exception):
    """The list of advisories cannot be read."""


def locked(folder: Path) -> Pins:
    """Return the versions that the lock files pin, by the normalised name of the package."""
    pins: Pins = {}
    for path in sorted(folder.glob("requirements*.txt")):
        for line in path.read_text(encoding="utf-8").splitlines():
            package, pinned, version = line.partition("==")
            if pinned and not line.startswith((" ", "#")):
                pins[canonicalize_name(package)] = Version(version.split(";")[0].split("\\")[0].strip())
    return pins


def digest(folder: Path) -> str:
    """Return a digest of what the lock files pin."""
    pins = sorted(f"{name}=={version}" for name, version in locked(folder).items())
    return hashlib.sha256("\n".join(pins).encode()).hexdigest()


def faults(folder: Path) -> list[str]:
    """Return a sentence for each locked version that an advisory names, and one if the list is older than the lock.

    Raises:
        BadList: As the error says.
    """
    listed = _read(folder / LIST)
    pins = locked(folder)
    found = [
        f"{name} {pins[name]} is affected by {advisory['id']}: {advisory.get('summary', 'no summary')}"
        for advisory in listed["advisories"]
        for name in sorted(_affected(advisory, pins))
    ]
    if listed["locks"] != digest(folder):
        found.append(f"{LIST} is of other lock files. Take the advisories again, as CONTRIBUTING.md says.")
    return found


def take(folder: Path, records: Iterable[Advisory]) -> int:
    """Replace the list by the advisories about locked packages, and return how many there are."""
    pins = locked(folder)
    about = [each for each in records if not each.get("withdrawn") and pins.keys() & _packages(each)]
    listed = {
        "source": "https://osv.dev",
        "taken": datetime.now(UTC).date().isoformat(),
        "locks": digest(folder),
        "advisories": sorted(map(_shortened, about), key=lambda each: str(each["id"])),
    }
    (folder / LIST).write_text(json.dumps(listed, indent=2) + "\n", encoding="utf-8")
    return len(about)


def _read(path: Path) -> dict[str, Any]:
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        if not isinstance(listed["advisories"], list) or not isinstance(listed["locks"], str):
            raise BadList(f"{path.name} lacks its advisories.")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadList(f"{path.name} cannot be read: {error!r}.") from error
    return dict(listed)


def _affected(advisory: Advisory, pins: Pins) -> set[str]:
    """Return the packages whose pinned version an advisory names."""
    try:
        return {
            name
            for name, each in _of_pypi(advisory)
            if name in pins and (_is_listed(pins[name], each) or _is_in_range(pins[name], each))
        }
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise BadList(f"The advisory {advisory.get('id')} in {LIST} cannot be read: {error!r}.") from error


def _of_pypi(advisory: Advisory) -> Iterator[tuple[str, Advisory]]:
    for each in advisory.get("affected", ()):
        if each.get("package", {}).get("ecosystem") == "PyPI":
            yield canonicalize_name(each["package"]["name"]), each


def _packages(advisory: Advisory) -> set[str]:
    return {name for name, _ in _of_pypi(advisory)}


def _is_listed(version: Version, affected: Advisory) -> bool:
    return version in {Version(one) for one in affected.get("versions", ()) if _is_version(one)}


def _is_version(text: str) -> bool:
    try:
        Version(text)
    except InvalidVersion:
        return False
    return True


def _is_in_range(version: Version, affected: Advisory) -> bool:
    """Evaluate ranges as https://ossf.github.io/osv-schema/#evaluation describes it."""
    return any(
        _is_between(version, [event for event in each["events"] if "limit" not in event])
        for each in affected.get("ranges", ())
        if each.get("type") == "ECOSYSTEM"
    )


def _is_between(version: Version, events: list[dict[str, str]]) -> bool:
    """Whether a version is at or after an introduction, with no later end up to it."""
    is_affected = False
    for event in sorted(events, key=lambda each: _place(*next(iter(each.items())))):
        ((what, text),) = event.items()
        at = Version(text)
        if what == "introduced" and version >= at:
            is_affected = True
        if (what == "fixed" and version >= at) or (what == "last_affected" and version > at):
            is_affected = False
    return is_affected


def _place(what: str, text: str) -> tuple[Version, int]:
    # A version that is introduced again and fixed at once counts as fixed.
    return Version(text), ("introduced", "last_affected", "fixed").index(what)


def _shortened(record: Advisory) -> dict[str, Any]:
    """Return what the audit reads of an advisory."""
    kept = ("id", "aliases", "summary", "modified")
    affected = [
        {name: each[name] for name in ("package", "ranges", "versions") if name in each} for _, each in _of_pypi(record)
    ]
    return {name: record[name] for name in kept if name in record} | {"affected": affected}


def _records(path: Path) -> Iterator[Advisory]:
    with zipfile.ZipFile(path) as dump:
        for name in dump.namelist():
            if name.endswith(".json"):
                yield json.loads(dump.read(name))


def main(arguments: list[str] | None = None, folder: Path = ROOT) -> int:
    """Print what is affected; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m scripts.audit", description=__doc__.splitlines()[0])
    parser.add_argument("--take", type=Path, metavar="DUMP", help="replace the list by the advisories of this dump")
    dump: Path | None = parser.parse_args(arguments).take
    try:
        if dump is not None:
            print(f"{LIST} has {take(folder, _records(dump))} advisories about locked packages now.")
        found = faults(folder)
        listed = _read(folder / LIST)
    except (BadList, OSError, zipfile.BadZipFile) as error:
        print(error, file=sys.stderr)
        return 2
    for each in found:
        print(each, file=sys.stderr)
    source = f"taken from {listed['source']} on {listed['taken']}" if listed.get("source") else "of no source yet"
    print(
        f"{len(locked(folder))} locked packages, {len(listed['advisories'])} advisories {source}: {len(found)} faults."
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
