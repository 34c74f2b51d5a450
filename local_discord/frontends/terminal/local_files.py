"""Files of this machine that are attached to commands in the terminal."""

from __future__ import annotations

import mimetypes
from pathlib import Path

from local_discord.frontends.input.words import NotUnderstood
from local_discord.wire import ATTACHMENT_SIZE_LIMIT, Upload


def open_local_file(name: str) -> Upload:
    """Return the file with this path.

    Raises:
        NotUnderstood: There is none, it cannot be read, or it is larger than Discord takes.
    """
    path = Path(name).expanduser()
    try:
        if path.stat().st_size > ATTACHMENT_SIZE_LIMIT:
            raise NotUnderstood(f"{name} is too large to be attached.")
        content = path.read_bytes()
    except (OSError, ValueError) as error:
        raise NotUnderstood(f"The file {name} cannot be read.") from error
    kind, _ = mimetypes.guess_type(path.name)
    return Upload(path.name, content, kind or "application/octet-stream")
