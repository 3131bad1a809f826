"""The operations that a subject plugs in, with what the description of the API says of them and of their answers."""

from collections.abc import Mapping
from typing import Any, Final

from ninja import Router
from ninja.constants import NOT_SET

NDJSON: Final = "application/x-ndjson"


class SubjectRouter(Router):
    """Operations of a subject, at addresses below that of the API.

    The description lists them in the group `name`. `about` says what the group is: subjects may add operations to one
    that another has begun, and leave it out. `examples` has one for each of the subject's own shapes, by its name.
    """

    def __init__(
        self, name: str, about: str = "", *, examples: Mapping[str, Any] | None = None, auth: Any = NOT_SET
    ) -> None:
        super().__init__(auth=auth, tags=[name])
        self.name = name
        self.about = about
        self.examples = examples or {}


def also_as(content_type: str) -> dict[str, Any]:
    """Return what the description says of an answer of many lines of JSON that may also be text of this type."""
    return {"responses": {200: {"content": {content_type: {"schema": {"type": "string"}}}}}}
