"""The search of bots for browsers: the functions that bots call, compiled ahead to WebAssembly.

Numba makes code of LLVM for them, without anything of this computer's processor in it, LLVM makes WebAssembly of that,
and `wasm-ld` a library with which Python in a browser is linked. It runs as a program of its own, because numba has to
be loaded with other settings: `python -m games.management.solo_bundle.kernels FILE LINKER`.
"""

import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Any, Final

from games.bots.search import compiled_code

LINKERS: Final = ("wasm-ld", *(f"wasm-ld-{version}" for version in range(22, 13, -1)))
"""Its name, or that in Debian's packages lld-19, lld-18, ...: any will do."""

CALLED: Final = ("bids_simulate_bids", "cards_search", "payoffs_fill_payoffs", "worlds_fill_choices")
"""The functions of the search that Python calls while a bot chooses; advice and reviews are given by the site."""

_TRIPLE: Final = "wasm32-unknown-emscripten"
_FEATURES: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
_SETTINGS: Final = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}


def made(work: Path) -> Path | None:
    """Return the library, made below `work` unless it is there for these sources; None without a linker.

    Raises RuntimeError if it cannot be made.
    """
    linker = next(filter(None, map(which, LINKERS)), None)
    recipe = sha256(Path(__file__).read_bytes()).hexdigest()[:8]
    library = work / f"kernels-{compiled_code.fingerprint(compiled_code.SEARCH)}-{recipe}.so"
    if not library.exists() and linker:
        compiled_code.run_compiler(__name__, str(library), linker, **_SETTINGS)
    return library if library.exists() else None


def _make(library: Path, linker: str) -> None:
    import llvmlite.binding as llvm  # late, here and below: only this program needs it

    from games.bots.search.compiler import compiled_together, entries

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(_TRIPLE)
    machine: Any = target.create_target_machine(opt=3, features=_FEATURES, reloc="pic", codemodel="default")
    functions = {name: entry for name, entry in entries(compiled_code.SEARCH).items() if name in CALLED}
    _link(machine.emit_object(compiled_together(functions, machine)), library, linker, functions)


def _link(code: bytes, library: Path, linker: str, names: Iterable[str]) -> None:
    with TemporaryDirectory() as folder:
        compiled, linked = Path(folder, "kernels.o"), Path(folder, "kernels.so")
        compiled.write_bytes(code)
        options = ["-shared", "--experimental-pic", "--allow-undefined", "--strip-all", "--gc-sections", "--no-entry"]
        exports = [f"--export={name}" for name in names]
        subprocess.run([linker, compiled, "-o", linked, *options, *exports], check=True)  # noqa: S603
        library.parent.mkdir(parents=True, exist_ok=True)
        library.write_bytes(linked.read_bytes())


if __name__ == "__main__":
    _make(Path(sys.argv[1]), sys.argv[2])
