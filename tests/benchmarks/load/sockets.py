"""A minimal HTTP and WebSocket client, so that the benchmark measures the servers and not itself."""

import asyncio
import re
from collections.abc import Callable, Mapping
from struct import pack, unpack_from

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
BLANK_LINE = b"\r\n\r\n"
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)


class Refused(Exception):
    """The server did not answer as it should; the text is what it said."""


class Connection(asyncio.Protocol):
    """An open connection that counts what it receives; `lost` is called if the server ends it."""

    def __init__(self, lost: Callable[[Exception], None]) -> None:
        self.bytes_received = 0
        self._lost = lost
        self._rest = b""
        self._is_done = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        if not self._is_done:
            self._lost(exc or Refused("the server closed a connection"))

    def data_received(self, data: bytes) -> None:
        self.bytes_received += len(data)
        rest = self._rest + data if self._rest else data
        self._rest = rest[self._take(rest) :]

    def stop_reading(self) -> None:
        self._transport.pause_reading()

    def go_on_reading(self) -> None:
        self._transport.resume_reading()

    def close(self) -> None:
        self._is_done = True
        self._transport.close()

    @property
    def is_closing(self) -> bool:
        """Whether it is lost or being closed."""
        return self._transport.is_closing()

    def _take(self, data: bytes) -> int:
        """Use whatever is complete at the beginning of `data`; return its length."""
        raise NotImplementedError


class WebSocket(Connection):
    """A socket at `path`: `receive` gets each text, once the server has agreed to the upgrade."""

    def __init__(
        self, path: str, headers: Mapping[str, str], receive: Callable[[bytes], None], lost: Callable[[Exception], None]
    ) -> None:
        super().__init__(lost)
        upgrade = {
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==",
        }
        self._request = head("GET", path, {**headers, **upgrade})
        self._receive = receive
        self._is_open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._transport.write(self._request)

    def send(self, text: bytes) -> None:
        self._transport.write(frame(TEXT, text))

    def _take(self, data: bytes) -> int:
        at = 0 if self._is_open else self._opened(data)
        while (end := frame_end(data, at)) is not None:
            payload, after = end
            self._handle(data[at] & 15, data[payload:after])
            at = after
        return at

    def _opened(self, data: bytes) -> int:
        """The length of the answer to the handshake, 0 while it is incomplete."""
        end = data.find(BLANK_LINE)
        if end < 0:
            return 0
        if not data.startswith(b"HTTP/1.1 101"):
            raise Refused(data[:end].decode())
        self._is_open = True
        return end + len(BLANK_LINE)

    def _handle(self, opcode: int, payload: bytes) -> None:
        if opcode == TEXT:
            self._receive(payload)
        elif opcode == PING:
            self._transport.write(frame(PONG, payload))
        elif opcode == CLOSE:
            self._lost(Refused(f"the server closed a socket: {unpack_from('!H', payload)[0]}"))


class KeptAlive(Connection):
    """A connection for one request after the other: `receive` gets status and body of each answer.

    A server may close it between two requests; then it `is_closed`, and the next one needs another.
    """

    def __init__(self, receive: Callable[[int, bytes], None], lost: Callable[[Exception], None]) -> None:
        super().__init__(lost)
        self.is_closed = False
        self._is_awaited = False
        self._receive = receive

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_closed = True
        if self._is_awaited:
            super().connection_lost(exc)

    def get(self, path: str, headers: Mapping[str, str]) -> None:
        self._send(head("GET", path, headers))

    def post(self, path: str, headers: Mapping[str, str], form: bytes) -> None:
        about = {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(form))}
        self._send(head("POST", path, {**headers, **about}) + form)

    def _send(self, request: bytes) -> None:
        self._is_awaited = True
        self._transport.write(request)

    def _take(self, data: bytes) -> int:
        end = data.find(BLANK_LINE)
        if end < 0:
            return 0
        length = _LENGTH.search(data, 0, end)
        start = end + len(BLANK_LINE)
        after = start + (int(length[1]) if length else 0)
        if len(data) < after:
            return 0
        self._is_awaited = False
        self._receive(int(data[9:12]), data[start:after])
        return after


def head(method: str, path: str, headers: Mapping[str, str]) -> bytes:
    """The first part of a request."""
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join(lines).encode() + BLANK_LINE


def frame(opcode: int, payload: bytes) -> bytes:
    """A frame to the server: masked, as it has to be, with zeros, as it may be."""
    length = len(payload)
    size = bytes([128 | length]) if length < 126 else pack("!BH", 128 | 126, length)
    return bytes([128 | opcode]) + size + bytes(4) + payload


def frame_end(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of the server's frame at `at` begins and ends; None while it is incomplete."""
    if len(data) < at + 2:
        return None
    length, payload = data[at + 1], at + 2
    if length >= 126:
        payload += 2 if length == 126 else 8
        if len(data) < payload:
            return None
        length = unpack_from("!H" if length == 126 else "!Q", data, at + 2)[0]
    return (payload, payload + length) if len(data) >= payload + length else None
