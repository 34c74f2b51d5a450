"""Findings of checks: what is, how bad it is, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum


class Severity(Enum):
    """How bad a finding is."""

    GOOD = "ok"
    NOTE = "note"
    FAULT = "FAULT"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check has found.

    Attributes:
        subject: A word or two for what was checked.
        severity: A fault keeps the bot from working; a note may be meant so.
        sentence: What is.
        remedy: What to do; empty if there is nothing.
    """

    subject: str
    severity: Severity
    sentence: str
    remedy: str = ""

    def __str__(self) -> str:
        """One line for the terminal, and another for what to do."""
        line = f"{self.severity.value:>5}  {self.subject}: {self.sentence}"
        return f"{line}\n       → {self.remedy}" if self.remedy else line


def good(subject: str, sentence: str) -> Finding:
    """Return a finding that all is well."""
    return Finding(subject, Severity.GOOD, sentence)


def note(subject: str, sentence: str, remedy: str = "") -> Finding:
    """Return a finding that the host should know."""
    return Finding(subject, Severity.NOTE, sentence, remedy)


def fault(subject: str, sentence: str, remedy: str) -> Finding:
    """Return a finding that keeps the bot from working."""
    return Finding(subject, Severity.FAULT, sentence, remedy)


def has_faults(findings: Iterable[Finding]) -> bool:
    """Return whether the bot cannot work as it is."""
    return any(finding.severity is Severity.FAULT for finding in findings)
