"""What all that the staff decides has in common."""

from __future__ import annotations

from typing import ClassVar

from django.db import models


class Decision(models.Model):
    """A row that staff write themselves, by way of `house.services` alone.

    `remembered_as` is the name under which what all such rows say is remembered, "" where it is read anew each time.
    """

    remembered_as: ClassVar[str] = ""

    class Meta:
        abstract = True
