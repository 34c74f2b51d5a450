"""Signatures of interactions that come over HTTP: whether Discord has sent a request, and lately."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from enum import StrEnum
from typing import Final

from nacl.exceptions import BadSignatureError
from nacl.signing import VerifyKey

_KEY: Final = re.compile("[0-9a-fA-F]{64}")
_SIGNATURE: Final = re.compile("[0-9a-fA-F]{128}")
_TIME: Final = re.compile("[0-9]{1,12}")
# An interaction has to be answered within 3 seconds. What is left is for clocks that are not set well.
_SECONDS_OFF: Final = 60.0


class Doubt(StrEnum):
    """Why a request is not believed, as the metrics count it."""

    UNSIGNED = "unsigned"
    FORGED = "forged"
    OLD = "old"


class SignatureCheck:
    """Checks requests with the public key of the application.

    Args:
        public_key: The key, in hexadecimal digits.
        now: Tells the time by the clock of the machine, in seconds since 1970.

    Raises:
        ValueError: There can be no such key.
    """

    def __init__(self, public_key: str, *, now: Callable[[], float] = time.time) -> None:
        if _KEY.fullmatch(public_key) is None:
            raise ValueError(f"{public_key!r} is no public key")
        self._key = VerifyKey(bytes.fromhex(public_key))
        self._now = now

    def doubt(self, signature: str, timestamp: str, body: bytes) -> Doubt | None:
        """Return why a request is not believed; None if it is.

        Args:
            signature: The header `X-Signature-Ed25519`.
            timestamp: The header `X-Signature-Timestamp`, which is signed along with the body.
            body: The body as it came.
        """
        if _SIGNATURE.fullmatch(signature) is None or _TIME.fullmatch(timestamp) is None:
            return Doubt.UNSIGNED
        try:
            self._key.verify(timestamp.encode("ascii") + body, bytes.fromhex(signature))
        except BadSignatureError:
            return Doubt.FORGED
        return Doubt.OLD if abs(self._now() - int(timestamp)) > _SECONDS_OFF else None
