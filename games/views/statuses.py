"""The HTTP statuses a refused request is answered with."""

from typing import Final

BAD_REQUEST: Final = 400
NOT_FOUND: Final = 404
CONFLICT: Final = 409
TOO_MANY_REQUESTS: Final = 429
