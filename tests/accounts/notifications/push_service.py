"""A push service for tests: it checks the signature of each push and decrypts it, as a browser would."""

import base64
import json
import os
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from py_vapid import Vapid02

from accounts.notifications import pushes


@dataclass
class PushService:
    """A service at `address` and the one browser it serves; it answers `status`, and when to try again, and knows the
    key of the site.
    """

    status: int = 201
    retry_after: str = ""
    site_key: str = field(default_factory=pushes.public_key)
    arrived: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._key, self._secret = ec.generate_private_key(ec.SECP256R1()), os.urandom(16)
        self._came = Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.take(dict(self.headers), body)
                self.send_response(service.status)
                self.send_header("Location", "/elsewhere")
                if service.retry_after:
                    self.send_header("Retry-After", service.retry_after)
                self.end_headers()

            def log_message(self, *_args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._server.server_port}"
        Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()  # looks so often for its end

    def take(self, headers: dict[str, str], body: bytes) -> None:
        """Note a push if it is signed by the site. Raises an error else."""
        assert Vapid02.verify(headers["Authorization"])
        assert headers["Authorization"].endswith(f"k={self.site_key}")
        plain = http_ece.decrypt(body, private_key=self._key, auth_secret=self._secret, version="aes128gcm")
        self.headers.append(headers)
        self.arrived.append(json.loads(plain))
        self._came.set()

    def wait(self) -> dict[str, Any]:
        """Return the first push, once it has arrived."""
        assert self._came.wait(60), "no push arrives"
        return self.arrived[0]

    def subscription(self, name: str = "browser") -> dict[str, Any]:
        """Return what a browser says of itself when it subscribes."""
        point = self._key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        texts = {"p256dh": point, "auth": self._secret}
        keys = {name: base64.urlsafe_b64encode(value).decode().rstrip("=") for name, value in texts.items()}
        return {"endpoint": f"{self.address}/{name}", **keys}

    def close(self) -> None:
        """Stop serving."""
        self._server.shutdown()
        self._server.server_close()
