"""Roles for staff tests."""

import pytest

from tests.staff.people import ensure_roles


@pytest.fixture(autouse=True)
def _roles(db: None) -> None:  # noqa: ARG001  # needs the database
    ensure_roles()
