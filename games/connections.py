"""How what is sent leaves the server, and what is received enters it."""

from daphne.ws_protocol import WebSocketProtocol
from twisted.internet import tcp


class PromptConnection(tcp.Server):
    """A connection that sends a frame without waiting for the event loop.

    Twisted's own has the loop say first that the kernel would take something, which it nearly always would: a round
    more for each frame, and a tenth of what a move costs.
    """

    _waits = False

    def write(self, data: bytes) -> None:
        if not self._may_send_now():
            super().write(data)
            return
        taken = self.writeSomeData(data)
        if taken != len(data):
            self.startWriting()
            super().write(data[taken:] if isinstance(taken, int) else data)

    def _may_send_now(self) -> bool:
        """Whether nothing is to happen before or after it that is the loop's business."""
        is_pulled = self.producer is not None and not self.streamingProducer
        return bool(self.connected) and not (self._waits or self.disconnecting or self.TLS or is_pulled)

    def startWriting(self) -> None:
        self._waits = True
        super().startWriting()

    def stopWriting(self) -> None:
        self._waits = False
        super().stopWriting()


class QuietSocket(WebSocketProtocol):
    """A WebSocket that sends and receives without a word.

    Autobahn's own sets words about it in colour, for a log that is not kept: that takes longer than the sending.
    """

    def dataReceived(self, data: bytes) -> None:
        self._dataReceived(data)

    def sendData(self, data: bytes, sync: bool = False, chopsize: int | None = None) -> None:
        self.transport.write(data)
