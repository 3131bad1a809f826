"""The search of bots where there is no compiler, as in a browser: the code that was compiled ahead from
`games/bots/search/` (`games.management.solo_bundle.kernels`), and what that package needs of numpy.
"""

import sys
from pathlib import Path
from typing import Final

from games.solo.compiled import arrays

LIBRARY: Final = "kernels.so"
"""The file of a bundle with that code."""


def install(folder: Path) -> bool:
    """Let the modules of the search use the library of a bundle, before any of them is imported. Return whether it is
    there: without it, bots can only be beginners.
    """
    file = folder / LIBRARY
    if not file.exists():
        return False
    sys.modules["numpy"] = arrays
    from games.bots.search import library

    library.load_made_ahead(file)
    return True
