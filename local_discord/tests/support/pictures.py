"""Small pictures for emoji."""

from __future__ import annotations

import base64
import struct
import zlib


def png(width: int = 1, height: int = 1) -> bytes:
    """Return a black PNG."""

    def chunk(name: bytes, content: bytes) -> bytes:
        body = name + content
        return struct.pack(">I", len(content)) + body + struct.pack(">I", zlib.crc32(body))

    rows = (b"\0" * (width + 1)) * height
    header = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def gif(width: int = 1, height: int = 1) -> bytes:
    """Return the beginning of a GIF, up to its size."""
    return b"GIF89a" + struct.pack("<HH", width, height)


def data_uri(content: bytes, content_type: str = "image/png") -> str:
    """Return a picture as Discord takes it."""
    return f"data:{content_type};base64,{base64.b64encode(content).decode()}"
