"""Calls the functions of the search in machine code, from a file that was compiled by another process."""

import ctypes
from collections.abc import Callable, Iterator
from math import prod
from pathlib import Path
from threading import Lock
from typing import Any, Final

from . import compiled_code

_NUMBER_BYTES: Final = 8
_TYPES: Final[dict[str, Any]] = {"i": ctypes.c_longlong, "f": ctypes.c_double}
_ARRAYS: Final = {"I": "<i8", "F": "<f8"}

_lock: Final = Lock()
_engines: Final = dict[str, Any]()
_libraries: Final = list[ctypes.CDLL]()


def load(package: str) -> None:
    """Load the machine code of a package, so that the first call of a function need not wait for it.

    Raises RuntimeError if it cannot be compiled.
    """
    if not (compiled_code.COMPILES or compiled_code.MADE_AHEAD):
        with _lock:
            if package not in _engines:
                _engines[package] = _engine(compiled_code.made(package))


def load_made_ahead(file: Path) -> None:
    """Load the library that has come with the program, where there is no compiler."""
    _libraries[:] = [ctypes.CDLL(str(file))]


def _engine(file: Path) -> Any:
    """Return LLVM's engine with the code of a file. It only links it with the C library, and compiles nothing."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    engine: Any = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    engine.add_object_file(llvm.ObjectFileRef.from_data(file.read_bytes()))
    engine.finalize_object()
    return engine


def read_signature(signature: str) -> tuple[list[tuple[str, int]], str]:
    """Return the letter and the number of axes of each argument, and the letter of the result; functions that return
    nothing leave an integer.
    """
    arguments, _, returned = signature.partition("->")
    return [(word[0], int(word[1:] or 1)) for word in arguments.split()], returned.strip() or "i"


def name_of(function: Callable[..., Any]) -> str:
    """Return the name of a function in the machine code of its package."""
    return f"{function.__module__.rpartition('.')[2]}_{function.__name__}"


def machine_code(function: Callable[..., Any], signature: str, is_brief: bool) -> Callable[..., Any] | None:
    """Return what calls the machine code of a function (`compiling.entry`); None if a library made ahead has none."""
    kinds, returned = read_signature(signature)
    types = [type_ for letter, axes in kinds for type_ in _types(letter, axes)]
    prototype = (ctypes.PYFUNCTYPE if is_brief else ctypes.CFUNCTYPE)(
        ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, *types
    )
    code = _code(function, prototype)
    return code and _caller(code, kinds, _TYPES[returned], name_of(function))


def _types(letter: str, axes: int) -> list[Any]:
    if letter in _TYPES:
        return [_TYPES[letter]]
    return [ctypes.c_void_p] * 2 + [ctypes.c_longlong] * 2 + [ctypes.c_void_p] + [ctypes.c_longlong] * (2 * axes)


def _code(function: Callable[..., Any], prototype: Any) -> Any:
    if compiled_code.MADE_AHEAD:
        found = _libraries and hasattr(_libraries[0], name_of(function))
        return prototype((name_of(function), _libraries[0])) if found else None
    package = function.__module__.rpartition(".")[0]
    load(package)
    return prototype(_engines[package].get_function_address(name_of(function)))


def _caller(code: Any, kinds: list[tuple[str, int]], returned: Any, name: str) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        result, error = returned(), ctypes.c_void_p()
        flat = [part for kind, argument in zip(kinds, arguments, strict=True) for part in _flat(*kind, argument)]
        if code(ctypes.byref(result), ctypes.byref(error), *flat):
            raise RuntimeError(f"{name} has failed")
        return result.value

    return call


def _flat(letter: str, axes: int, argument: Any) -> Iterator[Any]:
    """Yield an argument as numba's functions take it: an array as a structure of which they get each field.

    Raises TypeError for an array of other numbers or axes, or with gaps, which the code would read wrongly.
    """
    if letter in _TYPES:
        yield argument
        return
    array = argument.__array_interface__
    shape = array["shape"]
    if array["typestr"] != _ARRAYS[letter] or len(shape) != axes or array["strides"]:
        raise TypeError(f"not an array {letter} of {axes} axes in one piece")
    yield from (None, None, prod(shape), _NUMBER_BYTES, array["data"][0], *shape)
    for axis in range(axes):
        yield _NUMBER_BYTES * prod(shape[axis + 1 :])
