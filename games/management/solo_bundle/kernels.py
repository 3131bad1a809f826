"""The search of bots for browsers: the functions that numba compiles, compiled ahead to WebAssembly instead.

Numba makes code of LLVM for them, without anything of this computer's processor in it, LLVM makes WebAssembly of that,
and `wasm-ld` a library with which Python in a browser is linked. It runs as a program of its own, because numba has to
be loaded with other settings: `python -m games.management.solo_bundle.kernels FILE LINKER`.
"""

import os
import re
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

_TRIPLE: Final = "wasm32-unknown-emscripten"
_FEATURES: Final = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext"
_SETTINGS: Final = {"NUMBA_OPT": "0", "NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}
_CALLED: Final = {
    "cards.search": "I i I I I2 F2 i I I2",
    "bids.simulate_bids": "i I I I I2 I2 I2 i I F2",
    "payoffs.fill_payoffs": "I I F2",
    "worlds.fill_choices": "I I I I2",
}
"""What Python calls of them while a bot chooses, and with what: whole numbers, arrays of them (I) or of floats (F) in
one or two axes.
"""


def made(work: Path) -> Path | None:
    """Return the library, made below `work` unless it is there for these sources; None without a linker.

    Raises RuntimeError if it cannot be made.
    """
    linker = next(filter(None, map(which, LINKERS)), None)
    sources = (Path(__file__), Path(__file__).with_name("runtime.ll"))
    recipe = sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()[:8]
    library = work / f"kernels-{compiled_code.fingerprint()}-{recipe}.so"
    if library.exists() or linker is None:
        return library if library.exists() else None
    with TemporaryDirectory() as compiled:
        command = [sys.executable, "-m", __name__, str(library), linker]
        environment = {**os.environ, **_SETTINGS, "NUMBA_CACHE_DIR": compiled}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise RuntimeError(f"The search of bots could not be compiled for browsers: {done.stderr[-2000:]}")
    return library


def _make(library: Path, linker: str) -> None:
    import llvmlite.binding as llvm  # late, here and below: only this program needs it

    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple(_TRIPLE)
    machine = target.create_target_machine(opt=3, features=_FEATURES, reloc="pic", codemodel="default")
    functions = dict(_functions())
    module = _parsed(llvm, (Path(__file__).with_name("runtime.ll")).read_text(), machine)
    for code, _symbol in functions.values():
        module.link_in(_parsed(llvm, code, machine))
    _export(module, {symbol: name for name, (_code, symbol) in functions.items()})
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    _check(str(module))
    _link(machine.emit_object(module), library, linker, functions)


def _functions() -> Iterable[tuple[str, tuple[str, str]]]:
    """Yield for each function its name in the library, its code and its name there."""
    from importlib import import_module

    from numba.core import types

    kinds: dict[str, Any] = {"i": types.int64}
    for letter, number in (("I", types.int64), ("F", types.float64)):
        kinds |= {letter: types.Array(number, 1, "C"), f"{letter}2": types.Array(number, 2, "C")}
    for name, letters in _CALLED.items():
        module, _, function = name.partition(".")
        fast: Any = getattr(import_module(f"games.bots.search.{module}"), function)
        signature = tuple(kinds[letter] for letter in letters.split())
        fast.compile(signature)
        yield f"{module}_{function}", (fast.inspect_llvm(signature), fast.overloads[signature].fndesc.llvm_func_name)


def _parsed(llvm: Any, code: str, machine: Any) -> Any:
    """Return code as a module for WebAssembly, whatever computer it was made for."""
    body = re.sub(r"^target .*\n", "", code, flags=re.MULTILINE)
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{_TRIPLE}"\n'
    module = llvm.parse_assembly(head + body)
    module.verify()
    return module


def _export(module: Any, names: dict[str, str]) -> None:
    """Give the functions with these symbols their names, and let LLVM remove whatever they do not need."""
    for thing in (*module.functions, *module.global_variables):
        if not thing.is_declaration and not thing.name.startswith("llvm."):
            thing.linkage = "external" if thing.name in names else "internal"
    for symbol, name in names.items():
        module.get_function(symbol).name = name


def _check(code: str) -> None:
    """Raise RuntimeError if the code has an address of this process in it, as numba's may."""
    if re.search(r"inttoptr \(i\d+ \d", code):
        raise RuntimeError("numba has put an address of its own process into the code")


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
