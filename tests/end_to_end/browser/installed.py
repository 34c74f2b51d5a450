"""The browser that is installed on this machine; Playwright brings none."""

from __future__ import annotations

import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def installed_browser() -> str | None:
    """The path of a Chromium or Chrome, or None."""
    return next(filter(None, map(shutil.which, NAMES)), None)
