"""The extras of the package: what else has to be installed for some of its parts, said in a sentence."""

from importlib.util import find_spec


def need(extra: str, package: str) -> None:
    """Raise ModuleNotFoundError, with the command that installs the extra, unless its package can be imported."""
    if find_spec(package) is None:
        message = f'This needs {package}: python -m pip install "dummy-hand-spades[{extra}]"'
        raise ModuleNotFoundError(message, name=package)
