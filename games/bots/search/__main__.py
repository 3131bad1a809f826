"""Compiles a package of the search for this computer, with the arguments PACKAGE FILE.

It has to be run with the settings of `compiled_code.run_compiler`.
"""

import os
import sys
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm

from . import compiled_code
from .compiler import compiled_together, entries


def make(package: str, file: Path) -> None:
    """Write the machine code of all functions of the package that Python calls."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    name, features = compiled_code.processor()
    target = llvm.Target.from_default_triple()
    machine: Any = target.create_target_machine(opt=3, cpu=name, features=features, reloc="pic", codemodel="small")
    part = file.with_name(f"{file.name}.{os.getpid()}")
    part.write_bytes(machine.emit_object(compiled_together(entries(package), machine)))
    part.replace(file)  # so that no other process reads half of it


if __name__ == "__main__":
    make(sys.argv[1], Path(sys.argv[2]))
