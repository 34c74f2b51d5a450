"""The system-call filter of the unit as a seccomp profile of a container, for machines that systemd does not run."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.deploy.tools import run, tool

_DENIED = 1  # EPERM, as the unit says
_WRITE, _EXECUTE = 2, 4


def write_profile(unit: Path, profile: Path) -> None:
    """Write the profile: the calls that the unit allows, and no memory that is writable and executable."""
    allowed: set[str] = set()
    for line in re.findall(r"^SystemCallFilter=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE):
        calls = {call for group in line.removeprefix("~").split() for call in _calls(group)}
        allowed = allowed - calls if line.startswith("~") else allowed | calls
    mapping = {"mmap", "mprotect", "pkey_mprotect"}
    rules = [
        _rule(sorted(allowed - mapping)),
        # One bit of the protection is not set.
        *(
            _rule(["mmap"], {"index": 2, "value": bit, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"})
            for bit in (_WRITE, _EXECUTE)
        ),
        _rule(
            ["mprotect", "pkey_mprotect"], {"index": 2, "value": _EXECUTE, "valueTwo": 0, "op": "SCMP_CMP_MASKED_EQ"}
        ),
    ]
    told = {"defaultAction": "SCMP_ACT_ERRNO", "defaultErrnoRet": _DENIED, "syscalls": rules}
    profile.write_text(json.dumps(told), encoding="utf-8")


def _rule(names: list[str], *conditions: dict[str, Any]) -> dict[str, Any]:
    return {"names": names, "action": "SCMP_ACT_ALLOW", "args": list(conditions)}


def _calls(group: str) -> set[str]:
    """The calls of a group, those of the groups in it included."""
    if not group.startswith("@"):
        return {group}
    lines = run(tool("systemd-analyze", "systemd"), "syscall-filter", group).splitlines()[1:]
    words = [word for line in lines if (word := line.strip()) and not word.startswith("#")]
    return {call for word in words for call in _calls(word)}
