"""A program as tests use it: it asks the API with the token of a player."""

import json
from typing import Any

from django.test import Client

from accounts.api_tokens import services as api_tokens
from accounts.models import Scope, User
from games.api.codes import all_codes


class Program:
    """A program with a token of this player."""

    def __init__(self, user: User, *scopes: Scope) -> None:
        self._client = Client(enforce_csrf_checks=True)
        token = api_tokens.create(user, name="a program", scopes=scopes or list(Scope))
        self.headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}

    def answer(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        """Return the answer itself."""
        data = "" if body is None else json.dumps(body)
        both = self.headers | headers
        return self._client.generic(method, f"/api/v1{path}", data, content_type="application/json", headers=both)

    def ask(self, method: str, path: str, body: Any = None, status: int = 200) -> Any:
        """Return the JSON of an answer with this status."""
        answer = self.answer(method, path, body)
        assert answer.status_code == status, answer.content
        if status >= 400:
            assert answer["Content-Type"] == "application/problem+json"
            assert answer.json()["status"] == status
            assert (status, answer.json()["code"]) in {(one.status, one.code) for one in all_codes()}
        return answer.json()

    def get(self, path: str, status: int = 200) -> Any:
        return self.ask("GET", path, status=status)

    def post(self, path: str, body: Any, status: int = 200) -> Any:
        return self.ask("POST", path, body, status)

    def move(self, table: dict[str, Any], status: int = 200, **fields: Any) -> Any:
        return self.post(f"/tables/{table['code']}/moves", fields | {"version": table["version"]}, status)
