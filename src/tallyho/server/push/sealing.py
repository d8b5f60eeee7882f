"""Sealing a message for one browser, so that the push service cannot read it (RFC 8291)."""

import os
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tallyho.contract import NotationError
from tallyho.server.push.base64url import decoded
from tallyho.server.push.keys import CURVE, point_of

SECRET_BYTES: Final = 16
RECORD_BYTES: Final = 4096  # what every push service takes
LAST_RECORD: Final = b"\x02"


def seal(message: bytes, p256dh: str, auth: str) -> bytes:
    """The message as the body of a push, in the coding `aes128gcm`."""
    browser = browser_key(p256dh)
    own = ec.generate_private_key(CURVE)
    points = point_of(browser) + point_of(own.public_key())
    shared = own.exchange(ec.ECDH(), browser)
    material = _derive(shared, browser_secret(auth), b"WebPush: info\0" + points, 32)
    salt = os.urandom(16)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    sender = point_of(own.public_key())
    header = salt + RECORD_BYTES.to_bytes(4, "big") + bytes([len(sender)]) + sender
    return header + AESGCM(key).encrypt(nonce, message + LAST_RECORD, None)


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)


def browser_key(p256dh: str) -> ec.EllipticCurvePublicKey:
    """The browser's public key."""
    try:
        return ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(p256dh))
    except ValueError:
        raise NotationError("p256dh", "this is no public key of a browser") from None


def browser_secret(auth: str) -> bytes:
    """The browser's part of the secret."""
    try:
        secret = decoded(auth)
    except ValueError:
        secret = b""
    if len(secret) != SECRET_BYTES:
        raise NotationError("auth", f"this is not {SECRET_BYTES} bytes in base64url")
    return secret
