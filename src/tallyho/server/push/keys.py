"""The operator's keys: push services learn from a signed token who sends (VAPID, RFC 8292)."""

import json
import os
import stat
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tallyho.contract import NotationError
from tallyho.server.push.base64url import decoded, encoded

VALID_SECONDS: Final = 12 * 3600  # services take a day at most
CURVE: Final = ec.SECP256R1()


class PushKeys:
    """The key pair of a site, and whom to ask if something is wrong with what it sends."""

    def __init__(self, private: ec.EllipticCurvePrivateKey, contact: str) -> None:
        self._private = private
        self._contact = contact
        self.public: Final = encoded(point_of(private.public_key()))

    def authorization(self, endpoint: str, now: int) -> str:
        """The header that proves to the endpoint's service who sends."""
        service = urlsplit(endpoint)
        claims = {
            "aud": f"{service.scheme}://{service.netloc}",
            "exp": now // 1000 + VALID_SECONDS,
            "sub": self._contact,
        }
        signed = f"{_json({'typ': 'JWT', 'alg': 'ES256'})}.{_json(claims)}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ec.ECDSA(SHA256())))
        signature = encoded(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={signed}.{signature}, k={self.public}"


def point_of(public: ec.EllipticCurvePublicKey) -> bytes:
    """A public key as push services write it."""
    return public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def _json(value: dict[str, object]) -> str:
    return encoded(json.dumps(value, separators=(",", ":")).encode())


def write_keys(file: Path, contact: str) -> PushKeys:
    """Make new keys and keep them in a file that only its owner reads."""
    if not contact.startswith(("mailto:", "https://")) or not contact.isprintable():
        raise NotationError("contact", "write it like mailto:you@play.example, or https://…")
    private = ec.generate_private_key(CURVE)
    number = private.private_numbers().private_value
    text = json.dumps({"contact": contact, "private": encoded(number.to_bytes(32, "big"))})
    try:
        # Made anew and closed to others from the first moment; old keys are never lost.
        opened = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise NotationError("file", f"{file} exists already; choose another name") from None
    with open(opened, "w", encoding="utf-8") as out:
        out.write(text + "\n")
    return PushKeys(private, contact)


def read_keys(file: Path) -> PushKeys:
    """The keys in a file, which others on the machine must not be able to read."""
    try:
        mode = stat.S_IMODE(file.stat().st_mode)
        text = file.read_text("utf-8")
    except OSError as error:
        raise NotationError("push-keys", f"{file}: {error.strerror}") from None
    if mode & 0o007:
        raise NotationError("push-keys", f"{file} is open to everybody; chmod 600 it")
    try:
        told = json.loads(text)
        number = int.from_bytes(decoded(told["private"]), "big")
        return PushKeys(ec.derive_private_key(number, CURVE), str(told["contact"]))
    except (ValueError, KeyError, TypeError, AttributeError):
        reason = f"{file} has no keys; make some with tallyho push-keys"
        raise NotationError("push-keys", reason) from None
