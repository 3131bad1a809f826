"""Compiles the functions that are marked so (`compiling`), with numba and LLVM, in a process of its own."""

import pkgutil
import re
from collections.abc import Callable
from importlib import import_module, resources
from typing import Any, Final, NamedTuple

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from . import compiling
from .library import name_of, read_signature

OF_THE_C_LIBRARY: Final = {"exp", "free", "log", "malloc", "memcpy", "memset", "sqrt"}
"""What the code may call that is not in it."""

_NUMBERS: Final[dict[str, Any]] = {"i": types.int64, "f": types.float64}


class Entry(NamedTuple):
    """A function that Python calls, and the types of its arguments."""

    function: Any
    arguments: tuple[Any, ...]


_entries: Final = dict[str, dict[str, Entry]]()


def with_numba(function: Callable[..., Any], *, counts_references: bool) -> Any:
    """Return a function that numba compiles when it is called, or when one is compiled that calls it."""
    # Without `_nrt`, the function that calls this one first would decide about it.
    options: dict[str, Any] = {"error_model": "numpy", "_nrt": counts_references}
    return numba.njit(**options)(function)


def keep_entry(function: Any, signature: str) -> Any:
    """Note the function as one of those for which machine code is made (`compiling.entry`), and return it."""
    kinds, _returned = read_signature(signature)
    package = function.__module__.rpartition(".")[0]
    _entries.setdefault(package, {})[name_of(function)] = Entry(function, tuple(_type(*kind) for kind in kinds))
    return function


def _type(letter: str, axes: int) -> Any:
    return _NUMBERS[letter] if letter in _NUMBERS else types.Array(_NUMBERS[letter.lower()], axes, "C")


def entries(package: str) -> dict[str, Entry]:
    """Return the functions of a package that Python calls, by their names in the machine code."""
    for module in pkgutil.iter_modules(import_module(package).__path__):
        import_module(f"{package}.{module.name}")
    return _entries[package]


def compiled_together(functions: dict[str, Entry], machine: Any) -> Any:
    """Return LLVM's module of these functions and all that they call, for a machine, which can be of another kind.

    Raises RuntimeError if it holds an address of this process, or needs more of numba's runtime than `runtime.ll` has.
    """
    module, names = _parsed(_runtime(machine), machine), dict[str, str]()
    for name, (function, arguments) in functions.items():
        function.compile(arguments)
        module.link_in(_parsed(function.inspect_llvm(arguments), machine))
        names[function.overloads[arguments].fndesc.llvm_func_name] = name
    _export(module, names)
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    passes.getModulePassManager().run(module, passes)
    _check(module)
    return module


def _check(module: Any) -> None:
    if re.search(r"inttoptr \(i\d+ \d", str(module)):
        raise RuntimeError("numba has put an address of its own process into the code")
    missing = {thing.name for thing in (*module.functions, *module.global_variables) if thing.is_declaration}
    if unknown := {name for name in missing if not name.startswith("llvm.")} - OF_THE_C_LIBRARY:
        raise RuntimeError(f"the code needs {', '.join(sorted(unknown))}")


def _runtime(machine: Any) -> str:
    """Return what the code of numba calls of its runtime, for pointers of this machine."""
    code = (resources.files(__package__) / "runtime.ll").read_text()
    return code.replace("%SIZE", "i32" if "p:32" in str(machine.target_data) else "i64")


def _parsed(code: str, machine: Any) -> Any:
    """Return code as a module for the machine, whatever computer it was made for."""
    body = re.sub(r"^target .*\n", "", code, flags=re.MULTILINE)
    head = f'target datalayout = "{machine.target_data}"\ntarget triple = "{machine.triple}"\n'
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


def _replace(function: Callable[[int], int], instruction: str, *options: Any) -> None:
    """Let compiled code use a single machine instruction for this function."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return getattr(builder, instruction)(arguments[0], *options)

    _overload(function, lambda _context, _number: (types.int64(types.int64), generate))


def _borrow(_context: Any, array: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        view = context.make_array(array)(context, builder, arguments[0])
        view.meminfo = ir.Constant(view.meminfo.type, None)
        return view._getvalue()

    return array(array), generate


def _overload(function: Callable[..., Any], typed: Callable[[Any, Any], Any]) -> None:
    generated: Any = intrinsic(typed)
    overload(function, inline="always")(lambda _argument: lambda _argument: generated(_argument))


_ZERO_IS_DEFINED: Final = ir.Constant(ir.IntType(1), 0)
_replace(compiling.count, "ctpop")
_replace(compiling.index_of, "cttz", _ZERO_IS_DEFINED)
_replace(compiling.leading_zeros, "ctlz", _ZERO_IS_DEFINED)
_overload(compiling.borrowed, _borrow)
