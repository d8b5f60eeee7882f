"""A little push service on loopback, and a browser that can read what comes (RFC 8291, 8292)."""

import json
import queue
import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tallyho.server.push.base64url import decoded, encoded
from tallyho.server.push.keys import CURVE, point_of


@dataclass(frozen=True)
class Push:
    """One message as the service got it."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """Takes pushes at any path and keeps them; `answers` has other statuses than 201."""

    def __init__(self, folder: Path) -> None:
        self.certificate = folder / "service.pem"
        write_certificate(self.certificate)
        self.pushes: queue.Queue[Push] = queue.Queue()
        self.answers: dict[str, int] = {}
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate)
        self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.address = f"https://localhost:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever)

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                self.send_response(service.answers.get(self.path, 201))
                self.send_header("Location", f"{service.address}/followed")
                self.end_headers()
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.pushes.put(Push(self.path, headers, body))

            def log_message(self, *_: Any) -> None:
                pass

        return Handler

    def next(self) -> Push:
        return self.pushes.get(timeout=30)

    @contextmanager
    def running(self) -> Iterator["PushService"]:
        self._thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            self._thread.join(30)


def write_certificate(file: Path) -> None:
    """A certificate for localhost that vouches for itself, with its key."""
    key, now = ec.generate_private_key(CURVE), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .add_extension(x509.BasicConstraints(True, None), True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(made.public_bytes(Encoding.PEM) + secret)


class Browser:
    """What a browser keeps of a subscription."""

    def __init__(self, endpoint: str) -> None:
        self.endpoint = endpoint
        self._key = ec.generate_private_key(CURVE)
        self._auth = bytes(range(16))

    @property
    def subscription(self) -> dict[str, str]:
        point = encoded(point_of(self._key.public_key()))
        return {"endpoint": self.endpoint, "p256dh": point, "auth": encoded(self._auth)}

    def read(self, push: Push) -> Any:
        """What the message says."""
        salt, size, length = push.body[:16], push.body[16:20], push.body[20]
        sender, sealed = push.body[21 : 21 + length], push.body[21 + length :]
        assert int.from_bytes(size, "big") >= len(sealed)
        public = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender)
        info = b"WebPush: info\0" + point_of(self._key.public_key()) + sender
        shared = self._key.exchange(ec.ECDH(), public)
        material = HKDF(SHA256(), 32, self._auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(material)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(material)
        text, _, _ = AESGCM(key).decrypt(nonce, sealed, None).rpartition(b"\2")
        return json.loads(text)


def claims_of(push: Push, public: str) -> Any:
    """What the token of a push claims, once its signature by this key is verified."""
    kind, _, parts = push.headers["authorization"].partition(" ")
    told = dict(part.strip().split("=", 1) for part in parts.split(","))
    assert (kind, told["k"]) == ("vapid", public)
    signed, _, signature = told["t"].rpartition(".")
    r, s = decoded(signature)[:32], decoded(signature)[32:]
    both = encode_dss_signature(int.from_bytes(r, "big"), int.from_bytes(s, "big"))
    key = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, decoded(public))
    key.verify(both, signed.encode(), ec.ECDSA(SHA256()))
    header, claims = (json.loads(decoded(part)) for part in signed.split("."))
    assert header == {"typ": "JWT", "alg": "ES256"}
    return claims
