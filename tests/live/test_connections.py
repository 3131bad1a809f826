"""What the server sends arrives complete and in order, however much of it the kernel takes at once."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from twisted.internet.error import ConnectionDone, ConnectionLost
from twisted.internet.protocol import Protocol
from twisted.python.failure import Failure

from games.connections import PromptConnection


class Loop:
    """As much of an event loop as a connection needs: whether it is to be told when it may write."""

    def __init__(self) -> None:
        self.writers: set[object] = set()

    def addReader(self, _reader: object) -> None: ...

    def removeReader(self, _reader: object) -> None: ...

    def addWriter(self, writer: object) -> None:
        self.writers.add(writer)

    def removeWriter(self, writer: object) -> None:
        self.writers.discard(writer)


class Wire:
    """A connection and its far end."""

    def __init__(self) -> None:
        self.near, self.far = socket.socketpair()
        self.near.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # the kernel takes the least it can
        for end in (self.near, self.far):
            end.setblocking(False)
        self.loop: Any = Loop()
        self.connection = PromptConnection(self.near, Protocol(), ("", 0), None, 0, self.loop)
        self.arrived = b""

    def read(self, most: int) -> None:
        """The far end reads, and the loop lets the connection write if it asked for that."""
        with suppress(BlockingIOError):
            self.arrived += self.far.recv(most)
        if self.loop.writers:
            self.connection.doWrite()

    def close(self) -> None:
        self.near.close()
        self.far.close()


@given(st.lists(st.tuples(st.integers(1, 20_000), st.booleans(), st.integers(0, 9_000)), max_size=30))
def test_everything_arrives_in_order_although_the_kernel_takes_little(steps: list[tuple[int, bool, int]]) -> None:
    wire, sent = Wire(), b""
    for number, (size, at_once, read) in enumerate(steps):
        piece = bytes([number]) * size
        sent += piece
        if at_once:
            wire.connection.write(piece)
        else:
            wire.connection.writeSequence([piece[:1], piece[1:]])
        if read:
            wire.read(read)
    while wire.loop.writers:
        wire.read(1_000_000)
    wire.read(1_000_000)
    wire.close()
    assert wire.arrived == sent


def test_what_the_kernel_takes_waits_for_no_event_loop() -> None:
    wire = Wire()
    wire.connection.write(b"a frame")
    assert wire.far.recv(100) == b"a frame"
    assert not wire.loop.writers
    wire.close()


def test_nothing_goes_ahead_of_what_waits() -> None:
    wire = Wire()
    wire.connection.writeSequence([b"first, ", b"second, "])
    wire.connection.write(b"third")
    wire.read(100)
    wire.read(100)
    assert wire.arrived == b"first, second, third"
    wire.connection.write(b"and again at once")
    assert wire.far.recv(100) == b"and again at once"
    wire.close()


class Pulled:
    """Something to send that hands over a piece whenever it is asked for one."""

    def __init__(self, wire: Wire, pieces: list[bytes]) -> None:
        self.wire, self.pieces = wire, pieces
        wire.connection.registerProducer(self, False)

    def resumeProducing(self) -> None:
        if self.pieces:
            self.wire.connection.write(self.pieces.pop(0))
        else:
            self.wire.connection.unregisterProducer()

    def stopProducing(self) -> None: ...


def test_what_is_sent_piece_by_piece_on_demand_arrives_to_the_last() -> None:
    wire = Wire()
    Pulled(wire, [b"one, ", b"two, ", b"three"])
    while wire.loop.writers:
        wire.read(100)
    wire.read(100)
    assert wire.arrived == b"one, two, three"
    wire.close()


def test_the_loop_hears_that_the_far_end_has_gone() -> None:
    wire = Wire()
    wire.far.close()
    wire.connection.write(b"anybody there?")
    wire.connection.write(b"no?")
    assert wire.loop.writers
    assert isinstance(wire.connection.doWrite(), ConnectionLost)
    wire.close()


def test_nothing_is_sent_once_the_connection_has_ended() -> None:
    wire = Wire()
    wire.connection.connectionLost(Failure(ConnectionDone()))
    wire.connection.write(b"too late")
    assert not wire.loop.writers
    wire.close()
