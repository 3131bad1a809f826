"""Commands that answer each line of standard input with a line of JSON, at once: programs ask one after the other."""

import json
import signal
import sys
from collections.abc import Callable
from typing import Any

from .record_shape import Fault


def answer_lines(answer: Callable[[bytes], Any]) -> int:
    """Print the answer to each line that is not blank, or the result of the Fault that it raises, in ASCII.

    Return the exit status: 1 if there was a Fault, else 0.
    """
    if hasattr(signal, "SIGPIPE"):  # `| head` ends the command, as it ends others
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    status = 0
    for line in sys.stdin.buffer:
        if not line.isspace():
            try:
                answered = answer(line)
            except Fault as fault:
                answered, status = fault.result, 1
            sys.stdout.write(json.dumps(answered) + "\n")
            sys.stdout.flush()
    return status
