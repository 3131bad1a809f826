"""Refusals: errors that say in the reader's language why something can't be done. Nothing has changed then."""

from http import HTTPStatus
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Refusal(Exception):
    """Base class: something is refused, and nothing has changed.

    `message` is the sentence for the visitor, "" where the updated table needs none; `status` is that of the answer.
    `retry_after` are the seconds after which the same is possible again, 0 if time alone does not help.
    """

    message: ClassVar["StrOrPromise"] = ""
    status: ClassVar[HTTPStatus] = HTTPStatus.CONFLICT
    retry_after: ClassVar[int] = 0

    def sentence(self) -> str:
        """Return the sentence for the visitor in the active language."""
        return str(self.message)


class Explained(Refusal):
    """A refusal that is raised with its sentence."""

    def sentence(self) -> str:
        return str(self.args[0])
