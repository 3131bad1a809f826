"""The search of bots where there is no compiler, as in a browser: the code that was compiled ahead from
`games/bots/search/` (`games.management.solo_bundle.kernels`), and what that package needs of numpy.
"""

import sys
from pathlib import Path
from typing import Final

from games.solo.compiled import arrays, kernels

LIBRARY: Final = "kernels.so"
"""The file of a bundle with that code."""


def install(folder: Path) -> bool:
    """Let the modules of the search use the library of a bundle, before any of them is imported. Return whether it is
    there: without it, bots can only be beginners.
    """
    library = folder / LIBRARY
    if not library.exists():
        return False
    kernels.load(library)
    sys.modules.update({"numpy": arrays, "games.bots.search.compiling": kernels})
    return True
