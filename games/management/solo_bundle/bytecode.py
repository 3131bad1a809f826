"""Bytecode of modules, to be made by the Python that will run it: a browser would take longer to compile the sources
than to do all the rest of its start. Without docstrings, assertions and lines it takes no more bytes than these.
"""

import json
import marshal
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType
from typing import Final

_HEADER: Final = MAGIC_NUMBER + bytes(12)
"""What a file with bytecode begins with: no time of a source, with which it would be compared."""

_UNKNOWN: Final = 0xF8
"""An entry of a table of lines for one instruction without a line, or for up to seven more (Python's
InternalDocs/code_objects.md).
"""


def compile_below(folder: str) -> str:
    """Write the bytecode of each source below a folder beside it, and return the number of files, in JSON."""
    sources = sorted(Path(folder).rglob("*.py"))
    for source in sources:
        name = str(source.relative_to(folder))
        code = compile(source.read_bytes(), name, "exec", dont_inherit=True, optimize=2)
        source.with_suffix(".pyc").write_bytes(_HEADER + marshal.dumps(_without_lines(code)))
    return json.dumps(len(sources))


def _without_lines(code: CodeType) -> CodeType:
    """Return the code with a table of lines that says of no instruction where it comes from."""
    constants = (_without_lines(each) if isinstance(each, CodeType) else each for each in code.co_consts)
    full, rest = divmod(len(code.co_code) // 2, 8)
    table = bytes([_UNKNOWN | 7] * full + [_UNKNOWN | rest - 1] * bool(rest))
    return code.replace(co_consts=tuple(constants), co_linetable=table)
