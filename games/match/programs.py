"""Bots that are programs of their own: they read and write lines of the protocol (docs/protocol.md)."""

import queue
import random
import shlex
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import Final

from ..bots.protocol import read_action
from ..engine import Action, View, view_notation

LONGEST_LINE: Final = 10_000
MOST_LINES: Final = 1000
"""How many lines of a program wait to be read; it then waits itself."""

START: Final = 600.0
"""Seconds that a program has until it is ready, in which it may compile itself or read a large file."""

PARTING: Final = 2.0
"""Seconds that a program has to end by itself."""


class ProgramFault(Exception):
    """A program does not do what the protocol asks of it; the message is a sentence."""


class Program:
    """A program that was begun by a command, and is ended by `close`.

    It has `start` seconds until it is ready, and then `patience` seconds for each answer.
    """

    def __init__(
        self, command: str, patience: float = 10.0, start: float = START, options: Mapping[str, str] | None = None
    ) -> None:
        """Begin the program and send its options. Raises ProgramFault if it can't be begun, or does not say that it is
        ready.
        """
        self.name, self._patience = command, patience
        try:
            self._process = subprocess.Popen(  # noqa: S603  # the user's own command
                shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, errors="replace"
            )
        except (OSError, ValueError) as error:
            raise ProgramFault(f"{command}: the command can’t be begun ({error}).") from None
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES)
        Thread(target=self._read, daemon=True).start()
        try:
            self._ask("ready", "hello", within=start)
        except ProgramFault:
            self.close()
            raise
        self._send(*(f"option {name} {value}" for name, value in (options or {}).items()))

    def choose(self, view: View, rng: random.Random) -> Action:
        """Return what the program does in a view, legal or not. Raises ProgramFault if it does not say so in time."""
        assert view.viewer is not None, "a spectator does nothing"
        lines = f"position {view_notation(view)}", f"go seed {rng.getrandbits(32)}"
        best = self._ask("best", *lines, within=self._patience)
        try:
            return read_action(view.viewer, best)
        except ValueError as error:
            raise ProgramFault(f"{self.name}: this is no action ({error}).") from None

    def close(self) -> None:
        """Ask the program to end, and end it if it does not."""
        self._send("quit")
        try:
            self._process.wait(PARTING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _ask(self, word: str, *lines: str, within: float) -> str:
        """Send lines and return what follows the word in the line of the answer that begins with it."""
        self._send(*lines)
        until = monotonic() + within
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, until - monotonic()))
            except queue.Empty:
                raise ProgramFault(f"{self.name}: no answer within {within:g} seconds.") from None
            if line is None:
                raise ProgramFault(f"{self.name}: the program has ended.")
            first, _, rest = line.strip().partition(" ")
            if first == "error":
                raise ProgramFault(f"{self.name}: it says: {rest[:200]}")
            if first == word:
                return rest
            if monotonic() > until:
                raise ProgramFault(f"{self.name}: no answer within {within:g} seconds.")

    def _send(self, *lines: str) -> None:
        assert self._process.stdin is not None
        with suppress(OSError):  # it has ended, which its answers say too
            self._process.stdin.writelines(f"{line}\n" for line in lines)
            self._process.stdin.flush()

    def _read(self) -> None:
        """Read the lines of the program, in a thread, as a read can't be broken off."""
        assert self._process.stdout is not None
        while line := self._process.stdout.readline(LONGEST_LINE):
            self._lines.put(line)
        self._lines.put(None)
